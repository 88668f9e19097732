// Vim's keys for a text: a value from key to key, with modes, registers, undo and repeat. Typing itself stays with whoever
// holds the text; what was typed is found out when insert mode is left.

import { fittingCursor } from './edits.ts'
import { inInsertMode } from './insert-mode.ts'
import { inNormalMode } from './normal-mode.ts'
import { typedCommand } from './vim-command.ts'
import { rest, type VimOutcome, type VimState, type VimText } from './vim-state.ts'
import { inVisualMode } from './visual-mode.ts'

/**
 * @param key - one character, or `Escape`, `Enter`, `Backspace`, `Ctrl+R`
 * @returns undefined for a key that is nothing to vim here: typing in insert mode, Escape and Enter in normal mode
 */
export function vimKey(state: VimState, given: VimText, key: string): VimOutcome | undefined {
	if (state.mode === 'insert' || state.mode === 'replace') return inInsertMode(state, given, key)
	const isVisual = state.mode !== 'normal'
	if (key === 'Escape') {
		if (!isVisual && state.pending.length === 0) return undefined
		const left = { ...state, mode: 'normal', pending: [] } as const
		return { ...given, ...rest(remembered(state, given, left), given) }
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
	return outcome ? { ...outcome, state: remembered(state, given, outcome.state) } : { ...given, state: ready }
}

/** With what is no longer selected, for `gv`. */
function remembered({ mode, anchor }: VimState, { cursor }: VimText, now: VimState): VimState {
	const isVisual = mode === 'visual' || mode === 'visual-line'
	if (!isVisual || now.mode === 'visual' || now.mode === 'visual-line') return now
	return { ...now, selected: { mode, anchor, cursor } }
}

/** Where the cursor may stand in normal mode. */
export function fittingPlace(text: string, cursor: number): number {
	return fittingCursor(text, cursor)
}
