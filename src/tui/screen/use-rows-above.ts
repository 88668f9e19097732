// The rows above the prompt: the empty state before the first one, and then what goes on.

import { useBindings } from '../input/bindings-context.ts'
import type { View } from '../state/view.ts'
import { EMPTY_VIEW, planOf } from '../state/view.ts'
import { paintSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { type Layout, listHidesStart } from './layout.ts'
import { liveRows, passingRows } from './live-rows.ts'
import { type StartScene, useStartRows } from './use-start-rows.ts'

type StartPart = 'options' | 'branch' | 'hasTyped' | 'onCommand' | 'onPrompt' | 'mouse' | 'box'

export type RowsAbove = Pick<StartScene, StartPart> & {
	view: View
	/** Painted rows of the answer that may still change. */
	tail: readonly string[]
	layout: Layout
	theme: Theme
	now: number
	/** The transcript has the whole window, and shows by itself all that has a place in it. */
	isFull: boolean
	/** A dialog or a list has the keys, and the rows. */
	isTaken: boolean
	/** It is a question, which comes before whatever a command has said. */
	isAsked: boolean
	/** A list below the prompt has the place of the empty state, and where there is little room all there is. */
	isListing: boolean
	plan: { isPinned: boolean; isBeside: boolean }
	isPromptEmpty(): boolean
}

export type ShownAbove = {
	rows: readonly string[]
	/** Rows of the empty state, also while something is open over them. */
	startCount: number
	/** Some of them go again, and leave nothing: what a command has said, and a plan that is pinned. */
	isPassing: boolean
}

export function useRowsAbove(given: RowsAbove): ShownAbove {
	const { view, tail, layout, theme, now, isFull, isTaken, plan } = given
	const bindings = useBindings()
	const { width, liveRows: limit } = layout
	const start = useStartRows({
		...{ options: given.options, view, branch: given.branch, theme, limit },
		width: isFull ? width - GUTTER.length : width,
		hasTyped: given.hasTyped,
		isPromptEmpty: () => !isTaken && given.isPromptEmpty(),
		...{ onCommand: given.onCommand, onPrompt: given.onPrompt, mouse: given.mouse, box: given.box },
	})
	const startCount = start.length
	const said = passingRows(view, width, limit).map(row => paintSpans(row, theme))
	const isPassing = said.length > 0 || plan.isPinned
	if (isTaken) return { rows: given.isAsked || layout.isSmall ? [] : said, startCount, isPassing }
	if (given.isListing && layout.isSmall) return { rows: [], startCount, isPassing }
	if (given.isListing && !isFull && listHidesStart(startCount, layout))
		return { rows: said, startCount: startCount + said.length, isPassing }
	if (startCount > 0) {
		const shown = start.slice(0, Math.max(0, limit - said.length))
		return {
			rows: [...(isFull ? shown.map(row => GUTTER + row) : shown), ...said],
			startCount: startCount + said.length,
			isPassing,
		}
	}
	const todo = plan.isBeside && !plan.isPinned ? [] : planOf(view)
	const shown = isFull ? { ...view, todo, calls: [], gathered: [], reply: EMPTY_VIEW.reply } : view
	const rows = liveRows({
		...{ view: shown, tail, isTodoShown: plan.isPinned, bindings },
		...{ width, limit, theme, now },
	})
	return { rows, startCount, isPassing }
}

const GUTTER = '  '
