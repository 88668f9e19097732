// What VS Code's terminal (xterm.js 6) does to its rows when it gets another size. It leaves the row with the cursor as it
// is, cuts it instead, and moves the cursor by as many rows as it makes or takes away anywhere, below it as well. A lower
// window takes away the rows below the cursor first, and where nothing has been scrolled out each row that is made takes
// away one at the bottom: what is gone there is neither broken nor joined later.

import type { LaidRow, LaidRows, ScreenSize } from './rows-after.ts'

/** Rows from one that is known to the screen's last, and where the cursor is. */
export type ScreenRows = LaidRows & {
	/** Of the cursor, on the screen from 0. */
	screenRow: number
	/** Rows of the terminal above the first of these: none, or more than matter. */
	above: 0 | typeof MANY
	/** Which of the rows is the frame's first. */
	top: number
}

/** More rows than a window has. */
export const MANY = Number.MAX_SAFE_INTEGER

/**
 * @param columns - those that the window has had since the rows were as they are given, that one first
 * @param isFull - the scrollback has no room: what is made at one place is thrown away at its other end, and the cursor is
 * looked for where it was
 */
export function brokenAnew(
	{ rows, row }: LaidRows,
	{ columns, isFull }: { columns: readonly number[]; isFull: boolean },
): LaidRows {
	const [first = 80, ...others] = columns
	let laid: ScreenRows = { rows, row, screenRow: 0, above: MANY, top: 0 }
	let before = first
	for (const size of others) {
		laid = brokenInto(laid, { before, size: { columns: size, rows: 0 }, isFull })
		before = size
	}
	return { rows: laid.rows, row: laid.row }
}

/** @param sizes - as above, of the whole window */
export function resized(laid: ScreenRows, sizes: readonly ScreenSize[], isFull: boolean): ScreenRows {
	const [first, ...others] = sizes
	let [now, before] = [laid, first]
	for (const size of others) {
		if (!before) break
		const higher = withHeight(now, size.rows - before.rows)
		now = brokenInto(higher, { before: before.columns, size, isFull })
		before = size
	}
	return now
}

/** @param more - rows of the window */
function withHeight(laid: ScreenRows, more: number): ScreenRows {
	if (more === 0) return laid
	const rows = [...laid.rows]
	let { screenRow } = laid
	for (let count = 0; count < more; count++) {
		const isLast = laid.row === rows.length - 1
		if (isLast && isScrolled({ ...laid, screenRow })) screenRow++
		else rows.push(BLANK)
	}
	for (let count = 0; count > more; count--) {
		if (laid.row < rows.length - 1) rows.pop()
		else screenRow--
	}
	return { ...laid, rows, screenRow }
}

type Step = { before: number; size: ScreenSize }

function brokenInto(laid: ScreenRows, { isFull, ...step }: Step & { isFull: boolean }): ScreenRows {
	if (step.size.columns < step.before) return narrowed(laid, { ...step, isFull })
	return step.size.columns > step.before ? widened(laid, step) : laid
}

/**
 * From the last line up, so that the line it takes for the cursor's is further down by what it has made below it. Of a line
 * that has been taken away meanwhile, what it is broken into stays, at the bottom.
 */
function narrowed(laid: ScreenRows, { before, size, isFull }: Step & { isFull: boolean }): ScreenRows {
	const rows = laid.rows.map(row => (row.cells <= size.columns ? row : { ...row, cells: size.columns }))
	/** By the row that they come behind. */
	const made = new Map<number, readonly LaidRow[]>()
	let now = laid
	let [end, kept] = [rows.length, rows.length]
	while (end > 0) {
		const start = startOf(laid.rows, end - 1)
		const cursor = isFull ? laid.row : now.row
		const isWhole = end - start === 1 && rows[start] === laid.rows[start]
		if (!isWhole && !(cursor >= start && cursor < end)) {
			const line = laid.rows.slice(start, end)
			const broken = rowsFor(cellsOf(line, before), size.columns)
			for (const [index, { isContinued }] of line.entries())
				rows[start + index] = { cells: broken[index] ?? 0, isContinued }
			const more = broken.slice(line.length).map(cells => ({ cells, isContinued: true }))
			made.set(end, more)
			if (start < laid.top) now = { ...now, top: now.top + more.length }
			for (const _ of more) {
				const takesBelow = !isFull && !isScrolled(now) && now.screenRow < size.rows - 1
				if (takesBelow) kept--
				now = { ...now, row: now.row + 1, screenRow: now.screenRow + (takesBelow ? 1 : 0) }
			}
		}
		end = start
	}
	const laidAnew: LaidRow[] = []
	for (const [index, row] of rows.entries()) {
		if (index < kept) laidAnew.push(row)
		const behind = made.get(index + 1)
		if (behind) laidAnew.push(...behind)
	}
	return { ...now, rows: laidAnew }
}

function widened(laid: ScreenRows, { before, size }: Step): ScreenRows {
	const rows: LaidRow[] = []
	let { row, screenRow, top } = laid
	let start = 0
	while (start < laid.rows.length) {
		let end = start + 1
		while (laid.rows[end]?.isContinued) end++
		const holdsCursor = laid.row >= start && laid.row < end
		if (end - start === 1 || holdsCursor) rows.push(...laid.rows.slice(start, end))
		else {
			const joined = rowsFor(cellsOf(laid.rows.slice(start, end), before), size.columns)
			if (start < laid.top) top -= end - start - joined.length
			for (const [index, cells] of joined.entries()) rows.push({ cells, isContinued: index > 0 })
		}
		start = end
	}
	for (let taken = laid.rows.length - rows.length; taken > 0; taken--) {
		if (isScrolled({ ...laid, row, screenRow })) {
			row--
			continue
		}
		if (screenRow > 0) [row, screenRow] = [row - 1, screenRow - 1]
		if (rows.length < size.rows) rows.push(BLANK)
	}
	return { ...laid, rows, row, screenRow, top }
}

/** Something has been scrolled out. */
function isScrolled({ above, row, screenRow }: ScreenRows): boolean {
	return above + row > screenRow
}

function startOf(rows: readonly LaidRow[], index: number): number {
	let start = index
	while (start > 0 && rows[start]?.isContinued) start--
	return start
}

/** Every row but the last is taken for full. */
function cellsOf(line: readonly LaidRow[], columns: number): number {
	return (line.length - 1) * columns + (line.at(-1)?.cells ?? 0)
}

function rowsFor(cells: number, columns: number): readonly number[] {
	const full = Array.from({ length: Math.floor(cells / columns) }, () => columns)
	const rest = cells % columns
	return rest > 0 || full.length === 0 ? [...full, rest] : full
}

const BLANK: LaidRow = { cells: 0, isContinued: false }
