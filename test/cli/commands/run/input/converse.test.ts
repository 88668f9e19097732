import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../../support/model-server/model-server.ts'
import { PICTURE } from '../../../../support/picture.ts'
import { type Desk, jsonLines, makeDesk, runAgent } from '../../../../support/run-agent.ts'
import { startScript, startScriptProcess } from '../../../../support/talk/stream-script.ts'

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

const RUN = ['run', '-m', 'openai/test-model', '--input-format', 'stream-json']
const start = (...args: string[]) => startScript([...RUN, ...args], { desk, env: server.environment })
const startProcess = (...args: string[]) =>
	startScriptProcess([...RUN, ...args], { desk, env: server.environment })
const write = { name: 'write', arguments: { path: 'new.txt', content: 'x' } }
const isResult = { type: 'result' }
const asksToWrite = { type: 'control_request', request: { subtype: 'can_use_tool', tool_name: 'write' } }

test('one process answers many prompts, each with its own result, and ends with stdin', async () => {
	server.script({ text: 'One.' }, { text: 'Two.' })
	const script = start()
	script.prompt('first')
	const one = await script.next(isResult)
	script.prompt([{ type: 'text', text: 'second' }])
	const two = await script.next(isResult)
	const { code, lines, stderr } = await script.end()
	assert.deepEqual([one.result, two.result, code], ['One.', 'Two.', 0], stderr)
	assert.equal(one.session_id, two.session_id)
	assert.equal(lines.filter(line => line.subtype === 'init').length, 2)
	assert.equal(lines.at(-1)?.type, 'result')
	assert.match(JSON.stringify(server.requests[1]?.body), /first.*One\..*second/)
})

test('a file of prompts whose end comes at once is answered whole', async () => {
	server.script({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' })
	const script = start()
	for (const text of ['a', 'b', 'c']) script.prompt(text, { priority: 'queue' })
	const { code, lines } = await script.end()
	const results = lines.filter(line => line.type === 'result').map(line => line.result)
	assert.deepEqual([code, results], [0, ['One.', 'Two.', 'Three.']])
})

test('an approval waits for its answer: allowed, it runs', async () => {
	server.script({ calls: [write] }, { text: 'Written.' })
	const script = start()
	script.prompt('write it')
	const asked = await script.next(asksToWrite)
	assert.deepEqual((asked.request as { input: unknown }).input, write.arguments)
	assert.equal(existsSync(join(desk.cwd, 'new.txt')), false)
	script.answer(asked.request_id, { behavior: 'allow', updatedInput: write.arguments })
	const result = await script.next(isResult)
	assert.deepEqual([result.subtype, result.permission_denials], ['success', []])
	assert.equal(await readFile(join(desk.cwd, 'new.txt'), 'utf8'), 'x')
	assert.equal((await script.end()).code, 0)
})

test('a call that asks while its reply is still coming in is asked about with its input', async () => {
	const reply = server.hold({ calls: [write, { name: 'read', arguments: { path: 'a.txt' } }] })
	server.script({ text: 'Written.' })
	const script = start()
	script.prompt('write it')
	await reply.until('call')
	await reply.step()
	const asked = await script.next(asksToWrite)
	assert.deepEqual((asked.request as { input: unknown }).input, write.arguments)
	await reply.release()
	script.answer(asked.request_id, { behavior: 'allow', updatedInput: write.arguments })
	assert.equal((await script.next(isResult)).subtype, 'success')
	assert.equal((await script.end()).code, 0)
})

test('denied, it does not run, and the model hears why', async () => {
	server.script({ calls: [write] }, { text: 'Then not.' })
	const script = start()
	script.prompt('write it')
	const asked = await script.next(asksToWrite)
	script.answer(asked.request_id, { behavior: 'deny', message: 'use docs/ instead' })
	const result = await script.next(isResult)
	assert.equal(existsSync(join(desk.cwd, 'new.txt')), false)
	assert.match(JSON.stringify(result.permission_denials), /use docs\/ instead/)
	assert.match(JSON.stringify(server.requests[1]?.body), /refused by the user: use docs\/ instead/)
	assert.equal((await script.end()).code, 0)
})

test('an answer that says neither is told, and the request still waits', async () => {
	server.script({ calls: [write] }, { text: 'Written.' })
	const script = start()
	script.prompt('write it')
	const { request_id } = await script.next(asksToWrite)
	script.answer(request_id, { behavior: 'perhaps' })
	assert.match(String((await script.next({ subtype: 'error' })).message), /"allow" or "deny", not "perhaps"/)
	assert.equal(existsSync(join(desk.cwd, 'new.txt')), false)
	script.answer(request_id, { behavior: 'allow' })
	await script.next(isResult)
	assert.equal(existsSync(join(desk.cwd, 'new.txt')), true)
	script.answer(request_id, { behavior: 'allow' })
	assert.match(String((await script.next({ subtype: 'error' })).message), /nothing waits/)
	await script.end()
})

test('an answer that changes the input runs neither; the model is told to call again', async () => {
	server.script({ calls: [write] }, { text: 'Then not.' })
	const script = start()
	script.prompt('write it')
	const { request_id } = await script.next(asksToWrite)
	script.answer(request_id, { behavior: 'allow', updatedInput: { path: 'other.txt', content: 'y' } })
	assert.match(String((await script.next({ subtype: 'error' })).message), /cannot change the input/)
	await script.next(isResult)
	assert.match(JSON.stringify(server.requests[1]?.body), /exactly this: .*other\.txt/)
	assert.deepEqual(
		['new.txt', 'other.txt'].map(name => existsSync(join(desk.cwd, name))),
		[false, false],
	)
	await script.end()
})

test('"always" as the SDK says it is a rule of this session, and never for what asks every time', async () => {
	const touch = (name: string) => ({ name: 'shell', arguments: { command: `touch ${name}` } })
	const force = { name: 'shell', arguments: { command: 'git push --force' } }
	server.script(
		{ calls: [touch('a1')] },
		{ calls: [touch('a2')] },
		{ calls: [force] },
		{ calls: [force] },
		{ text: 'Done.' },
	)
	const script = start('--sandbox', 'off')
	script.prompt('touch them')
	const first = await script.next({ type: 'control_request' })
	const { permission_suggestions: always } = first.request as { permission_suggestions: object[] }
	assert.deepEqual(always, [
		{
			type: 'addRules',
			rules: [{ toolName: 'shell', ruleContent: 'touch a1' }],
			behavior: 'allow',
			destination: 'session',
		},
	])
	const bash = { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'touch:*' }], behavior: 'allow' }
	script.answer(first.request_id, {
		behavior: 'allow',
		updatedPermissions: [
			...always,
			{ ...bash, destination: 'session' },
			{ ...bash, destination: 'projectSettings' },
		],
	})
	assert.match(String((await script.next({ subtype: 'error' })).message), /not kept: .*"projectSettings"/)
	// The second one is not asked about.
	const hard = await script.next({ type: 'control_request' })
	assert.deepEqual((hard.request as { input: unknown }).input, force.arguments)
	assert.equal((hard.request as { permission_suggestions?: unknown }).permission_suggestions, undefined)
	const rules = [{ toolName: 'shell', ruleContent: 'git push --force' }]
	const updatedPermissions = [{ type: 'addRules', rules, behavior: 'allow', destination: 'session' }]
	script.answer(hard.request_id, { behavior: 'allow', updatedPermissions })
	assert.match(String((await script.next({ subtype: 'error' })).message), /not kept: .*asks every time/)
	const again = await script.next({ type: 'control_request' })
	script.answer(again.request_id, { behavior: 'deny', message: 'no' })
	await script.next(isResult)
	await script.end()
	assert.equal(existsSync(join(desk.cwd, 'a2')), true)
	assert.equal(existsSync(join(desk.home, 'projects')), false)
})

test('stdin that ends while an approval waits refuses it, and the exit code says so', async () => {
	server.script({ calls: [write] }, { text: 'Then not.' })
	const script = start()
	script.prompt('write it')
	await script.next(asksToWrite)
	const { code, lines } = await script.end()
	assert.deepEqual([code, lines.at(-1)?.subtype], [4, 'error_tool-denied'])
	assert.match(JSON.stringify(lines.at(-1)?.permission_denials), /stdin is closed/)
	assert.equal(existsSync(join(desk.cwd, 'new.txt')), false)
})

test('stdin that ended before anything asked refuses what asks as well', async () => {
	server.script({ calls: [write] }, { text: 'Then not.' })
	const stdin = '{"type":"user","message":{"role":"user","content":"write it"}}\n'
	const { code, stdout } = await runAgent(
		['run', '-m', 'openai/test-model', '--input-format', 'stream-json'],
		{ desk, env: server.environment, stdin },
	)
	const last = jsonLines(stdout).at(-1)
	assert.deepEqual([code, last?.type, last?.subtype], [4, 'result', 'error_tool-denied'])
})

test('the time limit also holds while an approval waits', async () => {
	server.script({ calls: [write] })
	const script = start('--timeout', '1500ms')
	script.prompt('write it')
	const { request_id } = await script.next(asksToWrite)
	const taken = await script.next({ type: 'control_cancel_request' })
	assert.equal(taken.request_id, request_id)
	assert.equal((await script.next(isResult)).subtype, 'error_time-limit')
	assert.equal((await script.end()).code, 5)
})

test('SIGTERM ends the run that goes on, with its result', async () => {
	const held = server.hold({ text: 'never' })
	const script = startProcess()
	script.prompt('talk')
	await held.arrived
	script.child.kill('SIGTERM')
	const { code, lines } = await script.ended
	assert.deepEqual([code, lines.at(-1)?.subtype], [143, 'error_cancelled'])
})

test('interrupt ends the run, the process and its queue go on', async () => {
	const held = server.hold({ text: ['long', 'er'] })
	server.script({ text: 'Short.' })
	const script = start()
	script.prompt('talk')
	await held.arrived
	script.control('1', { subtype: 'interrupt' })
	const cancelled = await script.next(isResult)
	assert.equal(cancelled.subtype, 'error_cancelled')
	script.prompt('be short')
	assert.equal((await script.next(isResult)).result, 'Short.')
	const { code, lines } = await script.end()
	assert.equal(code, 0)
	assert.ok(lines.some(line => line.type === 'control_response'))
})

test('the mode and the model are changed between runs, and what there is not is refused', async () => {
	server.script({ text: 'Hello.' }, { calls: [write] }, { text: 'Written.' })
	const script = start()
	script.control('a', {
		subtype: 'initialize',
		hooks: { PreToolUse: [{ hookCallbackIds: ['h0'] }] },
		sdkMcpServers: ['mine'],
		agents: {},
		systemPrompt: [''],
	})
	const greeted = await script.next({ type: 'control_response' })
	const { request_id, response } = greeted.response as {
		request_id: string
		response: Record<string, unknown>
	}
	assert.equal(request_id, 'a')
	assert.deepEqual([response.hooks_applied, response.mcp_servers_applied], [false, false])
	assert.deepEqual(
		(response.not_taken as { field: string }[]).map(({ field }) => field),
		['hooks', 'sdkMcpServers'],
	)
	assert.match(
		String((await script.next({ subtype: 'error' })).message),
		/initialize: hooks: .*sdkMcpServers: /,
	)
	script.prompt('hello')
	await script.next(isResult)
	script.control('b', { subtype: 'set_permission_mode', mode: 'acceptEdits' })
	const set = await script.next({ type: 'control_response' })
	assert.deepEqual(set.response, { request_id: 'b', subtype: 'success', response: { mode: 'auto-edit' } })
	script.control('c', { subtype: 'set_model', model: 'openai/other-model' })
	await script.next({ type: 'control_response' })
	script.prompt('write it')
	const init = await script.next({ subtype: 'init' })
	assert.deepEqual([init.approvals, init.model], ['auto-edit', 'openai/other-model'])
	assert.equal((await script.next(isResult)).result, 'Written.')
	for (const request of [{ subtype: 'set_permission_mode', mode: 'bogus' }, { subtype: 'fly' }]) {
		script.control('d', request)
		const { response } = await script.next({ type: 'control_response' })
		assert.equal((response as { subtype: string }).subtype, 'error')
	}
	assert.equal((await script.end()).code, 0)
})

test('a line that means nothing is told and passed over', async () => {
	server.script({ text: 'Hello.' })
	const script = start()
	script.say('this is no JSON')
	assert.match(String((await script.next({ subtype: 'error' })).message), /no JSON object/)
	script.say('{"type":"song"}')
	assert.match(String((await script.next({ subtype: 'error' })).message), /type is "song"/)
	script.prompt('hello')
	script.say('{"type":"dance"}')
	assert.equal((await script.next(isResult)).result, 'Hello.')
	const { code, lines } = await script.end()
	assert.equal(code, 0)
	// With a run on its way `init` is first.
	const begun = lines.slice(2).map(({ subtype, message }) => (subtype === 'error' ? message : subtype))
	assert.equal(begun[0], 'init')
	assert.equal(begun.filter(said => /type is "dance"/.test(String(said))).length, 1)
})

test('pictures reach the model; a prompt with a part that cannot be used is told and has its result', async () => {
	server.script({ text: 'A grey pixel.' })
	const script = start()
	const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE.base64 } }
	script.prompt([image, { type: 'text', text: 'what is it?' }])
	assert.equal((await script.next(isResult)).result, 'A grey pixel.')
	assert.match(JSON.stringify(server.requests[0]?.body), new RegExp(PICTURE.base64.replaceAll('+', '\\+')))
	script.prompt([{ type: 'image', source: {} }])
	assert.match(String((await script.next({ subtype: 'error' })).message), /part 1 .*@path/)
	assert.match(JSON.stringify(await script.next(isResult)), /error_usage.*part 1/)
	assert.equal((await script.end()).code, 2)
})

test('what was asked for without a prompt is answered, although stdin has ended', async () => {
	const script = start()
	script.control('1', { subtype: 'initialize' })
	const { code, lines } = await script.end()
	assert.deepEqual([code, lines.map(({ type, subtype }) => subtype ?? type)], [0, ['control_response']])
	assert.match(JSON.stringify(lines), /"models":.*"request_id":"1"/)
})

test('stdin without a prompt is a mistake, and so is another output format', async () => {
	assert.equal((await start().end()).code, 2)
	const { code, stderr } = await runAgent(
		['run', '--input-format', 'stream-json', '--output-format', 'text'],
		{ desk, stdin: '' },
	)
	assert.equal(code, 2)
	assert.match(stderr, /leave --output-format out/)
})

test('a failed run is told in its result and in the exit code; the next prompt is still answered', async () => {
	server.script({ status: 400, error: { message: 'no such thing' } }, { text: 'Hello.' })
	const script = start()
	script.prompt('fail')
	assert.equal((await script.next(isResult)).subtype, 'error_bad-request')
	script.prompt('again')
	assert.equal((await script.next(isResult)).result, 'Hello.')
	assert.equal((await script.end()).code, 1)
})

test('a reader that leaves ends the process while a run goes on', async () => {
	const held = server.hold({ text: 'never' })
	const script = startProcess('--include-partial-messages')
	script.prompt('talk')
	await held.arrived
	await held.open()
	script.child.stdout?.destroy()
	await held.until('text')
	await held.release()
	const { code } = await script.ended
	assert.equal(code, 141)
})
