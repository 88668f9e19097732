// Opens telemetry: envelopes are folded into spans and measures at once, and given to the OpenTelemetry SDK when that is
// there. It is loaded while the first model is waited for, so a run begins no later for it.

import { AsyncLocalStorage } from 'node:async_hooks'
import { messageOf } from '../../core/errors.ts'
import type { Logger } from '../../core/logging/logger.ts'
import type { StreamModel } from '../../core/model.ts'
import type { OtlpExport, OtlpOptions } from './otlp-export.ts'
import type { RuntimeTelemetry } from './runtime-telemetry.ts'
import type { TelemetryEndpoints } from './telemetry-endpoints.ts'
import { TraceFold } from './trace-fold.ts'
import type { TraceSampling } from './trace-sampling.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

export type TelemetryOptions = {
	endpoints: TelemetryEndpoints
	version: string
	/** `TRACEPARENT`: the trace that whoever started this program is in. */
	traceparent?: string | undefined
	/** Left out, all that nobody before us has left out. */
	sampling?: TraceSampling
	/** Requests to model providers say which trace they belong to. */
	toProviders: boolean
	/** Hears, once, of a collector that cannot be reached. */
	logger?: Logger | undefined
	intervalsMs?: OtlpOptions['intervalsMs']
	now?: () => number
}

export function openTelemetry(options: TelemetryOptions): RuntimeTelemetry {
	const { endpoints, version, logger, intervalsMs, now = Date.now } = options
	let hasFailed = false
	const failed = (error: unknown) => {
		if (hasFailed) return
		hasFailed = true
		const at = endpoints.traces ?? endpoints.metrics ?? ''
		const facts = { endpoint: new URL(at).origin, message: messageOf(error) }
		logger?.log('warn', 'telemetry-failure', facts)
	}

	let exporter: OtlpExport | undefined
	let loading: Promise<void> | undefined
	let waiting: ((exporter: OtlpExport) => void)[] = []
	const load = () =>
		(loading ??= import('./otlp-export.ts')
			.then(({ openOtlpExport }) => {
				const opened = openOtlpExport({ endpoints, version, failed, ...(intervalsMs && { intervalsMs }) })
				exporter = opened
				for (const give of waiting) give(opened)
			})
			.catch(failed)
			.finally(() => {
				waiting = []
			}))
	const give = (each: (exporter: OtlpExport) => void) => {
		if (exporter) each(exporter)
		else if (!hasFailed) waiting.push(each)
		if (waiting.length >= MOST_WAITING) void load()
	}

	const fold = new TraceFold(
		{
			span: record => give(to => to.span(record)),
			measure: (...measured) => give(to => to.measure(...measured)),
		},
		readTraceparent(options.traceparent),
		options.sampling,
	)
	const written = (context: ReturnType<TraceFold['contextOfRun']>) => context && writeTraceparent(context)
	let closed: Promise<void> | undefined

	async function close(): Promise<void> {
		fold.close(now())
		if (!exporter && waiting.length === 0) return
		// What takes its time on this machine is no collector that does not answer.
		await load()
		const timer = new AbortController()
		const tooLong = new Promise<void>(resolve => {
			const timeout = setTimeout(resolve, CLOSE_MS)
			timer.signal.addEventListener('abort', () => clearTimeout(timeout))
		})
		await Promise.race([exporter?.close().catch(failed), tooLong])
		timer.abort()
	}

	return {
		follow(envelope) {
			try {
				if (envelope.event.type === 'attempt-start') void load()
				fold.take(envelope)
			} catch (error) {
				// Nobody's run ends because it was looked at.
				failed(error)
			}
		},
		ofCall: (sessionId, callId) => written(fold.contextOfCall(sessionId, callId)),
		startTask: task => fold.task(task, now),
		...(options.toProviders && { toProviders: tracedRequests(id => written(fold.contextOfRun(id))) }),
		close: () => (closed ??= close()),
	}
}

/** A server may hear of much before the first model is asked. */
const MOST_WAITING = 1_000

/** All that is sent then together, whatever the collector does. */
const CLOSE_MS = 900

/** A stream is asked for its parts in a context of its own, and whatever it fetches for them finds that there. */
function tracedRequests(
	ofRun: (
		sessionId: Parameters<NonNullable<RuntimeTelemetry['toProviders']>['streamOf']>[0],
	) => string | undefined,
): NonNullable<RuntimeTelemetry['toProviders']> {
	const asking = new AsyncLocalStorage<string | undefined>()
	return {
		streamOf: (sessionId, stream): StreamModel =>
			async function* (request, signal) {
				const traceparent = ofRun(sessionId)
				const parts = stream(request, signal)[Symbol.asyncIterator]()
				try {
					for (;;) {
						const next = await asking.run(traceparent, () => parts.next())
						if (next.done) return
						yield next.value
					}
				} finally {
					await parts.return?.()
				}
			},
		fetchWith: fetch => (target, init) => {
			const traceparent = asking.getStore()
			if (traceparent === undefined) return fetch(target, init)
			const given = init?.headers ?? {}
			const headers = Symbol.iterator in given ? Object.fromEntries(given) : given
			return fetch(target, { ...init, headers: { ...headers, traceparent } })
		},
	}
}
