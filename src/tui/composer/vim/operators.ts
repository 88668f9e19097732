// Operators: what `d`, `c`, `y`, `>` and their like are about, and what becomes of the text.

import { type Edited, type EditRange, operate } from './edits.ts'
import { findMotion, type Motion, motionOf } from './motions.ts'
import { firstNonBlank, lineBelow, lineEnd, lineStart, next, previous } from './places.ts'
import { textObject } from './text-objects.ts'
import { withUndo } from './undo.ts'
import type { Operator, VimCommand } from './vim-command.ts'
import {
	rest,
	type SelectionSize,
	type Typing,
	type VimChange,
	type VimOutcome,
	type VimState,
	type VimText,
} from './vim-state.ts'

export function goalOf(state: VimState, { text, cursor }: VimText): number {
	return state.goal ?? [...text.slice(lineStart(text, cursor), cursor)].length
}

export function afterFind(state: VimState, about: VimCommand['about']): VimState {
	return about.kind === 'find'
		? { ...state, lastFind: { key: about.key, character: about.character } }
		: state
}

export function motionFor(
	state: VimState,
	{ text, cursor }: VimText,
	{ about, count }: VimCommand,
	isOperated: boolean,
): Motion | undefined {
	const input = { text, at: cursor, count, isOperated, lastFind: state.lastFind, goal: state.goal }
	if (about.kind === 'find') return findMotion(about, input)
	return about.kind === 'motion' ? motionOf(about.keys, input) : undefined
}

export type Operated = VimCommand & { operator: Operator }

export function withOperator(state: VimState, given: VimText, command: Operated): VimOutcome | undefined {
	const range = operatedRange(state, given, command) ?? nothingToChange(given, command)
	if (!range) return undefined
	return apply(afterFind(state, command.about), given, { command, range })
}

/** Where `h` or `l` has nothing to change there is still a place to write. */
function nothingToChange({ cursor }: VimText, { about, operator }: Operated): EditRange | undefined {
	if (operator !== 'c' || about.kind !== 'motion') return undefined
	if (!['h', 'Backspace', 'l', ' '].includes(about.keys)) return undefined
	return { start: cursor, end: cursor, isLines: false, cursor }
}

function operatedRange(state: VimState, given: VimText, command: Operated): EditRange | undefined {
	const { text, cursor } = given
	const { about, operator, count = 1 } = command
	if (about.kind === 'object') {
		const found = textObject(about.keys, text, cursor, count)
		return found && { start: found.start, end: found.end, isLines: found.isLines, cursor: found.start }
	}
	if (about.kind === 'lines') {
		const last = lineBelow(text, cursor, count - 1)
		// As many as there are is enough, but for more than one of the last line.
		if (last === undefined && lineEnd(text, cursor) === text.length && count > 1) return undefined
		const end = lineEnd(text, last ?? text.length)
		const isCase = count === 1 && (operator === 'gu' || operator === 'gU' || operator === 'g~')
		return {
			start: lineStart(text, cursor),
			end,
			isLines: true,
			cursor: isCase ? Math.min(cursor, firstNonBlank(text, cursor)) : cursor,
		}
	}
	const isWordChange =
		operator === 'c' &&
		about.kind === 'motion' &&
		(about.keys === 'w' || about.keys === 'W') &&
		!/\s/.test(text[cursor] ?? ' ')
	const motion = isWordChange ? wordChange(state, given, command) : motionFor(state, given, command, true)
	if (!motion) return undefined
	const range = rangeOf(text, cursor, motion)
	// What is only taken leaves the cursor where it is, but for a motion back.
	const stays = operator === 'y' && about.kind === 'motion' && about.keys === '_'
	return stays ? { ...range, cursor } : range
}

/** `cw` ends with the word, although `w` goes on to the next. */
function wordChange(state: VimState, given: VimText, command: VimCommand): Motion | undefined {
	const { text, cursor } = given
	const keys = command.about.kind === 'motion' && command.about.keys === 'W' ? 'iW' : 'iw'
	const here = textObject(keys, text, cursor, 1)
	const end = here ? previous(text, here.end) : cursor
	const count = (command.count ?? 1) - 1
	if (count === 0) return { target: end, kind: 'inclusive' }
	const about = { kind: 'motion', keys: keys === 'iW' ? 'E' : 'e' } as const
	return motionFor(state, { ...given, cursor: end }, { ...command, about, count }, true)
}

function rangeOf(text: string, at: number, { target, kind }: Motion): EditRange {
	const [first, last] = target < at ? [target, at] : [at, target]
	if (kind === 'lines')
		return { start: lineStart(text, first), end: lineEnd(text, last), isLines: true, cursor: first }
	if (kind === 'inclusive') {
		const end = last < lineEnd(text, last) ? next(text, last) : last
		return { start: first, end, isLines: false, cursor: first }
	}
	const isAtLineStart = last > first && last === lineStart(text, last) && last < text.length
	if (!isAtLineStart || lineStart(text, first) === last)
		return { start: first, end: last, isLines: false, cursor: first }
	const end = last - 1
	// From the first word of a line on, these are whole lines.
	return first <= firstNonBlank(text, first)
		? { start: lineStart(text, first), end, isLines: true, cursor: first }
		: { start: first, end, isLines: false, cursor: first }
}

export function apply(
	state: VimState,
	given: VimText,
	{ command, range: wanted, selection }: { command: Operated; range: EditRange; selection?: SelectionSize },
): VimOutcome {
	const rounded = roundMarkers(given, wanted)
	const range =
		command.operator === 'd' && selection === undefined ? wholeLines(given.text, rounded) : rounded
	const done = operate(given.text, range, {
		operator: command.operator,
		register: command.register,
		registers: state.registers,
		times: selection && command.count !== undefined ? command.count : 1,
	})
	const change: VimChange = { command, ...(selection && { selection }) }
	return finished(state, given, { done, change, begunAt: begunAt(given.text, range) })
}

/** Where vim is when it begins to delete, which is where it comes back to. */
function begunAt(text: string, { start, end, isLines, cursor }: EditRange): number {
	if (!isLines) return start
	return text.slice(start, end).includes('\n') ? cursor : Math.min(cursor, firstNonBlank(text, start))
}

/** Into insert mode, or the whole change is done. */
export function finished(
	state: VimState,
	given: VimText,
	{
		done,
		change,
		times = 1,
		isLine = false,
		begunAt = given.cursor,
	}: {
		done: Edited
		change: VimChange | undefined
		times?: number
		isLine?: boolean
		/** Where the cursor is to be when it is undone. */
		begunAt?: number
	},
): VimOutcome {
	const { text, cursor, registers = state.registers, isTyped = false } = done
	const next_ = { ...state, mode: 'normal' as const, registers, goal: undefined }
	if (isTyped && change) {
		const before = { text: given.text, cursor: begunAt }
		const typing: Typing = { before, start: { text, cursor }, change, times, isReplacing: false, isLine }
		return { state: { ...next_, mode: 'insert', typing }, text, cursor }
	}
	const isChange = change && change.command.operator !== 'y'
	const settled = withUndo(
		isChange ? { ...next_, lastChange: change } : next_,
		{ text: given.text, cursor: begunAt },
		text,
	)
	return rest(settled, { text, cursor })
}

/** A deletion over several lines that would leave a blank one takes that along. */
function wholeLines(text: string, range: EditRange): EditRange {
	const { start, end, isLines } = range
	if (isLines || !text.slice(start, end).includes('\n')) return range
	const isRestBlank = text.slice(end, lineEnd(text, end)).trim() === ''
	if (!isRestBlank || start > firstNonBlank(text, start)) return range
	return { ...range, start: lineStart(text, start), end: lineEnd(text, end), isLines: true }
}

function roundMarkers({ text, markers = [] }: VimText, range: EditRange): EditRange {
	let { start, end } = range
	for (const marker of markers) {
		for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + 1)) {
			const to = at + marker.length
			if (start > at && start < to) start = at
			if (end > at && end < to) end = to
		}
	}
	return { ...range, start, end }
}
