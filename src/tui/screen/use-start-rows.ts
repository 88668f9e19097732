// Loads the empty state once the session is open and nobody has typed yet: the first frame and the first key come first.

import { useEffect, useState } from 'react'
import type { StartFacts, TuiOptions } from '../state/tui-options.ts'
import type { View } from '../state/view.ts'
import { paintSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'

export type StartScene = {
	options: Pick<TuiOptions, 'startFacts' | 'initialPrompt' | 'picker' | 'playback'>
	view: View
	branch: string | undefined
	width: number
	limit: number
	theme: Theme
	/** Rows that appear under what somebody types would move it. */
	hasTyped(): boolean
}

type Loaded = { facts: StartFacts; draw: typeof import('./start-rows.ts').startRows; at: number }

/** @returns painted rows, none once something was asked */
export function useStartRows({
	options,
	view,
	branch,
	width,
	limit,
	theme,
	hasTyped,
}: StartScene): readonly string[] {
	const [loaded, setLoaded] = useState<Loaded | undefined>()
	const isEmpty = view.sessionId !== undefined && !view.hasMessages && view.run === undefined
	const { startFacts, initialPrompt = '', picker = false, playback } = options
	const isWanted = isEmpty && startFacts !== undefined && initialPrompt === '' && !picker && !playback
	const isWithoutModel = view.model?.provider === 'demo'
	// biome-ignore lint/correctness/useExhaustiveDependencies: once a session
	useEffect(() => {
		if (!isWanted || !startFacts) return
		let isCurrent = true
		const later = setTimeout(() => {
			if (hasTyped()) return
			const work = Promise.all([startFacts({ isWithoutModel }), import('./start-rows.ts')])
			work.then(
				([facts, { startRows }]) =>
					isCurrent && !hasTyped() && setLoaded({ facts, draw: startRows, at: Date.now() }),
				() => undefined,
			)
		}, AFTER_OPENING_MS)
		return () => {
			isCurrent = false
			clearTimeout(later)
		}
	}, [isWanted, isWithoutModel, view.sessionId])
	if (!isWanted || !loaded) return []
	const rows = loaded.draw({ facts: loaded.facts, branch, isWithoutModel, width, limit, now: loaded.at })
	return rows.map(row => paintSpans(row, theme))
}

const AFTER_OPENING_MS = 30
