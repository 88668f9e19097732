// Text behind a character about whose width terminals do not agree stands where it was laid out: joined and flagged
// emoji, conjuncts and letters with a selector take two cells in one terminal and eight in another.

import { cellWidth } from '../../text/cell-width.ts'

/**
 * Erases the cells of each such character before it is written, and says behind it where the next one stands. What the
 * terminal thinks wider is written over; nothing of it breaks the row or pushes the frame down.
 * @param written - text, and what Ink moves the cursor with
 * @param start - the column of the cursor before
 */
export function firmColumns(written: string, start: number): string {
	return UNSURE.test(written) ? `${NO_WRAP}${placed(written, start)}${WRAP}` : written
}

/** The same where nothing is wrapped. */
export function placed(written: string, start: number): string {
	if (!UNSURE.test(written)) return written
	let column = start
	let firm = ''
	for (const [part, parameters = '', move] of written.matchAll(PARTS)) {
		if (move === 'G') column = Number(parameters || '1') - 1
		else if (move === 'H') column = Number(parameters.split(';')[1] ?? '1') - 1
		else if (move === 'E' || part === '\n' || part === '\r') column = 0
		const isText = !move && !/^[\x1b\n\r]/.test(part)
		firm += isText && UNSURE.test(part) ? inPlace(part, column) : part
		if (isText) column += cellWidth(part)
	}
	return firm
}

/**
 * A finished row, from which is copied: there an emoji that is written over loses what was joined to it, so it is only
 * where cells stand below each other, or where the end of the row would be lost.
 */
export function firmRow(row: string, columns: number): string {
	if (!UNSURE.test(row)) return `${NO_WRAP}${row}${WRAP}`
	const atWorst = [...row.replaceAll(SEQUENCES, '')].reduce(
		(cells, each) => cells + Math.max(1, cellWidth(each)),
		0,
	)
	return atWorst > columns || row.includes('│') ? firmColumns(row, 0) : `${NO_WRAP}${row}${WRAP}`
}

function inPlace(text: string, start: number): string {
	let column = start
	let firm = ''
	for (const { segment } of new Intl.Segmenter().segment(text)) {
		const cells = cellWidth(segment)
		column += cells
		firm += UNSURE.test(segment)
			? `${cells > 0 ? `\x1b[${cells}X` : ''}${segment}\x1b[${column + 1}G`
			: segment
	}
	return firm
}

const UNSURE =
	/[\p{M}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u0e33\u0eb3\u1160-\u11ff\u{1f000}-\u{1faff}\u{e0020}-\u{e007f}]|\u200c|\u200d/u
const PARTS = /\x1b\[([\d;:?]*)([A-Za-z])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.|[\n\r]|[^\x1b\n\r]+/gs
const SEQUENCES = /\x1b\[[\d;:?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g
// A character the terminal thinks wider than we do must not push the frame down a row.
export const NO_WRAP = '\x1b[?7l'
export const WRAP = '\x1b[?7h'
