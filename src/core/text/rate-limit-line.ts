// A rate limit as people read it: `98 of 100 requests left, whole again in 12 s`.

import type { UnixMs } from '../ids.ts'
import type { RateLimit } from '../usage.ts'

/** @param now - what the time is told from; what is past is not told */
export function rateLimitLine(
	{ name, limit, remaining, usedPercent, resetsAt }: RateLimit,
	now: UnixMs,
): string {
	const of = limit === undefined ? '' : ` of ${limit}`
	const left =
		usedPercent !== undefined
			? `${Math.round(usedPercent)} % of ${name} used`
			: remaining === undefined
				? `${limit} ${name} at most`
				: `${remaining}${of} ${name} left`
	return resetsAt === undefined || resetsAt <= now
		? left
		: `${left}, whole again in ${timeFor(resetsAt - now)}`
}

export function timeFor(ms: number): string {
	const seconds = Math.ceil(ms / 1_000)
	if (seconds < 120) return `${seconds} s`
	const minutes = Math.ceil(seconds / 60)
	if (minutes < 120) return `${minutes} min`
	const hours = Math.ceil(minutes / 60)
	return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`
}
