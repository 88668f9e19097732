// Loads the empty state once the session is open and nobody has typed yet: the first frame and the first key come first.

import { type DOMElement, measureElement } from 'ink'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useBindings } from '../input/bindings-context.ts'
import { keyName, keysOf } from '../input/key-names.ts'
import { actionOf } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import type { Mouse } from '../mouse/mouse.ts'
import { RowClicks } from '../mouse/row-clicks.ts'
import { useMouse } from '../mouse/use-mouse.ts'
import type { StartFacts, TuiOptions } from '../state/tui-options.ts'
import type { View } from '../state/view.ts'
import { paintSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import type { StartRow } from './start-rows.ts'

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
	/** Writes it where one types, to be sent or changed. */
	onPrompt(text: string): void
	mouse: Pick<Mouse, 'add'>
	/** What the rows are drawn in. */
	box: RefObject<DOMElement | null>
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
	onPrompt,
	mouse,
	box,
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
	const rows = useRef<readonly StartRow[]>([])
	const [clicks] = useState(() => new RowClicks())
	useMouse(
		mouse,
		event => {
			if (!box.current || !isPromptEmpty()) return false
			const { y, height } = measureElement(box.current)
			return clicks.take({ ...event, row: event.row - y }, height, {
				at({ row }) {
					const does = rows.current[row]?.does
					return (
						does && { index: row, name: does.kind === 'write' ? does.text : `${does.name} ${does.argument}` }
					)
				},
				// What is only written can be taken back, and is there at once.
				mark(index) {
					const row = rows.current[index]
					if (row?.does?.kind === 'write') onPrompt(row.does.text)
					if (row?.way === undefined) return
					latest.current = row.way
					setChosenWay(row.way)
				},
				choose(index) {
					const does = rows.current[index]?.does
					if (does?.kind === 'command') onCommand(does)
				},
			})
		},
		isShown,
	)
	if (!isShown) return []
	const keysFor = (action: string) => keysOf(bindings, 'model-ways', action).slice(0, 1).map(keyName).join('')
	const { facts, start, at } = loaded
	rows.current = start.startRows({
		...{ facts, branch, isWithoutModel, width, limit, now: at, chosenWay, bindings },
		greeting: start.greetingRows(view, width, bindings),
		wayKeys: `${keysFor('previous')}${keysFor('next')} ${keysFor('choose')}`.trim(),
	})
	return rows.current.map(({ spans }) => paintSpans(spans, theme))
}

const AFTER_OPENING_MS = 30
