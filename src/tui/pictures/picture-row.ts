// A picture among the rows of the transcript: one text that makes room for itself, so that whoever writes rows need only
// know how many it is high.

/**
 * Line feeds first, which also scroll a screen that is full, then back up to draw. The cursor ends at the last row of it,
 * wherever the terminal leaves it after a picture.
 */
export function pictureRow(picture: string, { rows, indent }: { rows: number; indent: number }): string {
	const room = `${'\n'.repeat(rows)}\x1b[${rows}A\r${indent > 0 ? `\x1b[${indent}C` : ''}`
	return `${room}\x1b7${picture}\x1b8${rows > 1 ? `\x1b[${rows - 1}B` : ''}`
}

/** @returns rows of a picture, or 0 for text, which has no line feeds */
export function pictureHeight(row: string): number {
	let rows = 0
	while (row[rows] === '\n') rows++
	return rows
}

/** @returns rows of the screen, where each text takes one */
export function heightOfRows(rows: readonly string[]): number {
	return rows.reduce((sum, row) => sum + Math.max(1, pictureHeight(row)), 0)
}

/** As many of the last rows as are no higher than that. */
export function lastRows(rows: readonly string[], limit: number): readonly string[] {
	let height = 0
	const start = rows.findLastIndex(row => {
		height += Math.max(1, pictureHeight(row))
		return height > limit
	})
	return rows.slice(start + 1)
}
