import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { Settings } from '../../../src/workspace/settings/settings-schema.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { whenAborted } from '../../support/deferred.ts'
import { nextLook } from '../../support/next-look.ts'
import { delegate, eventsOf, resultOf, startDelegating } from '../../support/runtime/delegating.ts'
import { routedProvider } from '../../support/runtime/routed-provider.ts'
import { answer, finish, toolCalls } from '../../support/runtime/scripted-provider.ts'

/** A dollar for a thousand tokens either way, so an attempt of the script is 12 000 micro-dollars. */
const priced = (budget: Partial<Settings['budget']>) => ({
	settings: {
		...DEFAULT_SETTINGS,
		models: { 'test/scripted': { price: { input: 1_000, output: 1_000 } } },
		budget: { ...DEFAULT_SETTINGS.budget, ...budget },
	},
})
const dear = (input: number) => [
	{ ...finish('tool-calls'), usage: { ...(finish('stop') as { usage: object }).usage, inputTokens: input } },
]

describe('what a sub-agent spends', () => {
	test('is in the cost of the run, of the session and of every level above', async () => {
		const provider = routedProvider({
			'level zero': [toolCalls(delegate('c1', 'general', 'level one')), answer('done'), answer('again')],
			'level one': [toolCalls(delegate('d1', 'general', 'level two')), answer('one')],
			'level two': [answer('two')],
		})
		const runtime = await startDelegating({ provider, runtime: priced({}) })
		await runtime.prompt('level zero')
		const end = await runtime.until('run-end')
		assert.equal(end.costMicroUsd, 5 * 12_000)
		assert.match(resultOf(runtime, 'c1').text, /\$0\.0360/)
	})

	test('is taken from the budget of the run, whose end is the result and soon the end of the run', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'spend it all')), answer('never said')],
			'spend it all': [
				[{ type: 'tool-call', callId: 'd1', tool: 'list', arguments: '{}' }, ...(dear(60_000) as never[])],
				answer('never said either'),
			],
		})
		const runtime = await startDelegating({ provider, runtime: priced({ maxCostUsd: 20 }) })
		await runtime.prompt('ask somebody')
		const end = await runtime.until('run-end')
		const { outcome, text } = resultOf(runtime, 'c1')
		assert.equal(outcome, 'failed')
		assert.match(
			text,
			/^The agent general did not finish \(cost-limit: .*the limit is \$20\.0000 for this run/,
		)
		assert.deepEqual([end.reason, end.costMicroUsd], ['cost-limit', 60_014_000])
		assert.equal(provider.requests('spend it all').length, 1)
	})

	test('counts for the session when it is taken up again', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'spend some')), answer('done')],
			'spend some': [answer('spent')],
		})
		const first = await startDelegating({ provider, runtime: priced({}) })
		await first.prompt('ask somebody')
		await first.until('run-end')
		await first.port.send({ type: 'shutdown' })

		const again = await startDelegating({
			provider: routedProvider({ 'one more': [answer('never said')] }),
			in: first,
			selector: { kind: 'last' },
			runtime: priced({ maxSessionCostUsd: 0.03 }),
		})
		await again.until('run-end')
		await again.prompt('one more')
		// Three attempts, of which the log of this session has two.
		assert.match((await again.until('run-end')).error?.message ?? '', /for this session/)
	})

	test('in turns is its own', async () => {
		const again = toolCalls(['d1', 'list', {}])
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'short', 'go on')), answer('done')],
			'go on': [again, again],
		})
		const runtime = await startDelegating({
			provider,
			runtime: {
				extensions: {
					commands: [],
					skills: [],
					hooks: [],
					servers: [],
					problems: [],
					agents: [
						{
							origin: { scope: 'user' },
							name: 'short',
							path: '/a/short.md',
							text: '---\ndescription: short\nmaxTurns: 2\n---\nBe short.',
						},
					],
				},
			},
		})
		await runtime.prompt('ask somebody')
		assert.equal((await runtime.until('run-end')).reason, 'finished')
		assert.match(resultOf(runtime, 'c1').text, /did not finish \(turn-limit: 2 turns are used up/)
	})
})

test('cancelling a run stops its agents and what they have started', async () => {
	// Where a command has a number of its own, nobody outside knows it.
	const settings: Settings = { ...DEFAULT_SETTINGS, sandbox: { ...DEFAULT_SETTINGS.sandbox, mode: 'off' } }
	const provider = routedProvider({
		'ask two': [
			toolCalls(
				delegate('c0', 'explore', 'wait for me', { background: true }),
				delegate('c1', 'general', 'wait for it'),
			),
			answer('and on it goes'),
		],
		'wait for me': [[whenAborted]],
		'wait for it': [toolCalls(['d1', 'shell', { command: 'echo $$ > pid; exec sleep 300' }])],
	})
	const runtime = await startDelegating({ provider, runtime: { yolo: true, settings } })
	await runtime.prompt('ask two')
	for (;;) {
		const { callId, text } = await runtime.until('agent-progress')
		if (callId === 'c1' && text.includes('sleep 300')) break
	}
	const pid = await numberIn(`${runtime.cwd}/pid`)
	await runtime.port.send({ type: 'cancel', runId: runtime.runId() })
	const end = await runtime.until('run-end')
	assert.equal(end.reason, 'cancelled')
	assert.throws(() => process.kill(pid, 0), /ESRCH/)
	assert.equal(resultOf(runtime, 'c1').outcome, 'cancelled')
	while (eventsOf(runtime, 'agent-end').length < 2) await runtime.until('agent-end')
	assert.deepEqual(
		eventsOf(runtime, 'agent-end').map(({ reason }) => reason),
		['cancelled', 'cancelled'],
	)

	await runtime.prompt('and on it goes')
	assert.equal((await runtime.until('run-end')).reason, 'finished')
	const calls = provider
		.requests('ask two')
		.at(-1)!
		.messages.filter(({ role }) => role === 'tool')
	assert.equal(calls.length, 2)
})

async function numberIn(path: string): Promise<number> {
	const { readFile } = await import('node:fs/promises')
	for (;;) {
		const text = await readFile(path, 'utf8').catch(() => '')
		if (text.endsWith('\n')) return Number(text)
		await nextLook()
	}
}
