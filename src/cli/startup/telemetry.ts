// The telemetry of this process, where an endpoint is named: nothing of it is loaded otherwise.

import type { Logger } from '../../core/logging/logger.ts'
import type { RuntimeTelemetry } from '../../runtime/telemetry/runtime-telemetry.ts'
import { telemetryEndpoints } from '../../runtime/telemetry/telemetry-endpoints.ts'
import type { Settings } from '../../workspace/settings/settings-schema.ts'

/** @returns whole sentences about endpoints that cannot be used, beside it */
export async function telemetryFor(
	settings: Pick<Settings, 'telemetry'>,
	given: {
		env: Readonly<Record<string, string | undefined>>
		version: string
		logger: Logger | undefined
	},
): Promise<{ telemetry?: RuntimeTelemetry; problems: readonly string[] }> {
	const { env, version, logger } = given
	const { endpoint, toProviders } = settings.telemetry
	const endpoints = telemetryEndpoints(env, endpoint)
	const { traces, metrics, problems } = endpoints
	if (traces === undefined && metrics === undefined) return { problems }
	const { openTelemetry } = await import('../../runtime/telemetry/open-telemetry.ts')
	const telemetry = openTelemetry({
		endpoints,
		version,
		traceparent: env.TRACEPARENT,
		toProviders,
		logger,
		intervalsMs: {
			spans: milliseconds(env.OTEL_BSP_SCHEDULE_DELAY),
			metrics: milliseconds(env.OTEL_METRIC_EXPORT_INTERVAL),
		},
	})
	return { telemetry, problems }
}

function milliseconds(text: string | undefined): number | undefined {
	const value = Number(text)
	return value > 0 && Number.isSafeInteger(value) ? value : undefined
}
