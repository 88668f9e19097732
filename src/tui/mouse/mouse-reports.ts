// Mouse reports, as terminals send them in mode 1006 (SGR): what was done, and in which cell.

export type MouseReport =
	/** `rows`: down, or up where it is less than nothing. */
	| { kind: 'wheel'; rows: number; row: number; column: number }
	/** The left button. `drag`: moved while it is down. */
	| { kind: 'press' | 'drag' | 'release'; row: number; column: number }

/** @returns undefined for what is no report, or one of something that nobody has use for; rows and columns from 0 */
export function readMouseReport(sequence: string): MouseReport | undefined {
	const [, button, x, y, end] = MOUSE_REPORT.exec(sequence) ?? []
	if (button === undefined) return undefined
	const code = Number(button)
	const place = { row: Number(y) - 1, column: Number(x) - 1 }
	if (place.row < 0 || place.column < 0) return undefined
	// Shift, Alt and Ctrl: with Shift the terminal selects by itself, and the others mean nothing here.
	if ((code & HELD) !== 0) return undefined
	if (code === WHEEL_UP || code === WHEEL_DOWN)
		return end === 'M'
			? { kind: 'wheel', rows: code === WHEEL_UP ? -WHEEL_ROWS : WHEEL_ROWS, ...place }
			: undefined
	if (code === LEFT) return { kind: end === 'M' ? 'press' : 'release', ...place }
	return code === LEFT + MOVED && end === 'M' ? { kind: 'drag', ...place } : undefined
}

/** xterm, “Extended coordinates”: button, column, row, and M when it goes down, m when it comes up. */
export const MOUSE_REPORT = /^\x1b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/

const LEFT = 0
const MOVED = 32
const HELD = 4 | 8 | 16
const WHEEL_UP = 64
const WHEEL_DOWN = 65
/** One notch, as terminals scroll by themselves. */
const WHEEL_ROWS = 3
