// How long a server asked to be left alone, from its headers or from what it wrote. Pure.

import type { UnixMs } from '../../core/ids.ts'

type HeaderReader = { get(name: string): string | null }

/**
 * @param text - the error's body or message
 * @returns milliseconds, or undefined when nothing usable was said: junk, zero, or a time in the past
 */
export function retryAfterMs(headers: HeaderReader, text: string, now: UnixMs): number | undefined {
	return (
		positive(Number(headers.get('retry-after-ms') ?? Number.NaN)) ??
		fromHeader(headers.get('retry-after')?.trim() ?? '', now) ??
		fromText(text)
	)
}

function fromHeader(value: string, now: UnixMs): number | undefined {
	if (/^\d+(\.\d+)?$/.test(value)) return positive(Number(value) * 1_000)
	// Date.parse takes a bare "-5" for a year; an HTTP date begins with its weekday.
	return /^[A-Za-z]{3}/.test(value) ? positive(Date.parse(value) - now) : undefined
}

/** `try again in 1m2s`, `retry after 350ms`, `in 20 seconds`, and Google's `"retryDelay": "34s"`. */
export function fromText(text: string): number | undefined {
	const named =
		/(?:try again in|retry (?:in|after)|"retryDelay":\s*")\s*((?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*)+)/i.exec(text)
	if (!named?.[1]) return undefined
	let totalMs = 0
	for (const [, amount = '', unit = ''] of named[1].matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
		const unitMs = UNIT_MS.get(unit.toLowerCase())
		// The first word that is no unit ends the time: "in 20 seconds and 3 apples".
		if (unitMs === undefined) break
		totalMs += Number(amount) * unitMs
	}
	return positive(totalMs)
}

const UNIT_MS: ReadonlyMap<string, number> = new Map([
	...['ms', 'msec', 'millisecond', 'milliseconds'].map(unit => [unit, 1] as const),
	...['s', 'sec', 'secs', 'second', 'seconds'].map(unit => [unit, 1_000] as const),
	...['m', 'min', 'mins', 'minute', 'minutes'].map(unit => [unit, 60_000] as const),
	...['h', 'hr', 'hrs', 'hour', 'hours'].map(unit => [unit, 3_600_000] as const),
	...['d', 'day', 'days'].map(unit => [unit, 86_400_000] as const),
])

function positive(ms: number): number | undefined {
	return Number.isFinite(ms) && ms > 0 ? Math.ceil(ms) : undefined
}
