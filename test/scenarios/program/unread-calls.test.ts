import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe } from 'vitest'
import { testInTurn } from '../../support/in-turn.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../support/run-agent.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk({ 'a.txt': 'alpha one\n' })
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

/** Nobody can say where its argument ends. */
const UNREAD =
	'I will look.\n\n<function_calls>\n<invoke name="read">\n<parameter name="path">a.txt\n</function_calls>'

const PROVIDERS = ['openai', 'openai-chat', 'anthropic']

describe.each(PROVIDERS)('a call that cannot be read, written to %s', provider => {
	const test = testInTurn(provider, PROVIDERS)
	const run = (...args: string[]) =>
		runAgent(['run', '-m', `${provider}/test-model`, ...args, 'What is in a.txt?'], {
			desk,
			env: server.environment,
		})

	test('is sent back with what was seen, and the call that is made then counts', async () => {
		server.script(
			{ text: UNREAD },
			{ calls: [{ name: 'read', arguments: { path: 'a.txt' } }] },
			{ text: 'alpha one' },
		)
		const { code, stdout, stderr } = await run()
		assert.deepEqual([code, stdout], [0, 'alpha one\n'])
		assert.match(
			stderr,
			/told the model: Nothing was called\. .*<function_calls><invoke>.*<invoke name="read">/,
		)
		const last = JSON.stringify(server.requests[1]?.body)
		assert.match(last, /Nothing was called\. Your reply ends in what looks like a tool call/)
		assert.match(last, /The tools are read, list, glob/)
		server.assertFinished()
	})

	test('ends the run the fourth time in a row, and is never the answer', async () => {
		server.onRequest(() => ({ text: UNREAD }))
		const { code, stdout, stderr } = await run()
		assert.deepEqual([code, stdout, server.requests.length], [1, '', 4])
		assert.match(stderr, /error: the model wrote its tool call as text 4 times in a row/)
	})

	test('is told as an error in JSON', async () => {
		server.onRequest(() => ({ text: UNREAD }))
		const { code, stdout } = await run('--output-format', 'json')
		const [result] = jsonLines(stdout)
		assert.deepEqual(
			[code, result?.subtype, result?.is_error, result?.result, result?.num_turns],
			[1, 'error_tool-failed', true, '', 4],
		)
	})

	test('is not the answer when the request after it fails either', async () => {
		server.script({ text: UNREAD }, { status: 400, error: { message: 'no more' } })
		const { code, stdout } = await run()
		assert.deepEqual([code, stdout], [1, ''])
	})

	test('is counted anew after a call that was made', async () => {
		const made = { calls: [{ name: 'read', arguments: { path: 'a.txt' } }] }
		server.script(
			{ text: UNREAD },
			{ text: UNREAD },
			{ text: UNREAD },
			made,
			{ text: UNREAD },
			{ text: 'Done.' },
		)
		const { code, stdout } = await run()
		assert.deepEqual([code, stdout], [0, 'Done.\n'])
		server.assertFinished()
	})

	test('is an answer where it is only shown', async () => {
		const text = `Older clients sent:\n\n\`\`\`xml\n${UNREAD}\n\`\`\`\n\nNobody does so today.`
		server.script({ text })
		const { code, stdout } = await run()
		assert.deepEqual([code, stdout], [0, `${text}\n`])
	})
})
