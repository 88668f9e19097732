// Number formats for people.

import type { ApprovalMode } from '../../core/approval.ts'
import type { UnixMs } from '../../core/ids.ts'
import type { Effort } from '../../core/model.ts'
import type { CostMicroUsd } from '../../core/usage.ts'

/** `0.4s`, `12s`, `3m 5s`, `1h 2m`. */
export function duration(ms: number): string {
	const seconds = Math.max(0, ms) / 1000
	if (seconds < 9.95) return `${seconds.toFixed(1)}s`
	return wholeSeconds(Math.round(seconds))
}

/** `09:18`, in the user's own time. */
export function timeOfDay(at: UnixMs): string {
	const time = new Date(at)
	return `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`
}

/** For a clock that ticks: never a fraction. */
export function clockTime(ms: number): string {
	return wholeSeconds(Math.floor(Math.max(0, ms) / 1000))
}

function wholeSeconds(seconds: number): string {
	if (seconds < 60) return `${seconds}s`
	if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`
	return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`
}

/** `950`, `12.3k`, `128k`, `1.2M`. */
export function tokens(count: number): string {
	if (count < 1000) return String(count)
	if (count < 99_950) return `${trimZeros(count / 1000)}k`
	if (count < 999_500) return `${Math.round(count / 1000)}k`
	return `${trimZeros(count / 1_000_000)}M`
}

function trimZeros(value: number): string {
	return value.toFixed(1).replace(/\.0$/, '')
}

/** Small sums keep enough digits to see them grow. What is not known is so because no price is: a row is called cost already. */
export function cost(microUsd: CostMicroUsd): string {
	if (microUsd === undefined) return 'price not known'
	const usd = microUsd / 1_000_000
	if (usd > 0 && usd < 0.0001) return 'under $0.0001'
	return `$${usd.toFixed(usd < 1 ? 4 : 2)}`
}

export function percent(part: number, whole: number): string {
	return whole <= 0 ? '0%' : `${Math.round((100 * part) / whole)}%`
}

/** `1 line`, `2 lines`. */
export function countWithUnit(count: number, unit: string): string {
	return `${count} ${count === 1 ? unit.replace(/(?<=..)s$/, '') : unit.endsWith('s') ? unit : `${unit}s`}`
}

export function modeName(mode: ApprovalMode, now: UnixMs): string {
	switch (mode.kind) {
		case 'until':
			return mode.at > now ? `all for ${clockTime(mode.at - now)}` : 'ask'
		default:
			return mode.kind
	}
}

export function effortName(effort: Effort | undefined): string {
	return effort ?? 'as the model likes'
}

/** How long ago, in the coarsest unit that says enough. */
export function ago(then: UnixMs, now: UnixMs): string {
	const minutes = Math.floor((now - then) / 60_000)
	if (minutes < 1) return 'just now'
	if (minutes < 60) return `${minutes} min ago`
	if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`
	return `${Math.floor(minutes / (24 * 60))} days ago`
}

/** The home folder as `~`. */
export function shortenHome(path: string, home: string | undefined): string {
	if (!home || (path !== home && !path.startsWith(`${home}/`))) return path
	return `~${path.slice(home.length)}`
}
