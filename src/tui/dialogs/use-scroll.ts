// A scrolled part of rows that are more than there is room for, and the row that says where one is in them.

import { useRef, useState } from 'react'
import { useBindings } from '../input/bindings-context.ts'
import { joinedHints, keysHint } from '../input/key-names.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { type Spans, span } from '../text/spans.ts'

export type Scroll = {
	/** The rows to be seen: all of them, or a part and the row that says which. */
	shown: readonly Spans[]
	isWhole: boolean
	/** By rows; it ends at either end. */
	by(rows: number): void
	/** Back by a page, or on by one. */
	page(step: -1 | 1): void
	toStart(): void
	toEnd(): void
}

/**
 * @param context - whose keys scroll
 * @param hint - said beside the position, such as the key that closes
 */
export function useScroll(
	rows: readonly Spans[],
	room: number,
	width: number,
	{ context = 'dialog', hint = '' }: { context?: 'dialog' | 'trust' | 'page'; hint?: string } = {},
): Scroll {
	const bindings = useBindings()
	const actions = context === 'page' ? ['page-up', 'page-down'] : ['scroll-up', 'scroll-down']
	const [first, setFirst] = useState(0)
	// Several keys may come before the next render.
	const latest = useRef(0)
	const isWhole = rows.length <= room
	const pageRows = Math.max(1, room - 1)
	const lastFirst = isWhole ? 0 : rows.length - pageRows
	const to = (row: number) => {
		latest.current = Math.max(0, Math.min(lastFirst, row))
		setFirst(latest.current)
	}
	// The window may have grown since.
	const start = Math.min(first, lastFirst)
	const part = rows.slice(start, start + pageRows)
	const position = joinedHints([
		`rows ${start + 1}–${start + part.length} of ${rows.length}`,
		keysHint(bindings, context, actions, { joint: ' ', words: '' }),
		hint,
	])
	return {
		shown: isWhole
			? rows
			: [...part, [span(cutToWidth(position, width), { tone: 'warning' })]].slice(-Math.max(1, room)),
		isWhole,
		by: step => to(Math.min(latest.current, lastFirst) + step),
		page: step => to(Math.min(latest.current, lastFirst) + step * pageRows),
		toStart: () => to(0),
		toEnd: () => to(lastFirst),
	}
}

/** @returns by which page an action scrolls, or undefined where it does not */
export function scrollStep(action: string | undefined): -1 | 1 | undefined {
	if (action === 'scroll-up') return -1
	return action === 'scroll-down' ? 1 : undefined
}
