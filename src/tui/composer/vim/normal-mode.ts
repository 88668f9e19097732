// Normal mode: motions, operators, and the commands that are neither.

import { type EditRange, fittingCursor, joinLines, put, replaceCharacters, toggleCase } from './edits.ts'
import { inInsertMode } from './insert-mode.ts'
import { afterFind, apply, finished, goalOf, motionFor, withOperator } from './operators.ts'
import { firstCharacter, lineBelow, lineEnd, lineStart, next, previous } from './places.ts'
import { undoOrRedo } from './undo.ts'
import type { Operator, VimCommand } from './vim-command.ts'
import {
	isTypedInto,
	rest,
	type SelectionSize,
	type VimChange,
	type VimOutcome,
	type VimState,
	type VimText,
} from './vim-state.ts'
import { inVisualMode } from './visual-mode.ts'

export function inNormalMode(state: VimState, given: VimText, command: VimCommand): VimOutcome | undefined {
	const { about, operator } = command
	if (operator !== undefined) return withOperator(state, given, { ...command, operator })
	switch (about.kind) {
		case 'motion':
		case 'find': {
			const moved = motionFor(state, given, command, false)
			if (!moved) return undefined
			const goal = moved.isToLineEnd
				? Number.POSITIVE_INFINITY
				: moved.keepsColumn
					? goalOf(state, given)
					: undefined
			return { ...rest(afterFind({ ...state, goal }, about), { ...given, cursor: moved.target }) }
		}
		case 'command':
			return byCommand(state, given, command, about)
		default:
			return undefined
	}
}

/** What is another way to say something with an operator. */
const SHORT: Readonly<Record<string, { operator: Operator; motion?: string }>> = {
	x: { operator: 'd', motion: 'l' },
	X: { operator: 'd', motion: 'h' },
	D: { operator: 'd', motion: '$' },
	C: { operator: 'c', motion: '$' },
	s: { operator: 'c', motion: 'l' },
	S: { operator: 'c' },
	Y: { operator: 'y' },
}

function byCommand(
	state: VimState,
	given: VimText,
	command: VimCommand,
	{ keys, character = '' }: Extract<VimCommand['about'], { kind: 'command' }>,
): VimOutcome | undefined {
	const { text, cursor } = given
	const { count = 1 } = command
	const short = SHORT[keys]
	if (short) {
		const about =
			short.motion === undefined
				? ({ kind: 'lines' } as const)
				: { kind: 'motion' as const, keys: short.motion }
		const long = { ...command, operator: short.operator, about }
		// On an empty line there is no character to change, but a place to write.
		const isEmpty = lineStart(text, cursor) === lineEnd(text, cursor)
		if (isEmpty && (keys === 's' || keys === 'C' || keys === 'D')) {
			if (keys === 'D' || (keys !== 's' && count > 1)) return withOperator(state, given, long)
			return finished(state, given, { done: { text, cursor, isTyped: true }, change: { command: long } })
		}
		return withOperator(state, given, long)
	}
	const change: VimChange = { command }
	const type = (at: number, into = text) => {
		const isLine = into !== text
		const done = { text: into, cursor: at, isTyped: true }
		return finished(state, given, { done, change, times: count, isLine, begunAt: isLine ? cursor : at })
	}
	switch (keys) {
		case 'i':
			return type(cursor)
		case 'a':
			return type(cursor < lineEnd(text, cursor) ? next(text, cursor) : cursor)
		case 'I':
			return type(firstCharacter(text, cursor))
		case 'A':
			return type(lineEnd(text, cursor))
		case 'o': {
			const end = lineEnd(text, cursor)
			return type(end + 1, `${text.slice(0, end)}\n${text.slice(end)}`)
		}
		case 'O': {
			const start = lineStart(text, cursor)
			return type(start, `${text.slice(0, start)}\n${text.slice(start)}`)
		}
		case 'R': {
			const outcome = type(cursor)
			const { typing } = outcome.state
			return {
				...outcome,
				state: { ...outcome.state, mode: 'replace', typing: typing && { ...typing, isReplacing: true } },
			}
		}
		case 'v':
		case 'V':
			return { ...given, state: { ...state, mode: keys === 'v' ? 'visual' : 'visual-line', anchor: cursor } }
		case 'p':
		case 'P': {
			const register = state.registers[(command.register ?? '"').toLowerCase()]
			if (!register) return undefined
			const done = put(text, cursor, { register, count, isBefore: keys === 'P' })
			return finished(state, given, { done, change })
		}
		case 'gv': {
			const { selected } = state
			if (!selected) return undefined
			const [anchor, at] = [selected.anchor, selected.cursor].map(place => fittingCursor(text, place))
			return { text, cursor: at ?? 0, state: { ...state, mode: selected.mode, anchor: anchor ?? 0 } }
		}
		case 'J':
		case 'gJ': {
			const done = joinLines(text, cursor, { count: Math.max(2, count), isAsIs: keys === 'gJ' })
			return done && finished(state, given, { done, change })
		}
		case '~':
		case 'r': {
			const done =
				keys === '~' ? toggleCase(text, cursor, count) : replaceCharacters(text, cursor, { count, character })
			return done && finished(state, given, { done, change })
		}
		case 'u':
		case 'Ctrl+R':
			return undoOrRedo(state, given, keys === 'u' ? 'undo' : 'redo', count)
		case '.':
			return repeated(state, given, command)
		default:
			return undefined
	}
}

function repeated(state: VimState, given: VimText, { count, register }: VimCommand): VimOutcome | undefined {
	const { lastChange } = state
	if (!lastChange) return undefined
	const { command, inserted, selection } = lastChange
	const again: VimCommand = {
		...command,
		count: count ?? command.count,
		register: register ?? command.register,
	}
	const begun =
		selection && again.operator !== undefined
			? apply(state, given, {
					command: { ...again, operator: again.operator },
					range: sized(given, selection),
					selection,
				})
			: selection
				? onSelected(state, given, { again, selection })
				: inNormalMode(state, given, again)
	if (!begun || !isTypedInto(begun.state) || inserted === undefined) return begun
	const { text, cursor } = begun
	const end =
		begun.state.mode === 'replace' ? Math.min(cursor + inserted.length, lineEnd(text, cursor)) : cursor
	const typed = { text: text.slice(0, cursor) + inserted + text.slice(end), cursor: cursor + inserted.length }
	return inInsertMode(begun.state, typed, 'Escape')
}

/** What is no operator is done to as much as was selected the last time. */
function onSelected(
	state: VimState,
	given: VimText,
	{ again, selection }: { again: VimCommand; selection: SelectionSize },
): VimOutcome | undefined {
	const { start, end, isLines } = sized(given, selection)
	const mode = isLines ? 'visual-line' : 'visual'
	const cursor =
		isLines || end <= start ? Math.max(start, lineStart(given.text, end)) : previous(given.text, end)
	return inVisualMode({ ...state, mode, anchor: given.cursor, goal: undefined }, { ...given, cursor }, again)
}

/** As much as was selected the last time. */
function sized({ text, cursor }: VimText, { isLines, lines, characters }: SelectionSize): EditRange {
	const lastLine = lineBelow(text, cursor, lines - 1) ?? lineStart(text, text.length)
	if (isLines) return { start: lineStart(text, cursor), end: lineEnd(text, lastLine), isLines, cursor }
	let end = lines === 1 ? cursor : lastLine
	let left = characters
	for (; left > 0 && end < lineEnd(text, end); left--) end = next(text, end)
	// What goes on to a line that is shorter takes its end along.
	if (lines > 1 && left > 0 && end < text.length) end++
	return { start: cursor, end, isLines, cursor }
}
