// Rate limits from the headers of an answer. Vendors agree on the prefixes and on little else: what is counted stands
// before or behind `limit`, `remaining` and `reset`, and a reset is a time, a date or a number of seconds. Pure.

import type { UnixMs } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import type { RateLimit, RateLimits } from '../../core/usage.ts'
import { objectIn } from './read-json.ts'

/** @returns undefined where none are told */
export function rateLimitsIn(
	headers: Iterable<readonly [string, string]>,
	now: UnixMs,
): RateLimits | undefined {
	const found = new Map<string, Writable<RateLimit>>()
	let retryAt: UnixMs | undefined
	for (const [header, value] of headers) {
		const name = header.toLowerCase()
		if (name === 'retry-after') retryAt = timeIn(value, now)
		const told = counted(name) ?? ofPlan(name)
		if (!told) continue
		const limit = found.get(told.name) ?? { name: told.name }
		if (note(limit, told.field, value, now)) found.set(told.name, limit)
	}
	const counts = withWindows(found)
	if (counts.length === 0 && retryAt === undefined) return undefined
	return { counts, ...(retryAt !== undefined && { retryAt }) }
}

/** What a login's server says of its plan in an event of the stream: `{"type":"codex.rate_limits","rate_limits":{…}}`. */
export function planLimitsIn(event: JsonObject): RateLimits | undefined {
	const limits = objectIn(event.rate_limits)
	const counts = ['primary', 'secondary'].flatMap((name): RateLimit[] => {
		const { used_percent, window_minutes, reset_at } = objectIn(limits[name])
		if (typeof used_percent !== 'number') return []
		const resetsAt = typeof reset_at === 'number' ? inSeconds(reset_at) : undefined
		return [
			{
				name: typeof window_minutes === 'number' ? windowName(window_minutes) : name,
				usedPercent: used_percent,
				...(resetsAt !== undefined && { resetsAt }),
			},
		]
	})
	return counts.length === 0 ? undefined : { counts }
}

/** No clock here: a time that no calendar has is left out. */
function inSeconds(seconds: number): UnixMs | undefined {
	return seconds > 0 && seconds < LAST_UNIX_SECONDS ? seconds * 1_000 : undefined
}

/** The year 2100. */
const LAST_UNIX_SECONDS = 4_102_444_800

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
type LimitField = 'limit' | 'remaining' | 'reset' | 'share' | 'used' | 'window'
type CountedHeader = { name: string; field: LimitField }

/** `x-ratelimit-remaining-tokens`, `anthropic-ratelimit-tokens-remaining`, `ratelimit-remaining`. */
function counted(header: string): CountedHeader | undefined {
	const [, told] = /^(?:x-|anthropic-)?ratelimit-([a-z0-9-]{1,60})$/.exec(header) ?? []
	if (told === undefined) return undefined
	const [, first, behind = 'requests'] = /^(limit|remaining|reset)(?:-(.+))?$/.exec(told) ?? []
	if (isField(first)) return { name: behind, field: first }
	const [, before = '', last] = /^(.+)-(limit|remaining|reset|utilization)$/.exec(told) ?? []
	if (last === 'utilization') return { name: before, field: 'share' }
	return isField(last) ? { name: before, field: last } : undefined
}

function isField(word: string | undefined): word is 'limit' | 'remaining' | 'reset' {
	return word === 'limit' || word === 'remaining' || word === 'reset'
}

/** `x-codex-primary-used-percent`: of a plan only its windows are told, and how much of each is used. */
function ofPlan(header: string): CountedHeader | undefined {
	const [, name = '', what] =
		/^x-codex-(primary|secondary)-(used-percent|window-minutes|reset-at)$/.exec(header) ?? []
	switch (what) {
		case 'used-percent':
			return { name, field: 'used' }
		case 'window-minutes':
			return { name, field: 'window' }
		case 'reset-at':
			return { name, field: 'reset' }
		default:
			return undefined
	}
}

/** @returns whether it says something */
function note(
	limit: Writable<RateLimit> & { windowMinutes?: number },
	field: LimitField,
	value: string,
	now: UnixMs,
) {
	if (field === 'reset') {
		const resetsAt = timeIn(value, now)
		if (resetsAt !== undefined) limit.resetsAt = resetsAt
		return resetsAt !== undefined
	}
	const number = Number(value)
	if (value === '' || !Number.isFinite(number) || number < 0) return false
	if (field === 'used') limit.usedPercent = number
	else if (field === 'share') limit.usedPercent = number * 100
	else if (field === 'window') limit.windowMinutes = number
	else limit[field] = number
	return true
}

/** A time alone says nothing: of what it is the reset is not known. Plans are called by their windows. */
function withWindows(
	found: ReadonlyMap<string, RateLimit & { windowMinutes?: number }>,
): readonly RateLimit[] {
	return [...found.values()].flatMap(({ windowMinutes, ...limit }) => {
		const isTold = [limit.limit, limit.remaining, limit.usedPercent].some(each => each !== undefined)
		if (!isTold) return []
		return [windowMinutes === undefined ? limit : { ...limit, name: windowName(windowMinutes) }]
	})
}

function windowName(minutes: number): string {
	if (minutes % 1_440 === 0) return `${minutes / 1_440}d`
	return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}min`
}

/** `6m0s`, `20ms`, `12`, a date, or a time since 1970 in seconds or milliseconds. */
function timeIn(value: string, now: UnixMs): UnixMs | undefined {
	const at = readTime(value, now)
	// A limit that is whole again in years is none that anybody waits for.
	return at !== undefined && at >= 0 && at <= now + LONGEST_MS ? at : undefined
}

const LONGEST_MS = 366 * 86_400_000

function readTime(value: string, now: UnixMs): number | undefined {
	const number = value === '' ? Number.NaN : Number(value)
	if (Number.isFinite(number)) {
		if (number < 0) return undefined
		if (number > FIRST_UNIX_MS) return number
		return number > FIRST_UNIX_SECONDS ? number * 1_000 : Math.ceil(now + number * 1_000)
	}
	if (/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(value)) {
		const parts = [...value.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)]
		const ms = parts.reduce(
			(sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT_MS.get(unit) ?? 0),
			0,
		)
		return Math.ceil(now + ms)
	}
	// Date.parse takes many things for a year.
	const date = /^(?:\d{4}-|[A-Za-z]{3},)/.test(value) ? Date.parse(value) : Number.NaN
	return Number.isNaN(date) ? undefined : date
}

/** September 2001: what is larger is no number of seconds to wait. */
const FIRST_UNIX_SECONDS = 1_000_000_000
const FIRST_UNIX_MS = 1_000_000_000_000

const UNIT_MS: ReadonlyMap<string, number> = new Map([
	['ms', 1],
	['s', 1_000],
	['m', 60_000],
	['h', 3_600_000],
	['d', 86_400_000],
])
