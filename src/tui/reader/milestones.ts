// Milestones of a run for the ear: that it has begun, every half a minute what it is at, and its end.

import type { View } from '../state/view.ts'
import { clockTime } from '../text/format.ts'

export function milestones({
	say,
	ring,
	now,
}: {
	say(lines: readonly string[]): void
	ring(): void
	now(): number
}): {
	/** @returns what is to be said behind the rest */
	look(view: View): readonly string[]
	stop(): void
} {
	let latest: View | undefined
	let begunAt: number | undefined
	let timer: NodeJS.Timeout | undefined
	const stop = () => {
		clearInterval(timer)
		timer = undefined
	}
	return {
		look(view) {
			latest = view
			if (view.run && begunAt === undefined) {
				begunAt = now()
				timer = setInterval(() => {
					if (latest?.run && begunAt !== undefined && latest.asked.length === 0)
						say([`Keelson: still working, ${clockTime(now() - begunAt)}${doing(latest)}.`])
				}, EVERY_MS).unref()
				return ['Keelson: working.']
			}
			if (!view.run && begunAt !== undefined) {
				const tookMs = now() - begunAt
				begunAt = undefined
				stop()
				ring()
				return [`Keelson: done after ${clockTime(tookMs)}.`]
			}
			return []
		},
		stop,
	}
}

const EVERY_MS = 30_000

function doing({ calls }: View): string {
	const call = calls.findLast(({ state }) => state === 'running')
	return call ? `, running ${call.tool} ${call.subject}` : ''
}
