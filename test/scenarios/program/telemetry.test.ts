import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../../support/model-server/model-server.ts'
import { makeDesk, runAgent } from '../../support/run-agent.ts'
import { startCollector } from '../../support/telemetry/collector.ts'
import { spanTree } from '../../support/telemetry/span-tree.ts'

test('the program sends what the standard variables say, and keeps their headers to itself', async () => {
	const [server, collector, desk] = await Promise.all([startModelServer(), startCollector(), makeDesk()])
	onTestFinished(async () => {
		await Promise.all([server.close(), collector.close(), desk.remove()])
	})
	const command =
		'echo "trace $TRACEPARENT headers<$OTEL_EXPORTER_OTLP_HEADERS>"; printf "said a-token-for-%s" the-collector'
	server.script({ calls: [{ name: 'shell', arguments: { command } }] }, { text: 'Hello.' })
	const { code, stdout, stderr } = await runAgent(
		['run', '--approve', 'all', '-m', 'openai-chat/test-model', '--output-format', 'stream-json', 'hi'],
		{
			desk,
			env: {
				...server.environment,
				KEELSON_LOG_LEVEL: 'debug',
				OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
				OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a-token-for-the-collector',
				OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.instance.id=desk-1',
				OTEL_SERVICE_NAME: 'my-agent',
				TRACEPARENT: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
			},
		},
	)
	assert.equal(code, 0, stderr)
	assert.deepEqual(spanTree(collector.spans()), [
		'invoke_agent keelson',
		'  turn',
		'    chat test-model',
		'    execute_tool shell',
		'  turn',
		'    chat test-model',
	])
	const [run] = collector.spans().filter(({ name }) => name.startsWith('invoke_agent'))
	assert.deepEqual(
		[run?.traceId, run?.parentSpanId],
		['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'],
	)
	expect(collector.resource()).toMatchObject({
		'service.name': 'my-agent',
		'service.instance.id': 'desk-1',
		'deployment.environment.name': 'test',
	})
	assert.deepEqual(
		[...new Set(collector.headers().map(({ authorization }) => authorization))],
		['Bearer a-token-for-the-collector'],
	)
	const shell = collector.spans().find(({ name }) => name === 'execute_tool shell')
	const trace = `trace 00-4bf92f3577b34da6a3ce929d0e0e4736-${shell?.spanId}-01 headers<>`
	assert.ok(stdout.includes(trace), stdout)
	assert.match(stdout, /said \[REDACTED/)
	const log = await readFile(join(desk.home, 'logs', 'agent.log'), 'utf8')
	assert.match(log, /"event":"run-end"/)
	for (const [name, text] of Object.entries({ stdout, stderr, log, sent: collector.bytes() }))
		assert.doesNotMatch(text, /a-token-for-the-collector/, name)
})
