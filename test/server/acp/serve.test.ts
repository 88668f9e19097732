import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { methods, RequestError, type SessionUpdate } from '@agentclientprotocol/sdk'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { ALLOW, choose, type Editor, type EditorSetup, startEditor } from '../../support/acp/editor.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, startAgent } from '../../support/run-agent.ts'

const { agent: on } = methods

let desk: Desk
let editor: Editor | undefined
let model: ModelServer
beforeEach(async () => {
	desk = await makeDesk({ 'a.txt': 'one\ntwo\n' })
	await mkdir(desk.home)
	model = await startModelServer()
})
afterEach(async () => {
	editor?.child.kill('SIGKILL')
	await editor?.ended
	editor = undefined
	await model.close()
	await desk.remove()
})

async function open(setup: EditorSetup = {}): Promise<Editor> {
	editor = await startEditor(desk, { ...setup, env: { ...model.environment, ...setup.env } })
	return editor
}

async function begin({ agent }: Editor): Promise<string> {
	const { sessionId } = await agent.request(on.session.new, { cwd: desk.cwd, mcpServers: [] })
	return sessionId
}

const say = ({ agent }: Editor, sessionId: string, text: string) =>
	agent.request(on.session.prompt, { sessionId, prompt: [{ type: 'text', text }] })

const inFolder = (name: string) => readFile(join(desk.cwd, name), 'utf8')

async function errorOf(work: Promise<unknown>): Promise<{ code: number; message: string }> {
	const error = await work.then(
		() => assert.fail('there was no error'),
		(thrown: unknown) => thrown,
	)
	assert.ok(error instanceof RequestError, String(error))
	return { code: error.code, message: error.message }
}

const READ = { name: 'read', arguments: { path: 'a.txt' } }
const EDIT = { name: 'edit', arguments: { path: 'a.txt', old_text: 'two', new_text: 'three' } }

test('a session from the first request to the last: thoughts, calls, a diff, a plan, permissions, settings, and all of it again', async () => {
	const items = [
		{ text: 'look', status: 'done' },
		{ text: 'change', status: 'in-progress' },
	]
	const editor = await open({ permit: ALLOW, capabilities: { auth: { terminal: true } } })
	const { agent, initialized } = editor
	assert.equal(initialized.protocolVersion, 1)
	assert.equal(initialized.agentInfo?.name, 'keelson')
	assert.deepEqual(initialized.agentCapabilities, {
		loadSession: true,
		promptCapabilities: { image: true, audio: false, embeddedContext: true },
		mcpCapabilities: { http: true, sse: true },
		sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
		auth: { logout: {} },
	})
	assert.deepEqual(
		initialized.authMethods?.map(method => [method.id, 'args' in method ? method.args : undefined]),
		[
			['terminal', ['--login']],
			['key', undefined],
		],
	)
	await agent.request(on.authenticate, { methodId: 'key' })

	const begun = await agent.request(on.session.new, { cwd: desk.cwd, mcpServers: [] })
	const { sessionId } = begun
	assert.equal(begun.modes?.currentModeId, 'ask')
	assert.deepEqual(
		begun.configOptions?.map(({ id, category }) => [id, category]),
		[
			['mode', 'mode'],
			['model', 'model'],
			['effort', 'thought_level'],
		],
	)

	model.script(
		{ reasoning: ['Look first.'], text: 'I will look.', calls: [READ] },
		{ calls: [{ name: 'todo', arguments: { items } }] },
		{ calls: [EDIT] },
		{ calls: [{ name: 'shell', arguments: { command: 'echo from the shell' } }] },
		{ text: ['All ', 'done.'] },
	)
	const { stopReason } = await say(editor, sessionId, 'change it\nplease')
	assert.equal(stopReason, 'end_turn')
	assert.equal(await inFolder('a.txt'), 'one\nthree\n')

	assert.equal(editor.text(sessionId), 'I will look.All done.')
	const thoughts = editor.of('agent_thought_chunk')
	assert.deepEqual(
		thoughts.map(({ content }) => content.type === 'text' && content.text).join(''),
		'Look first.',
	)
	const ids = new Set(editor.of('agent_message_chunk').map(({ messageId }) => messageId))
	assert.equal(ids.size, 2, 'each message has an id of its own')

	const calls = editor.of('tool_call')
	assert.deepEqual(
		calls.map(({ kind, title }) => [kind, title]),
		[
			['read', 'read a.txt'],
			['think', 'todo change'],
			['edit', 'edit a.txt (+1 −1)'],
			['execute', 'echo from the shell'],
		],
	)
	const [read, , edit, shell] = calls.map(({ toolCallId }) => toolCallId)
	assert.deepEqual(calls[0]?.locations, [{ path: join(desk.cwd, 'a.txt') }])
	const endOf = (id: string | undefined) =>
		editor.of('tool_call_update').findLast(({ toolCallId }) => toolCallId === id)
	assert.deepEqual(endOf(read)?.content, [
		{ type: 'content', content: { type: 'text', text: '```\n1\tone\n2\ttwo\n```' } },
	])
	assert.deepEqual(endOf(edit)?.content, [
		{ type: 'diff', path: join(desk.cwd, 'a.txt'), oldText: 'one\ntwo\n', newText: 'one\nthree\n' },
	])
	assert.equal(endOf(edit)?.status, 'completed')
	const printed = endOf(shell)?.content?.[0]
	assert.ok(printed?.type === 'content' && printed.content.type === 'text')
	assert.match(printed.content.text, /^```\n[\s\S]*from the shell/)
	assert.deepEqual(editor.of('plan').at(-1)?.entries, [
		{ content: 'look', priority: 'medium', status: 'completed' },
		{ content: 'change', priority: 'medium', status: 'in_progress' },
	])

	const [aboutEdit] = editor.asked
	assert.ok(aboutEdit)
	assert.equal(aboutEdit.toolCall.toolCallId, edit)
	assert.ok(aboutEdit.toolCall.content?.some(({ type }) => type === 'diff'))
	assert.deepEqual(
		aboutEdit.options.map(({ kind }) => kind),
		['allow_once', 'allow_always', 'reject_once'],
	)
	const usage = editor.of('usage_update').at(-1)
	assert.ok(usage && usage.used > 0 && usage.size > usage.used)
	assert.equal(editor.of('session_info_update')[0]?.title, 'change it please')

	await agent.request(on.session.setMode, { sessionId, modeId: 'auto-edit' })
	await editor.until(update => update.sessionUpdate === 'config_option_update')
	assert.equal(editor.of('current_mode_update').at(-1)?.currentModeId, 'auto-edit')
	const { configOptions } = await agent.request(on.session.setConfigOption, {
		sessionId,
		configId: 'effort',
		value: 'high',
	})
	assert.deepEqual(
		configOptions.map(({ id, currentValue }) => [id, currentValue]).filter(([id]) => id !== 'model'),
		[
			['mode', 'auto-edit'],
			['effort', 'high'],
		],
	)
	assert.deepEqual(await errorOf(agent.request(on.session.setMode, { sessionId, modeId: 'reckless' })), {
		code: -32602,
		message: 'there is no mode "reckless"; there are ask, auto-edit, plan, all, none',
	})

	await agent.request(on.session.close, { sessionId })
	const isOver = await errorOf(say(editor, sessionId, 'still there?'))
	assert.equal(isOver.code, -32002)
	assert.match(isOver.message, /is not open here/)

	const { sessions } = await agent.request(on.session.list, { cwd: desk.cwd })
	assert.deepEqual(
		sessions.map(({ sessionId: id, title, cwd }) => [id, title, cwd]),
		[[sessionId, 'change it please', desk.cwd]],
	)

	const before = editor.updates().length
	const loaded = await agent.request(on.session.load, { sessionId, cwd: desk.cwd, mcpServers: [] })
	assert.equal(loaded.modes?.currentModeId, 'auto-edit')
	const replayed = editor.updates().slice(before)
	assert.deepEqual(
		replayed.map(({ sessionUpdate }) => sessionUpdate).filter(kind => kind !== 'session_info_update'),
		[
			'user_message_chunk',
			'agent_thought_chunk',
			'agent_message_chunk',
			'tool_call',
			'tool_call_update',
			'tool_call',
			'tool_call_update',
			'plan',
			'tool_call',
			'tool_call_update',
			'tool_call',
			'tool_call_update',
			'agent_message_chunk',
		],
	)
	const typed = replayed.find(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk')
	assert.deepEqual(typed?.sessionUpdate === 'user_message_chunk' && typed.content, {
		type: 'text',
		text: 'change it\nplease',
	})

	model.script({ text: 'It was three.' })
	assert.equal((await say(editor, sessionId, 'what is it now?')).stopReason, 'end_turn')
	assert.ok(model.requests.at(-1)?.bytes.toString().includes('All done.'), 'what was said before is known')

	await agent.request(on.session.delete, { sessionId })
	assert.deepEqual((await agent.request(on.session.list, {})).sessions, [])
	assert.equal(await editor.close(), 0)
	assert.deepEqual(editor.stray, [])
	model.assertFinished()
}, 60_000)
