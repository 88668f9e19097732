// A terminal's screen as an SVG: text in its colours, each run of one style where its cells are.

import type { IBufferCell, Terminal } from '@xterm/headless'

const CELL = { width: 8.4, height: 18 }
const MARGIN = 16
const INK = '#d8dee9'
const PAPER = '#11151c'
const SIXTEEN = [
	'#11151c',
	'#e06c75',
	'#98c379',
	'#e5c07b',
	'#61afef',
	'#c678dd',
	'#56b6c2',
	'#d8dee9',
	'#6b7585',
	'#ef8891',
	'#b1d99a',
	'#f0d399',
	'#82c4f8',
	'#d8a1e8',
	'#7fd0da',
	'#ffffff',
]

/** @param title - what is to be seen, for those who do not see it */
export function drawTerminal(terminal: Terminal, title: string): string {
	const width = Math.ceil(terminal.cols * CELL.width + 2 * MARGIN)
	const rows = screenText(terminal).trimEnd().split('\n').length
	const height = rows * CELL.height + 2 * MARGIN
	const lines = Array.from({ length: rows }, (_, row) => line(terminal, row)).filter(each => each !== '')
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" rx="8" fill="${PAPER}"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="${INK}" xml:space="preserve">
${lines.join('\n')}
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

function line({ buffer: { active }, cols }: Terminal, row: number): string {
	const cells = active.getLine(active.baseY + row)
	const runs: { text: string; style: string; column: number }[] = []
	for (let column = 0; cells && column < cols; column++) {
		const cell = cells.getCell(column)
		if (!cell || cell.getWidth() === 0) continue
		const style = styleOf(cell)
		const last = runs.at(-1)
		const text = cell.getChars() || ' '
		if (last?.style === style) last.text += text
		else runs.push({ text, style, column })
	}
	const y = MARGIN + (row + 0.75) * CELL.height
	return runs
		.map(run => ({ ...run, text: run.text.trimEnd() }))
		.filter(({ text }) => text !== '')
		.map(({ text, style, column }) => {
			// Blanks in front would be drawn too, and count.
			const blanks = text.length - text.trimStart().length
			const x = (MARGIN + (column + blanks) * CELL.width).toFixed(1)
			const length = ((text.length - blanks) * CELL.width).toFixed(1)
			return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${style}>${escaped(text.slice(blanks))}</text>`
		})
		.join('')
}

function styleOf(cell: IBufferCell): string {
	const colour = colourOf(cell)
	return [
		colour === INK ? '' : ` fill="${colour}"`,
		cell.isBold() ? ' font-weight="bold"' : '',
		cell.isItalic() ? ' font-style="italic"' : '',
		cell.isDim() ? ' opacity="0.6"' : '',
	].join('')
}

function colourOf(cell: IBufferCell): string {
	if (cell.isFgRGB()) return `#${cell.getFgColor().toString(16).padStart(6, '0')}`
	return cell.isFgPalette() ? (SIXTEEN[cell.getFgColor()] ?? greyAt(cell.getFgColor()) ?? INK) : INK
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Of the 256 colours, the ramp of greys: what is there to be looked up. */
function greyAt(number: number): string | undefined {
	if (number < 232 || number > 255) return undefined
	const value = (8 + 10 * (number - 232)).toString(16).padStart(2, '0')
	return `#${value}${value}${value}`
}
