import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { headerSecrets, telemetryEndpoints } from '../../../src/runtime/telemetry/telemetry-endpoints.ts'

const HERE = 'http://127.0.0.1:4318'
const BOTH = { traces: `${HERE}/v1/traces`, metrics: `${HERE}/v1/metrics`, problems: [] }
const NONE = { problems: [] }

describe('telemetry goes', () => {
	const cases: readonly (readonly [string, Record<string, string>, string | undefined, object])[] = [
		['nowhere by itself', {}, undefined, NONE],
		['where the setting says', {}, HERE, BOTH],
		[
			'where the variable says, whatever the setting says',
			{ OTEL_EXPORTER_OTLP_ENDPOINT: `${HERE}/` },
			'http://x',
			BOTH,
		],
		['nowhere for an empty variable', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, undefined, NONE],
		[
			'nowhere when the SDK is disabled',
			{ OTEL_SDK_DISABLED: 'TRUE', OTEL_EXPORTER_OTLP_ENDPOINT: HERE },
			HERE,
			NONE,
		],
		[
			'for one kind where only that one is named, to the very URL',
			{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${HERE}/spans` },
			undefined,
			{ traces: `${HERE}/spans`, problems: [] },
		],
		[
			'without metrics where nobody wants them',
			{ OTEL_EXPORTER_OTLP_ENDPOINT: HERE, OTEL_METRICS_EXPORTER: 'none' },
			undefined,
			{ traces: BOTH.traces, problems: [] },
		],
		[
			'below the path of a gateway',
			{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://x/otlp' },
			undefined,
			{ traces: 'https://x/otlp/v1/traces', metrics: 'https://x/otlp/v1/metrics', problems: [] },
		],
		[
			'nowhere for what is no URL, which is told once and without the value',
			{ OTEL_EXPORTER_OTLP_ENDPOINT: 'user:pass@collector' },
			undefined,
			{ problems: ['OTEL_EXPORTER_OTLP_ENDPOINT is not an http or https URL, so no telemetry goes there.'] },
		],
	]
	for (const [name, env, setting, expected] of cases)
		test(name, () => assert.deepEqual(telemetryEndpoints(env, setting), expected))

	test('nowhere over gRPC, and says what to do', () => {
		const env = { OTEL_EXPORTER_OTLP_ENDPOINT: HERE, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
		const { traces, metrics, problems } = telemetryEndpoints(env, undefined)
		assert.deepEqual([traces, metrics, problems.length], [undefined, undefined, 2])
		assert.match(problems[0]!, /is grpc.*4318.*http\/json/)
	})
})

test('what headers hold is a secret, with and without the word in front, written out and as it was', () => {
	assert.deepEqual(
		headerSecrets({
			OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abcdef123456, x-org=7,api-key=k=12345678',
			OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'broken=%E0%A4%A12345',
			OTEL_SERVICE_NAME: 'not-a-secret-at-all',
		}),
		['Bearer%20abcdef123456', 'Bearer abcdef123456', 'abcdef123456', 'k=12345678', '%E0%A4%A12345'],
	)
})
