import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, test } from 'vitest'
import { z } from 'zod'
import type { ApprovalRequest } from '../../../src/core/approval.ts'
import type { JsonValue } from '../../../src/core/json.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { ModelRequest } from '../../../src/core/model.ts'
import type { CreateRuntimeOptions } from '../../../src/library/options/runtime-options.ts'
import { type DefinedTool, defineTool } from '../../../src/library/tools/define-tool.ts'
import { type LibraryDesk, libraryDesk } from '../../support/runtime/library-desk.ts'
import {
	answer,
	type ScriptedProvider,
	scriptedProvider,
	toolCalls,
} from '../../support/runtime/scripted-provider.ts'

const desks: LibraryDesk[] = []
afterEach(async () => {
	await Promise.all(desks.splice(0).map(desk => desk.remove()))
})

async function runtimeWith(provider: ScriptedProvider, options: CreateRuntimeOptions) {
	const desk = await libraryDesk()
	desks.push(desk)
	return desk.create({ providers: [provider], model: 'test/scripted', stored: false, ...options })
}

/** What the model was told of its calls. */
async function toldOf(
	calls: ReturnType<typeof toolCalls>,
	options: CreateRuntimeOptions,
): Promise<readonly string[]> {
	const provider = scriptedProvider(calls, answer('done'))
	const runtime = await runtimeWith(provider, options)
	await runtime.run('go').catch(() => undefined)
	return resultsIn(provider.requests[1]!)
}

function resultsIn({ messages }: ModelRequest): readonly string[] {
	return messages.flatMap(message => (message.role === 'tool' ? [textOf(message.content)] : []))
}

function tool(
	run: () => JsonValue | undefined,
	given: Partial<Parameters<typeof defineTool>[0]> = {},
): DefinedTool {
	return defineTool({ name: 'own', description: 'Own.', parameters: { type: 'object' }, run, ...given })
}

const noted = (asked: ApprovalRequest[], answer: boolean): CreateRuntimeOptions => ({
	approve: request => {
		asked.push(request)
		return answer
	},
})

describe('an own tool', () => {
	test('that says nothing of itself is side-effecting: it asks, and is refused where nobody is there', async () => {
		let ran = 0
		const own = tool(() => ++ran)
		const [refused] = await toldOf(toolCalls(['c1', 'own', {}]), { tools: [own] })
		assert.match(refused!, /nobody is there/)
		const asked: ApprovalRequest[] = []
		assert.deepEqual(
			await toldOf(toolCalls(['c1', 'own', { a: 1 }]), { tools: [own], ...noted(asked, true) }),
			['1'],
		)
		assert.deepEqual(
			asked.map(({ permission: { tier, title, sessionKeys } }) => ({ tier, title, sessionKeys })),
			[{ tier: 'side-effecting', title: 'own {"a":1}', sessionKeys: ['tool:own'] }],
		)
		assert.equal(ran, 1)
	})

	test('goes by the same modes and rules as every other', async () => {
		const calls = toolCalls(['c1', 'own', {}])
		const reader = tool(() => 'read', { tier: 'read-only' })
		const writer = tool(() => 'wrote')
		assert.deepEqual(await toldOf(calls, { tools: [reader] }), ['read'])
		assert.deepEqual(await toldOf(calls, { tools: [writer], approvals: 'all' }), ['wrote'])
		assert.match((await toldOf(calls, { tools: [writer], approvals: 'none' }))[0]!, /switched off/)
		// It may read any file, so a rule about some of them makes it ask.
		const settings = { permissions: { deny: ['read(secret/**)'] } }
		assert.match((await toldOf(calls, { tools: [reader], settings }))[0]!, /nobody is there/)
		const fileless = tool(() => 'read', { tier: 'read-only', access: 'none' })
		assert.deepEqual(await toldOf(calls, { tools: [fileless], settings }), ['read'])
	})

	test('is given arguments that fit, in the type its schema says', async () => {
		const seen: unknown[] = []
		const own = defineTool({
			name: 'refund',
			description: 'Refunds an order.',
			tier: 'read-only',
			parameters: z.object({
				order: z.coerce.number().int(),
				reason: z.string().trim().min(1).default('none'),
			}),
			title: ({ order }) => `order ${order}`,
			run: args => {
				const order: number = args.order
				const reason: string = args.reason
				seen.push({ order, reason })
			},
		})
		const provider = scriptedProvider(
			toolCalls(
				['c1', 'refund', { order: 4711, reason: ' broken ' }],
				['c2', 'refund', { order: 1, reason: ' ' }],
				['c3', 'refund', {}],
			),
			answer('done'),
		)
		const runtime = await runtimeWith(provider, { tools: [own] })
		await runtime.run('refund it')
		assert.deepEqual(seen, [{ order: 4711, reason: 'broken' }])
		const [ok, blank, missing] = resultsIn(provider.requests[1]!)
		assert.equal(ok, 'done')
		assert.match(blank!, /reason/)
		assert.match(missing!, /order/)
		assert.deepEqual(provider.requests[0]!.tools.at(-1)!.inputSchema.type, 'object')
	})

	test('tells the model what it returns and why it failed, with secrets masked', async () => {
		const outputs: readonly [() => JsonValue | undefined, RegExp][] = [
			[() => 'text', /^text$/],
			[() => ({ a: [1, null] }), /^\{"a":\[1,null\]\}$/],
			[() => undefined, /^done$/],
			[() => null, /^null$/],
			[
				() => {
					throw new Error('no such order')
				},
				/own failed: no such order/,
			],
			[
				() => 'Authorization: Bearer sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789',
				/^(?!.*sk-ant-api03-abc)/,
			],
		]
		for (const [run, expected] of outputs)
			assert.match(
				(await toldOf(toolCalls(['c1', 'own', {}]), { tools: [tool(run, { tier: 'read-only' })] }))[0]!,
				expected,
			)
	})

	test('has the services: whose session it is, what is kept by name, a log, the model and the user', async () => {
		const log: unknown[] = []
		const own = defineTool<{ word: string }>({
			name: 'own',
			description: 'Own.',
			tier: 'read-only',
			parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
			async run({ word }, { services, ask }) {
				const before = await services.keyValues.get('word')
				await services.keyValues.set('word', word)
				services.log('info', 'word kept', { word })
				const opposite = await services.askModel(`The opposite of ${word}?`, { system: 'One word.' })
				const sure = await ask('Sure?')
				return {
					user: services.auth.user,
					before: before ?? null,
					opposite,
					sure: sure ?? null,
					keys: [...(await services.keyValues.keys())],
				}
			},
		})
		const provider = scriptedProvider(
			toolCalls(['c1', 'own', { word: 'hot' }]),
			answer('cold'),
			toolCalls(['c2', 'own', { word: 'high' }]),
			answer('low'),
			answer('done'),
		)
		const runtime = await runtimeWith(provider, {
			tools: [own],
			auth: { app: 'shop', user: 'ada' },
			services: {
				logging: { log: (auth, level, message, fields) => log.push([auth.user, level, message, fields]) },
			},
			answer: () => 'yes',
		})
		const { usage } = await runtime.run('go')
		const told = resultsIn(provider.requests[4]!).map(text => JSON.parse(text))
		assert.deepEqual(told, [
			{ user: 'ada', before: null, opposite: 'cold', sure: 'yes', keys: ['word'] },
			{ user: 'ada', before: 'hot', opposite: 'low', sure: 'yes', keys: ['word'] },
		])
		assert.deepEqual(provider.requests[1]!.tools, [])
		assert.equal(provider.requests[1]!.system, 'One word.')
		// Five requests, the two of the tool included.
		assert.equal(usage.inputTokens, 50)
		assert.deepEqual(log, [
			['ada', 'info', 'word kept', { word: 'hot' }],
			['ada', 'info', 'word kept', { word: 'high' }],
		])
	})

	test('that is registered or taken away while the runtime goes on counts from the next run', async () => {
		const later = tool(() => 'later', { name: 'later', tier: 'read-only' })
		const provider = scriptedProvider(answer('1'), toolCalls(['c1', 'later', {}]), answer('2'), answer('3'))
		const runtime = await runtimeWith(provider, { tools: [tool(() => 'first')], builtInTools: ['read'] })
		const session = await runtime.session()
		await session.prompt('one').result
		const takeAway = runtime.registerTool(later)
		await session.prompt('two').result
		takeAway()
		await session.prompt('three').result
		assert.deepEqual(
			provider.requests.map(({ tools }) => tools.map(({ name }) => name)),
			[
				['read', 'own'],
				['read', 'own', 'later'],
				['read', 'own', 'later'],
				['read', 'own'],
			],
		)
		assert.deepEqual(resultsIn(provider.requests[2]!), ['later'])
	})

	test('cannot have a name that models cannot call, or that there is already', async () => {
		for (const name of ['', 'two words', 'mcp__x__y', 'x'.repeat(65)])
			assert.throws(() => tool(() => null, { name }), /cannot be called/)
		const runtime = await runtimeWith(scriptedProvider(), { tools: [tool(() => null, { name: 'read' })] })
		await assert.rejects(runtime.session(), /read/)
	})

	test('has its intent in the log before it runs', async () => {
		const desk = await libraryDesk()
		desks.push(desk)
		const seen: string[] = []
		const own = defineTool({
			name: 'own',
			description: 'Own.',
			parameters: { type: 'object' },
			async run(_, { sessionId }) {
				const { readdir } = await import('node:fs/promises')
				const files = await readdir(join(desk.home, 'sessions'), { recursive: true })
				const log = files.find(file => file.includes(sessionId) && file.endsWith('.jsonl'))!
				seen.push(await readFile(join(desk.home, 'sessions', log), 'utf8'))
			},
		})
		const runtime = await desk.create({
			providers: [scriptedProvider(toolCalls(['c1', 'own', {}]), answer('done'))],
			model: 'test/scripted',
			tools: [own],
			approve: () => true,
		})
		await runtime.run('go')
		assert.match(seen[0]!, /"tool-start"/)
		assert.doesNotMatch(seen[0]!, /"tool-end"/)
	})
})
