// A span while it is open, and what is left of it when it ends: plain values, so that they can be made before the
// OpenTelemetry SDK is loaded.

import type { UnixMs } from '../../core/ids.ts'
import type { Attributes, Measure } from './measures.ts'
import type { TraceContext } from './traceparent.ts'

export type SpanRecord = {
	name: string
	kind: SpanKind
	context: TraceContext
	parent: TraceContext | undefined
	startMs: UnixMs
	endMs: UnixMs
	attributes: Attributes
	events: readonly SpanEvent[]
	/** It did not do what it was for. Why stands in `error.type`; words of an error may quote what was typed. */
	isFailed: boolean
}

/** Who hears of what has ended. */
export type TraceSink = {
	span(record: SpanRecord): void
	measure: Measure
	/** Whether a trace that begins here is kept. */
	keeps(traceId: string): boolean
}

export type SpanKind = 'internal' | 'client' | 'server'
export type SpanEvent = { name: string; at: UnixMs; attributes: Attributes }

export type SpanStart = Pick<SpanRecord, 'name' | 'kind' | 'context' | 'parent' | 'startMs' | 'attributes'>

export class OpenSpan {
	readonly context: TraceContext
	readonly startMs: UnixMs
	private readonly start: SpanStart
	private readonly events: SpanEvent[] = []

	constructor(start: SpanStart) {
		this.start = start
		this.context = start.context
		this.startMs = start.startMs
	}

	/** Of a run that goes on for a day only the newest are kept. */
	add(name: string, at: UnixMs, attributes: Attributes): void {
		this.events.push({ name, at, attributes })
		if (this.events.length > MOST_EVENTS) this.events.shift()
	}

	end(endMs: UnixMs, attributes: Attributes, error?: string): SpanRecord {
		return {
			...this.start,
			endMs: Math.max(endMs, this.startMs),
			attributes: { ...this.start.attributes, ...attributes, 'error.type': error },
			events: this.events,
			isFailed: error !== undefined,
		}
	}
}

const MOST_EVENTS = 128

/** Clocks of machines go back at times. */
export function seconds(ms: number): number {
	return Math.max(0, ms) / 1000
}
