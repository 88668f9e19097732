// Keys and actions as people read them: `ctrl+page-up` is Ctrl+PgUp.

import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import type { Bindings } from './key-press.ts'
import type { KeyContext } from './keymap.ts'

/** @param chord - of one key, or of several with blanks between them */
export function keyName(chord: string): string {
	if (chord === ' ') return 'Space'
	if (chord === '') return ''
	return chord
		.split(' ')
		.map(key => {
			const [, held = '', last = ''] = /^((?:ctrl\+|alt\+|shift\+)*)(.+)$/.exec(key) ?? []
			const names = held.split('+').filter(name => name !== '')
			return [...names.map(capitalized), NAMES.get(last) ?? (held === '' ? last : last.toUpperCase())].join(
				'+',
			)
		})
		.join(' ')
}

/** Every key of an action, the first one first. */
export function keysOf(bindings: Bindings, context: KeyContext, action: string): readonly string[] {
	return Object.entries(bindings[context] ?? {}).flatMap(([key, bound]) => (bound === action ? [key] : []))
}

/** `Esc closes`, by the key in force; empty where there is none. */
export function keyHint(bindings: Bindings, context: KeyContext, action: string, words: string): string {
	const [key] = keysOf(bindings, context, action)
	return key === undefined ? '' : `${keyName(key)} ${words}`
}

/** ` (Ctrl+O)`, to stand behind a text; empty where there is no key. */
export function keyInBrackets(bindings: Bindings, context: KeyContext, action: string, words = ''): string {
	const [key] = keysOf(bindings, context, action)
	return key === undefined ? '' : ` (${keyName(key)}${words === '' ? '' : `: ${words}`})`
}

/** `j/k hunk`: what belongs together, by the first key of each. */
export function keysHint(
	bindings: Bindings,
	context: KeyContext,
	actions: readonly string[],
	{ joint, words }: { joint: string; words: string },
): string {
	const names = actions.flatMap(action => keysOf(bindings, context, action).slice(0, 1)).map(keyName)
	if (names.length === 0) return ''
	const isLong = names.some(name => name.length > 1)
	return `${names.join(isLong && joint === '' ? ' ' : joint)} ${words}`.trimEnd()
}

/** Hints as one row, without those that have no key. */
export function joinedHints(hints: readonly string[]): string {
	return hints.filter(hint => hint !== '').join(' · ')
}

/** As many of them as fit in whole: the last one stays, for it is the way out, and those before it go first. */
export function fittedHints(hints: readonly string[], width: number): string {
	const kept = hints.filter(hint => hint !== '')
	while (kept.length > 1 && cellWidth(joinedHints(kept)) > width) kept.splice(kept.length - 2, 1)
	return cutToWidth(joinedHints(kept), width)
}

/** What an action does, for lists. What is not told here is told by its name. */
export function actionText(context: string, action: string): string {
	return TEXTS.get(`${context} ${action}`) ?? TEXTS.get(action) ?? capitalized(action.replaceAll('-', ' '))
}

/** Where a key is pressed, for lists. */
export function contextName(context: string): string {
	return CONTEXTS.get(context) ?? context.replaceAll('-', ' ')
}

const CONTEXTS: ReadonlyMap<string, string> = new Map([
	['app', 'everywhere'],
	['composer', 'the prompt'],
	['model-ways', 'the ways to a model, where there is none'],
	['completion', 'completions of the prompt'],
	['history-search', 'search through earlier prompts'],
	['dialog', 'a question whether a call may run'],
	['trust', 'the question whether a folder is trusted'],
	['delete-session', 'the question whether a session is deleted'],
	['session-picker', 'the list of sessions'],
	['rewind', 'the question what is to go back'],
	['playback', 'a session that is played'],
	['viewer', 'the transcript viewer'],
	['full', 'the transcript on the whole window'],
	['page', 'a page to read'],
	['review', 'the review of changes'],
	['palette', 'the list of everything'],
	['setting', 'a setting'],
	['model-list', 'the list of models'],
	['several-list', 'a list of which several can be chosen'],
	['key-list', 'the list of keys'],
	['tabs', 'a list with tabs'],
	['picker', 'every list'],
])

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1)
}

const NAMES: ReadonlyMap<string, string> = new Map([
	['escape', 'Esc'],
	['enter', 'Enter'],
	['tab', 'Tab'],
	['space', 'Space'],
	['backspace', 'Backspace'],
	['delete', 'Del'],
	['up', '↑'],
	['down', '↓'],
	['left', '←'],
	['right', '→'],
	['home', 'Home'],
	['end', 'End'],
	['page-up', 'PgUp'],
	['page-down', 'PgDn'],
	...Array.from({ length: 12 }, (_, index) => [`f${index + 1}`, `F${index + 1}`] as const),
])

/** By context and action, or by action where it is the same everywhere. */
const TEXTS: ReadonlyMap<string, string> = new Map([
	['app interrupt', 'Interrupt the run; twice on an empty prompt: go back to an earlier one'],
	['app cancel', 'Cancel, twice to leave'],
	['app exit', 'Leave, on an empty prompt'],
	['app suspend', 'Suspend the program'],
	['app repaint', 'Draw the screen again'],
	['app expand', 'All of what was cut last; again: of what was cut before it'],
	['cycle-detail', 'Less or more of each call: screen.detail'],
	['diff-style', 'Diffs side by side or in one column: diff.style'],
	['viewer open-place', 'Opens what the block names: a file in the editor, a page in the browser'],
	['viewer pipe', 'Pipes the block, or the rows that are selected, into a command'],
	['viewer select', 'Selects rows from here on'],
	['app toggle-todo', 'The whole plan, also after the run'],
	['app send-agents-away', 'Agents that are waited for go on in the background'],
	['app cycle-mode', 'The next approval mode: ask, auto-edit, plan'],
	['app take-back', 'Take the newest waiting prompt back'],
	['app help', 'Help, on an empty prompt'],
	['app palette', 'Everything in one list'],
	['app toggle-full', 'The whole window, or the terminal’s own scrollback'],
	['app toggle-mouse', 'The mouse, on the whole window: ours or the terminal’s'],
	['full page-up', 'A page up'],
	['full page-down', 'A page down'],
	['full up', 'A row up'],
	['full down', 'A row down'],
	['full first', 'The beginning'],
	['full last', 'The end, which is followed then'],
	['full toggle-panel', 'The panel at the right, or not'],
	['full toggle-plan', 'Fold the plan in it'],
	['full toggle-changes', 'Fold the changes in it'],
	['full toggle-agents', 'Fold the agents in it'],
	['full toggle-context', 'Fold the context in it'],
	['full toggle-servers', 'Fold the MCP servers in it'],
	['composer submit', 'Send; while a run is active, steer it'],
	['composer queue', 'While a run is active: send after it'],
	['composer newline', 'New line'],
	['composer escape', 'Clear the prompt, pressed twice'],
	['composer clear', 'Clear the prompt'],
	['composer open-editor', 'The prompt in your editor'],
	['composer paste-image', 'An image from the clipboard'],
	['composer search-history', 'Search the earlier prompts'],
	['composer up', 'Up, and to earlier prompts'],
	['composer down', 'Down, and to later prompts'],
	['kill-word-left', 'Delete the word to the left'],
	['kill-word-right', 'Delete the word to the right'],
	['kill-space-left', 'Delete to the blank on the left'],
	['kill-line-left', 'Delete to the beginning of the line'],
	['kill-line-right', 'Delete to the end of the line'],
	['yank', 'Put back what was deleted last'],
	['yank-older', 'Put back what was deleted before that'],
	['redo', 'Do again what was undone'],
	['upcase-word', 'The word ahead in capitals'],
	['downcase-word', 'The word ahead in small letters'],
	['capitalize-word', 'The word ahead with a capital letter'],
	['transpose-words', 'The word before the cursor behind the next'],
	['dialog once', 'Yes, once'],
	['dialog session', 'Yes, for this session'],
	['dialog project', 'Yes, and always in this project'],
	['dialog no-with-reason', 'No, and say why'],
	['dialog stop', 'Stop the run'],
])
