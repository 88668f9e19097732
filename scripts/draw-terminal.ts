// A terminal's screen as an SVG of its own.

import type { Terminal } from '@xterm/headless'
import { pictureOf } from '../test/support/screen/screen-picture.ts'
import { CELL, DARK_PAPER, drawPicture, escaped, FONT } from './draw-picture.ts'

const MARGIN = 16

/** @param title - what is to be seen, for those who do not see it */
export function drawTerminal(terminal: Terminal, title: string): string {
	const width = Math.ceil(terminal.cols * CELL.width + 2 * MARGIN)
	const rows = screenText(terminal).trimEnd().split('\n').length
	const height = rows * CELL.height + 2 * MARGIN
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" rx="8" fill="${DARK_PAPER.paper}"/>
<g ${FONT} fill="${DARK_PAPER.ink}" transform="translate(${MARGIN} ${MARGIN})">
${drawPicture(pictureOf(terminal), DARK_PAPER)}
</g>
</svg>
`
}

/** What is on the screen, without what has been scrolled out of it. */
export function screenText({ buffer: { active }, rows }: Terminal): string {
	return Array.from(
		{ length: rows },
		(_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
	).join('\n')
}
