// Where the frame is after VS Code's terminal has had other sizes. What becomes of it there depends on where it stood and on
// what had been scrolled out, which nobody tells: of what may have been, it is what ends with the cursor where it is.

import type { FramePosition } from './frame/frame-position.ts'
import type { Places } from './place-question.ts'
import type { LaidRow, LaidRows, ScreenSize } from './rows-after.ts'
import { brokenAnew, MANY, resized, type ScreenRows } from './xtermjs-reflow.ts'

/** What was above the frame when it was drawn. */
export type AboveFrame = {
	/** Of the screen. */
	height: number
	/** What has been written there last, as far as that is known, on the screen or scrolled out: the cells of its rows. */
	lines: readonly (readonly number[])[]
}

/**
 * @param sizes - those that the window has had since the frame was drawn, that one first
 * @param above - left out, the frame is taken to have room below
 * @returns how many rows the cursor stands below the frame's first
 */
export function rowsAboveMovedCursor(
	frame: FramePosition,
	{
		sizes,
		places,
		above,
	}: { sizes: readonly ScreenSize[]; places?: Places | undefined; above?: AboveFrame | undefined },
): number {
	const columns = sizes.map(size => size.columns)
	const laid = laidRows(frame, columns[0] ?? 80)
	const full = isFull(places)
	const [first] = sizes
	if (places && above && first && !full) {
		const steps = withMissed(sizes)
		for (const screen of screensOf(laid, { above, rows: first.rows }))
			for (const each of steps.length > sizes.length ? [sizes, steps] : [sizes]) {
				const { row, top, screenRow } = resized(screen, each, false)
				if (screenRow === places.cursor - 1) return Math.max(0, row - top)
			}
	}
	return Math.max(0, brokenAnew(laid, { columns, isFull: full }).row)
}

/** On a busy machine the system tells of two sizes at once: in between, where a step is twice as long as most, was another. */
function withMissed(sizes: readonly ScreenSize[]): readonly ScreenSize[] {
	const steps = sizes.map(({ columns }, index) => Math.abs(columns - (sizes[index - 1]?.columns ?? columns)))
	const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
	return sizes.flatMap((size, index) => {
		const before = sizes[index - 1]
		if (!before || (steps[index] ?? 0) < 1.5 * usual || usual === 0) return [size]
		const half = (from: number, to: number) => Math.round((from + to) / 2)
		return [{ columns: half(before.columns, size.columns), rows: half(before.rows, size.rows) }, size]
	})
}

export function laidRows({ row, widths, bottom }: FramePosition, columns: number): LaidRows {
	const rows = Array.from({ length: bottom + 1 }, (_, index) => ({
		cells: Math.min(widths[index] ?? 0, columns),
		isContinued: false,
	}))
	return { rows, row }
}

/** The saved place moves on where the cursor does not, because nothing more can be scrolled out. */
export function isFull(places: Places | undefined): boolean {
	return places !== undefined && places.saved !== places.cursor
}

/** What the terminal may have had, the likeliest first: of rows that we did not write, that they are short. */
function* screensOf(
	frame: LaidRows,
	{ above, rows }: { above: AboveFrame; rows: number },
): Generator<ScreenRows> {
	const { height } = above
	const written = above.lines.flatMap(line => line.map((cells, index) => ({ cells, isContinued: index > 0 })))
	const blanks = (count: number): readonly LaidRow[] =>
		Array.from({ length: Math.max(0, count) }, () => ({ cells: 0, isContinued: false }))
	const below = blanks(rows - height - frame.rows.length)
	const screen = (known: readonly LaidRow[], isScrolled: boolean): ScreenRows => ({
		rows: [...known, ...frame.rows, ...below],
		row: known.length + frame.row,
		screenRow: height + frame.row,
		above: isScrolled ? MANY : 0,
		top: known.length,
	})
	const isScrolled = written.length > height
	const scrolledOut = Math.max(0, written.length - height)
	const withOut = (count: number) => {
		const known = height + count
		return screen([...blanks(known - written.length), ...written], false)
	}
	if (!isScrolled) yield withOut(0)
	yield screen([], true)
	for (let count = scrolledOut + (isScrolled ? 0 : 1); count <= scrolledOut + MOST_GUESSED; count++)
		yield withOut(count)
}

/** Rows that had been scrolled out before ours: each is a drag to be reckoned through. */
const MOST_GUESSED = 10
