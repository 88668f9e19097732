import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type McpServer, methods, RequestError } from '@agentclientprotocol/sdk'
import { afterEach, beforeEach, describe, test } from 'vitest'
import {
	type Editor,
	type StartedEditorSetup,
	startEditor,
	startEditorProcess,
} from '../../support/acp/editor.ts'
import { ALLOW, choose } from '../../support/acp/editor-app.ts'
import { deferred, whenAborted } from '../../support/deferred.ts'
import { ownServer } from '../../support/mcp/servers.ts'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { PICTURE } from '../../support/picture.ts'
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
	editor?.kill()
	await editor?.ended
	editor = undefined
	await model.close()
	await desk.remove()
})

async function open(setup: StartedEditorSetup = {}): Promise<Editor> {
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

/** What is told of a session beside its conversation, whenever it is known. */
const ABOUT_SESSION: readonly string[] = [
	'session_info_update',
	'available_commands_update',
	'current_mode_update',
	'config_option_update',
]

/** What a settings file would take for a variable. */
const LITERAL = '$' + '{HOME}'

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
	await editor.until(
		update => update.sessionUpdate === 'current_mode_update' && update.currentModeId === 'auto-edit',
	)
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
	const kinds = replayed
		.map(({ sessionUpdate }) => sessionUpdate)
		.filter(kind => !ABOUT_SESSION.includes(kind))
	// A read begins as soon as its call is whole, and is kept before its reply where the end of that came later.
	const reply = kinds.indexOf('agent_thought_chunk')
	assert.deepEqual(
		[kinds[0], ...kinds.slice(reply, reply + 2), ...kinds.slice(1, reply), ...kinds.slice(reply + 2)],
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

describe('a cancelled prompt', () => {
	test('ends as cancelled, with its permission request taken away, its command gone, and the session going on', async () => {
		const waiting: string[] = []
		const asked = deferred()
		const editor = await open({
			args: ['--sandbox', 'off'],
			permit: async ({ options, toolCall }, signal) => {
				waiting.push(toolCall.toolCallId)
				asked.resolve()
				if (toolCall.title?.includes('sleep')) return choose(options, 'allow_once')
				await whenAborted(signal)
				return { outcome: 'cancelled' }
			},
		})
		const { agent } = editor
		const sessionId = await begin(editor)
		const other = await begin(editor)

		model.script({ calls: [READ] }, { calls: [EDIT] })
		const asking = say(editor, sessionId, 'edit')
		await asked.promise
		const queued = say(editor, sessionId, 'and then this')
		await agent.notify(on.session.cancel, { sessionId })
		assert.deepEqual(await Promise.all([asking, queued]), [
			{ stopReason: 'cancelled' },
			{ stopReason: 'cancelled' },
		])
		assert.deepEqual(editor.withdrawn, [waiting[0]], 'the dialog is closed')
		assert.equal(await inFolder('a.txt'), 'one\ntwo\n')

		model.script({ calls: [{ name: 'shell', arguments: { command: 'echo $$ > pid; exec sleep 600' } }] })
		const running = say(editor, other, 'wait')
		const first = Number(await fileThere('pid'))
		await agent.notify(on.session.cancel, { sessionId: other })
		assert.deepEqual(await running, { stopReason: 'cancelled' })
		await gone(first)
		const last = editor.of('tool_call_update', other).at(-1)
		assert.equal(last?.status, 'failed')

		const held = model.hold({ text: ['never ', 'shown'] })
		const controller = new AbortController()
		const streaming = agent.request(
			on.session.prompt,
			{ sessionId, prompt: [{ type: 'text', text: 'stream' }] },
			{ cancellationSignal: controller.signal },
		)
		await held.arrived
		controller.abort()
		assert.deepEqual(await streaming, { stopReason: 'cancelled' }, '$/cancel_request does the same')
		await held.drop()

		model.script({ text: 'Still here.' })
		assert.deepEqual(await say(editor, sessionId, 'are you there?'), { stopReason: 'end_turn' })
		assert.match(editor.text(sessionId), /Still here\.$/)

		// The client goes away in the middle of a command: nothing of it stays.
		model.script({ calls: [{ name: 'shell', arguments: { command: 'echo $$ > pid2; exec sleep 600' } }] })
		const left = say(editor, other, 'wait once more')
		const pid = Number(await fileThere('pid2'))
		editor.endInput()
		assert.deepEqual(await left, { stopReason: 'cancelled' }, 'what was asked is answered')
		assert.equal(await editor.ended, 0)
		await gone(pid)
		assert.deepEqual(editor.stray, [])
	}, 60_000)
})

describe('through the buffers of the editor', () => {
	test('what is not saved is read, and what is written goes there', async () => {
		// The editor has opened the folder by a link.
		const folder = join(desk.home, 'linked')
		await symlink(desk.cwd, folder)
		const path = join(folder, 'a.txt')
		const buffers = new Map([[path, 'one\nunsaved\n']])
		const editor = await open({ permit: ALLOW, buffers })
		const { sessionId } = await editor.agent.request(on.session.new, { cwd: folder, mcpServers: [] })
		model.script(
			{ calls: [READ] },
			{ calls: [{ name: 'edit', arguments: { path: 'a.txt', old_text: 'unsaved', new_text: 'edited' } }] },
			{ calls: [{ name: 'write', arguments: { path: 'new.txt', content: 'new\n' } }] },
			{ calls: [{ name: 'write', arguments: { path: '.git/hooks/pre-commit', content: 'x\n' } }] },
			{ text: 'done' },
		)
		await say(editor, sessionId, 'go')
		assert.equal(buffers.get(path), 'one\nedited\n')
		assert.equal(buffers.get(join(folder, 'new.txt')), 'new\n')
		assert.equal(await inFolder('a.txt'), 'one\ntwo\n', 'saving is for the editor')
		const [read] = editor.of('tool_call_update').flatMap(({ content }) => content ?? [])
		assert.ok(read?.type === 'content' && read.content.type === 'text')
		assert.match(read.content.text, /2\tunsaved/)
		const [, , protectedOne] = editor.asked
		assert.deepEqual(
			protectedOne?.options.map(({ kind }) => kind),
			['allow_once', 'reject_once'],
			'what is protected is asked about each time, editor or not',
		)
		assert.equal(await editor.close(), 0)
	}, 60_000)
})

describe('what the person is asked', () => {
	test('by the model is a form, or a choice, or nothing at all, as the editor can', async () => {
		const ASK = (options?: string[]) => ({
			name: 'ask_user',
			arguments: { question: 'Which colour?', ...(options && { options }) },
		})
		const asks = async (setup: StartedEditorSetup, options?: string[]) => {
			const editor = await open(setup)
			const sessionId = await begin(editor)
			model.script({ calls: [ASK(options)] }, { text: 'thanks' })
			await say(editor, sessionId, 'ask me')
			await editor.close()
			return { editor, told: model.requests.at(-1)?.bytes.toString() ?? '' }
		}
		const form = await asks(
			{
				capabilities: { elicitation: { form: {} } },
				fill: () => ({ action: 'accept', content: { answer: 'ultramarine' } }),
			},
			['red', 'blue'],
		)
		assert.ok(form.told.includes('ultramarine'))
		assert.equal(form.editor.forms[0]?.message, 'Which colour?')

		const choice = await asks(
			{ permit: ({ options }) => ({ outcome: 'selected', optionId: options[1]?.optionId ?? '' }) },
			['red', 'blue'],
		)
		assert.deepEqual(
			choice.editor.asked[0]?.options.map(({ name }) => name),
			['red', 'blue', 'Decide yourself'],
		)
		assert.match(choice.told, /"(?:output|content|text)":"blue"/)

		const nothing = await asks({})
		assert.deepEqual(nothing.editor.asked, [])
		assert.match(nothing.told, /no user is present/)
	}, 60_000)

	test('“always” is kept, and a no reaches the model', async () => {
		const shell = (command: string) => ({ calls: [{ name: 'shell', arguments: { command } }] })
		const editor = await open({
			permit: ({ options, toolCall }) =>
				toolCall.title?.includes('touch')
					? choose(options, 'reject_once')
					: {
							outcome: 'selected',
							optionId: options.find(({ optionId }) => optionId === 'project')?.optionId ?? 'no',
						},
		})
		const sessionId = await begin(editor)
		model.script(shell('mkdir -p made'), shell('mkdir -p made'), shell('touch x'), { text: 'ok' })
		await say(editor, sessionId, 'go')
		assert.deepEqual(
			editor.asked.map(({ toolCall }) => toolCall.title?.includes('touch')),
			[false, true],
		)
		assert.ok(!existsSync(join(desk.cwd, 'x')))
		assert.match(model.requests.at(-1)?.bytes.toString() ?? '', /refused by the user/)
		await editor.close()
	}, 60_000)
})

describe('bad input', () => {
	test('is an error of the protocol with words, and the connection goes on', async () => {
		const started = await startEditorProcess(desk, { env: model.environment })
		editor = started
		const { agent } = started
		const start = (cwd: string) => errorOf(agent.request(on.session.new, { cwd, mcpServers: [] }))
		assert.deepEqual(await start('project'), {
			code: -32602,
			message: 'cwd must be an absolute path, not "project"',
		})
		const nowhere = join(desk.cwd, 'nowhere')
		assert.deepEqual(await start(nowhere), {
			code: -32602,
			message: `cwd ${nowhere}: there is no such folder`,
		})
		assert.match((await start(join(desk.cwd, 'a.txt'))).message, /that is not a folder/)
		const unknown = await errorOf(say(started, 'nobody', 'hello'))
		assert.deepEqual([unknown.code, /nobody is not open/.test(unknown.message)], [-32002, true])
		const load = { sessionId: '2611', cwd: desk.cwd, mcpServers: [] }
		assert.equal((await errorOf(agent.request(on.session.load, load))).code, -32002)
		assert.equal((await errorOf(agent.request(on.session.list, { cursor: 'x' }))).code, -32602)
		assert.equal((await errorOf(agent.request('session/fly', {}))).code, -32601)
		const sessionId = await begin(started)
		const empty = await errorOf(agent.request(on.session.prompt, { sessionId, prompt: [] }))
		assert.deepEqual(empty, { code: -32602, message: 'the prompt is empty' })
		const audio = { type: 'audio' as const, data: '', mimeType: 'audio/wav' }
		assert.match(
			(await errorOf(agent.request(on.session.prompt, { sessionId, prompt: [audio] }))).message,
			/audio in a prompt cannot be used/,
		)
		const option = { sessionId, configId: 'model', value: 'nobody/nothing' }
		assert.match((await errorOf(agent.request(on.session.setConfigOption, option))).message, /nobody/)
		model.script({ status: 401, error: { message: 'wrong key' } })
		const refused = await errorOf(say(started, sessionId, 'hello'))
		assert.equal(refused.code, -32000, 'a login would help')
		model.script({ text: 'fine' })
		assert.deepEqual(await say(started, sessionId, 'hello'), { stopReason: 'end_turn' })
		started.child.kill('SIGTERM')
		assert.equal(await started.ended, 143)
		assert.deepEqual(started.stray, [])
	}, 60_000)

	test('is answered line by line, also when nothing more comes behind it', async () => {
		const lines = [
			'this is no JSON',
			'[]',
			'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":99}}',
			'{"jsonrpc":"2.0","id":2,"method":"session/fly"}',
			'{"jsonrpc":"2.0","id":3,"method":"session/new","params":{"cwd":7}}',
			`{"jsonrpc":"2.0","id":4,"method":"session/new","params":{"cwd":${JSON.stringify(desk.cwd)},"mcpServers":[]}}`,
		]
		const { code, stdout } = await startAgent(['acp'], { desk, stdin: lines.join('\n') }).ended
		const answers: { id: unknown; result?: { protocolVersion?: number }; error?: { code: number } }[] = stdout
			.trim()
			.split('\n')
			.map(line => JSON.parse(line))
			.filter(message => 'id' in message)
		assert.deepEqual(
			answers.map(({ id, error }) => [id, error?.code]).sort(),
			[
				[1, undefined],
				[2, -32601],
				[3, -32602],
				[4, undefined],
				[null, -32600],
				[null, -32700],
			].sort(),
		)
		assert.equal(
			answers.find(({ id }) => id === 1)?.result?.protocolVersion,
			1,
			'the one that is spoken here',
		)
		assert.equal(code, 0)
	})
})

describe('what a client brings along', () => {
	test('is used: its MCP servers, pictures, embedded texts, commands of the user, another model', async () => {
		const commands = join(desk.home, 'commands')
		await mkdir(commands)
		await writeFile(
			join(commands, 'greet.md'),
			'---\ndescription: Greets somebody\nargument-hint: name\n---\nGreet $ARGUMENTS warmly.\n',
		)
		const first = await open({ permit: ALLOW })
		const { agent } = first
		const { command, args } = ownServer('raw-server.mjs', 'plain')
		assert.ok(typeof command === 'string' && Array.isArray(args))
		const server: McpServer = {
			name: 'mine',
			command,
			args: args.map(String),
			// No variable of ours: it is meant as it stands.
			env: [{ name: 'MARK', value: join(desk.cwd, LITERAL) }],
		}
		const { sessionId } = await agent.request(on.session.new, { cwd: desk.cwd, mcpServers: [server] })
		const told = await first.until(({ sessionUpdate }) => sessionUpdate === 'available_commands_update')
		assert.deepEqual(
			told.sessionUpdate === 'available_commands_update' &&
				told.availableCommands.find(({ name }) => name === 'greet'),
			{ name: 'greet', description: 'Greets somebody', input: { hint: 'name' } },
		)
		await agent.request(on.session.setConfigOption, {
			sessionId,
			configId: 'model',
			value: 'openai/gpt-6.1-sol',
		})
		// A prompt does not wait for a server for ever.
		model.onRequest(() => ({ text: 'not yet' }))
		while (!model.requests.at(-1)?.bytes.includes('mcp__mine__poke'))
			await say(first, sessionId, 'is it there?')
		const before = model.requests.length
		model.script({ calls: [{ name: 'mcp__mine__poke', arguments: {} }] }, { text: 'hello' })
		const prompt = [
			{ type: 'text' as const, text: '/greet the world ' },
			{ type: 'image' as const, data: PICTURE.base64, mimeType: 'image/png' },
			{ type: 'resource' as const, resource: { uri: 'file:///x/world.md', text: 'It is round.' } },
		]
		assert.deepEqual(await agent.request(on.session.prompt, { sessionId, prompt }), {
			stopReason: 'end_turn',
		})
		const request = model.requests[before]
		assert.equal(request?.body.model, 'gpt-6.1-sol')
		const sent = request?.bytes.toString() ?? ''
		for (const part of ['Greet the world', PICTURE.base64, 'It is round.', 'mcp__mine__poke'])
			assert.ok(sent.includes(part), part)
		assert.ok(existsSync(join(desk.cwd, LITERAL)))
		const { pid } = JSON.parse(await inFolder(LITERAL))
		assert.equal(
			first.of('tool_call_update').find(({ status }) => status === 'completed')?.toolCallId,
			first.of('tool_call')[0]?.toolCallId,
		)
		assert.equal(await first.close(), 0)
		await gone(pid)

		// Another process takes it up again: without the client being told of it, then with.
		const later = await startEditorProcess(desk, { env: model.environment })
		editor = later
		const resumed = await later.agent.request(on.session.resume, { sessionId, cwd: desk.cwd })
		assert.deepEqual(later.of('user_message_chunk'), [])
		const modelOption = resumed.configOptions?.find(({ id }) => id === 'model')
		assert.equal(modelOption?.currentValue, 'openai/gpt-6.1-sol')
		await later.agent.request(on.session.load, { sessionId, cwd: desk.cwd, mcpServers: [] })
		assert.deepEqual(
			later
				.of('user_message_chunk')
				.map(({ content }) => content.type)
				.slice(-3),
			['resource', 'text', 'image'],
		)
		const third = await startEditor(desk, { env: model.environment })
		const busy = await errorOf(
			third.agent.request(on.session.load, { sessionId, cwd: desk.cwd, mcpServers: [] }),
		)
		assert.equal(busy.code, -32600, busy.message)
		await third.close()
		await later.close()
	}, 60_000)
})
