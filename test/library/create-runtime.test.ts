import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import { deferred } from '../../src/core/async/deferred.ts'
import type { AgentEvent, Envelope } from '../../src/core/events.ts'
import { type Message, textOf } from '../../src/core/messages.ts'
import type { ModelRequest } from '../../src/core/model.ts'
import { createRuntime } from '../../src/library/create-runtime.ts'
import type { CreateRuntimeOptions } from '../../src/library/options/runtime-options.ts'
import { RunError } from '../../src/library/session/run-result.ts'
import { defineTool } from '../../src/library/tools/define-tool.ts'
import { createInMemoryStore } from '../../src/sessions/store/in-memory-store.ts'
import { homeFolders } from '../../src/workspace/places/home-folders.ts'
import { setHome } from '../support/for-one-test.ts'
import { type LibraryDesk, libraryDesk } from '../support/runtime/library-desk.ts'
import { routedProvider } from '../support/runtime/routed-provider.ts'
import {
	answer,
	type ScriptedProvider,
	scriptedProvider,
	toolCalls,
} from '../support/runtime/scripted-provider.ts'

const desks: LibraryDesk[] = []
afterEach(async () => {
	await Promise.all(desks.splice(0).map(desk => desk.remove()))
})

async function desk(files?: Readonly<Record<string, string>>): Promise<LibraryDesk> {
	const made = await libraryDesk(files)
	desks.push(made)
	return made
}

async function withModel(provider: ScriptedProvider, options: CreateRuntimeOptions = {}) {
	const at = await desk()
	return at.create({ providers: [provider], model: 'test/scripted', stored: false, ...options })
}

async function eventsOf(run: AsyncIterable<Envelope>): Promise<readonly AgentEvent[]> {
	const events: AgentEvent[] = []
	for await (const { event } of run) events.push(event)
	return events
}

function resultsIn({ messages }: ModelRequest): readonly string[] {
	return messages.flatMap((message: Message) => (message.role === 'tool' ? [textOf(message.content)] : []))
}

const rejectsWith = (code: string) => (error: unknown) => {
	assert.equal((error as { code?: string }).code, code, String(error))
	return true
}

describe('a runtime', () => {
	test('with a home and an environment of its own has no hooks of the user, and with their HOME in it has them', async () => {
		const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'echo said by a hook' }] }] }
		const { cwd, create } = await desk({ 'user/.claude/settings.json': JSON.stringify({ hooks }) })
		const user = join(cwd, 'user')
		setHome(user)
		const PATH = process.env.PATH
		for (const [env, isHooked] of [
			[{ PATH }, false],
			[{ PATH, HOME: user }, true],
		] as const) {
			const provider = scriptedProvider(answer('done'))
			const runtime = await create({ env, providers: [provider], model: 'test/scripted', stored: false })
			await runtime.run('say hello')
			const asked = JSON.stringify(provider.requests[0]!.messages)
			assert.equal(asked.includes('said by a hook'), isHooked)
		}
	})

	test('writes a log where it is wanted, at the level that is wanted, and none otherwise', async () => {
		const { cwd, home, create } = await desk()
		const run = async (options: CreateRuntimeOptions) => {
			const provider = scriptedProvider(answer('done'))
			const runtime = await create({
				providers: [provider],
				model: 'test/scripted',
				stored: false,
				...options,
			})
			await runtime.run('say hello')
			await runtime.close()
		}
		const { logs } = homeFolders({ env: { KEELSON_HOME: home }, home, cwd })
		await run({ settings: { log: { level: 'debug' } } })
		assert.deepEqual(await readdir(logs).catch(() => []), [])
		const file = join(cwd, 'own.log')
		await run({ log: { level: 'info', file } })
		const own = await readFile(file, 'utf8')
		assert.match(own, /process-start/)
		assert.match(own, /run-end/)
		await run({ log: true })
		await run({ log: 'info' })
		await run({ log: true, settings: { log: { level: 'info' } } })
		const lines = (await readFile(join(logs, 'agent.log'), 'utf8')).split('\n')
		assert.equal(lines.filter(line => line.includes('process-start')).length, 2)
		await assert.rejects(run({ log: 'loud' as 'info' }), rejectsWith('usage'))
	})

	test('without options goes by the home of its environment and answers without a key as agent run does', async () => {
		const { cwd, home } = await desk({ 'notes.txt': 'the harbour opens at six' })
		const runtime = await createRuntime({ cwd, env: { KEELSON_HOME: home, PATH: process.env.PATH } })
		const { text, reason, turns, costMicroUsd, usage, sessionId } = await runtime.run('What is in notes.txt?')
		await runtime.close()
		assert.equal(reason, 'finished')
		assert.match(text, /demo/)
		assert.ok(turns >= 1 && usage.inputTokens > 0)
		assert.equal(costMicroUsd, 0)
		const kept = await readdir(join(home, 'sessions'), { recursive: true })
		assert.ok(kept.some(file => file.includes(sessionId)))
	})

	test('answers with the text, what it used and where to go on', async () => {
		const provider = scriptedProvider(answer('forty-two'))
		const runtime = await withModel(provider)
		const { runId, sessionId, phases, ...result } = await runtime.run('what is it?')
		assert.ok(runId && sessionId && phases)
		assert.deepEqual(result, {
			text: 'forty-two',
			reason: 'finished',
			turns: 1,
			costMicroUsd: undefined,
			usage: {
				inputTokens: 10,
				cachedInputTokens: 0,
				cacheWriteTokens: 0,
				outputTokens: 2,
				reasoningTokens: 0,
			},
		})
		provider.assertFinished()
	})

	test('that is not stored leaves no session behind, and goes on with it as long as it lives', async () => {
		const at = await desk()
		const provider = scriptedProvider(answer('one'), answer('two'))
		const runtime = await at.create({ providers: [provider], model: 'test/scripted', stored: false })
		const { sessionId } = await runtime.run('first')
		const again = await runtime.resume(sessionId)
		assert.equal((await again.prompt('second').result).text, 'two')
		assert.deepEqual(
			provider.requests[1]!.messages.flatMap(({ role, content }) =>
				role === 'tool' ? [] : [`${role} ${textOf(content)}`],
			).slice(-3),
			['user first', 'assistant one', 'user second'],
		)
		assert.deepEqual(
			(await runtime.list()).map(session => session.sessionId),
			[sessionId],
		)
		assert.deepEqual(await readdir(join(at.home, 'sessions')).catch(() => []), [])
		await again.close()
		await runtime.remove(sessionId)
		assert.deepEqual(await runtime.list(), [])
	})

	test('keeps its sessions where the program wants them', async () => {
		const store = createInMemoryStore()
		const runtime = await withModel(scriptedProvider(answer('kept')), { store, stored: true })
		const { sessionId } = await runtime.run('keep this')
		const types = (await store.read(sessionId)).map(({ event }) => event.type)
		assert.deepEqual([types[0], types.at(-1)], ['session-start', 'run-end'])
	})

	test('names what is wrong with its options', async () => {
		const at = await desk()
		const failing: readonly [CreateRuntimeOptions, string, RegExp][] = [
			[{ cwd: join(at.cwd, 'nowhere') }, 'usage', /nowhere/],
			[{ model: 'tset/scripted' }, 'model-unknown', /tset/],
			[{ settings: JSON.parse('{"budget":{"maxTurns":"many"}}') }, 'config-invalid', /budget\.maxTurns/],
			[{ settings: JSON.parse('{"budgets":{}}') }, 'config-invalid', /budget/],
			[{ providers: [{ id: 'x', api: 'chat', baseUrl: 'nowhere' }] }, 'usage', /nowhere/],
			[{ approvals: JSON.parse('"some"') }, 'usage', /some/],
			[{ model: JSON.parse('5') }, 'usage', /model.*5/],
			[{ builtInTools: ['read', 'nope'] }, 'usage', /builtInTools.*"nope".*there are apply_patch, .*write/],
			[{ tools: JSON.parse('{}') }, 'usage', /tools/],
			[{ tools: JSON.parse('[{"name":"weather"}]') }, 'usage', /weather.*defineTool/],
		]
		for (const [options, code, words] of failing)
			await assert.rejects(at.create(options), error => {
				assert.match(String(error), words)
				return rejectsWith(code)(error)
			})
	})

	test('takes settings, also from a home that is its own', async () => {
		const provider = scriptedProvider(toolCalls(['c1', 'list', {}]))
		const runtime = await withModel(provider, { settings: { budget: { maxTurns: 1 } } })
		await assert.rejects(runtime.run('go on'), error => {
			assert.ok(error instanceof RunError)
			assert.equal(error.result.reason, 'turn-limit')
			return rejectsWith('turn-limit')(error)
		})
	})

	test('trusts a folder no more than agent run does', async () => {
		const at = await desk({
			'.keelson/settings.json': '{"permissions":{"allow":["shell(touch)"]}}',
			'.mcp.json': '{"mcpServers":{"s":{"command":"touch","args":["started"]}}}',
		})
		const notices: string[] = []
		const provider = scriptedProvider(
			toolCalls(['c1', 'shell', { command: 'touch here' }]),
			answer('refused'),
		)
		const runtime = await at.create({
			providers: [provider],
			model: 'test/scripted',
			onNotice: text => notices.push(text),
		})
		await assert.rejects(runtime.run('touch it'), rejectsWith('tool-denied'))
		assert.ok(
			notices.some(text => /not trusted/.test(text)),
			notices.join('\n'),
		)
		assert.deepEqual((await readdir(at.cwd)).sort(), ['.keelson', '.mcp.json'])
	})

	test('of one user knows nothing of another: no session, no value, no memory', async () => {
		const at = await desk()
		const remember = defineTool({
			name: 'note',
			description: 'Notes.',
			tier: 'read-only',
			access: 'none',
			parameters: { type: 'object' },
			async run(_, { services }) {
				const before = await services.keyValues.get('word')
				await services.keyValues.set('word', services.auth.user)
				return before ?? 'nothing'
			},
		})
		const as = (user: string | undefined) => {
			const provider = scriptedProvider(
				toolCalls(['c1', 'note', {}]),
				answer(`the harbour secret of ${user}`),
			)
			const auth = user === undefined ? {} : { auth: { app: 'shop', user } }
			const options = { providers: [provider], model: 'test/scripted', tools: [remember], ...auth }
			return { provider, runtime: at.create(options) }
		}
		const ids: string[] = []
		for (const user of ['ada', 'ADA', undefined, 'bob']) {
			const { provider, runtime } = as(user)
			const { sessionId } = await (await runtime).run('what is the harbour secret?')
			assert.deepEqual(resultsIn(provider.requests[1]!), ['nothing'])
			assert.doesNotMatch(JSON.stringify(provider.requests[0]!.messages), /secret of/)
			assert.deepEqual(
				(await (await runtime).list()).map(session => session.sessionId),
				[sessionId],
			)
			for (const foreign of ids) {
				await assert.rejects((await runtime).resume(foreign), rejectsWith('session-not-found'))
				await assert.rejects((await runtime).read(foreign), rejectsWith('session-not-found'))
				await assert.rejects((await runtime).remove(foreign), rejectsWith('session-not-found'))
			}
			ids.push(sessionId)
		}
		await assert.rejects(at.create({ auth: { app: '../..', user: 'ada' } }), rejectsWith('usage'))
	})

	test('that is closed takes nothing more', async () => {
		const runtime = await withModel(scriptedProvider())
		await runtime.close()
		await assert.rejects(runtime.session(), rejectsWith('rejected'))
	})
})

describe('a session', () => {
	test('gives the envelopes of a run as they come, and its result', async () => {
		const runtime = await withModel(scriptedProvider(answer('hello')))
		const session = await runtime.session()
		const run = session.prompt('say hello')
		const events = await eventsOf(run)
		assert.deepEqual(
			events
				.filter(({ type }) => ['run-start', 'text-delta', 'message-end', 'run-end'].includes(type))
				.map(({ type }) => type),
			['run-start', 'text-delta', 'message-end', 'run-end'],
		)
		// Whoever comes late reads all of it.
		assert.deepEqual(await eventsOf(run), events)
		assert.equal((await run.result).sessionId, session.id)
	})

	test('runs its prompts one after the other, each with its own end', async () => {
		const provider = scriptedProvider(answer('one'), answer('two'), answer('three'))
		const session = await (await withModel(provider)).session()
		const runs = ['a', 'b', 'c'].map(text => session.prompt(text))
		assert.deepEqual(await Promise.all(runs.map(async run => (await run.result).text)), [
			'one',
			'two',
			'three',
		])
	})

	test('that is cancelled ends its run with that reason; what waits behind it never begins', async () => {
		const waiting = defineTool({
			name: 'wait',
			description: 'Waits.',
			tier: 'read-only',
			parameters: { type: 'object' },
			run: (_, { signal }) =>
				new Promise<string>(resolve => signal.addEventListener('abort', () => resolve('stopped'))),
		})
		const provider = scriptedProvider(toolCalls(['c1', 'wait', {}]))
		const session = await (await withModel(provider, { tools: [waiting] })).session()
		const [first, second] = [session.prompt('wait'), session.prompt('and then')]
		for await (const { event } of first)
			if (event.type === 'progress' && event.text.includes('wait')) await session.cancel()
		assert.equal((await first.result).reason, 'cancelled')
		await assert.rejects(second.result, rejectsWith('cancelled'))
		const aborted = session.prompt('never', { signal: AbortSignal.abort() })
		await assert.rejects(aborted.result, rejectsWith('cancelled'))
		provider.assertFinished()
	})

	test('is told something in the middle of a run', async () => {
		const started = deferred()
		const told = deferred()
		const wait = defineTool({
			name: 'wait',
			description: 'Waits.',
			tier: 'read-only',
			parameters: { type: 'object' },
			async run() {
				started.resolve()
				await told.promise
				return 'waited'
			},
		})
		const provider = scriptedProvider(toolCalls(['c1', 'wait', {}]), answer('blue it is'))
		const session = await (await withModel(provider, { tools: [wait] })).session()
		const run = session.prompt('choose a colour')
		await started.promise
		await session.steer('take blue')
		told.resolve()
		assert.equal((await run.result).text, 'blue it is')
		assert.equal(textOf(provider.requests[1]!.messages.at(-1)!.content), 'take blue')
		await assert.rejects(session.steer('too late'), rejectsWith('rejected'))
	})

	test('that is closed in the middle of a run says so', async () => {
		const wait = defineTool({
			name: 'wait',
			description: 'Waits.',
			tier: 'read-only',
			parameters: { type: 'object' },
			run: (_, { signal }) =>
				new Promise<string>(resolve => signal.addEventListener('abort', () => resolve('stopped'))),
		})
		const session = await (
			await withModel(scriptedProvider(toolCalls(['c1', 'wait', {}])), { tools: [wait] })
		).session()
		const run = session.prompt('wait')
		for await (const { event } of run) if (event.type === 'progress' && event.text.includes('wait')) break
		await session.close()
		assert.equal((await run.result).reason, 'cancelled')
		await assert.rejects(session.prompt('again').result, rejectsWith('cancelled'))
	})
})

describe('approvals', () => {
	const calls = toolCalls(['c1', 'shell', { command: 'touch made' }])

	test('are asked of the program, which sees the whole decision', async () => {
		const at = await desk()
		const titles: string[] = []
		const runtime = await at.create({
			providers: [scriptedProvider(calls, answer('made it'))],
			model: 'test/scripted',
			approve: ({ tool, permission }) => {
				titles.push(`${tool}: ${permission.title}`)
				return true
			},
		})
		assert.equal((await runtime.run('make it')).text, 'made it')
		assert.deepEqual(titles, ['shell: touch made'])
		assert.equal(await readFile(join(at.cwd, 'made'), 'utf8'), '')
	})

	test('that fail, or are refused, are a no that the model reads', async () => {
		const provider = scriptedProvider(calls, answer('no'), calls, answer('no'))
		const answers = [
			() => false,
			() => {
				throw new Error('the dialog is gone')
			},
		]
		const runtime = await withModel(provider, { approve: () => answers.shift()!() })
		await runtime.run('make it').catch(() => undefined)
		await runtime.run('make it').catch(() => undefined)
		assert.match(resultsIn(provider.requests[1]!)[0]!, /refused by the user/)
		assert.match(resultsIn(provider.requests[3]!)[0]!, /the dialog is gone/)
	})

	test('are allowed by a clear yes alone, whatever a program without types answers', async () => {
		const odd: readonly boolean[] = JSON.parse(
			'[null, 1, "no", "yes", {}, [], {"answer": "maybe"}, {"answer": "no-with-reason"}]',
		)
		const provider = scriptedProvider(...odd.flatMap(() => [calls, answer('no')]))
		const left = [...odd]
		const at = await desk()
		const runtime = await at.create({
			providers: [provider],
			model: 'test/scripted',
			stored: false,
			approve: () => left.shift()!,
		})
		for (const each of odd) {
			await runtime.run('make it').catch(() => undefined)
			assert.ok(!(await readdir(at.cwd)).includes('made'), JSON.stringify(each))
		}
		provider.assertFinished()
	})

	test('can be answered from outside where the program reads the envelopes', async () => {
		const runtime = await withModel(scriptedProvider(calls, answer('not made')), { interactive: true })
		const session = await runtime.session()
		const run = session.prompt('make it')
		for await (const { event } of run)
			if (event.type === 'approval-request')
				await session.approve(event.request.approvalId, { answer: 'no-with-reason', reason: 'not today' })
		assert.equal((await run.result).text, 'not made')
	})

	test('and questions have a callback each', async () => {
		const provider = scriptedProvider(
			toolCalls(['c1', 'ask_user', { question: 'Which colour?', options: ['red', 'blue'] }]),
			answer('blue'),
		)
		const runtime = await withModel(provider, { answer: ({ options }) => options[1] })
		await runtime.run('paint it')
		assert.deepEqual(resultsIn(provider.requests[1]!), ['blue'])
	})
})

describe('several agents in one runtime', () => {
	test('have each their own prompt, tools and model, and run side by side', async () => {
		const lookup = defineTool<{ city: string }>({
			name: 'weather',
			description: 'Weather of a city.',
			tier: 'read-only',
			access: 'none',
			parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
			run: ({ city }) => `${city}: 21 °C`,
		})
		const provider = routedProvider({
			harbour: [toolCalls(['c1', 'weather', { city: 'Kiel' }]), answer('21 °C in Kiel')],
			poem: [answer('roses')],
		})
		const at = await desk()
		const runtime = await at.create({ providers: [provider], model: 'test/large', stored: false })
		const pilot = runtime.agent('pilot', {
			instructions: 'You are a pilot.',
			tools: [lookup],
			builtInTools: false,
			model: 'test/small',
		})
		const poet = runtime.agent('poet', { systemPrompt: 'You are a poet.', builtInTools: ['read'] })
		const [weather, poem] = await Promise.all([pilot.run('the harbour?'), poet.run('a poem')])
		assert.deepEqual([weather.text, poem.text], ['21 °C in Kiel', 'roses'])
		const [asked] = provider.requests('harbour')
		const [other] = provider.requests('poem')
		assert.deepEqual([asked!.model, asked!.tools.map(({ name }) => name)], ['small', ['weather']])
		assert.match(asked!.system, /You are a pilot\.$/)
		assert.deepEqual(
			[other!.model, other!.tools.map(({ name }) => name), other!.system],
			['large', ['read'], 'You are a poet.'],
		)
		assert.deepEqual(runtime.agentNames(), ['pilot', 'poet'])
		assert.equal(runtime.findAgent('pilot'), pilot)
		assert.throws(() => runtime.agent('poet', {}), rejectsWith('usage'))
		assert.throws(() => runtime.agent('sailor', { builtInTools: ['raed'] }), /"raed".*did you mean read\?/)
		provider.assertFinished()
	})
})

describe('a request', () => {
	test('is seen before it leaves, and may be kept from leaving', async () => {
		const seen: string[] = []
		const provider = scriptedProvider(answer('yes'))
		const runtime = await withModel(provider, {
			beforeRequest: ({ messages, models }) => {
				const text = textOf(messages.findLast(({ role }) => role === 'user')!.content)
				seen.push(`${models[0]!.model}: ${text}`)
				return text.includes('payroll') ? { deny: 'payroll stays in the house' } : 'allow'
			},
		})
		await runtime.run('a question')
		await assert.rejects(runtime.run('the payroll'), error => {
			assert.match(String(error), /payroll stays in the house/)
			return rejectsWith('request-denied')(error)
		})
		assert.deepEqual(seen, ['scripted: a question', 'scripted: the payroll'])
		provider.assertFinished()
	})

	test('takes templates in a prompt as the text they are: none reaches the system prompt or a secret', async () => {
		const templates =
			// biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a prompt may hold.
			'{{system}} ${env:HARBOUR_API_KEY} $HARBOUR_API_KEY {{secrets.HARBOUR_API_KEY}} <%= process.env %>'
		const provider = scriptedProvider(answer('a'), answer('b'))
		const runtime = await withModel(provider, {
			env: { PATH: '', HARBOUR_API_KEY: 'sk-harbour-0123456789abcdef' },
			instructions: 'Answer {{briefly}}.',
			bare: true,
		})
		await runtime.run('plain')
		await runtime.run(templates)
		const [plain, templated] = provider.requests
		assert.equal(templated!.system, plain!.system)
		assert.match(plain!.system, /Answer \{\{briefly\}\}\.$/)
		assert.equal(textOf(templated!.messages.at(-1)!.content), templates)
		assert.ok(!JSON.stringify(provider.requests).includes('sk-harbour'))
	})
})
