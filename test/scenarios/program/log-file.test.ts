import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../support/run-agent.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk({ 'a.txt': 'alpha\n' })
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

const KEY = 'a-key-that-nobody-may-see'
const run = (args: readonly string[], env: Record<string, string> = {}) =>
	runAgent(['run', '-m', 'openai-chat/test-model', ...args], {
		desk,
		env: { ...server.environment, OPENAI_API_KEY: KEY, ...env },
	})

test('the log says what was asked, refused, waited for and run, and how long it took; the result has the times', async () => {
	server.script(
		{
			status: 429,
			headers: { 'retry-after-ms': '30', 'x-request-id': 'req_42' },
			error: { message: `slow down, ${KEY}` },
		},
		{
			calls: [
				{ name: 'read', arguments: { path: 'a.txt' } },
				{ name: 'shell', arguments: { command: 'sh -c "exit 3"' } },
				{ name: 'write', arguments: { path: 'b.txt', content: 'never' } },
			],
		},
		{ text: 'Seen.' },
	)
	const { stdout, stderr } = await run(['--output-format', 'json', 'a prompt of mine'], {
		KEELSON_LOG_LEVEL: 'debug',
	})
	const [result] = jsonLines(stdout)
	const phases = result?.phases_ms as Record<string, number>
	assert.deepEqual(Object.keys(phases), ['assembling', 'waiting', 'streaming', 'tools', 'storing'])
	assert.ok(phases.waiting! >= 30, `the wait is in it: ${phases.waiting}`)
	const sum = Object.values(phases).reduce((before, ms) => before + ms, 0)
	assert.ok(sum <= Number(result?.duration_ms) + 1, `${sum} of ${result?.duration_ms}`)
	assert.equal(stderr, '')

	const text = await readFile(join(desk.home, 'logs', 'agent.log'), 'utf8')
	for (const never of [KEY, 'a prompt of mine', 'Seen.', 'alpha'])
		assert.equal(text.includes(never), false, never)
	const entries = jsonLines(text)
	const facts = (event: string, ...names: string[]) =>
		entries.filter(entry => entry.event === event).map(entry => names.map(name => entry[name]))
	assert.deepEqual(facts('http-answer', 'status', 'request_id'), [
		[429, 'req_42'],
		[200, undefined],
		[200, undefined],
	])
	assert.deepEqual(facts('retry-wait', 'level', 'retry', 'code'), [['warn', 1, 'rate-limited']])
	assert.deepEqual(facts('attempt-end', 'level', 'model', 'wire', 'code'), [
		['warn', 'openai-chat/test-model', 'chat', 'rate-limited'],
		['info', 'openai-chat/test-model', 'chat', undefined],
		['info', 'openai-chat/test-model', 'chat', undefined],
	])
	assert.deepEqual(facts('tool-end', 'tool', 'subject', 'outcome'), [
		['read', 'a.txt', 'ok'],
		['shell', undefined, 'refused'],
		['write', undefined, 'refused'],
	])
	assert.deepEqual(facts('approval-end', 'level', 'decision', 'by'), [
		['warn', 'no', 'nobody'],
		['warn', 'no', 'nobody'],
	])
	assert.match(String(facts('attempt-error', 'stack')[0]), /AgentError: .*\n +at /)
	assert.deepEqual(facts('run-end', 'level', 'reason', 'turns'), [['error', 'tool-denied', 2]])
	assert.ok(
		entries.every(({ pid, time }) => typeof pid === 'number' && !Number.isNaN(Date.parse(String(time)))),
	)
})

test('a log that cannot be written is one warning, and the run goes on', async () => {
	server.script({ text: 'Hello.' })
	await mkdir(desk.home)
	await writeFile(join(desk.home, 'logs'), 'no folder')
	const { code, stdout, stderr } = await run(['--log-level', 'info', 'hello'])
	assert.deepEqual([code, stdout], [0, 'Hello.\n'])
	assert.equal(stderr.match(/The log is not written/g)?.length, 1, stderr)
	assert.match(stderr, /warning: The log is not written \(any more\): .*logs.*goes on without it/)
	assert.deepEqual((await run(['--log-level', 'loud', 'hello'])).code, 2)
})
