// W3C trace context: the `traceparent` that others hand us and that we hand on, read and written.

import { randomBytes } from 'node:crypto'

export type TraceContext = {
	/** 32 hexadecimal digits. */
	traceId: string
	/** 16 hexadecimal digits. */
	spanId: string
	/** Somebody before us may have decided that the trace is not kept. */
	isSampled: boolean
}

/** @returns undefined for what is none: whoever sent it is not to be hurt by it */
export function readTraceparent(text: string | undefined): TraceContext | undefined {
	const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(text?.trim() ?? '') ?? []
	if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined)
		return undefined
	if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
	if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined
	return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function writeTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
	return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** A span below `parent`. */
export function contextBelow(parent: TraceContext, spanId = newSpanId()): TraceContext {
	return { ...parent, spanId }
}

/** A span below `parent`, or the first one of a trace, if that is kept. */
export function newContext(
	parent: TraceContext | undefined,
	keeps: (traceId: string) => boolean,
): TraceContext {
	if (parent) return contextBelow(parent)
	const traceId = randomBytes(16).toString('hex')
	return { traceId, spanId: newSpanId(), isSampled: keeps(traceId) }
}

export function newSpanId(): string {
	return randomBytes(8).toString('hex')
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const ZEROS = /^0+$/
