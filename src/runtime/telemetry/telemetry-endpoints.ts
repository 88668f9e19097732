// Where telemetry goes, from the standard `OTEL_*` variables and the user's setting. Nowhere, unless one of them says so.

import type { Environment } from '../../workspace/places/home-folders.ts'

export type TelemetryEndpoints = {
	/** URLs that spans and metrics are posted to. Both left out, there is no telemetry. */
	traces?: string
	metrics?: string
	/** Whole sentences about what cannot be used. */
	problems: readonly string[]
}

/** @param setting - `telemetry.endpoint`; a variable wins over it */
export function telemetryEndpoints(env: Environment, setting: string | undefined): TelemetryEndpoints {
	const read = (name: string) => env[name]?.trim() || undefined
	if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return { problems: [] }
	const problems: string[] = []
	const checked = (name: string, value: string | undefined, path = ''): string | undefined => {
		if (value === undefined) return undefined
		if (/^https?:$/.test(protocolOf(value)))
			return path === '' ? value : `${value.replace(/\/$/, '')}/${path}`
		problems.push(`${name} is not an http or https URL, so no telemetry goes there.`)
		return undefined
	}
	const fromEnv = read('OTEL_EXPORTER_OTLP_ENDPOINT')
	const base = fromEnv ?? setting
	const baseName = fromEnv === undefined ? 'telemetry.endpoint' : 'OTEL_EXPORTER_OTLP_ENDPOINT'
	const found = (['traces', 'metrics'] as const).flatMap(signal => {
		const upper = signal.toUpperCase()
		if (read(`OTEL_${upper}_EXPORTER`) === 'none') return []
		const own = read(`OTEL_EXPORTER_OTLP_${upper}_ENDPOINT`)
		const url =
			own === undefined
				? checked(baseName, base, `v1/${signal}`)
				: checked(`OTEL_EXPORTER_OTLP_${upper}_ENDPOINT`, own)
		const protocol = read(`OTEL_EXPORTER_OTLP_${upper}_PROTOCOL`) ?? read('OTEL_EXPORTER_OTLP_PROTOCOL')
		if (url === undefined) return []
		if (protocol !== 'grpc') return [[signal, url] as const]
		problems.push(
			`OTEL_EXPORTER_OTLP_PROTOCOL is grpc, and only OTLP over HTTP is sent: no ${signal} are. Collectors take it at another port (4318 in place of 4317); set the protocol to http/json.`,
		)
		return []
	})
	return { ...Object.fromEntries(found), problems: [...new Set(problems)] }
}

/** The values of `OTEL_EXPORTER_OTLP_HEADERS` and its kind: tokens, as a rule, which nobody else is to see. */
export function headerSecrets(env: Environment): readonly string[] {
	return Object.entries(env).flatMap(([name, value]) =>
		HEADERS.test(name) && value ? value.split(',').flatMap(secretsIn) : [],
	)
}

const HEADERS = /^OTEL_EXPORTER_OTLP_(?:[A-Z]+_)?HEADERS$/

function secretsIn(pair: string): readonly string[] {
	const raw = pair.slice(pair.indexOf('=') + 1).trim()
	const texts = [raw, decoded(raw)]
	// `Bearer …`, `Basic …`: what comes behind is a secret by itself.
	return [...new Set([...texts, ...texts.map(text => text.slice(text.indexOf(' ') + 1))])].filter(
		text => text.length >= LEAST_CHARACTERS,
	)
}

const LEAST_CHARACTERS = 8

function decoded(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}

function protocolOf(url: string): string {
	try {
		return new URL(url).protocol
	} catch {
		return ''
	}
}
