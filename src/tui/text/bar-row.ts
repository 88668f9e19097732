// A bar of `/context`: who has how much of a whole, in cells, as many as fit.

import { type Spans, span } from './spans.ts'

export type Bar = {
	/** `share`: of the whole, 0 to 1. */
	parts: readonly { sign: string; share: number }[]
	/** Drawn as `|` between the cells. */
	mark: number | undefined
}

/** @param indent - where the other rows have their values; kept to where the whole bar fits behind it */
export function barRow({ parts, mark }: Bar, { indent, width }: { indent: number; width: number }): Spans {
	const start = width - indent > MOST_CELLS ? indent : 2
	const cells = Math.max(1, Math.min(MOST_CELLS, width - start - 1))
	const drawn = parts
		// Whoever has anything has at least one.
		.map(({ sign, share }) => sign.repeat(share <= 0 ? 0 : Math.max(1, Math.round(share * cells))))
		.join('')
		.slice(0, cells)
		.padEnd(cells, '·')
	const at = mark === undefined ? cells : Math.min(cells, Math.round(mark * cells))
	const line = mark === undefined ? drawn : `${drawn.slice(0, at)}|${drawn.slice(at)}`
	return [span(`${' '.repeat(start)}${line}`)]
}

const MOST_CELLS = 50
