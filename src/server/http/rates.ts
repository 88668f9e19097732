// How often somebody may ask: so many requests at once, and so many a second from then on.

import type { Clock } from '../../core/host.ts'
import { Refusal } from './refusal.ts'

export type Rate = { perSecond: number; atOnce: number }

export type Rates = {
	/** @throws Refusal `rate-limited` */
	take(who: string): void
}

export function createRates({ perSecond, atOnce }: Rate, clock: Pick<Clock, 'monotonicMs'>): Rates {
	const buckets = new Map<string, { left: number; atMs: number }>()
	return {
		take(who) {
			const now = clock.monotonicMs()
			const before = buckets.get(who)
			const left = before ? Math.min(atOnce, before.left + ((now - before.atMs) / 1000) * perSecond) : atOnce
			if (left < 1) {
				const seconds = Math.ceil((1 - left) / perSecond)
				throw new Refusal('rate-limited', `that are more than ${perSecond} requests a second`, {
					'Retry-After': String(seconds),
				})
			}
			// The ones heard of first are forgotten first; a full bucket is as good as none.
			buckets.delete(who)
			buckets.set(who, { left: left - 1, atMs: now })
			if (buckets.size > MOST_KNOWN) buckets.delete(buckets.keys().next().value!)
		},
	}
}

const MOST_KNOWN = 10_000
