// A key as the screen's parts see it: named, with its modifiers in one order, whatever the terminal sent for it.

import type { Key } from 'ink'
import { functionKeyOf } from './function-keys.ts'

/** Actions by context and key: the table of `keymap.ts`, or what the user has made of it. */
export type Bindings = Readonly<Record<string, Readonly<Record<string, string>>>>

export type KeyPress =
	/** `chord` is what the key map is asked for: `enter`, `ctrl+c`, `alt+left`, `shift+tab`. */
	| { kind: 'key'; chord: string; at: number; bindings?: Bindings }
	/** Printable characters. Usually one; more when the terminal delivered several at once. */
	| { kind: 'text'; text: string; at: number; bindings?: Bindings }
	/** A bracketed paste, whole and as it came. */
	| { kind: 'paste'; text: string; at: number }

/**
 * What one event of Ink's stands for. Keys that arrived in one read come as one event (`yes\r`), so they are taken
 * apart here, in order.
 * @param at - monotonic milliseconds of the read; a dialog compares it with the time it appeared
 */
export function keyPressesOf(input: string, key: Key, at: number): readonly KeyPress[] {
	if (key.eventType === 'release' || key.super || key.hyper) return []
	const named = NAMED.find(name => key[name])
	// Two Escs in one read look to Ink like Alt+Esc, which nobody presses.
	if (named === 'escape' && key.meta) return [chord('escape', at), chord('escape', at)]
	if (named) return [chord(`${modifiers(key)}${CHORD_NAME[named] ?? named}`, at)]
	const functionKey = functionKeyOf(input)
	if (functionKey !== undefined) return [chord(`${modifiers(key)}${functionKey}`, at)]
	// Shift is already in the character itself, but for Ctrl, where only the key counts.
	if (key.ctrl || key.meta) {
		if (input === '') return []
		const letter = input === ' ' ? 'space' : key.ctrl ? input.toLowerCase() : input
		return [chord(`${modifiers({ ...key, shift: key.ctrl && key.shift })}${letter}`, at)]
	}
	return apart(input, at)
}

const NAMED = [
	'return',
	'escape',
	'tab',
	'backspace',
	'delete',
	'upArrow',
	'downArrow',
	'leftArrow',
	'rightArrow',
	'home',
	'end',
	'pageUp',
	'pageDown',
] as const

const CHORD_NAME: Partial<Record<(typeof NAMED)[number], string>> = {
	return: 'enter',
	upArrow: 'up',
	downArrow: 'down',
	leftArrow: 'left',
	rightArrow: 'right',
	pageUp: 'page-up',
	pageDown: 'page-down',
}

function modifiers({ ctrl, meta, shift }: Pick<Key, 'ctrl' | 'meta' | 'shift'>): string {
	return `${ctrl ? 'ctrl+' : ''}${meta ? 'alt+' : ''}${shift ? 'shift+' : ''}`
}

function chord(name: string, at: number): KeyPress {
	return { kind: 'key', chord: name, at }
}

function apart(input: string, at: number): readonly KeyPress[] {
	return (input.match(/[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]+/g) ?? []).map(piece =>
		/^[\x00-\x1f\x7f]$/.test(piece) ? chord(controlChord(piece), at) : { kind: 'text', text: piece, at },
	)
}

/** A control character's chord. LF is what Ctrl+J sends; Enter sends CR. */
function controlChord(character: string): string {
	switch (character) {
		case '\r':
			return 'enter'
		case '\t':
			return 'tab'
		case '\x1b':
			return 'escape'
		case '\b':
		case '\x7f':
			return 'backspace'
		case '\0':
			return 'ctrl+space'
		default:
			return `ctrl+${String.fromCharCode(character.charCodeAt(0) + 64).toLowerCase()}`
	}
}
