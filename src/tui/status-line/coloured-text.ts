// Coloured text of a program of the user's own: of its escape sequences those for colours and looks stay, everything else
// goes the way of all foreign text.

import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { sanitizeLine } from '../text/sanitize.ts'

/** Its lines, as many as there is room for below a prompt, each cut to a width and with its colours ended. */
export function colouredLines(output: string, width: number): readonly string[] {
	const lines = output.replace(/\r\n/g, '\n').trimEnd().split('\n')
	return lines.slice(0, MOST_LINES).map(line => colouredLine(line, width))
}

const MOST_LINES = 3

function colouredLine(line: string, width: number): string {
	let room = width
	let shown = ''
	let isColoured = false
	for (const [, text = '', colour = ''] of line.matchAll(PIECES)) {
		if (colour !== '') {
			shown += colour
			isColoured = true
			continue
		}
		const kept = cutToWidth(sanitizeLine(text), room)
		room -= cellWidth(kept)
		shown += kept
	}
	return isColoured ? `${shown}\x1b[0m` : shown
}

/** SGR, or anything up to the next one. */
const PIECES = /((?:(?!\x1b\[[\d;:]{0,60}m)[\s\S])+)|(\x1b\[[\d;:]{0,60}m)/g
