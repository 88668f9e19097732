import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { textOf } from '../../../src/core/messages.ts'
import { openTelemetry } from '../../../src/runtime/telemetry/open-telemetry.ts'
import type { RuntimeTelemetry } from '../../../src/runtime/telemetry/runtime-telemetry.ts'
import { telemetryEndpoints } from '../../../src/runtime/telemetry/telemetry-endpoints.ts'
import { deferred } from '../../support/deferred.ts'
import { configured, ownServer } from '../../support/mcp/servers.ts'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { delegate, resultOf, startDelegating } from '../../support/runtime/delegating.ts'
import { routedProvider } from '../../support/runtime/routed-provider.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { freePort } from '../../support/server/free-port.ts'
import { type CollectedSpan, type Collector, startCollector } from '../../support/telemetry/collector.ts'
import { spanTree } from '../../support/telemetry/span-tree.ts'

let collector: Collector
beforeEach(async () => {
	collector = await startCollector()
})
afterEach(() => collector.close())

function telemetry(more: { traceparent?: string } = {}): RuntimeTelemetry {
	return openTelemetry({
		endpoints: telemetryEndpoints({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, undefined),
		version: '1.2.3',
		toProviders: false,
		...more,
	})
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const FROM_OUTSIDE = `00-${TRACE}-00f067aa0ba902b7-01`
const failing = (code: 'overloaded' | 'quota-exhausted') => [
	{ type: 'error' as const, error: new AgentError(code, `no, not for "MAIN-SECRET-PROMPT"`) },
]

describe('a run with retries, another model, parallel tools and a sub-agent', () => {
	test('is one tree of spans, with what it used and what went wrong, and none of its words', async () => {
		const provider = routedProvider({
			'MAIN-SECRET-PROMPT': [
				failing('overloaded'),
				failing('quota-exhausted'),
				toolCalls(
					['c1', 'read', { path: 'secret-name.txt' }],
					['c2', 'read', { path: 'b.txt' }],
					['c3', 'shell', { command: 'echo "given $TRACEPARENT"; sh -c "exit 3"' }],
				),
				toolCalls(delegate('c4', 'explore', 'CHILD-SECRET-TASK')),
				toolCalls(['c5', 'A-MADE-UP-TOOL', {}]),
				answer('ANSWER-SECRET'),
			],
			'CHILD-SECRET-TASK': [toolCalls(['c1', 'read', { path: 'b.txt' }]), answer('CHILD-ANSWER')],
		})
		const runtime = await startDelegating({
			provider,
			approvals: { kind: 'all' },
			files: { 'secret-name.txt': 'FILE-SECRET\n', 'b.txt': 'beta\n' },
			runtime: {
				telemetry: telemetry({ traceparent: FROM_OUTSIDE }),
				chain: {
					models: [
						{ provider: 'mistral', model: 'first' },
						{ provider: 'test', model: 'second' },
					],
					isChosen: true,
				},
			},
		})
		await runtime.prompt('MAIN-SECRET-PROMPT')
		const end = await runtime.until('run-end')
		assert.equal(end.reason, 'finished', JSON.stringify(end.error))
		await runtime.stop()

		const spans = collector.spans()
		const told = ({ isError, attributes }: CollectedSpan) => (isError ? ` !${attributes['error.type']}` : '')
		assert.deepEqual(spanTree(spans, told), [
			'invoke_agent keelson',
			'  turn',
			'    chat first !overloaded',
			'    chat first !quota-exhausted',
			'    chat second',
			'    execute_tool read',
			'    execute_tool read',
			'    execute_tool shell !failed',
			'  turn',
			'    chat second',
			'    execute_tool delegate',
			'      invoke_agent explore',
			'        turn',
			'          chat second',
			'          execute_tool read',
			'        turn',
			'          chat second',
			'  turn',
			'    chat second',
			'    execute_tool _OTHER !failed',
			'  turn',
			'    chat second',
		])
		assert.deepEqual([...new Set(spans.map(({ traceId }) => traceId))], [TRACE])

		const [run] = spans.filter(({ name }) => name === 'invoke_agent keelson')
		assert.ok(run)
		const { sessionId } = runtime.envelopes.find(({ event }) => event.type === 'run-start')!
		assert.equal(run.parentSpanId, '00f067aa0ba902b7')
		const attributes = pick(run, 'gen_ai.', 'keelson.run.')
		assert.deepEqual(attributes, {
			'gen_ai.operation.name': 'invoke_agent',
			'gen_ai.agent.name': 'keelson',
			'gen_ai.conversation.id': sessionId,
			'gen_ai.provider.name': 'mistral_ai',
			'gen_ai.request.model': 'first',
			'gen_ai.usage.input_tokens': 60,
			'gen_ai.usage.output_tokens': 12,
			'keelson.run.id': runtime.runId(),
			'keelson.run.reason': 'finished',
			'keelson.run.turns': 4,
		})
		const [turn] = spans.filter(({ name }) => name === 'turn').toSorted((a, b) => a.startMs - b.startMs)
		assert.deepEqual(
			turn?.events.map(({ name, attributes: of }) => [name, of['error.type'] ?? of['keelson.fallback.to']]),
			[
				['retry', 'overloaded'],
				['fallback', 'test/second'],
			],
		)
		const answered = spans.find(({ name }) => name === 'chat second')
		assert.ok(answered)
		assert.equal(answered.kind, 3)
		assert.deepEqual(pick(answered, 'gen_ai.'), {
			'gen_ai.operation.name': 'chat',
			'gen_ai.provider.name': 'test',
			'gen_ai.request.model': 'second',
			'gen_ai.response.model': 'second',
			'gen_ai.request.stream': true,
			'gen_ai.conversation.id': sessionId,
			'gen_ai.usage.input_tokens': 10,
			'gen_ai.usage.output_tokens': 2,
		})
		const shell = spans.find(({ name }) => name === 'execute_tool shell')
		assert.ok(shell)
		assert.deepEqual(pick(shell, 'gen_ai.', 'keelson.'), {
			'gen_ai.operation.name': 'execute_tool',
			'gen_ai.tool.name': 'shell',
			'gen_ai.tool.call.id': 'c3',
			'gen_ai.tool.type': 'function',
			'keelson.tool.tier': 'side-effecting',
			'keelson.tool.outcome': 'failed',
		})
		assert.match(resultOf(runtime, 'c3').text, new RegExp(`given 00-${TRACE}-${shell.spanId}-01`))

		const { 'service.instance.id': instance, ...resource } = collector.resource()
		assert.match(String(instance), /^[0-9a-f]{16}$/)
		assert.deepEqual([resource['service.name'], resource['service.version']], ['keelson', '1.2.3'])
		for (const word of [
			'SECRET',
			'CHILD-ANSWER',
			'MADE-UP',
			'secret-name',
			'b.txt',
			'exit 3',
			'beta',
			runtime.cwd,
		])
			assert.equal(collector.bytes().includes(word), false, word)

		assert.deepEqual(
			collector
				.metrics()
				.flatMap(({ name, unit, kind, points }) =>
					kind === 'histogram'
						? points.map(each => [name, unit, each.count, labels(each.attributes)].join(' '))
						: points.map(each => [name, unit, each.value, labels(each.attributes)].join(' ')),
				)
				.toSorted(),
			[
				'gen_ai.client.operation.duration s 1 first,overloaded',
				'gen_ai.client.operation.duration s 1 first,quota-exhausted',
				'gen_ai.client.operation.duration s 6 second',
				'gen_ai.client.token.usage {token} 6 second,input',
				'gen_ai.client.token.usage {token} 6 second,output',
				'gen_ai.execute_tool.duration s 1 delegate',
				'gen_ai.execute_tool.duration s 1 shell,failed',
				'gen_ai.execute_tool.duration s 3 read',
				'gen_ai.invoke_agent.duration s 1 explore,finished',
				'gen_ai.invoke_agent.duration s 1 keelson,finished',
				'keelson.errors {error} 1 overloaded,attempt',
				'keelson.errors {error} 1 quota-exhausted,attempt',
				'keelson.errors {error} 2 failed,tool',
				'keelson.fallbacks {fallback} 1 mistral/first,test/second',
				'keelson.retries {retry} 1 overloaded',
				'keelson.run.active {run} 0 explore',
				'keelson.run.active {run} 0 keelson',
				'keelson.runs {run} 1 explore,finished',
				'keelson.runs {run} 1 keelson,finished',
				'keelson.turns {turn} 2 explore',
				'keelson.turns {turn} 4 keelson',
			],
		)
	})
})

test('a prompt may come from a trace of its own, waits in the queue as long as is told, and says so to MCP servers', async () => {
	const { promise: isQueued, resolve: queued } = deferred()
	const provider = scriptedProvider(
		[() => isQueued, ...answer('one')],
		toolCalls(['c1', 'mcp__raw__poke', {}]),
		answer('two'),
	)
	const opened = telemetry()
	const runtime = await startDelegating({
		provider,
		approvals: { kind: 'all' },
		isInteractive: false,
		runtime: {
			telemetry: opened,
			extensions: configured({ raw: ownServer('raw-server.mjs', 'telling-meta') }),
		},
	})
	const task = opened.startTask({ taskId: 'task-7', traceparent: FROM_OUTSIDE })
	await runtime.prompt('the first')
	task.started()
	const { traceparent } = task
	await runtime.port.send({
		type: 'prompt',
		message: { role: 'user', content: [{ type: 'text', text: 'the second' }] },
		whenBusy: 'queue',
		traceparent,
	})
	queued()
	await runtime.until('run-end')
	await runtime.until('run-end')
	task.end({ state: 'completed' })
	await runtime.stop()

	const spans = collector.spans().filter(({ traceId }) => traceId === TRACE)
	assert.deepEqual(spanTree(spans), [
		'task',
		'  invoke_agent keelson',
		'    turn',
		'      chat scripted',
		'      execute_tool mcp__raw__poke',
		'    turn',
		'      chat scripted',
	])
	const [span] = spans.filter(({ name }) => name === 'task')
	assert.ok(span)
	assert.equal(span.parentSpanId, '00f067aa0ba902b7')
	assert.deepEqual(span.attributes, { 'keelson.task.id': 'task-7', 'keelson.task.state': 'completed' })
	const call = spans.find(({ name }) => name === 'execute_tool mcp__raw__poke')
	const said = runtime.envelopes.flatMap(({ event }) =>
		event.type === 'tool-end' && event.tool === 'mcp__raw__poke' ? [textOf(event.result.content)] : [],
	)
	assert.deepEqual(said, [`00-${TRACE}-${call?.spanId}-01`])
	const waits = collector.metrics().find(({ name }) => name === 'keelson.queue.wait')
	assert.deepEqual(
		waits?.points.map(({ count, attributes }) => [attributes['keelson.queue'], count]).toSorted(),
		[
			['session', 1],
			['task', 1],
		],
	)
})

test('a trace that whoever sent it does not keep is not exported, but handed on as it is', async () => {
	const runtime = await startDelegating({
		provider: scriptedProvider(toolCalls(['c1', 'shell', { command: 'echo $TRACEPARENT' }]), answer('done')),
		approvals: { kind: 'all' },
		runtime: { telemetry: telemetry({ traceparent: FROM_OUTSIDE.replace(/01$/, '00') }) },
	})
	await runtime.prompt('go')
	await runtime.until('run-end')
	await runtime.stop()
	assert.match(resultOf(runtime, 'c1').text, new RegExp(`00-${TRACE}-[0-9a-f]{16}-00`))
	assert.deepEqual(collector.spans(), [])
	assert.ok(collector.metrics().length > 5, 'what is counted is counted all the same')
})

describe('a collector that', () => {
	const closing = async (url: string) => {
		const entries: string[] = []
		const log = (level: string, event: string, facts: object) =>
			void entries.push(`${level} ${event} ${Object.keys(facts)}`)
		const opened = openTelemetry({
			endpoints: telemetryEndpoints({}, url),
			version: '1',
			toProviders: false,
			logger: { keeps: () => true, log },
		})
		const task = opened.startTask({ taskId: 'a' })
		task.end({ state: 'completed' })
		const startedMs = performance.now()
		await opened.close()
		return { ms: performance.now() - startedMs, entries }
	}

	test('is not there costs one line of the log and no time', async () => {
		const { ms, entries } = await closing(`http://127.0.0.1:${await freePort()}`)
		assert.deepEqual(entries, ['warn telemetry-failure endpoint,message'])
		// Loading the SDK from its sources is most of it.
		assert.ok(ms < 5_000, `${ms} ms`)
	})

	test('never answers is not waited for', async () => {
		const silent = createServer(() => {}).listen(0, '127.0.0.1')
		await once(silent, 'listening')
		const { port } = silent.address() as AddressInfo
		const { entries } = await closing(`http://127.0.0.1:${port}`)
		assert.deepEqual(entries, ['warn telemetry-failure endpoint,message'])
		silent.closeAllConnections()
		silent.close()
	})
})

test('requests to models carry the trace where the user says so, and only there', async () => {
	const server = await startModelServer({ wires: ['chat'] })
	for (const toProviders of [false, true]) {
		server.script({ text: 'Hello.' })
		const key = async () => ({ value: 'test-key-0123456789', source: 'TEST_API_KEY' })
		const runtime = await startDelegating({
			runtime: {
				telemetry: openTelemetry({
					endpoints: telemetryEndpoints({}, collector.url),
					version: '1',
					traceparent: FROM_OUTSIDE,
					toProviders,
				}),
				providers: [
					{ id: 'here', api: 'chat', baseUrl: server.url, key, keyName: 'TEST_API_KEY', keyOptional: false },
				],
				chain: { models: [{ provider: 'here', model: 'test-model' }], isChosen: true },
			},
		})
		await runtime.prompt('hi')
		const end = await runtime.until('run-end')
		assert.equal(end.reason, 'finished', JSON.stringify(end))
		await runtime.stop()
	}
	const run = collector.spans().findLast(({ name }) => name === 'invoke_agent keelson')
	assert.deepEqual(
		server.requests.map(({ headers }) => headers.traceparent),
		[undefined, `00-${TRACE}-${run?.spanId}-01`],
	)
	await server.close()
})

function pick({ attributes }: CollectedSpan, ...prefixes: readonly string[]): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(attributes).filter(([name]) => prefixes.some(prefix => name.startsWith(prefix))),
	)
}

function labels(attributes: Record<string, unknown>): string {
	return Object.entries(attributes)
		.filter(([name]) => !/^gen_ai\.(?:operation|provider)\.name$/.test(name))
		.map(([, value]) => value)
		.join(',')
}
