// Loads the empty state once the session is open and nobody has typed yet: the first frame and the first key come first.

import { useEffect, useRef, useState } from 'react'
import { useBindings } from '../input/bindings-context.ts'
import { keyName, keysOf } from '../input/key-names.ts'
import { actionOf } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
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
	/** Nothing is typed, and the keys go to the prompt. */
	isPromptEmpty(): boolean
	onCommand(command: { name: string; argument: string }): void
}

type Loaded = { facts: StartFacts; start: typeof import('./start-rows.ts'); at: number }

/** @returns painted rows, none once something was asked */
export function useStartRows({
	options,
	view,
	branch,
	width,
	limit,
	theme,
	hasTyped,
	isPromptEmpty,
	onCommand,
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
				([facts, start]) => isCurrent && !hasTyped() && setLoaded({ facts, start, at: Date.now() }),
				() => undefined,
			)
		}, AFTER_OPENING_MS)
		return () => {
			isCurrent = false
			clearTimeout(later)
		}
	}, [isWanted, isWithoutModel, view.sessionId])
	const bindings = useBindings()
	const [chosenWay, setChosenWay] = useState(0)
	// Keys that came in one read have not been drawn in between.
	const latest = useRef(0)
	const isShown = isWanted && loaded !== undefined
	useKeys(
		'intercept',
		press => {
			const ways = loaded?.start.MODEL_WAYS ?? []
			const action = press.kind === 'key' && isPromptEmpty() ? actionOf('model-ways', press) : undefined
			if (action === undefined) return false
			const chosen = ways[latest.current]
			if (action === 'choose') {
				if (chosen) onCommand(chosen)
			} else {
				latest.current = (latest.current + (action === 'next' ? 1 : ways.length - 1)) % ways.length
				setChosenWay(latest.current)
			}
			return true
		},
		{ isActive: isShown && isWithoutModel },
	)
	if (!isShown) return []
	const keysFor = (action: string) => keysOf(bindings, 'model-ways', action).slice(0, 1).map(keyName).join('')
	const { facts, start, at } = loaded
	const rows = start.startRows({
		...{ facts, branch, isWithoutModel, width, limit, now: at, chosenWay, bindings },
		wayKeys: `${keysFor('previous')}${keysFor('next')} ${keysFor('choose')}`.trim(),
	})
	return rows.map(row => paintSpans(row, theme))
}

const AFTER_OPENING_MS = 30
