// Undo and redo, change by change, as vim itself goes back over them.

import { firstNonBlank, lastOfLine, lineBelow, lineStart } from './places.ts'
import {
	rest,
	type UndoEntry,
	type VimOutcome,
	type VimSnapshot,
	type VimState,
	type VimText,
} from './vim-state.ts'

export function withUndo(state: VimState, before: VimSnapshot, after: string): VimState {
	if (before.text === after) return state
	const entry = { before: before.text, after, cursor: before.cursor }
	return { ...state, undoable: [...state.undoable, entry].slice(-MOST_UNDO), undone: [] }
}

const MOST_UNDO = 200

export function undoOrRedo(
	state: VimState,
	given: VimText,
	way: 'undo' | 'redo',
	count: number,
): VimOutcome | undefined {
	let { undoable, undone } = state
	let { text, cursor } = given
	for (let left = count; left > 0; left--) {
		const entry = way === 'undo' ? undoable.at(-1) : undone.at(-1)
		if (!entry) break
		// What was changed in another way since is not to be lost.
		if (text !== (way === 'undo' ? entry.after : entry.before)) break
		text = way === 'undo' ? entry.before : entry.after
		cursor = cursorAfterUndo(entry, text)
		if (way === 'undo') {
			undoable = undoable.slice(0, -1)
			undone = [...undone, entry]
		} else {
			undone = undone.slice(0, -1)
			undoable = [...undoable, entry]
		}
	}
	if (text === given.text) return undefined
	return rest({ ...state, undoable, undone, goal: undefined }, { text, cursor })
}

/** Where the change was begun, when that is in the first line that has changed or the one above it. */
function cursorAfterUndo({ before, after, cursor }: UndoEntry, text: string): number {
	const lines = [before.split('\n'), after.split('\n')] as const
	let first = 0
	while (first < lines[0].length && first < lines[1].length && lines[0][first] === lines[1][first]) first++
	const begunIn = before.slice(0, cursor).split('\n').length - 1
	const column = cursor - lineStart(before, cursor)
	const line = begunIn + 1 === first ? begunIn : first
	const start = lineBelow(text, 0, line) ?? lineStart(text, text.length)
	return begunIn === line ? Math.min(start + column, lastOfLine(text, start)) : firstNonBlank(text, start)
}
