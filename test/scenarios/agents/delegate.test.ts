import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { foldDenials, NO_DENIALS } from '../../../src/cli/commands/run/stream/denials.ts'
import { textOf } from '../../../src/core/messages.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { deferred } from '../../support/deferred.ts'
import { delegate, eventsOf, resultOf, startDelegating } from '../../support/runtime/delegating.ts'
import { routedProvider } from '../../support/runtime/routed-provider.ts'
import { answer, toolCalls } from '../../support/runtime/scripted-provider.ts'

describe('a sub-agent', () => {
	test('answers in a conversation of its own, and only its last words come back', async () => {
		const provider = routedProvider({
			'who wrote it': [toolCalls(delegate('c1', 'explore', 'read NOTES.md')), answer('Ada wrote it.')],
			'read NOTES.md': [
				toolCalls(['d1', 'read', { path: 'NOTES.md' }]),
				answer('NOTES.md:1 says that Ada wrote it.'),
			],
		})
		const runtime = await startDelegating({ provider, files: { 'NOTES.md': 'by Ada\n' } })
		await runtime.prompt('who wrote it')
		const end = await runtime.until('run-end')

		assert.equal(end.reason, 'finished')
		const { outcome, text } = resultOf(runtime, 'c1')
		assert.equal(outcome, 'ok')
		assert.match(
			text,
			/^NOTES\.md:1 says that Ada wrote it\.\n\n\[explore: 2 turns, 24 tokens, .* session [\w-]+\]$/,
		)
		assert.doesNotMatch(JSON.stringify(provider.requests('who wrote it')), /by Ada/)
		assert.doesNotMatch(JSON.stringify(provider.requests('read NOTES.md')), /who wrote it/)
		provider.assertFinished()
	})

	test('is seen in the log of its parent, which has its usage', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'explore', 'say hello\nin full')), answer('done')],
			'say hello': [answer('hello')],
		})
		const runtime = await startDelegating({ provider })
		await runtime.prompt('ask somebody')
		const end = await runtime.until('run-end')

		const [begun] = eventsOf(runtime, 'agent-start')
		const [ended] = eventsOf(runtime, 'agent-end')
		assert.ok(begun && ended)
		assert.deepEqual(
			{ agent: begun.agent, task: begun.task, callId: begun.callId, isBackground: begun.isBackground },
			{ agent: 'explore', task: 'say hello', callId: 'c1', isBackground: false },
		)
		assert.equal(ended.agentId, begun.agentId)
		assert.deepEqual([ended.reason, ended.turns, ended.usage.inputTokens], ['finished', 1, 10])
		// Two turns of its own and one of the agent's.
		assert.deepEqual([end.usage.inputTokens, end.usage.outputTokens, end.turns], [30, 6, 2])

		const { sessions } = runtime.port.queries
		assert.deepEqual(
			(await sessions()).map(({ title }) => title),
			['ask somebody'],
		)
		assert.match(await runtime.port.queries.previewSession(begun.agentId), /say hello[\s\S]*hello/)
	})

	test('of the exploring kind runs beside others', async () => {
		const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
		const all = deferred()
		let waiting = 0
		const together = async () => {
			waiting += 1
			if (waiting === names.length) all.resolve()
			await all.promise
		}
		const provider = routedProvider({
			'ask them all': [
				toolCalls(...names.map(name => delegate(`c-${name}`, 'explore', `count to ${name}!`))),
				answer('done'),
			],
			...Object.fromEntries(names.map(name => [`count to ${name}!`, [[together, ...answer(name)]]])),
		})
		const runtime = await startDelegating({ provider })
		await runtime.prompt('ask them all')
		assert.equal((await runtime.until('run-end')).reason, 'finished')

		const [last] = provider.requests('ask them all').slice(-1)
		const results = last!.messages.filter(message => message.role === 'tool')
		assert.deepEqual(
			results.map(({ callId, content }) => [callId, textOf(content).split('\n')[0]]),
			names.map(name => [`c-${name}`, name]),
		)
	})

	test('changes nothing when it explores', async () => {
		const provider = routedProvider({
			'ask for it': [toolCalls(delegate('c1', 'explore', 'try to write')), answer('done')],
			'try to write': [
				toolCalls(
					['d1', 'shell', { command: 'touch made.txt' }],
					['d2', 'write', { path: 'a', content: 'b' }],
				),
				answer('it would not let me'),
			],
		})
		const runtime = await startDelegating({ provider, approvals: { kind: 'all' } })
		await runtime.prompt('ask for it')
		await runtime.until('run-end')

		const [, second] = provider.requests('try to write')
		const results = second!.messages.filter(message => message.role === 'tool')
		assert.match(textOf(results[0]!.content), /plan mode allows read-only calls/)
		assert.match(textOf(results[1]!.content), /there is no tool named "write"/)
	})
})

describe('what a sub-agent may do', () => {
	test('asks the one who is asked by its parent, by its name, and both logs have the answer', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'make the file')), answer('done')],
			'make the file': [toolCalls(['d1', 'write', { path: 'made.txt', content: 'x' }]), answer('made')],
		})
		const runtime = await startDelegating({ provider })
		await runtime.prompt('ask somebody')
		const { request } = await runtime.until('approval-request')
		assert.deepEqual([request.agent, request.tool, request.callId], ['general', 'write', 'c1'])
		assert.deepEqual(request.input, { path: 'made.txt', content: 'x' })
		await runtime.port.send({
			type: 'approve',
			approvalId: request.approvalId,
			decision: { answer: 'session' },
		})
		await runtime.until('run-end')
		assert.match(resultOf(runtime, 'c1').text, /^made/)
	})

	test('is refused where nobody is there, and that is what the run ends with', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'make the file')), answer('done')],
			'make the file': [toolCalls(['d1', 'write', { path: 'made.txt', content: 'x' }]), answer('could not')],
		})
		const runtime = await startDelegating({ provider, isInteractive: false })
		await runtime.prompt('ask somebody')
		const end = await runtime.until('run-end')
		assert.equal(end.reason, 'tool-denied')
		assert.match(resultOf(runtime, 'c1').text, /did not finish \(tool-denied: .*\n\ncould not/)
		const [denial] = runtime.envelopes.map(({ event }) => event).reduce(foldDenials, NO_DENIALS).list
		assert.deepEqual(denial?.input, { path: 'made.txt', content: 'x' })
	})

	test('goes on without a question once the session has been allowed', async () => {
		const write = (id: string) => toolCalls([id, 'write', { path: `${id}.txt`, content: 'x' }])
		const provider = routedProvider({
			'ask somebody': [write('c0'), toolCalls(delegate('c1', 'general', 'make the file')), answer('done')],
			'make the file': [write('d1'), answer('made')],
		})
		const runtime = await startDelegating({ provider })
		await runtime.prompt('ask somebody')
		const { request } = await runtime.until('approval-request')
		await runtime.port.send({
			type: 'approve',
			approvalId: request.approvalId,
			decision: { answer: 'session' },
		})
		await runtime.until('run-end')
		assert.match(resultOf(runtime, 'c1').text, /^made/)
		assert.equal(eventsOf(runtime, 'approval-request').length, 1)
	})

	test('plans where its parent plans', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'make the file')), answer('done')],
			'make the file': [toolCalls(['d1', 'shell', { command: 'touch a.txt' }]), answer('could not')],
		})
		const runtime = await startDelegating({ provider, approvals: { kind: 'plan' } })
		await runtime.prompt('ask somebody')
		await runtime.until('run-end')
		const [, second] = provider.requests('make the file')
		assert.match(textOf(second!.messages.at(-1)!.content), /plan mode allows read-only calls/)
	})

	test('is never more than its parent may: a wider wish is named', async () => {
		const file = (name: string, fields: string) => ({
			origin: { scope: 'user' as const },
			name,
			path: `/home/u/agents/${name}.md`,
			text: `---\nname: ${name}\ndescription: a test\n${fields}---\nBe brief.\n`,
		})
		const provider = routedProvider({
			'ask somebody': [
				toolCalls(delegate('c1', 'writer', 'make it'), delegate('c2', 'nobody', 'make it')),
				answer('done'),
			],
		})
		const runtime = await startDelegating({
			provider,
			runtime: {
				tools: { only: ['read', 'delegate'], without: [] },
				extensions: {
					...NONE,
					agents: [file('writer', 'tools: Read, Write\n')],
				},
			},
		})
		await runtime.prompt('ask somebody')
		await runtime.until('run-end')
		assert.deepEqual(
			['c1', 'c2'].map(callId => resultOf(runtime, callId)),
			[
				{
					outcome: 'failed',
					text: 'the agent writer wants more than you have: tool "write" cannot be granted, only read, delegate can',
				},
				{
					outcome: 'failed',
					text: 'there is no agent named "nobody". The agents are: explore, general, writer.',
				},
			],
		)
	})

	test('does not get back what was taken from its parent', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'writer', 'make it')), answer('done')],
		})
		const text = '---\nname: writer\ndescription: a test\ntools: Read, Bash\n---\nBe brief.\n'
		const agent = {
			origin: { scope: 'user' as const },
			name: 'writer',
			path: '/home/u/agents/writer.md',
			text,
		}
		const runtime = await startDelegating({
			provider,
			runtime: { tools: { only: undefined, without: ['shell'] }, extensions: { ...NONE, agents: [agent] } },
		})
		await runtime.prompt('ask somebody')
		await runtime.until('run-end')
		const { outcome, text: told } = resultOf(runtime, 'c1')
		assert.equal(outcome, 'failed')
		assert.match(told, /the agent writer wants more than you have: tool "shell" cannot be granted/)
	})

	test('told by a file, hears it in its first message and not in its system prompt', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'reader', 'look around')), answer('done')],
			'look around': [answer('seen')],
		})
		const runtime = await startDelegating({
			provider,
			runtime: {
				extensions: {
					...NONE,
					agents: [
						{
							origin: { scope: 'user' },
							name: 'reader',
							path: '/home/u/agents/reader.md',
							text: '---\ndescription: reads <papyrus>\ntools: Read, WebSearch\n---\nSpeak like a pirate.\n',
						},
					],
				},
			},
		})
		await runtime.prompt('ask somebody')
		await runtime.until('run-end')
		const [parent] = provider.requests('ask somebody')
		const [child] = provider.requests('look around')
		assert.match(JSON.stringify(parent!.messages[0]), /- reader: reads ‹papyrus>/)
		assert.doesNotMatch(parent!.system + child!.system, /pirate|papyrus/)
		assert.match(textOf(child!.messages.at(-1)!.content as never), /Speak like a pirate\.[\s\S]*look around$/)
		assert.match(child!.system, /# You are a sub-agent/)
		assert.deepEqual(
			child!.tools.map(({ name }) => name),
			['read'],
		)
		assert.match(resultOf(runtime, 'c1').text, /\[without web_search, which there is none of here\]/)
	})
})

describe('bounds', () => {
	const withAgents = (agents: Partial<typeof DEFAULT_SETTINGS.agents>) => ({
		settings: { ...DEFAULT_SETTINGS, agents: { ...DEFAULT_SETTINGS.agents, ...agents } },
	})

	test('of depth: an agent at the bottom has no delegate', async () => {
		const provider = routedProvider({
			'level zero': [toolCalls(delegate('c1', 'general', 'level one')), answer('done')],
			'level one': [toolCalls(delegate('d1', 'general', 'level two')), answer('one')],
			'level two': [answer('two')],
		})
		const runtime = await startDelegating({ provider, isInteractive: false })
		await runtime.prompt('level zero')
		const end = await runtime.until('run-end')
		const names = (words: string) => provider.requests(words)[0]!.tools.map(({ name }) => name)
		assert.deepEqual(
			['level zero', 'level one', 'level two'].map(words => names(words).includes('delegate')),
			[true, true, false],
		)
		assert.match(resultOf(runtime, 'c1').text, /^one/)
		assert.equal(end.usage.inputTokens, 50)
	})

	test('of number: one too many at once is an error that names the setting', async () => {
		// Those that run go on until all three have been asked for.
		const asked = deferred()
		const provider = routedProvider({
			'ask three': [
				toolCalls(
					...['a', 'b', 'c'].map(name => delegate(name, 'explore', `task ${name}!`, { background: true })),
				),
				[async () => asked.resolve(), ...answer('done')],
				...['x', 'y'].map(answer),
			],
			'task a!': [[() => asked.promise, ...answer('a')]],
			'task b!': [[() => asked.promise, ...answer('b')]],
			'task c!': [[() => asked.promise, ...answer('c')]],
		})
		const runtime = await startDelegating({
			provider,
			isInteractive: false,
			runtime: withAgents({ maxRunning: 2 }),
		})
		await runtime.prompt('ask three')
		await runtime.until('run-end')
		const failed = ['a', 'b', 'c']
			.map(id => resultOf(runtime, id))
			.filter(({ outcome }) => outcome === 'failed')
		assert.deepEqual(failed, [
			{
				outcome: 'failed',
				text: '2 agents run already, and agents.maxRunning is 2; wait for one of them to end',
			},
		])
	})

	test('of one run: one too many in all names the setting', async () => {
		const ask = (id: string) => toolCalls(delegate(id, 'explore', `task ${id}!`))
		const provider = routedProvider({
			'ask twice': [ask('a'), ask('b'), answer('done')],
			'task a!': [answer('a')],
		})
		const runtime = await startDelegating({ provider, runtime: withAgents({ maxPerRun: 1 }) })
		await runtime.prompt('ask twice')
		await runtime.until('run-end')
		assert.match(resultOf(runtime, 'b').text, /agents\.maxPerRun is 1/)
	})

	test('of depth zero: there is no delegate at all', async () => {
		const provider = routedProvider({ hello: [answer('hi')] })
		const runtime = await startDelegating({ provider, runtime: withAgents({ maxDepth: 0 }) })
		await runtime.prompt('hello')
		await runtime.until('run-end')
		assert.ok(!provider.requests('hello')[0]!.tools.some(({ name }) => name === 'delegate'))
	})
})

const NONE = { commands: [], agents: [], skills: [], hooks: [], servers: [], problems: [] }
