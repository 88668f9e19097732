// Where the frame is in a terminal that has broken its rows anew, by what that one does to them and to the cursor.

import { type FramePosition, lastWritten, rowsAboveCursor } from './frame/frame-position.ts'
import { insertion } from './frame/insertion.ts'
import type { Places } from './place-question.ts'
import type { Reflow } from './reflow.ts'
import type { LaidRows, ScreenSize } from './rows-after.ts'
import { type AboveFrame, isFull, laidRows, rowsAboveMovedCursor } from './xtermjs-place.ts'
import { brokenAnew } from './xtermjs-reflow.ts'

/** Saves a place that survives, and puts the cursor back; or the cursor's own, to see what becomes of it. */
export function savedPlace(frame: FramePosition, reflow: Reflow): string {
	const { row, column, bottom } = frame
	if (bottom === 0) return ''
	if (reflow === 'moves-cursor') return SAVE_PLACE
	if (reflow !== 'loses-cursor') return ''
	const last = lastWritten(frame)
	const there = `${rowsDown(last.row - row)}\x1b[${last.column + 1}G`
	return `${there}${SAVE_PLACE}${rowsDown(row - last.row)}\x1b[${column + 1}G`
}

/** The cursor, or the saved place where that is what can be relied on. */
export function placeIn(frame: FramePosition, reflow: Reflow): FramePosition {
	return reflow === 'loses-cursor' ? lastWritten(frame) : frame
}

/**
 * @param sizes - those that the window has had since the frame was drawn, that one first
 * @param places - as the terminal has told them
 * @param above - what stood above the frame, where that is known
 * @returns how many rows the place to begin at (`placeIn`) stands below the frame's first
 */
export function rowsAbovePlace(
	frame: FramePosition,
	{
		reflow,
		sizes,
		...known
	}: {
		reflow: Reflow
		sizes: readonly ScreenSize[]
		places?: Places | undefined
		above?: AboveFrame | undefined
	},
): number {
	if (reflow === 'none') return frame.row
	if (reflow !== 'moves-cursor') return rowsAboveCursor(placeIn(frame, reflow), sizes.at(-1)?.columns ?? 80)
	return rowsAboveMovedCursor(frame, { sizes, ...known })
}

/** @returns the frame's rows in a terminal that is narrower, and the place to begin at */
export function laidIn(
	frame: FramePosition,
	{ reflow, columns }: { reflow: Reflow; columns: readonly [number, number] },
): LaidRows {
	if (reflow === 'moves-cursor') return brokenAnew(laidRows(frame, columns[0]), { columns, isFull: false })
	const row = reflow === 'none' ? frame.row : rowsAboveCursor(placeIn(frame, reflow), columns[1])
	return { rows: [], row }
}

/** @returns how many rows the cursor stands below the first of those that were left when they met the first of the sizes */
export function rowsAboveLeft(
	left: LaidRows,
	{ columns, places }: { columns: readonly number[]; places: Places | undefined },
): number {
	return Math.max(0, brokenAnew(left, { columns, isFull: isFull(places) }).row)
}

/** Puts rows above the frame, as `insertion` does, from the place to begin at. */
export function insertionFrom(input: Parameters<typeof insertion>[0], reflow: Reflow): string {
	if (reflow !== 'loses-cursor') return insertion(input)
	// The saved place is where it was in the text, and the cursor may not be.
	const { frame } = input
	const last = lastWritten(frame)
	const text = insertion({ ...input, frame: { ...last, column: frame.column } })
	return `${RESTORE_PLACE}${text}${rowsDown(frame.row - last.row)}`
}

/** To the place to begin at. */
export function toPlace(reflow: Reflow, places: Places | undefined): string {
	if (places) return `\x1b[${places.cursor}H`
	return reflow === 'loses-cursor' ? RESTORE_PLACE : ''
}

/** @param rows - up where they are fewer than none */
function rowsDown(rows: number): string {
	return rows === 0 ? '' : rows > 0 ? `\x1b[${rows}B` : `\x1b[${-rows}A`
}

export const SAVE_PLACE = '\x1b7'
const RESTORE_PLACE = '\x1b8'
