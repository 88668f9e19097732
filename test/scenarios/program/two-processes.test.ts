import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { processKey } from '../../../src/process/process-alive.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'
import { type AgentTerminal, openAgent } from '../../support/screen/agent-terminal.ts'

let server: ModelServer
let desk: Desk
let children: AgentTerminal[] = []
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk()
	children = []
})
afterEach(async () => {
	for (const child of children) child.kill()
	await server.close()
	await desk.remove()
})

function open(...args: readonly string[]) {
	const child = openAgent(args, { desk, environment: server.environment, columns: 100, rows: 30 })
	children.push(child)
	return child
}

/** A second terminal on what the first one has open, looking. */
async function look(sessionId: string, pid: number) {
	const second = open('resume', sessionId)
	await second.until(`is open in process ${pid}`)
	// An answer counts only when the question has stood there for a moment.
	await new Promise(resolve => setTimeout(resolve, 1_200))
	second.type('1')
	await second.until('here it is only looked at')
	return second
}

async function onlySession(): Promise<string> {
	const names = await readdir(join(desk.home, 'sessions'), { recursive: true })
	return /([^/]+)\.jsonl$/m.exec(names.filter(name => name.endsWith('.jsonl')).join('\n'))![1]!
}

test('who looks is told when the first one ends, and takes the session up', async () => {
	server.script({ text: 'The first answer.' }, { text: 'Answered by the second.' })
	const first = open('-m', 'openai/test-model')
	await first.until('Ask for anything')
	first.type('the first prompt\r')
	await first.until('The first answer.')
	const sessionId = await onlySession()
	const second = await look(sessionId, first.pid)
	first.type('\x04')
	await first.ended
	await second.until(new RegExp(`process ${first.pid} has let go of this session; /resume ${sessionId}`))
	second.type(`/resume ${sessionId}\r`)
	await second.until(/Keelson[\s\S]*Keelson[\s\S]*The first answer\./)
	second.type('go on here\r')
	await second.until('Answered by the second.')
})

test('who looks is told when the first one is killed, and its run has ended here too', async () => {
	const held = server.hold({ text: 'never comes' })
	const first = open('-m', 'openai/test-model')
	await first.until('Ask for anything')
	first.type('the first prompt\r')
	await held.arrived
	const second = await look(await onlySession(), first.pid)
	process.kill(first.pid, 'SIGKILL')
	await second.until(`process ${first.pid} has let go of this session`)
	await second.until('the process ended while this run was going')
	await second.until('Ask for anything')
})

test('of two on one session the second is told who has it, looks or forks, and nothing is lost', async () => {
	server.script(
		{ text: 'The first answer.' },
		{ text: 'The second answer.' },
		{ text: 'Answered in the copy.' },
		{ text: 'Headless, in a copy.' },
	)
	const first = open('-m', 'openai/test-model')
	await first.until('Ask for anything')
	first.type('the first prompt\r')
	await first.until('The first answer.')
	const [log] = (await readdir(join(desk.home, 'sessions'), { recursive: true })).filter(name =>
		name.endsWith('.jsonl'),
	)
	const path = join(desk.home, 'sessions', log!)
	const sessionId = /([^/]+)\.jsonl$/.exec(path)![1]!

	const refused = await runAgent(['run', '--resume', sessionId, 'me too'], { desk, env: server.environment })
	assert.equal(refused.code, 1)
	assert.match(refused.stderr, new RegExp(`is open in process ${first.pid}; .*--fork`))

	const second = open('resume', sessionId)
	await second.until(`is open in process ${first.pid}`)
	// An answer counts only when the question has stood there for a moment.
	await new Promise(resolve => setTimeout(resolve, 1_200))
	second.type('1')
	await second.until('here it is only looked at')
	await second.until('The first answer.')
	first.type('the second prompt\r')
	await second.until('The second answer.')
	second.type('may I?\r')
	await second.until('✗ process')
	// What was not sent is back in the input.
	await second.until('> may I?')
	second.type('\x15/fork\r')
	await second.until('All of it')
	second.type('\r')
	await second.until(/Keelson[\s\S]*Keelson[\s\S]*The second answer\./)
	second.type('go on here\r')
	await second.until('Answered in the copy.')

	const copied = await runAgent(['run', '--resume', sessionId, '--fork', 'and I?'], {
		desk,
		env: server.environment,
	})
	assert.deepEqual([copied.code, copied.stdout], [0, 'Headless, in a copy.\n'])

	const prompts = (await readFile(path, 'utf8'))
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line).event)
		.flatMap(event => (event.type === 'run-start' ? [event.prompt.content.at(-1).text] : []))
	assert.deepEqual(prompts, ['the first prompt', 'the second prompt'])
	const { stdout } = await runAgent(['sessions'], { desk })
	assert.equal(stdout.match(new RegExp(`copy of ${sessionId} up to \\d+`, 'g'))?.length, 2, stdout)
})

test('a session that a container left open is refused, until somebody says that the container is gone', async () => {
	server.script({ text: 'The first answer.' }, { text: 'The second answer.' })
	const agent = (...args: readonly string[]) => runAgent(['run', ...args], { desk, env: server.environment })
	await agent('-m', 'openai/test-model', 'the first prompt')
	const sessionId = await onlySession()
	const [log] = (await readdir(join(desk.home, 'sessions'), { recursive: true })).filter(name =>
		name.endsWith('.jsonl'),
	)
	const [machine, boot] = processKey().split('.')
	const left = `${sessionId}.${machine}.${boot}.1.7-77.lock`
	await writeFile(join(desk.home, 'sessions', dirname(log!), left), '')

	const refused = await agent('--resume', sessionId, 'the second prompt')
	assert.equal(refused.code, 1)
	assert.match(refused.stderr, /process 7 of another machine or container/)
	const taken = await agent('--resume', sessionId, '--take-over', 'the second prompt')
	assert.deepEqual({ code: taken.code, stdout: taken.stdout }, { code: 0, stdout: 'The second answer.\n' })
})
