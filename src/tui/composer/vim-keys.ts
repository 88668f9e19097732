// Vim's keys in the composer: what of a key press goes to them, and what the composer does as always.

import type { KeyPress } from '../input/key-press.ts'
import { nextStop } from '../text/graphemes.ts'
import { edit, replaceRange, type TextBuffer } from './text-buffer.ts'
import type { VimState } from './vim/vim-state.ts'

/** Loaded when somebody wants these keys. */
export type VimKeys = typeof import('./vim/vim.ts') & typeof import('./vim/vim-state.ts')

export type VimPress = {
	buffer: TextBuffer
	vim: VimState
	/** What is left for the composer: text typed behind a command that began insert mode, or a key. */
	rest?: KeyPress
	/** What was typed in one read with it and begins with it: it is vim's again behind the key. */
	unread?: string
}

/** @returns undefined when the composer is to take the key as it is */
export function pressedInVim(
	{ buffer, vim = undefined }: { buffer: TextBuffer; vim: VimState | undefined },
	press: KeyPress,
	keys: VimKeys,
): VimPress | undefined {
	const state = vim ?? keys.VIM_START
	if (press.kind === 'paste') return undefined
	// Esc and a key in one read look like Alt, which vim takes for the two of them as well.
	const quick = press.kind === 'key' ? /^alt\+(.)$/u.exec(press.chord)?.[1] : undefined
	if (quick !== undefined) {
		const left = pressed({ buffer, vim: state }, 'Escape', keys) ?? { buffer, vim: state }
		return pressedInVim(left, { kind: 'text', text: quick, at: press.at }, keys) ?? left
	}
	if (state.mode === 'insert') {
		return press.kind === 'key' && press.chord === 'escape'
			? pressed({ buffer, vim: state }, 'Escape', keys)
			: undefined
	}
	if (press.kind === 'key') {
		const key = NAMED[press.chord]
		if (key === undefined) return undefined
		const isShort = key.length === 1
		return oneKey({ buffer, vim: state }, isShort && state.mode === 'replace' ? '' : key, { press, keys })
	}
	let now: VimPress = { buffer, vim: state }
	let read = 0
	for (const character of press.text) {
		if (now.vim.mode === 'insert') return { ...now, rest: { ...press, text: press.text.slice(read) } }
		now = oneKey(now, character, { press, keys }) ?? now
		if (now.rest) return { ...now, unread: press.text.slice(read) }
		read += character.length
	}
	return now
}

/** What the keys of a keyboard are in vim. */
const NAMED: Readonly<Record<string, string>> = {
	escape: 'Escape',
	enter: 'Enter',
	backspace: 'Backspace',
	'ctrl+r': 'Ctrl+R',
	delete: 'x',
	left: 'h',
	right: 'l',
	up: 'k',
	down: 'j',
	home: '0',
	end: '$',
}

function oneKey(
	now: VimPress,
	key: string,
	{ press, keys }: { press: KeyPress; keys: VimKeys },
): VimPress | undefined {
	const { buffer, vim } = now
	if (key === '') return undefined
	const isFresh = vim.mode === 'normal' && vim.pending.length === 0
	// At the edge of the text it is the history that is above and below.
	if (isFresh && (key === 'k' || key === 'j')) {
		const rest = key === 'k' ? buffer.text.slice(0, buffer.cursor) : buffer.text.slice(buffer.cursor)
		if (!rest.includes('\n'))
			return { ...now, rest: { kind: 'key', chord: key === 'k' ? 'up' : 'down', at: press.at } }
	}
	const outcome = pressed(now, key, keys)
	// What was pasted or put there by a list is known to the composer alone.
	if (isFresh && key === 'u' && outcome?.buffer.text === buffer.text)
		return { buffer: fitted(edit(buffer, 'undo'), keys), vim }
	return outcome
}

function pressed({ buffer, vim }: VimPress, key: string, keys: VimKeys): VimPress | undefined {
	const outcome = keys.vimKey(vim, buffer, key)
	if (!outcome) return undefined
	const { text, cursor, state } = outcome
	if (text === buffer.text)
		return { buffer: { ...buffer, cursor, goalColumn: undefined, run: undefined }, vim: state }
	const changed = replaceRange(buffer, { start: 0, end: buffer.text.length }, text)
	return { buffer: { ...changed, cursor }, vim: state }
}

export function fitted(buffer: TextBuffer, keys: VimKeys): TextBuffer {
	return { ...buffer, cursor: keys.fittingPlace(buffer.text, buffer.cursor) }
}

/** With the next text: what was remembered of changes is about the one before. */
export function freshVim(vim: VimState | undefined): VimState | undefined {
	return vim && { ...vim, mode: 'insert', pending: [], typing: undefined, undoable: [], undone: [] }
}

/** The mark in the status line. */
export function vimMark(vim: VimState | undefined): string {
	switch (vim?.mode) {
		case 'normal':
			return vim.pending.length > 0 ? `NORMAL ${vim.pending.join('')}` : 'NORMAL'
		case 'visual':
			return 'VISUAL'
		case 'visual-line':
			return 'V-LINE'
		case 'replace':
			return 'REPLACE'
		case 'insert':
		case undefined:
			return 'INSERT'
	}
}

/** Offsets of what is selected; undefined outside of visual mode. */
export function vimSelection(
	buffer: TextBuffer,
	vim: VimState | undefined,
): { start: number; end: number } | undefined {
	if (vim?.mode !== 'visual' && vim?.mode !== 'visual-line') return undefined
	const { text, cursor } = buffer
	const [first, last] = vim.anchor < cursor ? [vim.anchor, cursor] : [cursor, vim.anchor]
	if (vim.mode === 'visual') return { start: first, end: Math.min(text.length, nextStop(text, last)) }
	const lineEnd = text.indexOf('\n', last)
	return {
		start: first === 0 ? 0 : text.lastIndexOf('\n', first - 1) + 1,
		end: lineEnd < 0 ? text.length : lineEnd,
	}
}
