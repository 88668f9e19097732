// Sends finished spans and metrics to a collector, as JSON over HTTP, with the OpenTelemetry SDK: the only file that loads
// it. Headers, timeouts, certificates and intervals are read from the standard `OTEL_*` variables by the SDK itself.

import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
	defaultResource,
	detectResources,
	envDetector,
	resourceFromAttributes,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { type Attributes, METRICS, type Measure, type MetricName } from './measures.ts'
import type { SpanRecord } from './span.ts'
import type { TelemetryEndpoints } from './telemetry-endpoints.ts'
import { newSpanId, type TraceContext } from './traceparent.ts'

export type OtlpExport = {
	span(record: SpanRecord): void
	measure: Measure
	/** Sends what is left, once and without trying again. Never rejects. */
	close(): Promise<void>
}

export type OtlpOptions = {
	endpoints: TelemetryEndpoints
	version: string
	/** Hears of each export that has failed. */
	failed(error: unknown): void
	/** For what is sent on the way. Left out, as the variables say, or 5 s and 60 s. */
	intervalsMs?: { spans?: number | undefined; metrics?: number | undefined }
}

export function openOtlpExport(options: OtlpOptions): OtlpExport {
	const resource = defaultResource()
		.merge(
			resourceFromAttributes({
				'service.name': 'keelson',
				'service.version': options.version,
				// Counters of two processes must not pass for one that jumps.
				'service.instance.id': newSpanId(),
			}),
		)
		.merge(detectResources({ detectors: [envDetector] }))
	const life: ExportLife = { isClosing: false, hasFailed: false, failed: options.failed }
	const spans = openSpans(options, resource, life)
	const metrics = openMetrics(options, resource, life)
	return {
		span: record => spans?.take(record),
		measure: (name, value, attributes) => metrics?.take(name, value, attributes),
		async close() {
			life.isClosing = true
			await Promise.allSettled([spans?.close(), metrics?.close()])
		},
	}
}

type Resource = ReturnType<typeof defaultResource>
type ExportLife = { isClosing: boolean; hasFailed: boolean; failed(error: unknown): void }

function openSpans({ endpoints, version, intervalsMs }: OtlpOptions, resource: Resource, life: ExportLife) {
	const { traces: url } = endpoints
	if (url === undefined) return undefined
	// They were made when the span began, because others have been told by then.
	let next: TraceContext | undefined
	const provider = new TracerProvider({
		resource,
		idGenerator: {
			generateTraceId: () => next?.traceId ?? '',
			generateSpanId: () => next?.spanId ?? '',
		},
		spanProcessors: [
			new BatchSpanProcessor({
				exporter: whileItLasts(limit => new OTLPTraceExporter({ url, ...limit }), life),
				...(intervalsMs?.spans !== undefined && { scheduledDelayMillis: intervalsMs.spans }),
			}),
		],
	})
	const tracer = provider.getTracer('keelson', version)
	return {
		take({ name, kind, context, parent, startMs, endMs, attributes, events, isFailed }: SpanRecord): void {
			if (!context.isSampled) return
			next = context
			const span = tracer.startSpan(
				name,
				{ kind: KINDS[kind], startTime: new Date(startMs), attributes: known(attributes) },
				parent ? trace.setSpanContext(ROOT_CONTEXT, spanContext(parent)) : ROOT_CONTEXT,
			)
			for (const each of events) span.addEvent(each.name, known(each.attributes), new Date(each.at))
			if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
			span.end(new Date(endMs))
		},
		close: () => provider.shutdown(),
	}
}

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, server: SpanKind.SERVER }

function spanContext({ traceId, spanId, isSampled }: TraceContext) {
	return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE }
}

function openMetrics({ endpoints, version, intervalsMs }: OtlpOptions, resource: Resource, life: ExportLife) {
	const { metrics: url } = endpoints
	if (url === undefined) return undefined
	const selector = new OTLPMetricExporter({ url })
	const exporter = whileItLasts(limit => new OTLPMetricExporter({ url, ...limit }), life)
	const provider = new MeterProvider({
		resource,
		readers: [
			new PeriodicExportingMetricReader({
				exporter: {
					...exporter,
					selectAggregationTemporality: kind => selector.selectAggregationTemporality(kind),
				},
				...(intervalsMs?.metrics !== undefined && { exportIntervalMillis: intervalsMs.metrics }),
			}),
		],
	})
	const meter = provider.getMeter('keelson', version)
	const instruments = new Map<MetricName, Measure>()
	const instrument = (name: MetricName): Measure => {
		const metric = METRICS[name]
		const about = { unit: metric.unit, description: metric.about }
		if (metric.kind === 'histogram') {
			const advice = { explicitBucketBoundaries: [...metric.buckets] }
			const histogram = meter.createHistogram(name, { ...about, advice })
			return (_, value, attributes) => histogram.record(value, known(attributes))
		}
		const counter =
			metric.kind === 'counter' ? meter.createCounter(name, about) : meter.createUpDownCounter(name, about)
		return (_, value, attributes) => counter.add(value, known(attributes))
	}
	return {
		take(name: MetricName, value: number, attributes: Attributes): void {
			const take = instruments.get(name) ?? instrument(name)
			instruments.set(name, take)
			take(name, value, attributes)
		},
		close: () => provider.shutdown(),
	}
}

type Result = { code: number; error?: Error }

type Exporter<Batch> = {
	export(batch: Batch, told: (result: Result) => void): void
	forceFlush?(): Promise<void>
	shutdown(): Promise<void>
}

/**
 * What is sent on the way is tried again for as long as the variables say; what is sent last goes out once, by an exporter
 * of its own: somebody waits for the program to end.
 */
function whileItLasts<Batch>(
	create: (limit: { timeoutMillis?: number }) => Exporter<Batch>,
	life: ExportLife,
): Required<Exporter<Batch>> {
	const usual = create({})
	const last = create({ timeoutMillis: LAST_MS })
	return {
		export(batch, told) {
			const exporter = life.isClosing ? last : usual
			exporter.export(batch, result => {
				if (result.code !== 0) {
					life.hasFailed = true
					life.failed(result.error)
				}
				told(result)
			})
		},
		forceFlush: async () => {
			if (!life.isClosing) await usual.forceFlush?.()
		},
		async shutdown() {
			// Who has not answered so far is not waited for.
			await Promise.all([last.shutdown(), life.hasFailed ? undefined : usual.shutdown()])
		},
	}
}

/** Shorter than the first wait before another try, which is 800 ms at least. */
const LAST_MS = 700

function known(attributes: Attributes): Record<string, string | number | boolean> {
	return Object.fromEntries(
		Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	)
}
