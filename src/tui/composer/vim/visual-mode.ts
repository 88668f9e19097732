// Visual mode: the selection moves, and operators and commands are about it.

import { changed, type Edited, type EditRange, joinLines, operate, type Register } from './edits.ts'
import { afterFind, apply, finished, goalOf, motionFor, type Operated } from './operators.ts'
import { firstNonBlank, lastOfLine, lineEnd, lineStart, next, previous } from './places.ts'
import { textObject } from './text-objects.ts'
import type { Operator, VimCommand } from './vim-command.ts'
import { rest, type SelectionSize, type VimOutcome, type VimState, type VimText } from './vim-state.ts'

export function inVisualMode(state: VimState, given: VimText, command: VimCommand): VimOutcome | undefined {
	const { text, cursor } = given
	const { about, operator } = command
	const range = selectedRange(state, given)
	if (operator !== undefined) return onSelection(state, given, { command: { ...command, operator }, range })
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
			return { text, cursor: moved.target, state: afterFind({ ...state, goal }, about) }
		}
		case 'object': {
			const isFresh = state.anchor === cursor
			const found = textObject(about.keys, text, isFresh ? cursor : next(text, cursor), command.count ?? 1)
			if (!found || (found.end <= found.start && !found.isLines)) return undefined
			const anchor = isFresh ? found.start : state.anchor
			// Sentences are never more than themselves here.
			const isLines = found.isLines && !about.keys.endsWith('s')
			const mode = isLines ? 'visual-line' : isFresh ? 'visual' : state.mode
			return {
				text,
				cursor: isLines ? lastOfLine(text, found.end) : previous(text, found.end),
				state: { ...state, anchor, mode },
			}
		}
		case 'command':
			return onSelectionByCommand(state, given, { command, about, range })
		default:
			return undefined
	}
}

function selectedRange({ anchor, mode, goal }: VimState, { text, cursor }: VimText): EditRange {
	const [first, last] = anchor < cursor ? [anchor, cursor] : [cursor, anchor]
	if (mode === 'visual-line')
		return {
			start: lineStart(text, first),
			end: lineEnd(text, last),
			isLines: true,
			cursor: startOfLines(text, anchor, cursor),
		}
	// `$` takes the line's end along.
	const end = goal === Number.POSITIVE_INFINITY ? lineEnd(text, last) + 1 : next(text, last)
	return { start: first, end: Math.min(text.length, end), isLines: false, cursor: first }
}

function lastLineEnd(text: string, { start, end, isLines }: EditRange): number {
	return isLines ? end : lineEnd(text, Math.max(start, end - 1))
}

/** Where the cursor goes when whole lines were selected: to their start, or it has moved back by itself. */
function startOfLines(text: string, anchor: number, cursor: number): number {
	return Math.min(lineStart(text, anchor), cursor)
}

function onSelection(
	state: VimState,
	given: VimText,
	{ command, range }: { command: Operated; range: EditRange },
): VimOutcome {
	const { text } = given
	const selection = selectionSize(state, given, range)
	// Shifting is about lines whatever is selected of them.
	const isShift = command.operator === '>' || command.operator === '<'
	const whole = isShift
		? {
				...range,
				start: lineStart(text, range.start),
				end: lastLineEnd(text, range),
				isLines: true,
			}
		: range
	const begun = { ...given, cursor: range.isLines ? given.cursor : range.start }
	return apply({ ...state, mode: 'normal' }, begun, {
		command,
		range: whole,
		selection: { ...selection, isLines: whole.isLines },
	})
}

function onSelectionByCommand(
	state: VimState,
	given: VimText,
	{
		command,
		about: { keys, character = '' },
		range,
	}: { command: VimCommand; about: Extract<VimCommand['about'], { kind: 'command' }>; range: EditRange },
): VimOutcome | undefined {
	const { text, cursor } = given
	const operate_ = (operator: Operator, isLines = range.isLines) => {
		const whole = isLines
			? {
					...range,
					start: lineStart(text, range.start),
					end: lastLineEnd(text, range),
					isLines,
					cursor: startOfLines(text, state.anchor, cursor),
				}
			: range
		return onSelection(state, given, {
			command: { ...command, operator, about: { kind: 'selection' } },
			range: whole,
		})
	}
	switch (keys) {
		case 'x':
			return operate_('d')
		case 'X':
		case 'D':
			return operate_('d', true)
		case 's':
			return operate_('c')
		case 'S':
		case 'C':
		case 'R':
			return operate_('c', true)
		case 'Y':
			return operate_('y', true)
		case '~':
			return operate_('g~')
		case 'u':
			return operate_('gu')
		case 'U':
			return operate_('gU')
		case 'o':
		case 'O':
			return { text, cursor: state.anchor, state: { ...state, anchor: cursor } }
		case 'v':
		case 'V': {
			const mode = keys === 'v' ? 'visual' : 'visual-line'
			return state.mode === mode
				? rest({ ...state, mode: 'normal' }, given)
				: { ...given, state: { ...state, mode } }
		}
		case 'J':
		case 'gJ': {
			const lines = text.slice(range.start, Math.max(state.anchor, cursor)).split('\n').length
			const done = joinLines(text, range.start, { count: Math.max(2, lines), isAsIs: keys === 'gJ' })
			const long: VimCommand = { ...command, count: Math.max(2, lines) }
			if (!done) return rest({ ...state, mode: 'normal' }, { text, cursor: range.cursor })
			return finished(state, given, { done, change: { command: long }, begunAt: range.start })
		}
		case 'r': {
			const filled = text.slice(range.start, range.end).replace(/[^\n]/gu, character)
			const done = { text: changed(text, range, filled), cursor: range.cursor }
			return finished(state, given, {
				done,
				change: { command, selection: selectionSize(state, given, range) },
				begunAt: range.cursor,
			})
		}
		case 'p':
		case 'P': {
			const register = state.registers[(command.register ?? '"').toLowerCase()]
			if (!register) return undefined
			return putOverSelection(state, given, { command, register, range, isKept: keys === 'P' })
		}
		default:
			return undefined
	}
}

/** What was selected goes to where the text came from. */
function putOverSelection(
	state: VimState,
	given: VimText,
	{
		command,
		register,
		range,
		isKept,
	}: { command: VimCommand; register: Register; range: EditRange; isKept: boolean },
): VimOutcome {
	const gone = operate(given.text, range, {
		operator: 'd',
		register: undefined,
		registers: state.registers,
		times: 1,
	})
	const registers = isKept ? state.registers : gone.registers
	const { text, start, end } = { text: given.text, start: range.start, end: range.end }
	let put_ = register.text
	let cursor = start
	if (register.isLines && !range.isLines) {
		put_ = `\n${register.text}\n`
		cursor = start + 1
	} else if (!register.isLines && !range.isLines) cursor = start + Math.max(0, register.text.length - 1)
	const into = text.slice(0, start) + put_ + text.slice(end)
	const done: Edited = {
		text: into,
		cursor: register.isLines || range.isLines ? firstNonBlank(into, cursor) : cursor,
		...(registers && { registers }),
	}
	const change = { command, selection: selectionSize(state, given, range) }
	return finished({ ...state, mode: 'normal' }, given, { done, change, begunAt: range.cursor })
}

function selectionSize({ anchor }: VimState, { text, cursor }: VimText, range: EditRange): SelectionSize {
	const shown = text.slice(range.start, Math.max(anchor, cursor)).split('\n')
	return { isLines: range.isLines, lines: shown.length, characters: [...(shown.at(-1) ?? '')].length + 1 }
}
