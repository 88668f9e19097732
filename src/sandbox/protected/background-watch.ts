// What has to be looked at again and again while a sandboxed command goes on in the background, because nobody waits
// for its end: names that may not come into being, and what git would be made to start.

import { type NameWatch, watchNames } from './new-names.ts'

export type BackgroundWatch = {
	names: NameWatch
	/** A command that nothing holds runs beside it; what it makes stays. @returns to be called when it has ended */
	pause(): () => void
	/** After a last look at the names; whoever stops it looks at the settings himself. */
	stop(): void
}

export type BackgroundWatchDeps = {
	names: readonly string[]
	told(text: string): void
	/** @returns what was put aside, a sentence each */
	undoSettings(): readonly string[]
	/** What there is now stays. */
	acceptSettings(): void
}

export function watchBackground({
	names,
	told,
	undoSettings,
	acceptSettings,
}: BackgroundWatchDeps): BackgroundWatch {
	let pauses = 0
	let timer: NodeJS.Timeout | undefined
	let isStopped = false
	let tookMs = 0
	let endedMs = 0
	const look = () => {
		const begunMs = performance.now()
		if (pauses === 0) undoSettings().forEach(told)
		endedMs = performance.now()
		tookMs = endedMs - begunMs
		lookWithin(Math.max(LOOK_EVERY_MS, tookMs * RESTS))
	}
	const lookWithin = (waitMs: number) => {
		clearTimeout(timer)
		if (!isStopped) timer = setTimeout(look, waitMs).unref()
	}
	const watch = watchNames({
		names,
		told,
		repositoryChanged: () =>
			lookWithin(Math.max(0, endedMs + tookMs * RESTS_WHEN_CHANGED - performance.now())),
	})
	lookWithin(LOOK_EVERY_MS)
	return {
		names: watch,
		pause() {
			undoSettings().forEach(told)
			const go = watch.pause()
			pauses++
			return () => {
				pauses--
				go()
				acceptSettings()
			}
		},
		stop() {
			isStopped = true
			clearTimeout(timer)
			watch.stop()
		},
	}
}

const LOOK_EVERY_MS = 500

/** Times what a look takes: in a large tree it is not done more often than this allows. */
const RESTS = 50
const RESTS_WHEN_CHANGED = 4
