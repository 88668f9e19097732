// A picture of a screen as SVG: grounds, and text in its colours, each run of one style where its cells are.

import { cellWidth } from '../src/tui/text/cell-width.ts'
import type { ScreenPicture } from '../test/support/screen/screen-picture.ts'

export const CELL = { width: 8.4, height: 18 }

/** What stands behind and in front where a cell has no colour of its own. */
export type Paper = { paper: string; ink: string }

export const DARK_PAPER: Paper = { paper: '#11151c', ink: '#d8dee9' }
export const LIGHT_PAPER: Paper = { paper: '#ffffff', ink: '#24292f' }

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

/** @returns elements whose upper left corner is that of the first cell */
export function drawPicture({ rows, styles }: ScreenPicture, on: Paper): string {
	return rows
		.map((row, y) => drawRow(row, styles[y] ?? [], y, on))
		.filter(line => line !== '')
		.join('\n')
}

type Run = { text: string; style: string; column: number; width: number }

function drawRow(row: string, styles: readonly string[], y: number, on: Paper): string {
	const runs: Run[] = []
	let column = 0
	const cells = [...row, ...Array<string>(Math.max(0, styles.length - cellWidth(row))).fill(' ')]
	for (const text of cells) {
		const width = cellWidth(text)
		const style = styles[column] ?? ''
		const last = runs.at(-1)
		if (last?.style === style) {
			last.text += text
			last.width += width
		} else runs.push({ text, style, column, width })
		column += width
	}
	return [...runs.map(run => groundOf(run, y, on)), ...runs.map(run => textOf(run, y, on))].join('')
}

function groundOf({ style, column, width }: Run, y: number, on: Paper): string {
	const { ground } = coloursOf(style, on)
	if (ground === undefined) return ''
	return `<rect x="${at(column)}" y="${y * CELL.height}" width="${at(width)}" height="${CELL.height}" fill="${ground}"/>`
}

/** Blanks would be drawn too, and count; where there are several, some viewers make one of them. */
function textOf(run: Run, y: number, on: Paper): string {
	const { ink } = coloursOf(run.style, on)
	const attributes = [
		ink === on.ink ? '' : ` fill="${ink}"`,
		run.style.includes('bold') ? ' font-weight="bold"' : '',
		run.style.includes('italic') ? ' font-style="italic"' : '',
		run.style.includes('underline') ? ' text-decoration="underline"' : '',
		run.style.includes('dim') ? ' opacity="0.6"' : '',
	].join('')
	return [...run.text.matchAll(/\S+(?: \S+)*/g)]
		.map(({ 0: shown, index }) => {
			const x = at(run.column + cellWidth(run.text.slice(0, index)))
			return `<text x="${x}" y="${(y + 0.75) * CELL.height}" textLength="${at(cellWidth(shown))}" lengthAdjust="spacingAndGlyphs"${attributes}>${escaped(shown)}</text>`
		})
		.join('')
}

function at(columns: number): string {
	return String(Math.round(columns * CELL.width * 10) / 10)
}

function coloursOf(style: string, on: Paper): { ink: string; ground: string | undefined } {
	const named = (mark: string) => {
		const value = style
			.split(' ')
			.find(part => part.startsWith(mark))
			?.slice(mark.length)
		return value === undefined ? undefined : colourOf(value)
	}
	const ink = named('fg=') ?? on.ink
	const ground = named('bg=')
	return style.includes('inverse') ? { ink: ground ?? on.paper, ground: ink } : { ink, ground }
}

function colourOf(value: string): string {
	if (value.startsWith('#')) return value
	return SIXTEEN[Number(value)] ?? greyAt(Number(value)) ?? '#888888'
}

/** Of the 256 colours, the ramp of greys: what is there to be looked up. */
function greyAt(number: number): string | undefined {
	if (number < 232 || number > 255) return undefined
	const value = (8 + 10 * (number - 232)).toString(16).padStart(2, '0')
	return `#${value}${value}${value}`
}

export function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

export const FONT = `font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" xml:space="preserve"`
