// Where the frame is after VS Code's terminal (xterm.js 6) has broken its rows anew. It leaves the row with the cursor as
// it is, cuts it instead, and moves the cursor by as many rows as it makes or takes away anywhere, below it as well.

import type { FramePosition } from './frame/frame-position.ts'
import type { LaidRows } from './rows-after.ts'

/** A line of text and the rows it is broken into, by their cells. */
type BrokenLine = readonly number[]

type Laid = {
	lines: readonly BrokenLine[] /** Of the cursor, counted from where the frame begins. */
	row: number
}

/**
 * @param columns - those that the window has had since the frame was drawn, that one first
 * @param isFull - the scrollback has no room: what is made at one place is thrown away at its other end, and the cursor is
 * looked for where it was
 * @returns how many rows the cursor stands below the frame's first
 */
export function rowsAboveMovedCursor(
	frame: FramePosition,
	{ columns, isFull }: { columns: readonly number[]; isFull: boolean },
): number {
	const [first = 80] = columns
	return Math.max(0, brokenAnew(laidRows(frame, first), { columns, isFull }).row)
}

export function laidRows({ row, widths, bottom }: FramePosition, columns: number): LaidRows {
	const rows = Array.from({ length: bottom + 1 }, (_, index) => ({
		cells: Math.min(widths[index] ?? 0, columns),
		isContinued: false,
	}))
	return { rows, row }
}

/** @param columns - as above, from the one at which the rows are as they are given */
export function brokenAnew(
	{ rows, row }: LaidRows,
	{ columns, isFull }: { columns: readonly number[]; isFull: boolean },
): LaidRows {
	const [first = 80, ...sizes] = columns
	const lines: number[][] = []
	for (const { cells, isContinued } of rows) {
		const line = isContinued ? lines.at(-1) : undefined
		if (line) line.push(cells)
		else lines.push([cells])
	}
	let laid: Laid = { lines, row }
	let before = first
	for (const size of sizes) {
		laid = size < before ? narrowed(laid, { before, size, isFull }) : widened(laid, { before, size })
		before = size
	}
	const laidAnew = laid.lines.flatMap(line => line.map((cells, index) => ({ cells, isContinued: index > 0 })))
	return { rows: laidAnew, row: laid.row }
}

type Step = { before: number; size: number }

/** From the last line up, so that the line it takes for the cursor's is further down by what it has made below it. */
function narrowed({ lines, row }: Laid, { before, size, isFull }: Step & { isFull: boolean }): Laid {
	const laid: BrokenLine[] = []
	let [start, made] = [rowsOf(lines), 0]
	for (const line of lines.toReversed()) {
		start -= line.length
		const isWhole = line.length === 1 && (line[0] ?? 0) <= size
		const cursor = isFull ? row : row + made
		const holdsCursor = cursor >= start && cursor < start + line.length
		const broken =
			isWhole || holdsCursor ? line.map(cells => Math.min(cells, size)) : rowsFor(cellsOf(line, before), size)
		made += Math.max(0, broken.length - line.length)
		laid.unshift(broken)
	}
	return { lines: laid, row: row + made }
}

function widened({ lines, row }: Laid, { before, size }: Step): Laid {
	const laid: BrokenLine[] = []
	let [start, taken] = [0, 0]
	for (const line of lines) {
		const holdsCursor = row >= start && row < start + line.length
		const joined = line.length === 1 || holdsCursor ? line : rowsFor(cellsOf(line, before), size)
		taken += line.length - joined.length
		start += line.length
		laid.push(joined)
	}
	return { lines: laid, row: row - taken }
}

/** Every row but the last is taken for full. */
function cellsOf(line: BrokenLine, columns: number): number {
	return (line.length - 1) * columns + (line.at(-1) ?? 0)
}

function rowsFor(cells: number, columns: number): BrokenLine {
	const full = Array.from({ length: Math.floor(cells / columns) }, () => columns)
	const rest = cells % columns
	return rest > 0 || full.length === 0 ? [...full, rest] : full
}

function rowsOf(lines: readonly BrokenLine[]): number {
	return lines.reduce((sum, line) => sum + line.length, 0)
}
