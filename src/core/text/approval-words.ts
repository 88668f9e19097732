// The approval mode in words, as it is typed behind `--approve` and `/approve` (SPEC A1).

import type { ApprovalMode } from '../approval.ts'
import type { UnixMs } from '../ids.ts'
import { durationMs } from '../time/duration.ts'

/** What there is to say instead of a word that is none. */
export const APPROVAL_WORDS =
	'ask, all, none, auto-edit, plan, or a time such as 10m, 23:59 or 2026-11-30T18:00'

/**
 * @param words - `all`; `10m`: for so long; `23:59`: until then, today or tomorrow, by the clock on the wall; an ISO time. Each
 * time may have `until` in front.
 * @returns undefined for anything else, also for a time that is over
 */
export function approvalModeOf(words: string, now: UnixMs): ApprovalMode | undefined {
	const word = words.trim()
	switch (word.toLowerCase()) {
		case 'ask':
		case 'all':
		case 'none':
		case 'auto-edit':
		case 'plan':
			return { kind: word.toLowerCase() as 'ask' | 'all' | 'none' | 'auto-edit' | 'plan' }
		default: {
			const at = timeIn(word.replace(/^until\s+/i, ''), now)
			return at !== undefined && at > now ? { kind: 'until', at } : undefined
		}
	}
}

function timeIn(text: string, now: UnixMs): UnixMs | undefined {
	const duration = /^\d+$/.test(text) ? undefined : durationMs(text.toLowerCase().replaceAll(' ', ''))
	if (duration !== undefined) return now + duration
	const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
	if (hours !== undefined) return nextTime(Number(hours), Number(minutes), now)
	if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined
	const at = Date.parse(text)
	return Number.isNaN(at) ? undefined : at
}

function nextTime(hours: number, minutes: number, now: UnixMs): UnixMs {
	const at = new Date(now)
	at.setHours(hours, minutes, 0, 0)
	if (at.getTime() <= now) at.setDate(at.getDate() + 1)
	return at.getTime()
}
