// A client that has nothing but stdin and stdout of the built program: a whole session, one process, and a second one that
// takes it up again.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { startModelServer } from '../../../../support/model-server/model-server.ts'
import { makeDesk } from '../../../../support/run-agent.ts'
import { startScript, startScriptProcess } from '../../../../support/talk/stream-script.ts'

const MODEL = 'openai/test-model'
const isResult = { type: 'result' }
const asks = (tool_name: string) => ({
	type: 'control_request',
	request: { subtype: 'can_use_tool', tool_name },
})
const write = (path: string) => ({ name: 'write', arguments: { path, content: 'x' } })
const calls = (name: string, args: object) => ({ calls: [{ name, arguments: args }] })
const touch = {
	calls: [write('four.txt'), { name: 'shell', arguments: { command: 'touch allowed' } }],
}
const text = (request: { body: object } | undefined) => JSON.stringify(request?.body)

test('a session through stdin and stdout alone', async () => {
	const server = await startModelServer()
	const desk = await makeDesk({ 'a.txt': 'alpha\n' })
	const streaming = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json']
	const options = { desk, env: server.environment }
	const made = (...names: string[]) => names.map(name => existsSync(join(desk.cwd, name)))
	const script = startScript(
		[
			...streaming,
			`--model=${MODEL}`,
			'--permission-prompt-tool=stdio',
			'--permission-mode',
			'default',
			'--allowedTools=Read,Bash(touch allowed:*),Nonsense',
		],
		options,
	)
	try {
		assert.match(String((await script.next({ subtype: 'error' })).message), /Nonsense: there is no tool/)
		// Back to what it began with, before anything ran.
		for (const [model, set] of [
			['openai/other-model', 'openai/other-model'],
			[null, MODEL],
		]) {
			script.control('first', { subtype: 'set_model', model })
			const { response } = await script.next({ type: 'control_response' })
			assert.deepEqual(response, { request_id: 'first', subtype: 'success', response: { model: set } })
		}

		// Allowed once, then denied with a reason, in one run.
		server.script({ calls: [write('one.txt')] }, { calls: [write('two.txt')] }, { text: 'One of them.' })
		script.prompt('write both')
		const first = await script.next(asks('write'))
		script.answer(first.request_id, { behavior: 'allow' })
		const second = await script.next(asks('write'))
		script.answer(second.request_id, { behavior: 'deny', message: 'one is enough' })
		const both = await script.next(isResult)
		assert.deepEqual([both.result, made('one.txt', 'two.txt')], ['One of them.', [true, false]])
		assert.match(JSON.stringify(both.permission_denials), /"tool_input":\{"path":"two\.txt".*one is enough/)

		// A question; while its run goes on the client steers it, and asks for another model.
		const held = server.hold(calls('ask_user', { question: 'Which?', options: ['red', 'blue'] }))
		server.script({ text: 'Bleu.' })
		script.prompt('paint it')
		await held.arrived
		script.prompt('answer in French')
		await script.next({ subtype: 'queue' })
		script.control('model', { subtype: 'set_model', model: 'openai/other-model' })
		const later = await script.next({ type: 'control_response' })
		assert.deepEqual((later.response as { response: object }).response, {
			model: 'openai/other-model',
			from: 'the next run',
		})
		await held.release()
		const question = await script.next({ type: 'control_request', request: { subtype: 'question' } })
		script.answer(question.request_id, { answer: 'blue' })
		assert.equal((await script.next(isResult)).result, 'Bleu.')
		assert.match(text(server.requests.at(-1)), /blue.*answer in French/)

		// The mode holds inside a run, from the next undecided call on; the run has the model that was asked for.
		server.script({ calls: [write('three.txt')] }, touch, { text: 'Both.' })
		script.prompt('write two more')
		assert.equal((await script.next({ subtype: 'init' })).model, 'openai/other-model')
		const third = await script.next(asks('write'))
		script.control('mode', { subtype: 'set_permission_mode', mode: 'acceptEdits' })
		await script.next({ type: 'control_response' })
		script.answer(third.request_id, { behavior: 'allow' })
		assert.equal((await script.next(isResult)).result, 'Both.')
		assert.deepEqual(made('three.txt', 'four.txt', 'allowed'), [true, true, true])

		// Interrupted; what was queued behind it is answered, two prompts at once in their order.
		const talk = server.hold({ text: ['long', 'er'] })
		server.script({ text: 'Second.' }, { text: 'Third.' })
		script.control('back', { subtype: 'set_model', model: 'default' })
		script.prompt('talk')
		await talk.arrived
		assert.equal(server.requests.at(-1)?.body.model, 'test-model')
		script.prompt('second', { priority: 'later' })
		script.prompt('third', { priority: 'later' })
		script.control('stop', { subtype: 'interrupt' })
		const results = [await script.next(isResult), await script.next(isResult), await script.next(isResult)]
		assert.deepEqual(
			results.map(({ subtype, result }) => [subtype, result]),
			[
				['error_cancelled', ''],
				['success', 'Second.'],
				['success', 'Third.'],
			],
		)

		assert.deepEqual(results[0]?.errors, ['the run ended: cancelled'])

		// The end of stdin while an approval waits.
		server.script(calls('shell', { command: 'git push --force' }), { text: 'Not pushed.' })
		script.prompt('push it')
		await script.next(asks('shell'))
		const { code, lines } = await script.end()
		assert.deepEqual([code, lines.at(-1)?.subtype], [4, 'error_tool-denied'])

		// Another process goes on with it.
		server.script({ text: 'You said: push it.' })
		const again = startScriptProcess([...streaming, '--resume', String(both.session_id)], options)
		again.prompt('what did I say last?')
		const resumed = await again.next(isResult)
		assert.deepEqual([resumed.result, resumed.session_id], ['You said: push it.', both.session_id])
		assert.match(text(server.requests.at(-1)), /write both.*push it.*what did I say last/)
		assert.equal((await again.end()).code, 0)
		server.assertFinished()
	} finally {
		script.kill()
		await server.close()
		await desk.remove()
	}
})
