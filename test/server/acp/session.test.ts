import assert from 'node:assert/strict'
import { methods } from '@agentclientprotocol/sdk'
import { afterEach, describe, test } from 'vitest'
import type { Media } from '../../../src/core/host.ts'
import type { RuntimePort } from '../../../src/core/runtime-port.ts'
import { AcpAgent } from '../../../src/server/acp/acp-agent.ts'
import { acpApp } from '../../../src/server/acp/serve.ts'
import { createMedia } from '../../../src/services/embedded/media.ts'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { ALLOW, type EditorSetup, editorApp, initialRequest } from '../../support/acp/editor-app.ts'
import { deferred, whenAborted } from '../../support/deferred.ts'
import { delegate } from '../../support/runtime/delegating.ts'
import { routedProvider } from '../../support/runtime/routed-provider.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { type StartedRuntime, type StartOptions, startRuntime } from '../../support/runtime/start-runtime.ts'
import { randomText } from '../../support/secret-cases.ts'

const { agent: on } = methods

let started: StartedRuntime[] = []
afterEach(async () => {
	for (const runtime of started.reverse()) await runtime.stop()
	started = []
})

/** An editor and an agent in one process; whatever is opened goes on in the folders of the first. */
async function connect(options: StartOptions, setup: EditorSetup = {}) {
	const first = await startRuntime(options)
	started = [first]
	const { cwd, home } = first
	const folders = homeFolders({ env: { KEELSON_HOME: home }, home, cwd })
	const media: Media = createMedia(folders.media)
	const live = new AcpAgent({
		version: '0',
		prepare: () => {},
		open: async ({ session }): Promise<RuntimePort> => {
			if (!session) return first.port
			const selector = { kind: 'named' as const, selector: session }
			const { files: _, ...same } = options
			const next = await startRuntime({ ...same, in: first, selector })
			started.push(next)
			return next.port
		},
		store: async () => createJsonlStore({ folder: folders.sessions, belongings: [] }),
		media: async () => media,
		login: { terminalArguments: [], advice: '', hasKey: async () => true, logout: async () => {} },
		say: () => {},
	})
	const { app, heard } = editorApp(setup)
	const { agent } = app.connect(acpApp(live))
	await agent.request(on.initialize, initialRequest(setup))
	const { sessionId } = await agent.request(on.session.new, { cwd, mcpServers: [] })
	const say = (text: string) =>
		agent.request(on.session.prompt, { sessionId, prompt: [{ type: 'text', text }] })
	return { ...heard, agent, sessionId, say, first, cwd }
}

describe('a sub-agent', () => {
	test('asks beside the call that it works for', async () => {
		const provider = routedProvider({
			'have it written': [toolCalls(delegate('c1', 'general', 'write it')), answer('it is written')],
			'write it': [toolCalls(['c2', 'write', { path: 'new.txt', content: 'x\n' }]), answer('done')],
		})
		const editor = await connect({ provider }, { permit: ALLOW })
		assert.deepEqual(await editor.say('have it written'), { stopReason: 'end_turn' })
		const [call, question] = editor.of('tool_call')
		assert.equal(call?.toolCallId, 'c1')
		assert.match(question?.title ?? '', /^general: write new\.txt/)
		assert.equal(editor.asked[0]?.toolCall.toolCallId, question?.toolCallId)
		const ends = editor.of('tool_call_update').filter(({ status }) => status === 'completed')
		assert.deepEqual(
			ends.map(({ toolCallId }) => toolCallId),
			[question?.toolCallId, 'c1'],
		)
	})

	test('that ends in the background tells of it, and a prompt meanwhile waits its turn', async () => {
		const looked = deferred()
		const replied = deferred()
		const provider = routedProvider({
			'look for me': [
				toolCalls(delegate('c1', 'explore', 'look around', { background: true })),
				answer('it looks'),
				[() => replied.promise, ...answer('it has ended')],
				answer('and this is the answer'),
			],
			'look around': [[() => looked.promise, ...answer('42')]],
		})
		const editor = await connect({ provider })
		assert.deepEqual(await editor.say('look for me'), { stopReason: 'end_turn' })
		const { first } = editor
		await first.until('run-end')
		looked.resolve()
		await first.until('run-start')
		await first.until('run-start')
		const asked = editor.say('what now?')
		await first.until('queue-change')
		replied.resolve()
		assert.deepEqual(await asked, { stopReason: 'end_turn' })
		assert.equal(editor.text(), 'it looksit has endedand this is the answer')
		provider.assertFinished()
	})

	test('whose end is being told of is stopped by a cancel, and the prompt behind it with it', async () => {
		const looked = deferred()
		const provider = routedProvider({
			'look for me': [
				toolCalls(delegate('c1', 'explore', 'look around', { background: true })),
				answer('it looks'),
				[whenAborted],
				answer('still here'),
			],
			'look around': [[() => looked.promise, ...answer('42')]],
		})
		const editor = await connect({ provider })
		await editor.say('look for me')
		const { first, agent, sessionId } = editor
		looked.resolve()
		await first.until('run-start')
		await first.until('run-start')
		const asked = editor.say('what now?')
		await first.until('queue-change')
		await agent.notify(on.session.cancel, { sessionId })
		assert.deepEqual(await asked, { stopReason: 'cancelled' })
		assert.deepEqual(await editor.say('are you there?'), { stopReason: 'end_turn' })
		assert.equal(editor.text(), 'it looksstill here')
		provider.assertFinished()
	})
})

describe('a question', () => {
	const TOPPINGS = {
		question: 'What goes on it?',
		header: 'Toppings',
		options: ['cheese', 'olives', 'ham'],
		descriptions: ['from a cow', '', 'from a pig'],
	}
	const asking = (input: object) => scriptedProvider(toolCalls(['c1', 'ask_user', input]), answer('thanks'))
	const answered = ({ of }: Awaited<ReturnType<typeof connect>>) => of('tool_call_update').at(-1)?.content

	test('is a form with its topic, what each choice means, and as many of them as one likes', async () => {
		const provider = asking({ ...TOPPINGS, multiple: true })
		const fill = () => ({
			action: 'accept' as const,
			content: { choice: ['ham', 'cheese', 'sand'], answer: 'thick' },
		})
		const editor = await connect({ provider }, { capabilities: { elicitation: { form: {} } }, fill })
		await editor.say('ask me')
		const described = [
			{ const: 'cheese', title: 'cheese', description: 'from a cow' },
			{ const: 'olives', title: 'olives' },
			{ const: 'ham', title: 'ham', description: 'from a pig' },
		]
		const { requestedSchema, message } = editor.forms[0] as { requestedSchema?: object; message: string }
		assert.equal(message, 'What goes on it?')
		assert.deepEqual(requestedSchema, {
			type: 'object',
			title: 'Toppings',
			properties: {
				choice: { type: 'array', title: 'Toppings', items: { anyOf: described } },
				answer: { type: 'string', title: 'Or in your own words' },
			},
		})
		assert.deepEqual(answered(editor), [
			{ type: 'content', content: { type: 'text', text: 'cheese, ham, thick' } },
		])
	})

	test('with several answers is asked until that is all, where there are no forms', async () => {
		const provider = asking({ ...TOPPINGS, multiple: true })
		const wanted = ['ham', 'cheese', 'That is all']
		const editor = await connect(
			{ provider },
			{
				permit: ({ options }) => {
					const next = wanted.shift()
					const option = options.find(({ name }) => name === next)
					return option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' }
				},
			},
		)
		await editor.say('ask me')
		const texts = editor.asked.map(({ toolCall, options }) => [
			toolCall.title,
			...(toolCall.content ?? []).map(part =>
				part.type === 'content' && part.content.type === 'text' ? part.content.text : part.type,
			),
			...options.map(({ name }) => name),
		])
		const meanings = '- cheese: from a cow\n- ham: from a pig'
		const title = 'Toppings: What goes on it?'
		assert.deepEqual(texts, [
			[title, meanings, 'Several may be chosen.', 'cheese', 'olives', 'ham', 'Decide yourself'],
			[title, meanings, 'Chosen: ham', 'cheese', 'olives', 'That is all'],
			[title, meanings, 'Chosen: cheese, ham', 'olives', 'That is all'],
		])
		assert.deepEqual(answered(editor), [{ type: 'content', content: { type: 'text', text: 'cheese, ham' } }])
	})

	test('whose editor says yes to everything by itself comes to an end', async () => {
		const provider = asking({ ...TOPPINGS, multiple: true })
		const editor = await connect({ provider }, { permit: ALLOW })
		await editor.say('ask me')
		assert.equal(editor.asked.length, 3)
		provider.assertFinished()
	})
})

describe('a session that is loaded', () => {
	test('shows what still counts after it went back', async () => {
		const provider = scriptedProvider(answer('one'), answer('two'), answer('three'))
		const editor = await connect({ provider })
		await editor.say('first')
		const { port } = editor.first
		const toSeq = editor.first.envelopes.findLast(({ event }) => event.type === 'run-end')?.seq ?? 0
		await editor.say('second')
		await port.send({ type: 'rewind', toSeq, conversation: true, files: false })
		const { sessionId, agent, cwd } = editor
		await agent.request(on.session.close, { sessionId })
		const before = editor.updates().length
		await agent.request(on.session.load, { sessionId, cwd, mcpServers: [] })
		const replayed = editor.updates().slice(before)
		assert.deepEqual(
			replayed.flatMap(update => ('content' in update && 'messageId' in update ? [update.content] : [])),
			[
				{ type: 'text', text: 'first' },
				{ type: 'text', text: 'one' },
			],
		)
		const shown = editor.updates().length
		assert.deepEqual(await editor.say('third'), { stopReason: 'end_turn' })
		const kinds = new Set(
			editor
				.updates()
				.slice(shown)
				.map(({ sessionUpdate }) => sessionUpdate),
		)
		assert.ok(!kinds.has('user_message_chunk'))
	})
})

describe('what only some editors show', () => {
	const withEffort = { configId: 'effort', value: 'high' }

	test('is told to those that say so', async () => {
		const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index}: ${index * 7_919} plums`)
		const provider = scriptedProvider(answer(lines.join('\n')), answer('two'), answer('a summary'))
		const capabilities = { session: { notices: {}, compaction: {} } }
		const { say, agent, sessionId, first, until, of } = await connect({ provider }, { capabilities })
		await agent.request(on.session.setConfigOption, { sessionId, ...withEffort })
		const notice = await until(({ sessionUpdate }) => sessionUpdate === 'notice')
		assert.match(notice.sessionUpdate === 'notice' ? notice.title : '', /effort changes nothing/)
		await say('first')
		await say('second')
		await first.port.send({ type: 'session-compact' })
		await until(update => update.sessionUpdate === 'compaction_update' && update.status !== 'in_progress')
		const [begins, ends, ...more] = of('compaction_update')
		assert.deepEqual(
			[begins?.status, ends?.status, ends?.compactionId === begins?.compactionId, more],
			['in_progress', 'completed', true, []],
		)
		assert.deepEqual(ends?.summary, [{ type: 'text', text: 'a summary' }])
	})

	test('is kept from the others', async () => {
		const editor = await connect({ provider: scriptedProvider(answer('one')) })
		const { sessionId } = editor
		await editor.agent.request(on.session.setConfigOption, { sessionId, ...withEffort })
		await editor.say('first')
		assert.deepEqual(editor.of('notice'), [])
	})
})

test('a prompt with a token in it is answered, and the agent goes on without the token', async () => {
	const token = `ghp_${randomText('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789', 36, 'of an editor')}`
	const provider = scriptedProvider(answer('fine'))
	const editor = await connect({ provider })
	assert.deepEqual(await editor.say(`use ${token}`), { stopReason: 'end_turn' })
	assert.ok(!JSON.stringify(provider.requests[0]!.messages).includes(token))
})
