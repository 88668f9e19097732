import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts'
import { type Desk, type Ended, makeDesk, runAgent, startAgent } from '../../../support/run-agent.ts'

let server: ModelServer
let desk: Desk
let sessionId: string
/** The folder and the home after both prompts: every test goes on from there. */
let kept: string
beforeAll(async () => {
	;[server, desk] = await Promise.all([startModelServer(), makeDesk()])
	server.script(
		{ calls: [{ name: 'write', arguments: { path: 'one.txt', content: '1' } }] },
		{ text: 'Made one.' },
		{ calls: [{ name: 'write', arguments: { path: 'two.txt', content: '2' } }] },
		{ text: 'Made two.' },
	)
	const run = (...args: string[]) => agent('run', '-m', 'openai-chat/test-model', '--approve', 'all', ...args)
	const first = await run('make one')
	sessionId = /session: (\S+)/.exec(first.stderr)?.[1] ?? assert.fail(first.stderr)
	const second = await run('--resume', sessionId, 'make two')
	assert.equal(second.code, 0, second.stderr)
	kept = join(dirname(desk.home), 'kept')
	for (const folder of [desk.cwd, desk.home])
		cpSync(folder, join(kept, basename(folder)), { recursive: true, preserveTimestamps: true })
})
beforeEach(() => {
	for (const folder of [desk.cwd, desk.home]) {
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
		cpSync(join(kept, basename(folder)), folder, { recursive: true, preserveTimestamps: true })
	}
	assert.deepEqual(made(), ['one.txt', 'two.txt'])
})
afterAll(async () => {
	await server.close()
	await desk.remove()
})

const agent = (...args: string[]): Promise<Ended> => runAgent(args, { desk, env: server.environment })
const made = () => ['one.txt', 'two.txt'].filter(name => existsSync(join(desk.cwd, name)))
const prompts = async () => (await agent('sessions', 'show', sessionId)).stdout

describe('agent rewind', () => {
	test('goes back to a checkpoint by its name, and says which there are', async () => {
		const logs = join(desk.home, 'sessions')
		const name = readdirSync(logs, { recursive: true }).find(each => String(each).endsWith('.jsonl'))
		const log = join(logs, String(name))
		const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
		const first = lines.findIndex(line => line.includes('"type":"run-end"'))
		const seq = JSON.parse(lines[first + 1]!).seq - 1
		const mark = { seq, at: 1_800_000_000_000, sessionId, event: { type: 'checkpoint', name: 'one-done' } }
		// Numbers have gaps where something was only shown; where there is none, the mark has the number of the run's end.
		lines.splice(first + 1, 0, JSON.stringify(mark))
		writeFileSync(log, `${lines.join('\n')}\n`)
		assert.match(
			(await agent('rewind', sessionId)).stdout,
			/^ {2}1 .*\n {2}◆ .*checkpoint one-done.*\n {2}2 /,
		)
		const wrong = await agent('rewind', sessionId, '--to-checkpoint', 'two-done')
		assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
		assert.match(wrong.stderr, /two-done.*it has one-done/)
		const back = await agent('rewind', sessionId, '--to-checkpoint', 'one-done', '--with-summary')
		assert.deepEqual(
			[back.code, back.stdout],
			[0, 'conversation and files are as at the checkpoint one-done\n'],
			back.stderr,
		)
		assert.deepEqual(made(), ['one.txt'])
		assert.match(readFileSync(log, 'utf8'), /"type":"rewind".*"summary":"Asked: make two/)
	})

	test('lists the prompts, and goes back to before one, conversation and files', async () => {
		const { code, stdout } = await agent('rewind', sessionId)
		assert.equal(code, 0)
		assert.match(
			stdout,
			/^ {2}1 {2}\S+ \S+ {2}make one {2}\(2 files\)\n {2}2 {2}\S+ \S+ {2}make two {2}\(1 file\)\n$/,
		)
		const back = await agent('rewind', sessionId, '--to', '1')
		assert.deepEqual(
			[back.code, back.stdout],
			[0, 'conversation and files are as before “make one”\n'],
			back.stderr,
		)
		assert.deepEqual(made(), [])
	})

	test('goes back with the files alone, or with the conversation alone', async () => {
		assert.equal((await agent('rewind', sessionId, '--to', '2', '--files')).code, 0)
		assert.deepEqual(made(), ['one.txt'])
		assert.match(await prompts(), /Made two/)
		assert.equal((await agent('undo', sessionId, '--conversation')).code, 0)
		assert.deepEqual(made(), ['one.txt'])
	})

	test('says what there is of a number that there is not, and takes one wish', async () => {
		const wrong = await agent('rewind', sessionId, '--to', '7')
		assert.deepEqual([wrong.code, wrong.stderr], [2, 'error: --to 7: the prompts are numbered from 1 to 2\n'])
		const both = await agent('rewind', sessionId, '--to', '1', '--files', '--conversation')
		assert.equal(both.code, 2)
		assert.deepEqual(made(), ['one.txt', 'two.txt'])
	})
})

describe('agent rewind for a script', () => {
	test('lists and goes back as JSON, and takes back that it went back', async () => {
		const listed = JSON.parse((await agent('rewind', sessionId, '--list', '--json')).stdout)
		assert.deepEqual(
			listed.map(({ number, prompt, changed_files }: Record<string, unknown>) => [
				number,
				prompt,
				changed_files,
			]),
			[
				[1, 'make one', 2],
				[2, 'make two', 1],
			],
		)
		const back = JSON.parse((await agent('rewind', sessionId, '--to', '1', '--json')).stdout)
		assert.deepEqual(back, {
			session_id: sessionId,
			to: 1,
			prompt: 'make one',
			files: true,
			conversation: true,
			changed_files: 2,
			notices: [],
		})
		assert.deepEqual(made(), [])
		const nothing = await agent('undo', sessionId)
		assert.deepEqual([nothing.code, nothing.stderr], [1, 'error: there is no prompt to go back to\n'])
		const again = await agent('rewind', sessionId, '--to', 'undo')
		assert.equal(again.stdout, 'conversation and files are as before the last going back\n', again.stderr)
		assert.deepEqual(made(), ['one.txt', 'two.txt'])
		assert.match(await prompts(), /Made two/)
	})

	test('says what is wrong with a session that is not there, or in use, and with a wish that goes nowhere', async () => {
		const unknown = await agent('rewind', 'nobody', '--to', '1')
		assert.equal(unknown.code, 2)
		assert.match(unknown.stderr, /^error: no session is called "nobody"/)
		const nowhere = await agent('rewind', sessionId, '--files')
		assert.equal(nowhere.code, 2)
		assert.match(nowhere.stderr, /^error: say where to go back to: --to <n>/)
		const held = server.hold({ text: 'Slow.' })
		const going = ['run', '-m', 'openai-chat/test-model', '--resume', sessionId, 'think']
		const { child, ended } = startAgent(going, { desk, env: server.environment })
		await held.arrived
		const busy = await agent('undo', sessionId)
		assert.notEqual(busy.code, 0)
		assert.match(
			busy.stderr,
			/^error: session .* is open in process \d+; end that one first, or go back in it with \/rewind$/m,
		)
		child.kill()
		await ended
		assert.deepEqual(made(), ['one.txt', 'two.txt'])
	})
})

describe('agent undo', () => {
	test('goes back to before the last prompt', async () => {
		const { code, stdout } = await agent('undo', sessionId)
		assert.deepEqual([code, stdout], [0, 'conversation and files are as before “make two”\n'])
		assert.deepEqual(made(), ['one.txt'])
	})
})
