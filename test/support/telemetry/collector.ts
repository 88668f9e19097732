// A collector of telemetry: takes what exporters post, keeps every byte of it, and tells it as plain values.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Collector = {
	url: string
	/** Everything that was posted, as it came. */
	bytes(): string
	headers(): readonly IncomingHttpHeaders[]
	spans(): readonly CollectedSpan[]
	metrics(): readonly CollectedMetric[]
	resource(): Record<string, unknown>
	close(): Promise<void>
}

export type CollectedSpan = {
	name: string
	kind: number
	traceId: string
	spanId: string
	parentSpanId: string | undefined
	startMs: number
	endMs: number
	isError: boolean
	attributes: Record<string, unknown>
	events: readonly { name: string; attributes: Record<string, unknown> }[]
}

export type CollectedMetric = {
	name: string
	unit: string
	kind: 'histogram' | 'counter' | 'up-down'
	points: readonly { value: number; count: number; attributes: Record<string, unknown> }[]
}

export async function startCollector(): Promise<Collector> {
	const posted: { path: string; text: string; headers: IncomingHttpHeaders }[] = []
	const server = createServer(async (request, response) => {
		let text = ''
		for await (const chunk of request.setEncoding('utf8')) text += chunk
		posted.push({ path: request.url ?? '', text, headers: request.headers })
		response.setHeader('content-type', 'application/json').end('{}')
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	const bodies = (path: string) =>
		posted.filter(each => each.path === path).map(({ text }) => JSON.parse(text))
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		bytes: () => posted.map(({ text }) => text).join('\n'),
		headers: () => posted.map(({ headers }) => headers),
		spans: () =>
			bodies('/v1/traces').flatMap(({ resourceSpans }: OtlpTraces) =>
				resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(spanOf))),
			),
		metrics: () =>
			bodies('/v1/metrics').flatMap(({ resourceMetrics }: OtlpMetrics) =>
				resourceMetrics.flatMap(({ scopeMetrics }) =>
					scopeMetrics.flatMap(({ metrics }) => metrics.map(metricOf)),
				),
			),
		resource: () => attributesOf(bodies('/v1/traces')[0]?.resourceSpans[0]?.resource.attributes ?? []),
		close: async () => {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}
}

type OtlpValue = Record<string, unknown>
type OtlpAttributes = readonly { key: string; value: OtlpValue }[]
type OtlpSpan = {
	name: string
	kind: number
	traceId: string
	spanId: string
	parentSpanId?: string
	startTimeUnixNano: string
	endTimeUnixNano: string
	status: { code?: number }
	attributes: OtlpAttributes
	events: readonly { name: string; attributes: OtlpAttributes }[]
}
type OtlpTraces = { resourceSpans: readonly { scopeSpans: readonly { spans: readonly OtlpSpan[] }[] }[] }
type OtlpPoint = {
	attributes: OtlpAttributes
	sum?: number
	count?: number
	asInt?: number
	asDouble?: number
}
type OtlpMetric = {
	name: string
	unit: string
	histogram?: { dataPoints: readonly OtlpPoint[] }
	sum?: { isMonotonic: boolean; dataPoints: readonly OtlpPoint[] }
}
type OtlpMetrics = {
	resourceMetrics: readonly { scopeMetrics: readonly { metrics: readonly OtlpMetric[] }[] }[]
}

function spanOf(span: OtlpSpan): CollectedSpan {
	const { name, kind, traceId, spanId, parentSpanId, status, events } = span
	return {
		name,
		kind,
		traceId,
		spanId,
		parentSpanId: parentSpanId || undefined,
		startMs: Number(span.startTimeUnixNano) / 1e6,
		endMs: Number(span.endTimeUnixNano) / 1e6,
		isError: status.code === 2,
		attributes: attributesOf(span.attributes),
		events: events.map(each => ({ name: each.name, attributes: attributesOf(each.attributes) })),
	}
}

function metricOf({ name, unit, histogram, sum }: OtlpMetric): CollectedMetric {
	const points = (histogram ?? sum)?.dataPoints ?? []
	return {
		name,
		unit,
		kind: histogram ? 'histogram' : sum?.isMonotonic ? 'counter' : 'up-down',
		points: points.map(point => ({
			value: Number(point.sum ?? point.asInt ?? point.asDouble),
			count: point.count ?? 1,
			attributes: attributesOf(point.attributes),
		})),
	}
}

function attributesOf(attributes: OtlpAttributes): Record<string, unknown> {
	return Object.fromEntries(
		attributes.map(({ key, value }) => {
			const [[type, plain] = []] = Object.entries(value)
			return [key, type === 'intValue' ? Number(plain) : plain]
		}),
	)
}
