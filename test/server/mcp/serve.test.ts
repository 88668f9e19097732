import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, onTestFinished, test } from 'vitest'
import { deferred } from '../../../src/core/async/deferred.ts'
import {
	type Answering,
	NO,
	type ServedAgent,
	type ServedOptions,
	serveAgent,
	serveProcess,
	YES,
} from '../../support/mcp/served-agent.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent, startAgent } from '../../support/run-agent.ts'

let desk: Desk
let served: ServedAgent | undefined
let server: ModelServer | undefined
beforeEach(async () => {
	const own = await openDesk()
	desk = own
	onTestFinished(() => own.remove())
})
afterEach(async () => {
	await served?.client.close()
	served = undefined
	await server?.close()
	server = undefined
})

async function openDesk(): Promise<Desk> {
	const opened = await makeDesk({ 'a.txt': 'one\ntwo\n' })
	await mkdir(opened.home)
	return opened
}

/** One for all tests of a group, with a folder that they share. */
function servedOnce(options?: ServedOptions): () => ServedAgent {
	let own: Desk
	let agent: ServedAgent
	beforeAll(async () => {
		own = await openDesk()
		agent = await serveAgent(own, options)
	})
	beforeEach(() => {
		desk = own
	})
	afterAll(async () => {
		await agent.client.close()
		await own.remove()
	})
	return () => agent
}

async function serve(options?: ServedOptions): Promise<ServedAgent> {
	served = await serveAgent(desk, options)
	return served
}

async function model(): Promise<ModelServer> {
	server = await startModelServer()
	return server
}

const inFolder = (name: string) => readFile(join(desk.cwd, name), 'utf8')

const hello = (capabilities = {}) => ({
	jsonrpc: '2.0',
	id: 1,
	method: 'initialize',
	params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 't', version: '1' } },
})

const calling = (id: number, name: string, input: object) => ({
	jsonrpc: '2.0',
	id,
	method: 'tools/call',
	params: { name, arguments: input },
})

/** Resolves when the process is gone; the test's own limit ends the wait. */
async function gone(pid: number): Promise<void> {
	for (;;) {
		try {
			process.kill(pid, 0)
		} catch {
			return
		}
		await pause(10)
	}
}

async function fileThere(name: string): Promise<string> {
	for (;;) {
		const text = existsSync(join(desk.cwd, name)) ? await inFolder(name) : ''
		if (text !== '') return text
		await pause(10)
	}
}

describe('the tools', () => {
	const agent = servedOnce()

	test('are those that work on the folder, with what they may do', async () => {
		const { client } = agent()
		const { tools } = await client.listTools()
		assert.deepEqual(
			tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
			[
				['read', true],
				['list', true],
				['glob', true],
				['grep', true],
				['outline', true],
				['edit', false],
				['write', false],
				['apply_patch', false],
				['shell', false],
				['shell_output', undefined],
				['fetch', undefined],
				['agent', false],
			],
		)
	})

	test('read without a question, also many at once', async () => {
		const { call } = agent()
		const answers = await Promise.all(Array.from({ length: 20 }, () => call('read', { path: 'a.txt' })))
		for (const { text, isError } of answers) assert.deepEqual([text, isError], ['1\tone\n2\ttwo', false])
	})

	test('say what is wrong with a call', async () => {
		const { call } = agent()
		const missing = await call('read', { path: 'nowhere.txt' })
		assert.ok(missing.isError && missing.text.includes('nowhere.txt'), missing.text)
		const invalid = await call('read', {})
		assert.ok(invalid.isError && invalid.text.includes('path'), invalid.text)
	})

	test('mask secrets like everywhere', async () => {
		await writeFile(join(desk.cwd, 'config.txt'), 'token: ghp_0123456789abcdefghijklmnopqrstuvwxyzAB\n')
		const { text } = await agent().call('read', { path: 'config.txt' })
		assert.ok(!text.includes('ghp_0123456789'), text)
	})

	test('that change something are refused where the client can ask nobody', async () => {
		const { call } = agent()
		for (const [tool, input] of [
			['write', { path: 'b.txt', content: 'x\n' }],
			['shell', { command: 'touch b.txt' }],
		] as const) {
			const { text, isError } = await call(tool, input)
			assert.deepEqual(
				[text, isError],
				['not run: it needs an approval and nobody is there to give it', true],
			)
		}
		assert.ok(!existsSync(join(desk.cwd, 'b.txt')))
	})

	test('want a prompt where they are the agent', async () => {
		const { text, isError } = await agent().call('agent', { prompt: ' ' })
		assert.deepEqual([text, isError], ['prompt must be a text that is not empty', true])
	})
})

describe('fewer tools', () => {
	test('are there where the command line says so', async () => {
		const { client, call } = await serve({ args: ['--tools', 'read,grep'] })
		assert.deepEqual(
			(await client.listTools()).tools.map(({ name }) => name),
			['read', 'grep'],
		)
		const { text, isError } = await call('write', { path: 'b.txt', content: 'x' })
		assert.deepEqual([text, isError], ['there is no tool write; there are read, grep', true])
	})

	test('may be the agent alone', async () => {
		const { client } = await serve({ args: ['--tools', 'agent'] })
		assert.deepEqual(
			(await client.listTools()).tools.map(({ name }) => name),
			['agent'],
		)
	})
})

describe('a change that is asked about', () => {
	let answering: Answering
	const agent = servedOnce({ answering: form => answering(form) })

	test('shows the difference, and is made after a yes', async () => {
		answering = YES
		const { call, asked } = agent()
		await call('read', { path: 'a.txt' })
		const { text, isError } = await call('edit', { path: 'a.txt', old_text: 'two', new_text: 'three' })
		assert.ok(!isError, text)
		assert.equal(await inFolder('a.txt'), 'one\nthree\n')
		assert.equal(asked.length, 1)
		assert.match(asked[0]?.message ?? '', /run edit: edit a\.txt \(\+1 −1\)[\s\S]*-two\n\+three/)
	})

	test('is not made after a no', async () => {
		answering = NO
		const { call } = agent()
		const { text, isError } = await call('write', { path: 'b.txt', content: 'x\n' })
		assert.ok(isError && text.startsWith('refused by the user'), text)
		assert.ok(!existsSync(join(desk.cwd, 'b.txt')))
	})

	test('is not made when the form comes back without its answer', async () => {
		answering = () => ({ action: 'accept', content: {} })
		const { call } = agent()
		assert.ok((await call('write', { path: 'b.txt', content: 'x\n' })).isError)
		assert.ok(!existsSync(join(desk.cwd, 'b.txt')))
	})

	test('says what the user would have instead', async () => {
		const content = { decision: 'no', reason: 'use c.txt' }
		answering = () => ({ action: 'accept', content })
		const { call } = agent()
		const { text } = await call('write', { path: 'b.txt', content: 'x\n' })
		assert.equal(text, 'refused by the user: use c.txt')
	})
})

describe('a change', () => {
	test('needs no question where the command line lets it through; outside of the folder it does', async () => {
		const { call, asked } = await serve({ args: ['--approve', 'auto-edit'], answering: NO })
		assert.ok(!(await call('write', { path: 'b.txt', content: 'x\n' })).isError)
		assert.equal(await inFolder('b.txt'), 'x\n')
		assert.equal(asked.length, 0)
		assert.ok((await call('write', { path: '../b.txt', content: 'x\n' })).isError)
		assert.equal(asked.length, 1)
	})

	test('is a session like any other', async () => {
		const { call, client } = await serve({ args: ['--approve', 'all'] })
		await call('write', { path: 'b.txt', content: 'x\n' })
		await client.close()
		const { stdout } = await runAgent(['sessions', 'list', '--json'], { desk })
		assert.match(stdout, /write \{.*b\.txt/)
	})
})

describe('a call that is cancelled', () => {
	test('ends its command, and the next one runs', async () => {
		const { call, client } = await serve({ args: ['--approve', 'all', '--sandbox', 'off'] })
		const stop = new AbortController()
		const command = 'echo $$ > pid; exec sleep 1000'
		const running = client.callTool({ name: 'shell', arguments: { command } }, { signal: stop.signal })
		const pid = Number(await fileThere('pid'))
		stop.abort()
		await assert.rejects(running)
		await gone(pid)
		assert.equal((await call('read', { path: 'a.txt' })).text, '1\tone\n2\ttwo')
	})

	test('while it is asked about does not happen', async () => {
		const asked = deferred()
		const stop = new AbortController()
		const { client, call } = await serve({
			answering: () => {
				asked.resolve()
				return new Promise(() => undefined)
			},
		})
		const input = { path: 'b.txt', content: 'x\n' }
		const running = client.callTool({ name: 'write', arguments: input }, { signal: stop.signal })
		await asked.promise
		stop.abort()
		await assert.rejects(running)
		await call('read', { path: 'a.txt' })
		assert.ok(!existsSync(join(desk.cwd, 'b.txt')))
	})
})

type ServedProcess = Awaited<ReturnType<typeof serveProcess>>

describe('the end', () => {
	for (const [how, end] of [
		['when its client leaves', ({ client }: ServedProcess) => client.close()],
		['with SIGTERM', ({ pid }: ServedProcess) => process.kill(pid, 'SIGTERM')],
	] as const)
		test(`comes ${how}, and ends every command`, async () => {
			const agent = await serveProcess(desk, ['--approve', 'all', '--sandbox', 'off'])
			served = agent
			const command = 'echo $$ > pid; exec sleep 1000'
			const running = agent.call('shell', { command }).catch(() => undefined)
			const pid = Number(await fileThere('pid'))
			await end(agent)
			await gone(pid)
			await gone(agent.pid)
			await running
		})

	test('of stdin is no error, and nothing but the protocol is on stdout', async () => {
		const { code, stdout } = await runAgent(['mcp', 'serve'], { desk, stdin: '' })
		assert.deepEqual([code, stdout], [0, ''])
	})

	test('of stdin comes when what was asked is answered; what would be asked then is refused', async () => {
		const messages = [
			hello({ elicitation: {} }),
			{ jsonrpc: '2.0', method: 'notifications/initialized' },
			calling(2, 'read', { path: 'a.txt' }),
			calling(3, 'write', { path: 'b.txt', content: 'x' }),
			calling(4, 'agent', { prompt: ' ' }),
		]
		const stdin = messages.map(message => `${JSON.stringify(message)}\n`).join('')
		const { code, stdout } = await runAgent(['mcp', 'serve'], { desk, stdin })
		const said = stdout.trim().split('\n')
		const answers = said.map(line => JSON.parse(line)).filter(({ method }) => method === undefined)
		assert.deepEqual([code, answers.map(({ id }) => id).sort()], [0, [1, 2, 3, 4]])
		assert.match(said.find(line => line.includes('"id":2'))!, /one.*two/)
		assert.match(said.find(line => line.includes('"id":3') && !line.includes('method'))!, /"isError":true/)
		assert.ok(!existsSync(join(desk.cwd, 'b.txt')))
	})

	test('of stdin ends a call, too, when nobody reads the answer', async () => {
		const flags = ['mcp', 'serve', '--approve', 'all', '--sandbox', 'off']
		const { child, ended } = startAgent(flags, { desk, stdin: 'open' })
		const shell = calling(2, 'shell', { command: 'echo $$ > pid; exec sleep 1000' })
		child.stdin?.end(`${JSON.stringify(hello())}\n${JSON.stringify(shell)}\n`)
		const pid = Number(await fileThere('pid'))
		child.stdout?.destroy()
		await ended
		await gone(pid)
	})

	test('by a signal has its exit code', async () => {
		const { child, ended } = startAgent(['mcp', 'serve'], { desk, stdin: 'open' })
		child.stdin?.write(`${JSON.stringify(hello())}\n`)
		await new Promise(resolve => child.stdout?.once('data', resolve))
		child.kill('SIGTERM')
		assert.equal((await ended).code, 143)
	})
})

describe('the agent', () => {
	test('does a task with its own tools and answers, telling what it does', async () => {
		const { script, environment } = await model()
		script({ calls: [{ name: 'read', arguments: { path: 'a.txt' } }] }, { text: 'It says one and two.' })
		const { client } = await serve({ args: ['-m', 'openai/test-model'], env: environment })
		const told: (string | undefined)[] = []
		const result = await client.callTool(
			{ name: 'agent', arguments: { prompt: 'what is in a.txt?' } },
			{ onprogress: ({ message }) => told.push(message) },
		)
		const [answer, session] = result.content
		assert.deepEqual(answer, { type: 'text', text: 'It says one and two.' })
		assert.ok(session?.type === 'text' && /^session: \S+$/.test(session.text))
		assert.ok(told.length > 0)
	})

	test('goes on with a session', async () => {
		const { script, environment, requests } = await model()
		script({ text: 'Blue.' }, { text: 'I said blue.' })
		const { call } = await serve({ args: ['-m', 'openai/test-model'], env: environment })
		const first = await call('agent', { prompt: 'which colour?' })
		const session = /session: (\S+)/.exec(first.text)?.[1]
		const second = await call('agent', { prompt: 'which one?', session })
		assert.match(second.text, /I said blue/)
		assert.match(JSON.stringify(requests.at(-1)?.body), /which colour\?/)
	})

	test('asks the person behind the client', async () => {
		const { script, environment } = await model()
		const write = { name: 'write', arguments: { path: 'b.txt', content: 'x\n' } }
		script({ calls: [write] }, { text: 'Written.' })
		const { call, asked } = await serve({
			args: ['-m', 'openai/test-model'],
			env: environment,
			answering: YES,
		})
		assert.match((await call('agent', { prompt: 'write b.txt' })).text, /Written\./)
		assert.equal(asked.length, 1)
		assert.equal(await inFolder('b.txt'), 'x\n')
	})

	test('that nobody can ask ends without the change, and says so', async () => {
		const { script, environment } = await model()
		const write = { name: 'write', arguments: { path: 'b.txt', content: 'x\n' } }
		script({ calls: [write] }, { text: 'It is not allowed.' })
		const { call } = await serve({ args: ['-m', 'openai/test-model'], env: environment })
		const { text, isError } = await call('agent', { prompt: 'write b.txt' })
		assert.ok(isError && text.includes('It is not allowed.'), text)
		assert.ok(!existsSync(join(desk.cwd, 'b.txt')))
	})

	test('stops when its call is cancelled', async () => {
		const { hold, environment, waitForRequest } = await model()
		hold({ text: 'never' })
		const { client } = await serve({ args: ['-m', 'openai/test-model'], env: environment })
		const stop = new AbortController()
		const input = { name: 'agent', arguments: { prompt: 'wait' } }
		const running = client.callTool(input, { signal: stop.signal })
		const request = await waitForRequest(1)
		stop.abort()
		await assert.rejects(running)
		assert.equal(await request.ended, 'cut')
	})

	test('says which session there is not', async () => {
		const { call } = await serve({ args: ['-m', 'demo/demo'] })
		const { text, isError } = await call('agent', { prompt: 'go on', session: 'nowhere' })
		assert.ok(isError && text.includes('nowhere'), text)
	})
})
