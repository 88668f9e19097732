import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { testInTurn } from '../../../support/in-turn.ts'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts'
import { untilGroupEnded } from '../../../support/process-group.ts'
import { type Desk, jsonLines, makeDesk, runAgent, startAgent } from '../../../support/run-agent.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk({ 'a.txt': 'alpha one\n', 'b.txt': 'beta\n' })
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

const agent = (args: readonly string[], more: { stdin?: string; env?: Record<string, string> } = {}) =>
	runAgent(args, { desk, ...more, env: { ...server.environment, ...more.env } })

const PROVIDERS = ['openai', 'openai-chat', 'anthropic']

describe.each(PROVIDERS)('%s', provider => {
	const testItsTurn = testInTurn(provider, PROVIDERS)
	const run = (...args: string[]) => agent(['run', '-m', `${provider}/test-model`, ...args])

	const scriptTask = () =>
		server.script(
			{
				text: 'Reading.',
				calls: [
					{ name: 'read', arguments: { path: 'a.txt' } },
					{ name: 'read', arguments: { path: 'b.txt' } },
				],
			},
			{ calls: [{ name: 'edit', arguments: { path: 'a.txt', old_text: 'one', new_text: 'two' } }] },
			{ calls: [{ name: 'shell', arguments: { command: 'cat a.txt' } }] },
			{ text: 'Changed a.txt.' },
		)

	test('reads two files, edits one, runs a command and reports; stdout holds only the answer', async () => {
		scriptTask()
		const { code, stdout, stderr } = await run('--approve', 'all', 'do it')
		assert.deepEqual([code, stdout], [0, 'Changed a.txt.\n'])
		assert.equal(await readFile(join(desk.cwd, 'a.txt'), 'utf8'), 'alpha two\n')
		// The first may have ended before the second came.
		assert.match(stderr, /\[1\/100\] Running read(?: ×2)?\n/)
		assert.match(stderr, /session: \S+\n$/)
		server.assertFinished()
	})

	testItsTurn('stream-json is one object a line with the result last, json is that one alone', async () => {
		scriptTask()
		const stream = await run('--approve', 'all', '--output-format', 'stream-json', 'do it')
		const lines = jsonLines(stream.stdout)
		assert.deepEqual(
			lines.filter((line, index) => line.type !== 'system' || index === 0).map(line => line.type),
			[
				'system',
				'assistant',
				'user',
				'user',
				'assistant',
				'user',
				'assistant',
				'user',
				'assistant',
				'result',
			],
		)
		scriptTask()
		await writeFile(join(desk.cwd, 'a.txt'), 'alpha one\n')
		const { stdout } = await run('--approve', 'all', '--output-format', 'json', 'again')
		const [result, ...rest] = jsonLines(stdout)
		assert.deepEqual(rest, [])
		assert.deepEqual(
			[result?.type, result?.subtype, result?.is_error, result?.result, result?.num_turns],
			['result', 'success', false, 'Changed a.txt.', 4],
		)
		assert.deepEqual(Object.keys(result?.usage as object).sort(), [
			'cached_input_tokens',
			'input_tokens',
			'output_tokens',
			'reasoning_output_tokens',
		])
	})

	test('a key that is refused ends with 3, names the variable and still writes a result', async () => {
		await server.close()
		server = await startModelServer({ key: 'right' })
		const { code, stdout } = await agent(
			['run', '-m', `${provider}/test-model`, '--output-format', 'json', 'hello'],
			{ env: { OPENAI_API_KEY: 'wrong-key-1234', ANTHROPIC_API_KEY: 'wrong-key-1234' } },
		)
		const [result] = jsonLines(stdout)
		assert.deepEqual([code, result?.subtype], [3, 'error_auth-failed'])
		assert.match(JSON.stringify(result), provider === 'anthropic' ? /ANTHROPIC_API_KEY/ : /OPENAI_API_KEY/)
		assert.doesNotMatch(stdout, /wrong-key-1234/)
		assert.equal(server.requests.length, 1)
	})
})

const run = (...args: string[]) => agent(['run', '-m', 'openai/test-model', ...args])

describe('what a script can rely on', () => {
	test('a needed approval that nobody can give ends with 4', async () => {
		server.script(
			{ calls: [{ name: 'write', arguments: { path: 'new.txt', content: 'x' } }] },
			{ text: 'I was not allowed to.' },
		)
		const { code, stdout } = await run('write it')
		assert.deepEqual([code, stdout], [4, 'I was not allowed to.\n'])
		await assert.rejects(readFile(join(desk.cwd, 'new.txt')))
	})

	test('the turn limit ends with 5', async () => {
		server.onRequest(() => ({ calls: [{ name: 'list', arguments: {} }] }))
		const { code, stderr } = await run('--max-turns', '2', 'look around')
		assert.equal(code, 5)
		assert.match(stderr, /2 turns/)
		assert.equal(server.requests.length, 2)
	})

	test('the timeout bounds the whole run and ends with 5', async () => {
		server.script({ text: 'never', fault: { kind: 'stall', after: 'headers' } })
		const { code, stderr } = await run('--timeout', '500ms', 'wait')
		assert.equal(code, 5)
		assert.match(stderr, /time/)
	})

	test('a refusal by the model is printed and ends with 1', async () => {
		server.script({ text: 'I will not.', stop: 'refusal' })
		const { code, stdout } = await agent(['run', '-m', 'anthropic/test-model', 'do harm'])
		assert.deepEqual([code, stdout], [1, 'I will not.\n'])
	})

	test('an answer that was cut off is printed and ends with 1', async () => {
		server.script({ text: 'half an ans', stop: 'length' })
		const { code, stdout } = await run('long')
		assert.deepEqual([code, stdout], [1, 'half an ans\n'])
	})

	test('a prompt on stdin is one, and with an argument it is added to it', async () => {
		server.script({ text: 'one' }, { text: 'two' })
		await agent(['run', '-m', 'openai/test-model'], { stdin: 'from stdin' })
		await agent(['run', '-m', 'openai/test-model', 'explain this'], { stdin: 'the log' })
		const last = server.requests.map(request => JSON.stringify(request.body.input))
		assert.match(last[0]!, /from stdin/)
		assert.match(last[1]!, /explain this\\n\\n<stdin>\\nthe log/)
	})

	test('an open, silent stdin does not hold the run up', async () => {
		server.script({ text: 'done' })
		const { code, stdout } = await agent(['run', '-m', 'openai/test-model', 'hello'], { stdin: 'open' })
		assert.deepEqual([code, stdout], [0, 'done\n'])
	})

	test('a fast answer of 5 000 pieces arrives whole', async () => {
		const pieces = Array.from({ length: 5_000 }, (_, index) => `word${index} `)
		server.script({ text: pieces })
		const { stdout } = await run('say a lot')
		assert.equal(stdout, `${pieces.join('')}\n`)
	})

	test('going on with a session sends what was said before', async () => {
		server.script({ text: 'I am here' }, { text: 'still here' })
		const first = await run('who is there?')
		const sessionId = /session: (\S+)/.exec(first.stderr)?.[1]
		const second = await agent(['run', '--resume', sessionId!, 'and now?'])
		assert.deepEqual([second.code, second.stdout], [0, 'still here\n'])
		const said = JSON.stringify(server.requests[1]!.body.input)
		assert.match(said, /who is there\?.*I am here.*and now\?/)
	})
})

describe('signals', () => {
	test.each([
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 129],
		['SIGQUIT', 131],
	] as const)('%s in the middle of a command ends with %i and leaves no process', async (signal, code) => {
		server.script({
			calls: [{ name: 'shell', arguments: { command: 'echo $$ > pid; sleep 600 & sleep 600' } }],
		})
		const started = startAgent(
			[
				'run',
				'-m',
				'openai/test-model',
				'--approve',
				'all',
				'--output-format',
				'stream-json',
				'--include-partial-messages',
				'wait',
			],
			{ desk, env: server.environment },
		)
		await started.says('tool_use')
		const group = await untilPid(join(desk.cwd, 'pid'))
		started.child.kill(signal)
		const ended = await started.ended
		assert.equal(ended.code, code)
		await untilGroupEnded(group)
		assert.equal(jsonLines(ended.stdout).at(-1)?.type, 'result')
	})

	test('a reader that leaves early ends the run quietly', async () => {
		server.script({ text: Array.from({ length: 20_000 }, () => 'x'.repeat(50)) })
		const started = startAgent(
			[
				'run',
				'-m',
				'openai/test-model',
				'--output-format',
				'stream-json',
				'--include-partial-messages',
				'much',
			],
			{ desk, env: server.environment },
		)
		await started.says('"type"')
		started.child.stdout?.destroy()
		const { code, stderr } = await started.ended
		assert.deepEqual([code, stderr], [141, ''])
	})
})

describe.skipIf(!existsSync('/dev/full'))('a full disk', () => {
	test('takes the answer on stdout: that is told, and no success', async () => {
		const under = ['sh', '-c', 'exec "$@" > /dev/full', 'sh']
		server.script({ text: 'Done.' })
		const run = ['run', '-m', 'openai/test-model', '-q', 'do it']
		for (const args of [['--version'], ['completion', 'bash'], ['serve'], run]) {
			const { code, stderr } = await runAgent(args, { desk, under, env: server.environment })
			assert.equal(code, 1)
			assert.match(stderr, /^error: stdout cannot be written: ENOSPC/m)
		}
	})

	test('takes the file of the answer: the answer is printed, once, and the result is no success', async () => {
		server.script({ text: 'Done.' })
		const ended = await agent(['run', '-m', 'openai/test-model', '--json', '-o', '/dev/full', 'do it'])
		const results = jsonLines(ended.stdout).filter(line => line.type === 'result')
		assert.deepEqual(
			[ended.code, ...results.map(({ result, subtype }) => [result, subtype])],
			[1, ['Done.', 'error_storage-failed']],
		)
	})
})

test('a session that cannot be stored is no success, unless nothing was to be stored', async () => {
	await mkdir(desk.home, { recursive: true })
	await writeFile(join(desk.home, 'sessions'), 'no folder')
	const run = ['run', '-m', 'openai/test-model', 'do it']
	const asked = server.requests.length
	const { code, stdout } = await agent([...run, '--output-format', 'json'])
	assert.deepEqual([code, jsonLines(stdout)[0]?.subtype], [1, 'error_storage-failed'])
	const inWords = await agent(run)
	assert.equal(inWords.code, 1)
	assert.match(inWords.stderr, /^error: .*sessions/m)
	assert.doesNotMatch(inWords.stderr, /^session: /m)
	assert.equal(server.requests.length, asked)
	server.script({ text: 'Done.' })
	assert.equal((await agent([...run, '--no-session'])).code, 0)
})

test('a tool that is taken away by the name it has elsewhere is gone', async () => {
	server.script({ text: 'Done.' })
	await agent(['run', '-m', 'openai/test-model', '--disallowed-tools', 'Bash, NotebookEdit', 'do it'])
	assert.doesNotMatch(server.requests.at(-1)!.bytes.toString(), /"name":"shell"/)
})

async function untilPid(file: string): Promise<number> {
	for (;;) {
		const text = await readFile(file, 'utf8').catch(() => '')
		if (text.endsWith('\n')) return Number(text)
		await new Promise(resolve => setTimeout(resolve, 5))
	}
}
