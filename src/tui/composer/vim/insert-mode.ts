// Insert and replace mode: typing stays with whoever holds the text, and what was typed is found out when the mode is left.

import { graphemesOf } from '../../text/graphemes.ts'
import { lineEnd, lineStart, next, previous } from './places.ts'
import { withUndo } from './undo.ts'
import type { Typing, VimOutcome, VimState, VimText } from './vim-state.ts'

export function inInsertMode(state: VimState, given: VimText, key: string): VimOutcome | undefined {
	if (key !== 'Escape') {
		if (state.mode === 'replace' && key === 'Backspace') return unreplaced(state, given)
		if (state.mode !== 'replace' || key.length !== 1) return undefined
		// Over what is there, up to the end of the line.
		const { text, cursor } = given
		const end = cursor < lineEnd(text, cursor) ? next(text, cursor) : cursor
		return { state, text: text.slice(0, cursor) + key + text.slice(end), cursor: cursor + key.length }
	}
	const { typing } = state
	let { text, cursor } = given
	let settled = state
	if (typing) {
		const inserted = insertedText(typing, given)
		const again = typing.isLine ? `\n${inserted}` : inserted
		for (let left = typing.times; left > 1 && again !== ''; left--) {
			const end = typing.isReplacing ? Math.min(cursor + again.length, lineEnd(text, cursor)) : cursor
			text = text.slice(0, cursor) + again + text.slice(end)
			cursor += again.length
		}
		settled = {
			...withUndo(state, typing.before, text),
			lastChange: { ...typing.change, inserted },
		}
	}
	const back = cursor > lineStart(text, cursor) ? previous(text, cursor) : cursor
	return { state: { ...settled, mode: 'normal', typing: undefined, goal: undefined }, text, cursor: back }
}

/** What was written over comes back; before where it began the cursor only goes left. */
function unreplaced(state: VimState, { text, cursor }: VimText): VimOutcome {
	const { start } = state.typing ?? {}
	if (!start || cursor <= start.cursor) return { state, text, cursor: previous(text, cursor) }
	const typed = text.slice(start.cursor, previous(text, cursor))
	// A line end was put between, over nothing.
	const over = [...graphemesOf(typed)].filter(character => character !== '\n').length
	let from = start.cursor
	for (let left = over; left > 0 && from < lineEnd(start.text, from); left--) from = next(start.text, from)
	const before = start.text.slice(0, start.cursor) + typed
	return { state, text: before + start.text.slice(from), cursor: before.length }
}

/** What stands there that did not when insert mode began; nothing when what was there has gone as well. */
function insertedText({ start, isReplacing }: Typing, { text, cursor }: VimText): string {
	if (!text.startsWith(start.text.slice(0, start.cursor))) return ''
	if (isReplacing) return text.slice(start.cursor, cursor)
	const tail = start.text.slice(start.cursor)
	return text.endsWith(tail) ? text.slice(start.cursor, text.length - tail.length) : ''
}
