import assert from 'node:assert/strict'
import { test } from 'vitest'
import { hasEnded } from '../../../src/core/services/tasks.ts'
import { openTelemetry } from '../../../src/runtime/telemetry/open-telemetry.ts'
import { telemetryEndpoints } from '../../../src/runtime/telemetry/telemetry-endpoints.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startServing } from '../../support/server/serving.ts'
import { startCollector } from '../../support/telemetry/collector.ts'
import { spanTree } from '../../support/telemetry/span-tree.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

test('a task is a span of the trace its request came with, above its run; what is no trace begins one', async () => {
	const collector = await startCollector()
	const telemetry = openTelemetry({
		endpoints: telemetryEndpoints({}, collector.url),
		version: '1',
		toProviders: false,
	})
	const serving = await startServing({
		provider: () => scriptedProvider(toolCalls(['c1', 'list', { path: '.' }]), answer('done')),
		runtime: { telemetry: { ...telemetry, close: async () => {} } },
	})
	const ids: string[] = []
	for (const traceparent of [`00-${TRACE}-00f067aa0ba902b7-01`, 'nonsense']) {
		const asked = { body: { prompt: 'look' }, headers: { traceparent } }
		const { json } = await serving.ask('POST', '/v1/tasks', asked)
		await serving.until(json.id, ({ state }) => hasEnded(state))
		ids.push(json.id)
	}
	await serving.stop()
	await telemetry.close()

	const spans = collector.spans()
	const tasks = spans.filter(({ name }) => name === 'task')
	assert.deepEqual(
		tasks.map(({ attributes }) => [attributes['keelson.task.id'], attributes['keelson.task.state']]),
		ids.map(id => [id, 'completed']),
	)
	assert.deepEqual(
		tasks.map(({ traceId, parentSpanId }) => [traceId === TRACE, parentSpanId]),
		[
			[true, '00f067aa0ba902b7'],
			[false, undefined],
		],
	)
	for (const { traceId } of tasks)
		assert.deepEqual(spanTree(spans.filter(span => span.traceId === traceId)), [
			'task',
			'  invoke_agent keelson',
			'    turn',
			'      chat scripted',
			'      execute_tool list',
			'    turn',
			'      chat scripted',
		])
	const waits = collector.metrics().find(({ name }) => name === 'keelson.queue.wait')
	assert.deepEqual(
		waits?.points.map(({ count, attributes }) => [attributes['keelson.queue'], count]),
		[['task', 2]],
	)
	await collector.close()
})
