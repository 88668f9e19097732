// Coloured text of a program of the user's own: of its escape sequences those for colours and looks stay, everything else
// goes the way of all foreign text.

import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { sanitizeLine } from '../text/sanitize.ts'

/** The first line of it, cut to a width and with its colours ended. */
export function colouredLine(output: string, width: number): string {
	const [line = ''] = output.replace(/\r\n/g, '\n').split('\n')
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
