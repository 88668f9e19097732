import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { AgentEvent } from '../../../src/core/events.ts'
import type { ApprovalId, CallId, QueueId, RunId, SessionId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { METRICS } from '../../../src/runtime/telemetry/measures.ts'
import { openTelemetry } from '../../../src/runtime/telemetry/open-telemetry.ts'
import { telemetryEndpoints } from '../../../src/runtime/telemetry/telemetry-endpoints.ts'
import { type CollectedMetric, type Collector, startCollector } from '../../support/telemetry/collector.ts'
import { labelOf, seriesOf } from '../../support/telemetry/prometheus-names.ts'

const CALL = 'c1' as CallId
const MODEL = { provider: 'openai', model: 'gpt-9' }
const OTHER = { provider: 'xai', model: 'grok-9' }
const USAGE = { ...NO_USAGE, inputTokens: 1_000, outputTokens: 50 }
const QUEUED = { queueId: 'q1' as QueueId, whenBusy: 'queue' as const, message: userText('next') }
const ERROR = { code: 'overloaded' as const, message: 'words' }

/** One of everything there is to measure. */
const STORY: readonly AgentEvent[] = [
	{
		type: 'run-start',
		prompt: userText('words'),
		snapshot: { chain: [MODEL], cwd: '/words', approvals: { kind: 'ask' }, tools: ['shell'], maxTurns: 9 },
	},
	{ type: 'turn-start', turn: 1 },
	{ type: 'attempt-start', attempt: 1, model: MODEL },
	{
		type: 'attempt-end',
		attempt: 1,
		model: MODEL,
		usage: NO_USAGE,
		costMicroUsd: 0,
		durationMs: 1,
		error: ERROR,
	},
	{ type: 'retry-wait', cause: ERROR, waitMs: 1, retry: 1, maxRetries: 5 },
	{ type: 'attempt-start', attempt: 2, model: OTHER },
	{ type: 'attempt-end', attempt: 2, model: OTHER, usage: USAGE, costMicroUsd: 2_500_000, durationMs: 1_500 },
	{
		type: 'approval-end',
		approvalId: 'a1' as ApprovalId,
		callId: CALL,
		decision: { answer: 'no-with-reason', reason: 'words' },
		by: 'user',
	},
	{
		type: 'tool-start',
		callId: CALL,
		tool: 'shell',
		arguments: 'words',
		tier: 'privileged',
		subject: 'words',
	},
	{ type: 'queue-change', items: [QUEUED] },
	{
		type: 'compaction',
		cause: 'window',
		message: userText('words'),
		keeps: 0,
		cut: [],
		summary: 'written',
		tokensBefore: 9,
		tokensAfter: 1,
		carried: { usage: NO_USAGE, costMicroUsd: 0, isCostPartial: false, todo: [], files: [] },
	},
	{ type: 'tool-end', callId: CALL, tool: 'shell', result: { outcome: 'failed', content: [] } },
	{ type: 'turn-end', turn: 1 },
	{ type: 'run-end', reason: 'failed', error: ERROR, usage: USAGE, costMicroUsd: 2_500_000, turns: 1 },
	{ type: 'queue-change', items: [] },
	{
		type: 'run-start',
		prompt: userText('words'),
		snapshot: { chain: [MODEL], cwd: '/words', approvals: { kind: 'ask' }, tools: [], maxTurns: 9 },
	},
]

let collector: Collector
let metrics: ReadonlyMap<string, CollectedMetric>
beforeAll(async () => {
	collector = await startCollector()
	const telemetry = openTelemetry({
		endpoints: telemetryEndpoints({}, collector.url),
		version: '1',
		toProviders: false,
		now: () => 100_000,
	})
	const task = telemetry.startTask({ taskId: 't1' })
	task.started()
	for (const [index, event] of STORY.entries())
		telemetry.follow({
			seq: index,
			at: 90_000 + index * 100,
			sessionId: 's1' as SessionId,
			runId: 'r1' as RunId,
			event,
		})
	task.end({ state: 'failed', error: 'overloaded' })
	await telemetry.close()
	metrics = new Map(collector.metrics().map(metric => [metric.name, metric]))
})
afterAll(() => collector.close())

test('everything there is a metric for is measured, with the unit that is written down', () => {
	assert.deepEqual(
		[...metrics.values()].map(({ name, unit, kind }) => [name, unit, kind]).toSorted(),
		Object.entries(METRICS)
			.map(([name, { unit, kind }]) => [name, unit, kind])
			.toSorted(),
	)
	const value = (name: string) =>
		metrics.get(name)?.points.map(point => [point.value, ...Object.values(point.attributes)])
	assert.deepEqual(value('keelson.cost'), [[2.5, 'x_ai', 'grok-9']])
	assert.deepEqual(value('keelson.queue.wait'), [
		[0, 'task'],
		[0.6, 'session'],
	])
	assert.deepEqual(value('gen_ai.execute_tool.duration'), [[0.3, 'execute_tool', 'shell', 'failed']])
	assert.deepEqual(value('keelson.approvals'), [[1, 'no-with-reason', 'user']])
	// What was open when the program ended has ended with it.
	assert.deepEqual(value('keelson.run.active'), [[0, 'invoke_agent', 'keelson']])
	assert.equal(collector.bytes().includes('words'), false)
})

describe('the dashboard', () => {
	test('asks for nothing but what is exported, and shows all of it', async () => {
		const dashboard = await readFile(
			new URL('../../../docs/dashboards/keelson.json', import.meta.url),
			'utf8',
		)
		const { panels, templating } = JSON.parse(dashboard)
		const queries: readonly string[] = [
			...panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
			...templating.list.flatMap(({ definition }: { definition?: string }) => definition ?? []),
		]
		const labels = new Map<string, Set<string>>()
		for (const metric of metrics.values())
			for (const series of seriesOf(metric))
				labels.set(
					series,
					new Set([
						'le',
						'job',
						...metric.points.flatMap(({ attributes }) => Object.keys(attributes).map(labelOf)),
					]),
				)
		const wrong: string[] = []
		const shown = new Set<string>()
		for (const query of queries) {
			const series = /\b(?:gen_ai|keelson)_\w+(?=[{[,])/.exec(query.replace(/by \([^)]*\)/, ''))?.[0] ?? query
			shown.add(series)
			const known = labels.get(series)
			if (!known) wrong.push(`${series} is not exported`)
			const grouped = /by \(([^)]*)\)/.exec(query)?.[1]?.split(', ') ?? []
			const matched = Array.from(query.matchAll(/(\w+)=~?"/g), ([, label]) => label!)
			for (const label of [...grouped, ...matched])
				if (known && !known.has(label)) wrong.push(`${series} has no ${label}`)
		}
		assert.deepEqual(wrong, [])
		const unseen = [...metrics.values()].filter(metric => !seriesOf(metric).some(series => shown.has(series)))
		assert.deepEqual(
			unseen.map(({ name }) => name),
			[],
		)
	})

	test('and the manual name every metric', async () => {
		const page = await readFile(new URL('../../../docs/telemetry.md', import.meta.url), 'utf8')
		assert.deepEqual(
			[...metrics.values()]
				.filter(metric => ![metric.name, seriesOf(metric)[0]!].every(name => page.includes(`\`${name}\``)))
				.map(({ name }) => name),
			[],
		)
	})
})
