// Stands before Ink's own way to change a row that is on the screen, which writes all behind the first difference again:
// where a row stays as wide as it was, as the one that is typed in does between its edges, only the cells that differ
// are written. Over a link of 2 KB/s a key is a third as long on its way.

import { isPlain } from 'keelson:quick-segmenter'

/**
 * @param {string} previous - the row as it stands there, one cell a character but for its styles, all of which end in it
 * @param {string} next - as it is to be
 * @param {number} columns - of the window
 * @returns what changes the one into the other, or undefined where that is not as simple
 */
export function cellUpdate(previous, next, columns) {
	const [from, to] = [cellsOf(previous), cellsOf(next)]
	if (!from || !to || from.length !== to.length || to.length > columns) return undefined
	let update = ''
	for (let at = 0; at < to.length; at++) {
		if (isSame(from[at], to[at])) continue
		const end = endOfDifference(from, to, at)
		update += `\x1b[${at + 1}G${painted(to.slice(at, end))}`
		at = end
	}
	return update
}

/** Cells that are the same are written too where going over them would be longer. */
function endOfDifference(from, to, start) {
	let end = start + 1
	for (let at = end; at < to.length && at < end + SHORT_GAP; at++) if (!isSame(from[at], to[at])) end = at + 1
	return end
}

const SHORT_GAP = 8

function isSame(a, b) {
	return a.character === b.character && a.style === b.style
}

function painted(cells) {
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

/** @returns undefined for what is not plain text in colours and styles that all end in it */
function cellsOf(row) {
	const cells = []
	const styles = new Map()
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
function setStyle(styles, parameters) {
	for (const [code] of parameters.matchAll(CODE)) {
		const number = Number(code.split(';')[0])
		const group = groupOf(number)
		if (code === '0') styles.clear()
		else if (ENDS.has(number)) for (const ended of ENDS.get(number)) styles.delete(ended)
		else if (group === undefined) return false
		else styles.set(group, code)
	}
	return parameters.replace(CODE, '').replaceAll(';', '') === '' && parameters !== ''
}

const CODE = /[345]8;5;\d+|[345]8;2;\d+;\d+;\d+|\d+/g

function groupOf(code) {
	if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return 'colour'
	if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return 'ground'
	return [1, 2, 3, 4, 7, 9].includes(code) ? code : undefined
}

const ENDS = new Map([
	[22, [1, 2]],
	[23, [3]],
	[24, [4]],
	[27, [7]],
	[29, [9]],
	[39, ['colour']],
	[49, ['ground']],
])

/** Many steps down are one. */
export function shortWays(written) {
	return written.replace(/(?:\x1b\[E){2,}/g, steps => `\x1b[${steps.length / 3}E`)
}
