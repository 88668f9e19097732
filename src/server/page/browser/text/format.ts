// Numbers, times and states as people read them.

import type { TaskState } from '../../../../core/services/tasks.ts'
import type { CostMicroUsd } from '../../../../core/usage.ts'

export const STATE_WORDS: Readonly<Record<TaskState, string>> = {
	submitted: 'Queued',
	working: 'Working',
	'input-required': 'Needs you',
	completed: 'Done',
	failed: 'Failed',
	canceled: 'Canceled',
}

/** `0.4 s`, `12 s`, `3 min 5 s`, `1 h 2 min`. */
export function duration(ms: number): string {
	const seconds = Math.max(0, ms) / 1000
	if (seconds < 9.95) return `${seconds.toFixed(1)} s`
	const whole = Math.round(seconds)
	if (whole < 60) return `${whole} s`
	if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
	return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** `now`, `3 min`, `2 h`, `5 d`. */
export function age(ms: number): string {
	const minutes = Math.floor(Math.max(0, ms) / 60_000)
	if (minutes < 1) return 'now'
	if (minutes < 60) return `${minutes} min`
	const hours = Math.floor(minutes / 60)
	return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

/** `950`, `12.3k`, `1.2M`. */
export function tokens(count: number): string {
	if (count < 1000) return String(count)
	if (count < 999_500) return `${(count / 1000).toFixed(count < 99_950 ? 1 : 0).replace(/\.0$/, '')}k`
	return `${(count / 1_000_000).toFixed(1).replace(/\.0$/, '')}M`
}

/** @returns undefined where the price is not known */
export function cost(microUsd: CostMicroUsd): string | undefined {
	if (microUsd === undefined) return undefined
	const usd = microUsd / 1_000_000
	if (usd > 0 && usd < 0.0001) return 'under $0.0001'
	return `$${usd.toFixed(usd < 1 ? 4 : 2)}`
}

/** `9,800,000 characters`. */
export function characters(count: number): string {
	return `${count.toLocaleString('en')} characters`
}

/** The words of whatever was thrown. The one of `core` would bring along the table of all errors. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error)
}
