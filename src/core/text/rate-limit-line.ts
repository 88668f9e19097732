// Rate limits as people read them: `98 of 100 requests left, whole again in 12 s`.

import type { UnixMs } from '../ids.ts'
import type { RateLimit, ToldLimits } from '../usage.ts'

/** What of it is still true: what was whole again long ago is only told by how much it is at most. */
export function rateLimitLines({ limits, at }: ToldLimits, now: UnixMs): readonly string[] {
	const { counts, retryAt } = limits
	const lines = counts.flatMap(({ name, limit, ...left }): string[] => {
		const isTrue = left.resetsAt === undefined ? now - at < TRUE_FOR_MS : left.resetsAt > now
		if (isTrue) return [rateLimitLine({ name, ...(limit !== undefined && { limit }), ...left }, now)]
		return limit === undefined ? [] : [rateLimitLine({ name, limit }, now)]
	})
	const isResting = retryAt !== undefined && retryAt > now
	return isResting ? [...lines, `not to be asked for ${timeFor(retryAt - now)}`] : lines
}

/** What says nothing of when it is whole again counts minutes, as far as is known. */
const TRUE_FOR_MS = 60_000

/** @param now - what the time is told from */
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

function timeFor(ms: number): string {
	const seconds = Math.ceil(ms / 1_000)
	if (seconds < 120) return `${seconds} s`
	const minutes = Math.ceil(seconds / 60)
	if (minutes < 120) return `${minutes} min`
	const hours = Math.ceil(minutes / 60)
	return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`
}
