// Secrets that only the lines around them tell: what stands under `data:` of a Kubernetes Secret, a list of passwords,
// a table with a column of them. Read line by line; a line is held back only while it may open such a block.

import { maskText, type Stage } from '../secrets/stage.ts'
import { type LineReaders, lineReaders, mayOpenBlock } from './line-readers.ts'
import { createTables } from './tables.ts'
import type { BlockView, Range } from './view.ts'

export function createBlockStage(): Stage {
	let text = ''
	/** Up to where it is out. What stands in front of it is kept to be looked back at. */
	let out = 0
	/** The beginning of the next line to look at. */
	let at = 0
	let tables = createTables()

	function settle(isEnd: boolean): string {
		const { nextWord, mayBeColumns, readerOf } = lineReaders(text)
		const { length } = text
		let clean = ''
		let line = at
		let word = -1
		while (line < length) {
			const found = text.indexOf('\n', line)
			let end = found < 0 ? length : found + 1
			// What is longer than any line of a block ends there.
			if (end - line >= LONG_LINE) end = line + cutOf(text.slice(line, line + LONG_LINE))
			else if (found < 0 && !isEnd) break
			// But for what a block's mask covers already.
			const may = mayOpenBlock(text, line, end)
			if (word < line) word = nextWord(line)
			const isLooked = word < end || tables.isOpen() || (may === 'columns' ? mayBeColumns(line) : may)
			if (isLooked && end > out) {
				const secrets = secretsIn({ start: line, end, isEnd, readerOf })
				if (secrets === 'more') break
				for (const secret of secrets) {
					if (secret.start < out) continue
					clean += text.slice(out, secret.start) + maskText('secret')
					out = secret.end
				}
			}
			line = end
		}
		at = line
		// In one piece: a piece for each line would take longer than all there is to look at.
		if (out < at) {
			clean += text.slice(out, at)
			out = at
		}
		const gone = at - BEHIND
		if (gone > PIECE) {
			text = text.slice(gone)
			at -= gone
			out -= gone
		}
		return clean
	}

	function secretsIn({ start, end, isEnd, readerOf }: Looked): readonly Range[] | 'more' {
		const inTable = tables.read(text, start, end)
		if (inTable.length > 0) return inTable
		const read = readerOf(start, end)
		if (read === undefined) return NONE
		const behind = Math.max(0, start - BEHIND)
		const ahead = Math.min(text.length, start + AHEAD)
		const view: BlockView = {
			text: text.slice(behind, ahead),
			start: start - behind,
			end: end - behind,
			isWhole: isEnd || ahead < text.length || ahead === start + AHEAD,
		}
		const found = read(view)
		if (found === 'more') return view.isWhole ? NONE : 'more'
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

type Looked = { start: number; end: number; isEnd: boolean; readerOf: LineReaders['readerOf'] }

const NONE: readonly Range[] = []

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
