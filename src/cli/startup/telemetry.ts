// The telemetry of this process, where an endpoint is named: nothing of it is loaded otherwise.

import type { Logger } from '../../core/logging/logger.ts'
import type { RuntimeTelemetry } from '../../runtime/telemetry/runtime-telemetry.ts'
import { telemetryEndpoints } from '../../runtime/telemetry/telemetry-endpoints.ts'
import { traceSampling } from '../../runtime/telemetry/trace-sampling.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { readSettingsFile } from '../../workspace/settings/settings-file.ts'
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
	const { sampling, problems: unknown } = traceSampling(env)
	const { openTelemetry } = await import('../../runtime/telemetry/open-telemetry.ts')
	const telemetry = openTelemetry({
		endpoints,
		version,
		traceparent: env.TRACEPARENT,
		sampling,
		toProviders,
		logger,
		intervalsMs: {
			spans: milliseconds(env.OTEL_BSP_SCHEDULE_DELAY),
			metrics: milliseconds(env.OTEL_METRIC_EXPORT_INTERVAL),
		},
	})
	return { telemetry, problems: traces === undefined ? problems : [...problems, ...unknown] }
}

/** Of a whole server, before it has a folder: as the environment and the user's own file say. */
export async function telemetryOfServer(
	{ settingsFile }: Pick<HomeFolders, 'settingsFile'>,
	{ version, warn }: { version: string; warn(text: string): void },
): ReturnType<typeof telemetryFor> {
	const { values } = (await readSettingsFile(settingsFile)) ?? {}
	const endpoint = values?.get('telemetry.endpoint')
	const telemetry = {
		endpoint: typeof endpoint === 'string' ? endpoint : undefined,
		toProviders: values?.get('telemetry.toProviders') === true,
	}
	const logger: Logger = {
		keeps: level => level === 'warn',
		log: (_level, event, { endpoint, message }) => warn(`${event}: ${endpoint}: ${message}`),
	}
	return telemetryFor({ telemetry }, { env: process.env, version, logger })
}

function milliseconds(text: string | undefined): number | undefined {
	const value = Number(text)
	return value > 0 && Number.isSafeInteger(value) ? value : undefined
}
