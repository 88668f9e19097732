// What takes a frame, or all there is, off the screen so that nothing of it is kept by the terminal.

/**
 * In two parts, as the first row may be the screen's.
 * @param row - of the cursor, counted from where it begins
 */
export function erasedFrom(row: number): string {
	return `${upBy(row)}\r\x1b[C\x1b[J\r\x1b[K`
}

export function upBy(rows: number): string {
	return rows > 0 ? `\x1b[${rows}A` : ''
}

/** A screen that is erased as a whole, from its first cell on, tmux puts into its history: what is drawn again would be twice. */
export const ERASE_IN_TWO = '\x1b[2H\x1b[J\x1b[H\x1b[K'

export const HIDE_CURSOR = '\x1b[?25l'
