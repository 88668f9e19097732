// The text being written: a value with a cursor, and the keys of readline as functions on it.

import { nextStop, previousStop } from '../text/graphemes.ts'
import { type Cell, cellOf, offsetAt, type VisualRow } from './wrap.ts'

export type TextBuffer = {
	readonly text: string
	/** An offset in UTF-16 units, always at the border of a visible character and never inside a marker. */
	readonly cursor: number
	/** Texts that count as one character: see attachments.ts. */
	readonly markers: readonly string[]
	/** The column that up and down are keeping to. */
	readonly goalColumn: number | undefined
	/** What the last edit was, when the next one may join it. */
	readonly run: { kind: 'typing' | 'killing' } | { kind: 'yanking'; start: number; index: number } | undefined
	readonly undoable: readonly Snapshot[]
	/** What was undone, newest last, until something else is changed. */
	readonly undone: readonly Snapshot[]
	/** Newest last. */
	readonly kills: readonly string[]
}

type Snapshot = { readonly text: string; readonly cursor: number }

export const EMPTY_BUFFER: TextBuffer = {
	text: '',
	cursor: 0,
	markers: [],
	goalColumn: undefined,
	run: undefined,
	undoable: [],
	undone: [],
	kills: [],
}

export type EditAction =
	| keyof typeof MOVES
	| keyof typeof DELETIONS
	| keyof typeof CASES
	| (typeof OTHERS)[number]

const OTHERS = ['yank', 'yank-older', 'undo', 'redo', 'transpose-words'] as const

export function isEditAction(action: string): action is EditAction {
	return (
		Object.hasOwn(MOVES, action) ||
		Object.hasOwn(DELETIONS, action) ||
		Object.hasOwn(CASES, action) ||
		OTHERS.some(other => other === action)
	)
}

export function edit(buffer: TextBuffer, action: EditAction): TextBuffer {
	switch (action) {
		case 'yank':
			return yank(buffer, buffer.kills.length - 1)
		case 'yank-older':
			return yankOlder(buffer)
		case 'undo':
			return undo(buffer)
		case 'redo':
			return redo(buffer)
		case 'transpose-words':
			return transposeWords(buffer)
		case 'upcase-word':
		case 'downcase-word':
		case 'capitalize-word':
			return inCase(buffer, CASES[action])
		default:
			return isMove(action) ? move(buffer, MOVES[action](buffer)) : remove(buffer, action)
	}
}

/** Types or pastes at the cursor. Characters typed one after the other are undone word by word. */
export function insert(buffer: TextBuffer, text: string): TextBuffer {
	if (text === '') return buffer
	const startsWord = !isSpace(text) && isSpace(buffer.text[buffer.cursor - 1] ?? ' ')
	const joins = buffer.run?.kind === 'typing' && text.length <= 2 && !startsWord
	const next = replace(buffer, { start: buffer.cursor, end: buffer.cursor, text, joins })
	return { ...next, run: { kind: 'typing' } }
}

/** Everything else gone, as one step that can be undone. The cursor is at the end. */
export function setText(buffer: TextBuffer, text: string): TextBuffer {
	return replace(buffer, { start: 0, end: buffer.text.length, text, joins: false })
}

export function replaceRange(
	buffer: TextBuffer,
	range: { start: number; end: number },
	text: string,
): TextBuffer {
	return replace(buffer, { ...range, text, joins: false })
}

/** @returns undefined when the cursor is in the first or last row already */
export function moveRow(buffer: TextBuffer, rows: readonly VisualRow[], by: -1 | 1): TextBuffer | undefined {
	const here = cellOf(buffer.text, rows, buffer.cursor)
	const row = here.row + by
	if (row < 0 || row >= rows.length) return undefined
	const column = buffer.goalColumn ?? here.column
	return { ...move(buffer, offsetAt(buffer.text, rows, { row, column })), goalColumn: column }
}

const MOVES = {
	left: ({ text, cursor }) => previousStop(text, cursor),
	right: ({ text, cursor }) => nextStop(text, cursor),
	'word-left': ({ text, cursor }) => wordStart(text, cursor),
	'word-right': ({ text, cursor }) => wordEnd(text, cursor),
	'line-start': ({ text, cursor }) => lineStart(text, cursor),
	'line-end': ({ text, cursor }) => lineEnd(text, cursor),
	'text-start': () => 0,
	'text-end': ({ text }) => text.length,
} as const satisfies Record<string, (buffer: TextBuffer) => number>

/** How far a deletion reaches from the cursor. What is killed can be yanked. */
const DELETIONS = {
	'delete-left': ({ text, cursor }) => previousStop(text, cursor),
	'delete-right': ({ text, cursor }) => nextStop(text, cursor),
	'kill-word-left': ({ text, cursor }) => wordStart(text, cursor),
	'kill-word-right': ({ text, cursor }) => wordEnd(text, cursor),
	'kill-space-left': ({ text, cursor }) => spaceStart(text, cursor),
	// At the border of a line the line end itself goes, so that pressing the key again always does something.
	'kill-line-left': ({ text, cursor }) => Math.min(lineStart(text, cursor), Math.max(0, cursor - 1)),
	'kill-line-right': ({ text, cursor }) => Math.max(lineEnd(text, cursor), Math.min(text.length, cursor + 1)),
} as const satisfies Record<string, (buffer: TextBuffer) => number>

/** What becomes of the word behind the cursor. */
const CASES = {
	'upcase-word': word => word.toUpperCase(),
	'downcase-word': word => word.toLowerCase(),
	'capitalize-word': word => word.toLowerCase().replace(/[\p{L}\p{N}]/u, first => first.toUpperCase()),
} as const satisfies Record<string, (word: string) => string>

function isMove(action: string): action is keyof typeof MOVES {
	return Object.hasOwn(MOVES, action)
}

function move(buffer: TextBuffer, target: number): TextBuffer {
	const cursor = outsideMarkers(buffer, target)
	return { ...buffer, cursor, goalColumn: undefined, run: undefined }
}

function remove(buffer: TextBuffer, action: keyof typeof DELETIONS): TextBuffer {
	const { text, cursor, kills, run } = buffer
	const target = outsideMarkers(buffer, DELETIONS[action](buffer))
	if (target === cursor) return buffer
	const [start, end] = target < cursor ? [target, cursor] : [cursor, target]
	const next = replace(buffer, { start, end, text: '', joins: false })
	if (!action.startsWith('kill-')) return next
	const killed = text.slice(start, end)
	const newest = kills.at(-1)
	// Kills in a row are one text, in the order it had.
	if (run?.kind === 'killing' && newest !== undefined) {
		const whole = target < cursor ? killed + newest : newest + killed
		return { ...next, kills: [...kills.slice(0, -1), whole], run }
	}
	return { ...next, kills: [...kills, killed].slice(-MAX_KILLS), run: { kind: 'killing' } }
}

function yank(buffer: TextBuffer, index: number): TextBuffer {
	const text = buffer.kills[index]
	if (text === undefined) return buffer
	const next = replace(buffer, { start: buffer.cursor, end: buffer.cursor, text, joins: false })
	return { ...next, run: { kind: 'yanking', start: buffer.cursor, index } }
}

function yankOlder(buffer: TextBuffer): TextBuffer {
	const { run, kills, cursor } = buffer
	if (run?.kind !== 'yanking') return buffer
	const index = (run.index - 1 + kills.length) % kills.length
	const next = replace(buffer, { start: run.start, end: cursor, text: kills[index] ?? '', joins: true })
	return { ...next, run: { ...run, index } }
}

function undo(buffer: TextBuffer): TextBuffer {
	const before = buffer.undoable.at(-1)
	if (!before) return buffer
	return {
		...buffer,
		...before,
		undoable: buffer.undoable.slice(0, -1),
		undone: [...buffer.undone, { text: buffer.text, cursor: buffer.cursor }],
		goalColumn: undefined,
		run: undefined,
	}
}

function redo(buffer: TextBuffer): TextBuffer {
	const after = buffer.undone.at(-1)
	if (!after) return buffer
	return {
		...buffer,
		...after,
		undoable: [...buffer.undoable, { text: buffer.text, cursor: buffer.cursor }],
		undone: buffer.undone.slice(0, -1),
		goalColumn: undefined,
		run: undefined,
	}
}

/** The word behind the cursor, which ends up behind it. */
function inCase(buffer: TextBuffer, changed: (word: string) => string): TextBuffer {
	const { text, cursor } = buffer
	const end = outsideMarkers(buffer, wordEnd(text, cursor))
	const into = changed(text.slice(cursor, end))
	if (hasMarker(buffer, cursor, end) || into === text.slice(cursor, end)) return move(buffer, end)
	return replace(buffer, { start: cursor, end, text: into, joins: false })
}

/** The word before the cursor goes behind the one that is there; behind the last word the last two change places. */
function transposeWords(buffer: TextBuffer): TextBuffer {
	const { text, cursor } = buffer
	const isAhead = /[\p{L}\p{N}_]/u.test(text.slice(cursor))
	const end = wordEnd(text, isAhead ? cursor : wordStart(text, text.length))
	const start = wordStart(text, end)
	const before = wordStart(text, start)
	const beforeEnd = wordEnd(text, before)
	if (before === start || beforeEnd > start || hasMarker(buffer, before, end)) return buffer
	const swapped = text.slice(start, end) + text.slice(beforeEnd, start) + text.slice(before, beforeEnd)
	return replace(buffer, { start: before, end, text: swapped, joins: false })
}

function hasMarker(buffer: TextBuffer, start: number, end: number): boolean {
	const isInOne = (place: number) => outsideMarkers(buffer, place) !== place
	return (
		isInOne(start) ||
		isInOne(end) ||
		buffer.markers.some(marker => buffer.text.slice(start, end).includes(marker))
	)
}

/** The cursor goes to where was clicked. @param cell - of the text as it is wrapped */
export function moveToCell(buffer: TextBuffer, rows: readonly VisualRow[], cell: Cell): TextBuffer {
	return move(buffer, offsetAt(buffer.text, rows, cell))
}

function replace(
	buffer: TextBuffer,
	{ start, end, text, joins }: { start: number; end: number; text: string; joins: boolean },
): TextBuffer {
	const { undoable } = buffer
	return {
		...buffer,
		text: buffer.text.slice(0, start) + text + buffer.text.slice(end),
		cursor: start + text.length,
		goalColumn: undefined,
		run: undefined,
		undone: [],
		undoable: joins ? undoable : [...undoable, { text: buffer.text, cursor: buffer.cursor }].slice(-MAX_UNDO),
	}
}

/** Onto the border of a marker, in the direction the cursor was going. */
function outsideMarkers({ text, cursor, markers }: TextBuffer, target: number): number {
	for (const marker of markers) {
		const start = target === 0 ? -1 : text.lastIndexOf(marker, target - 1)
		if (start >= 0 && target < start + marker.length) return target < cursor ? start : start + marker.length
	}
	return target
}

function lineStart(text: string, cursor: number): number {
	return cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1
}

function lineEnd(text: string, cursor: number): number {
	const end = text.indexOf('\n', cursor)
	return end < 0 ? text.length : end
}

function wordStart(text: string, cursor: number): number {
	return startOf(text, skipLeft(text, skipLeft(text, cursor, isNotWord), isWord))
}

function wordEnd(text: string, cursor: number): number {
	let end = cursor
	while (end < text.length && !isWord(characterAt(text, end))) end += characterAt(text, end).length
	while (end < text.length && isWord(characterAt(text, end))) end += characterAt(text, end).length
	const start = startOf(text, end)
	return start === end ? end : nextStop(text, start)
}

function spaceStart(text: string, cursor: number): number {
	return startOf(
		text,
		skipLeft(text, skipLeft(text, cursor, isSpace), character => !isSpace(character)),
	)
}

// By code points and not by visible characters, which would have to be found anew from the left at each step.
function skipLeft(text: string, from: number, isSkipped: (character: string) => boolean): number {
	let at = from
	while (at > 0) {
		const size = isLowSurrogate(text, at - 1) && at > 1 ? 2 : 1
		if (!isSkipped(characterAt(text, at - size))) break
		at -= size
	}
	return at
}

/** Where the visible character begins that covers an offset. */
function startOf(text: string, offset: number): number {
	return offset === 0 || offset >= text.length ? offset : previousStop(text, offset + 1)
}

function characterAt(text: string, offset: number): string {
	return String.fromCodePoint(text.codePointAt(offset) ?? 0)
}

function isLowSurrogate(text: string, offset: number): boolean {
	const unit = text.charCodeAt(offset)
	return unit >= 0xdc00 && unit <= 0xdfff
}

function isWord(character: string): boolean {
	// An accent belongs to its letter; a variation selector usually follows an emoji.
	return /[\p{L}\p{N}_]|(?![\ufe00-\ufe0f])\p{M}/u.test(character)
}

function isNotWord(character: string): boolean {
	return !isWord(character)
}

function isSpace(character: string): boolean {
	return /\s/.test(character)
}

const MAX_KILLS = 20
const MAX_UNDO = 200
