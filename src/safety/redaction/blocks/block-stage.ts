// Secrets that only the lines around them tell: what stands under `data:` of a Kubernetes Secret, a list of passwords,
// a table with a column of them. Read line by line; a line is held back only while it may open such a block.

import { maskText, type Stage } from '../secrets/stage.ts'
import { accountList } from './account-lists.ts'
import { blockValue } from './block-values.ts'
import { jsonSecret, sensitiveValue } from './json-secrets.ts'
import { kubernetesSecret } from './kubernetes-secret.ts'
import { createTables } from './tables.ts'
import type { BlockView, Range } from './view.ts'

export function createBlockStage(): Stage {
	let text = ''
	/** Up to where it is out. What stands in front of it is kept to be looked back at. */
	let out = 0
	/** The beginning of the next line to look at. */
	let at = 0
	let tables = createTables()
	let words = nextWords('')

	function settle(isEnd: boolean): string {
		let clean = ''
		words = nextWords(text)
		while (at < text.length) {
			const end = lineEnd(isEnd)
			if (end === undefined) break
			const found = secretsIn(at, end, isEnd)
			if (found === 'more') break
			for (const { start, end: rangeEnd } of found) {
				if (start < out) continue
				clean += text.slice(out, start) + maskText('secret')
				out = rangeEnd
			}
			at = end
			if (out < at) {
				clean += text.slice(out, at)
				out = at
			}
		}
		const gone = Math.min(at, out) - BEHIND
		if (gone > PIECE) {
			text = text.slice(gone)
			at -= gone
			out -= gone
		}
		return clean
	}

	/** Past the line break; undefined when more has to come first. What is longer than any line of a block ends there. */
	function lineEnd(isEnd: boolean): number | undefined {
		const found = text.indexOf('\n', at)
		const end = found < 0 ? text.length : found + 1
		if (end - at >= LONG_LINE) return at + cutOf(text.slice(at, at + LONG_LINE))
		return found < 0 && !isEnd ? undefined : end
	}

	function secretsIn(start: number, end: number, isEnd: boolean): readonly Range[] | 'more' {
		// What a block's mask covers already.
		if (end <= out) return []
		const inTable = tables.read({ text, start, end })
		if (inTable.length > 0) return inTable
		const read = readerOf(text, start, end, words)
		if (read === undefined) return []
		const behind = Math.max(0, start - BEHIND)
		const ahead = Math.min(text.length, start + AHEAD)
		const view: BlockView = {
			text: text.slice(behind, ahead),
			start: start - behind,
			end: end - behind,
			isWhole: isEnd || ahead < text.length || ahead === start + AHEAD,
		}
		const found = read(view)
		if (found === 'more') return view.isWhole ? [] : 'more'
		return found.map(range => ({ start: range.start + behind, end: range.end + behind }))
	}

	return {
		push(piece) {
			text += piece
			return settle(false)
		},
		end() {
			const clean = settle(true)
			text = ''
			out = at = 0
			tables = createTables()
			return clean
		},
	}
}

/** More than the siblings of a Secret's data take, and what is held back at most. */
const AHEAD = 65_536
const BEHIND = 4_096
/** Every piece is joined to what is kept, so that is little. */
const PIECE = 8_192
const LONG_LINE = 2_048

/** Within a line of JSON the cut is between two of its members. */
function cutOf(piece: string): number {
	const cut = Math.max(piece.lastIndexOf(','), piece.lastIndexOf('{')) + 1
	return cut > LONG_LINE - 200 ? cut : piece.length
}

type Reader = (view: BlockView) => readonly Range[] | 'more'

function readerOf(text: string, start: number, end: number, words: NextWords): Reader | undefined {
	return readerByEnd(text, start, end) ?? readerByWord(text, start, end, words)
}

/** By the last sign of the line, which rules out almost all of them. */
function readerByEnd(text: string, start: number, end: number): Reader | undefined {
	const last = lastSign(text, start, end)
	const code = text.charCodeAt(last)
	switch (code) {
		case COLON:
			if (isWord(text, last, 'data') || isWord(text, last, 'Data')) return kubernetesSecret
			if (isWord(text, last, 'list')) return accountList
			return text.charCodeAt(last - 1) === QUOTE ? blockValue : undefined
		case PIPE:
		case GREATER:
		case DASH:
		case PLUS:
			if (!isScalarSign(text, last)) return undefined
			return isList(text, start, last) ? accountList : blockValue
		case QUOTE:
			return text.startsWith('default', firstSign(text, start, end)) ? blockValue : undefined
		default:
			return isDigit(code) && isNumbered(text, start, end) ? blockValue : undefined
	}
}

/** By words that few lines hold. */
function readerByWord(text: string, start: number, end: number, words: NextWords): Reader | undefined {
	if (words.isIn('ata', start, end)) {
		const line = text.slice(start, end)
		if (/"(?:data|stringData)\\*"/.test(line)) return jsonSecret
		if (/^[\s\d|:>+-]*["']?(?:data|stringData)["']?[ \t]*[:=]/.test(line)) return kubernetesSecret
		if (line.includes('form-data; name=')) return blockValue
	}
	if (words.isIn('"value"', start, end)) return sensitiveValue
	return words.isIn('chpasswd', start, end) ? accountList : undefined
}

/** Where words stand next, looked for once and not in each line. */
type NextWords = { isIn(word: string, start: number, end: number): boolean }

function nextWords(text: string): NextWords {
	const places = new Map<string, number>()
	return {
		isIn(word, start, end) {
			let place = places.get(word) ?? -1
			if (place < start) {
				const found = text.indexOf(word, start)
				place = found < 0 ? Number.POSITIVE_INFINITY : found
				places.set(word, place)
			}
			return place < end
		},
	}
}

function lastSign(text: string, start: number, end: number): number {
	let last = end - 1
	while (last > start && isBlank(text.charCodeAt(last))) last--
	return last
}

function firstSign(text: string, start: number, end: number): number {
	let first = start
	while (first < end && isBlank(text.charCodeAt(first))) first++
	return first
}

function isBlank(code: number): boolean {
	return code === 32 || code === 9 || code === 10 || code === 13
}

function isWord(text: string, end: number, word: string): boolean {
	return text.startsWith(word, end - word.length) || text.startsWith(word, end - word.length - 1)
}

/** `key: |`, `key: >-`, `key: |2+` */
function isScalarSign(text: string, last: number): boolean {
	return /:[ \t]+[|>][\d+-]{0,2}$/.test(text.slice(Math.max(0, last - 8), last + 1))
}

function isList(text: string, start: number, last: number): boolean {
	return text.slice(Math.max(start, last - 12), last).includes('list:')
}

/** `Private-Lines: 8` of PuTTY, and `V 7` of Subversion. */
function isNumbered(text: string, start: number, end: number): boolean {
	return (
		text.startsWith('Private-Lines:', start) ||
		(text.startsWith('V ', start) && end - start < 8 && text.startsWith('password', Math.max(0, start - 9)))
	)
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57
}

const COLON = 58
const PIPE = 124
const GREATER = 62
const DASH = 45
const PLUS = 43
const QUOTE = 34
