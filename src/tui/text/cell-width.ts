// How many columns a text takes. Almost all text is plain, for which the question costs next to nothing.

import stringWidth from 'string-width'
import { joinedApart } from './joined-letters.ts'
import { isPlain } from './plain-text.ts'

/** @param text - one line without escape sequences */
export function cellWidth(text: string): number {
	return isPlain(text) ? text.length : stringWidth(joinedApart(text))
}

/**
 * Cut so that both parts together are the text and the first takes at most `columns`. Never inside what a reader sees
 * as one character.
 */
export function splitAtColumn(text: string, columns: number): readonly [head: string, tail: string] {
	// Of a long line only the beginning is looked at: it is cut row by row.
	if (isPlain(text.slice(0, columns + 1))) return [text.slice(0, columns), text.slice(columns)]
	const near = text.slice(0, columns * NEAR_LENGTH)
	const end =
		endAtColumn(near, columns) ?? (near === text ? undefined : endAtColumn(text, columns)) ?? text.length
	return [text.slice(0, end), text.slice(end)]
}

/** @returns undefined where all of it fits */
function endAtColumn(text: string, columns: number): number | undefined {
	let width = 0
	let end = 0
	for (const { segment } of new Intl.Segmenter().segment(text)) {
		width += cellWidth(segment)
		if (width > columns) return end
		end += segment.length
	}
	return undefined
}

/** Code units that a column holds at the most, as a rule. */
const NEAR_LENGTH = 16

/** The whole text when it fits, else its beginning and an ellipsis, together at most `columns` wide. */
export function cutToWidth(text: string, columns: number): string {
	if (cellWidth(text) <= columns) return text
	return columns < 1 ? '' : `${splitAtColumn(text, columns - 1)[0]}…`
}

/** Like `cutToWidth`, but it is the beginning that goes: for paths. */
export function cutStartToWidth(text: string, columns: number): string {
	const width = cellWidth(text)
	if (width <= columns) return text
	return columns < 1 ? '' : `…${splitAtColumn(text, width - columns + 1)[1]}`
}
