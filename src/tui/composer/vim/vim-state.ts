// The state of vim's keys from key to key: mode, registers, what can be undone and what can be repeated.

import { fittingCursor, type Register } from './edits.ts'
import type { Find } from './motions.ts'
import type { VimCommand } from './vim-command.ts'

export type VimMode = 'insert' | 'replace' | 'normal' | 'visual' | 'visual-line'

/** `markers`: texts that count as one character. */
export type VimText = { text: string; cursor: number; markers?: readonly string[] }

export type VimState = {
	readonly mode: VimMode
	/** Of a command that is not whole yet. */
	readonly pending: readonly string[]
	/** Where the selection began. */
	readonly anchor: number
	/** What was selected last. */
	readonly selected: Selected | undefined
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

export type Selected = { mode: 'visual' | 'visual-line'; anchor: number; cursor: number }
export type VimChange = { command: VimCommand; inserted?: string; selection?: SelectionSize }
export type SelectionSize = { isLines: boolean; lines: number; characters: number }
export type Typing = {
	before: VimSnapshot
	start: VimSnapshot
	change: VimChange
	times: number
	isReplacing: boolean
	/** In a line of its own, so each time in another one. */
	isLine: boolean
}
export type VimSnapshot = { text: string; cursor: number }
/** `cursor`: before the change. */
export type UndoEntry = { before: string; after: string; cursor: number }

export const VIM_START: VimState = {
	mode: 'insert',
	pending: [],
	anchor: 0,
	selected: undefined,
	goal: undefined,
	registers: {},
	lastFind: undefined,
	lastChange: undefined,
	typing: undefined,
	undoable: [],
	undone: [],
}

export type VimOutcome = { state: VimState; text: string; cursor: number }

/** What is typed goes into the text. */
export function isTypedInto({ mode }: VimState): boolean {
	return mode === 'insert' || mode === 'replace'
}

export function rest(state: VimState, { text, cursor }: VimText): VimOutcome {
	return { state, text, cursor: fittingCursor(text, cursor) }
}
