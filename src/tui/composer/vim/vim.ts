// Vim's keys for a text: a value from key to key, with modes, registers, undo and repeat. Typing itself stays with whoever
// holds the text; what was typed is found out when insert mode is left.

import {
	changed,
	type Edited,
	type EditRange,
	fittingCursor,
	joinLines,
	operate,
	put,
	type Register,
	replaceCharacters,
	toggleCase,
} from './edits.ts'
import { type Find, findMotion, type Motion, motionOf } from './motions.ts'
import { firstNonBlank, lastOfLine, lineBelow, lineEnd, lineStart, next, previous } from './places.ts'
import { textObject } from './text-objects.ts'
import { type Operator, typedCommand, type VimCommand } from './vim-command.ts'

export type VimMode = 'insert' | 'replace' | 'normal' | 'visual' | 'visual-line'

/** `markers`: texts that count as one character. */
export type VimText = { text: string; cursor: number; markers?: readonly string[] }

export type VimState = {
	readonly mode: VimMode
	/** Of a command that is not whole yet. */
	readonly pending: readonly string[]
	/** Where the selection began. */
	readonly anchor: number
	/** Of j and k. */
	readonly goal: number | undefined
	readonly registers: Readonly<Record<string, Register>>
	readonly lastFind: Find | undefined
	readonly lastChange: VimChange | undefined
	/** The change whose text is just being typed. */
	readonly typing: Typing | undefined
	readonly undoable: readonly UndoEntry[]
	readonly undone: readonly UndoEntry[]
}

type VimChange = { command: VimCommand; inserted?: string; selection?: SelectionSize }
type SelectionSize = { isLines: boolean; lines: number; characters: number }
type Typing = {
	before: VimSnapshot
	start: VimSnapshot
	change: VimChange
	times: number
	isReplacing: boolean
	/** In a line of its own, so each time in another one. */
	isLine: boolean
}
type VimSnapshot = { text: string; cursor: number }
/** `cursor`: before the change. */
type UndoEntry = { before: string; after: string; cursor: number }

export const VIM_START: VimState = {
	mode: 'insert',
	pending: [],
	anchor: 0,
	goal: undefined,
	registers: {},
	lastFind: undefined,
	lastChange: undefined,
	typing: undefined,
	undoable: [],
	undone: [],
}

export type VimOutcome = { state: VimState; text: string; cursor: number }

/**
 * @param key - one character, or `Escape`, `Enter`, `Backspace`, `Ctrl+R`
 * @returns undefined for a key that is nothing to vim here: typing in insert mode, Escape and Enter in normal mode
 */
export function vimKey(state: VimState, given: VimText, key: string): VimOutcome | undefined {
	if (state.mode === 'insert' || state.mode === 'replace') return inInsertMode(state, given, key)
	const isVisual = state.mode !== 'normal'
	if (key === 'Escape') {
		if (!isVisual && state.pending.length === 0) return undefined
		return { ...given, ...rest({ ...state, mode: 'normal', pending: [] }, given) }
	}
	if (key === 'Enter' && !['r', 'f', 'F', 't', 'T'].includes(state.pending.at(-1) ?? '')) return undefined
	const keys = [...state.pending, key === 'Enter' ? '\n' : key]
	const typed = typedCommand(keys, isVisual)
	if (typed.kind === 'open') return { ...given, state: { ...state, pending: keys } }
	const ready = { ...state, pending: [] }
	if (typed.kind === 'wrong') return { ...given, state: ready }
	const outcome = isVisual
		? inVisualMode(ready, given, typed.command)
		: inNormalMode(ready, given, typed.command)
	return outcome ?? { ...given, state: ready }
}

/** Where the cursor may stand in normal mode. */
export function fittingPlace(text: string, cursor: number): number {
	return fittingCursor(text, cursor)
}

/** What is typed goes into the text. */
export function isTypedInto({ mode }: VimState): boolean {
	return mode === 'insert' || mode === 'replace'
}

function rest(state: VimState, { text, cursor }: VimText): VimOutcome {
	return { state, text, cursor: fittingCursor(text, cursor) }
}

function inInsertMode(state: VimState, given: VimText, key: string): VimOutcome | undefined {
	if (key !== 'Escape') {
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
		for (let left = typing.times; left > 1 && inserted !== ''; left--) {
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

/** What stands there that did not when insert mode began; nothing when what was there has gone as well. */
function insertedText({ start, isReplacing }: Typing, { text, cursor }: VimText): string {
	if (!text.startsWith(start.text.slice(0, start.cursor))) return ''
	if (isReplacing) return text.slice(start.cursor, cursor)
	const tail = start.text.slice(start.cursor)
	return text.endsWith(tail) ? text.slice(start.cursor, text.length - tail.length) : ''
}

function withUndo(state: VimState, before: VimSnapshot, after: string): VimState {
	if (before.text === after) return state
	const entry = { before: before.text, after, cursor: before.cursor }
	return { ...state, undoable: [...state.undoable, entry].slice(-MOST_UNDO), undone: [] }
}

const MOST_UNDO = 200

function inNormalMode(state: VimState, given: VimText, command: VimCommand): VimOutcome | undefined {
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

function goalOf(state: VimState, { text, cursor }: VimText): number {
	return state.goal ?? [...text.slice(lineStart(text, cursor), cursor)].length
}

function afterFind(state: VimState, about: VimCommand['about']): VimState {
	return about.kind === 'find'
		? { ...state, lastFind: { key: about.key, character: about.character } }
		: state
}

function motionFor(
	state: VimState,
	{ text, cursor }: VimText,
	{ about, count }: VimCommand,
	isOperated: boolean,
): Motion | undefined {
	const input = { text, at: cursor, count, isOperated, lastFind: state.lastFind, goal: state.goal }
	if (about.kind === 'find') return findMotion(about, input)
	return about.kind === 'motion' ? motionOf(about.keys, input) : undefined
}

type Operated = VimCommand & { operator: Operator }

function withOperator(state: VimState, given: VimText, command: Operated): VimOutcome | undefined {
	const range = operatedRange(state, given, command)
	if (!range) return undefined
	return apply(afterFind(state, command.about), given, { command, range })
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
		return { start: lineStart(text, cursor), end, isLines: true, cursor }
	}
	const isWordChange =
		operator === 'c' &&
		about.kind === 'motion' &&
		(about.keys === 'w' || about.keys === 'W') &&
		!/\s/.test(text[cursor] ?? ' ')
	const motion = isWordChange ? wordChange(state, given, command) : motionFor(state, given, command, true)
	return motion && rangeOf(text, cursor, motion)
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

function apply(
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
function finished(
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
			return type(firstNonBlank(text, cursor))
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
		case 'J': {
			const done = joinLines(text, cursor, Math.max(2, count))
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

function undoOrRedo(
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
			: inNormalMode(state, given, again)
	if (!begun || !isTypedInto(begun.state) || inserted === undefined) return begun
	const { text, cursor } = begun
	const end =
		begun.state.mode === 'replace' ? Math.min(cursor + inserted.length, lineEnd(text, cursor)) : cursor
	const typed = { text: text.slice(0, cursor) + inserted + text.slice(end), cursor: cursor + inserted.length }
	return inInsertMode(begun.state, typed, 'Escape')
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

function inVisualMode(state: VimState, given: VimText, command: VimCommand): VimOutcome | undefined {
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
			const mode = found.isLines ? 'visual-line' : state.mode
			return {
				text,
				cursor: found.isLines ? lastOfLine(text, found.end) : previous(text, found.end),
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
		return { start: lineStart(text, first), end: lineEnd(text, last), isLines: true, cursor: first }
	// `$` takes the line's end along.
	const end = goal === Number.POSITIVE_INFINITY ? lineEnd(text, last) + 1 : next(text, last)
	return { start: first, end: Math.min(text.length, end), isLines: false, cursor: first }
}

function onSelection(
	state: VimState,
	given: VimText,
	{ command, range }: { command: Operated; range: EditRange },
): VimOutcome {
	const { text } = given
	const last = Math.max(state.anchor, given.cursor)
	const shown = text.slice(range.start, last).split('\n')
	const characters = [...(shown.at(-1) ?? '')].length + 1
	const selection = { isLines: range.isLines, lines: shown.length, characters }
	// Shifting is about lines whatever is selected of them.
	const isShift = command.operator === '>' || command.operator === '<'
	const whole = isShift
		? {
				...range,
				start: lineStart(text, range.start),
				end: lineEnd(text, Math.max(range.start, range.end - 1)),
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
					end: lineEnd(text, Math.max(range.start, range.end - 1)),
					isLines,
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
		case 'J': {
			const lines = text.slice(range.start, Math.max(state.anchor, cursor)).split('\n').length
			const done = joinLines(text, range.start, Math.max(2, lines))
			const long: VimCommand = { ...command, count: Math.max(2, lines) }
			return done && finished(state, given, { done, change: { command: long } })
		}
		case 'r': {
			const filled = text.slice(range.start, range.end).replace(/[^\n]/gu, character)
			const done = { text: changed(text, range, filled), cursor: range.start }
			return finished(state, given, { done, change: undefined })
		}
		case 'p':
		case 'P': {
			const register = state.registers[(command.register ?? '"').toLowerCase()]
			if (!register) return undefined
			return putOverSelection(state, given, { register, range, isKept: keys === 'P' })
		}
		default:
			return undefined
	}
}

/** What was selected goes to where the text came from. */
function putOverSelection(
	state: VimState,
	given: VimText,
	{ register, range, isKept }: { register: Register; range: EditRange; isKept: boolean },
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
	return finished({ ...state, mode: 'normal' }, given, { done, change: undefined })
}
