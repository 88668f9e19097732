// What of a row is written so that it becomes another: the cells that differ, and neither what stands before them nor what
// stands behind. Over a link of 2 KB/s a key is a third as long on its way. Ink's own way, to write all behind the first
// difference, is replaced with this in the bundle (`scripts/bundle-patches.mjs`).

import { isPlain } from '../../text/plain-text.ts'

/**
 * @param previous - the row as it stands there, one cell a character but for its styles, all of which end in it
 * @param next - as it is to be, as wide
 * @param columns - of the window
 * @returns what changes the one into the other, or undefined where that is not as simple
 */
export function cellUpdate(previous: string, next: string, columns: number): string | undefined {
	const [from, to] = [cellsOf(previous), cellsOf(next)]
	if (!from || !to || from.length !== to.length || to.length > columns) return undefined
	return writtenAt(differences(from, to))
}

/**
 * The same for a row that may be longer or shorter than it was.
 * @returns undefined where it has to be written as a whole
 */
export function rowUpdate(previous: string, next: string, columns: number): string | undefined {
	// Most rows of a page that is turned have nothing in common, and need not be compared cell by cell.
	if (ofSame(previous, next) < LEAST_SAME * Math.max(previous.length, next.length)) return undefined
	const [from, to] = [cellsOf(previous), cellsOf(next)]
	if (!from || !to) return undefined
	const width = Math.max(from.length, to.length)
	if (width > columns) return undefined
	// Erased cells have the terminal's own ground, as those have that nothing was written to.
	const isShorter = to.length < from.length
	const compared = isShorter ? from.slice(0, to.length) : [...from, ...blanks(width - from.length)]
	const written = writtenAt(differences(compared, to))
	return isShorter ? `${written}\x1b[${to.length + 1}G\x1b[K` : written
}

/** @returns how many characters they begin and end with alike */
function ofSame(a: string, b: string): number {
	const most = Math.min(a.length, b.length)
	let start = 0
	while (start < most && a[start] === b[start]) start++
	let end = 0
	while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
	return start + end
}

const LEAST_SAME = 0.25

type PaintedCell = { character: string; style: string }
type Difference = { at: number; cells: readonly PaintedCell[] }

function differences(from: readonly PaintedCell[], to: readonly PaintedCell[]): readonly Difference[] {
	const found: Difference[] = []
	for (let at = 0; at < to.length; at++) {
		if (isSame(from[at], to[at])) continue
		const end = endOfDifference(from, to, at)
		found.push({ at, cells: to.slice(at, end) })
		at = end
	}
	return found
}

/** Cells that are the same are written too where going over them would be longer. */
function endOfDifference(from: readonly PaintedCell[], to: readonly PaintedCell[], start: number): number {
	let end = start + 1
	for (let at = end; at < to.length && at < end + SHORT_GAP; at++) if (!isSame(from[at], to[at])) end = at + 1
	return end
}

const SHORT_GAP = 8

function isSame(a: PaintedCell | undefined, b: PaintedCell | undefined): boolean {
	return a?.character === b?.character && a?.style === b?.style
}

function writtenAt(found: readonly Difference[]): string {
	return found.map(({ at, cells }) => `\x1b[${at + 1}G${painted(cells)}`).join('')
}

function painted(cells: readonly PaintedCell[]): string {
	let text = ''
	let style = ''
	for (const cell of cells) {
		if (cell.style !== style) text += `${style === '' ? '' : ALL_OFF}${cell.style}`
		style = cell.style
		text += cell.character
	}
	return style === '' ? text : text + ALL_OFF
}

const ALL_OFF = '\x1b[0m'

function blanks(count: number): readonly PaintedCell[] {
	return Array.from({ length: count }, () => ({ character: ' ', style: '' }))
}

/** @returns undefined for what is not plain text in colours and styles that all end in it */
function cellsOf(row: string): readonly PaintedCell[] | undefined {
	const cells: PaintedCell[] = []
	const styles = new Map<string | number, string>()
	let style = ''
	for (const [piece, parameters] of row.matchAll(PIECE)) {
		if (parameters === undefined) {
			if (!isPlain(piece)) return undefined
			for (const character of piece) cells.push({ character, style })
		} else {
			if (!setStyle(styles, parameters)) return undefined
			style = [...styles.values()].map(code => `\x1b[${code}m`).join('')
		}
	}
	return style === '' ? cells : undefined
}

const PIECE = /\x1b\[([\d;]*)m|[^\x1b]+|\x1b/g

/** @returns whether all of it is known */
function setStyle(styles: Map<string | number, string>, parameters: string): boolean {
	for (const [code] of parameters.matchAll(CODE)) {
		const number = Number(code.split(';')[0])
		const group = groupOf(number)
		if (code === '0') styles.clear()
		else if (ENDS.has(number)) for (const ended of ENDS.get(number) ?? []) styles.delete(ended)
		else if (group === undefined) return false
		else styles.set(group, code)
	}
	return parameters.replace(CODE, '').replaceAll(';', '') === '' && parameters !== ''
}

const CODE = /[345]8;5;\d+|[345]8;2;\d+;\d+;\d+|\d+/g

function groupOf(code: number): string | number | undefined {
	if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return 'colour'
	if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return 'ground'
	return [1, 2, 3, 4, 7, 9].includes(code) ? code : undefined
}

const ENDS: ReadonlyMap<number, readonly (string | number)[]> = new Map<number, readonly (string | number)[]>(
	[
		[22, [1, 2]],
		[23, [3]],
		[24, [4]],
		[27, [7]],
		[29, [9]],
		[39, ['colour']],
		[49, ['ground']],
	],
)
