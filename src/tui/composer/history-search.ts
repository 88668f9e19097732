// Searching the earlier prompts while typing, as Ctrl+R does in a shell.

import type { KeyPress } from '../input/key-press.ts'
import { actionOf } from '../input/keymap.ts'
import { withoutLastWord } from '../text/graphemes.ts'
import { cleanPaste } from './paste.ts'
import type { PromptHistory } from './prompt-history.ts'

export type HistorySearch = {
	readonly query: string
	/** Prompts that contain the query, newest first. */
	readonly matches: readonly string[]
	readonly selected: number
}

export function historySearch(history: PromptHistory, query: string): HistorySearch {
	return { query, matches: containing(history.entries, query), selected: 0 }
}

/** @returns the search as it goes on, or how it ends; `pass`: what was found is taken and the key is not ours */
export function applySearchKey(
	search: HistorySearch,
	press: KeyPress,
	history: PromptHistory,
): HistorySearch | 'accept' | 'close' | 'pass' {
	const { query, matches, selected } = search
	if (press.kind !== 'key') {
		const [line = ''] = cleanPaste(press.text).split('\n')
		return historySearch(history, query + line)
	}
	const action = actionOf('history-search', press)
	switch (action) {
		case 'accept':
		case 'close':
			return action
		case 'older':
			return { ...search, selected: Math.max(0, Math.min(selected + 1, matches.length - 1)) }
		case 'newer':
			return { ...search, selected: Math.max(0, selected - 1) }
		case 'delete-left':
			return historySearch(history, [...query].slice(0, -1).join(''))
		case 'delete-word':
			return historySearch(history, withoutLastWord(query))
		case 'delete-all':
			return historySearch(history, '')
		case undefined:
			return 'pass'
	}
}

/** Each once. Small letters find capitals too. */
function containing(entries: readonly string[], query: string): readonly string[] {
	const isCaseless = query === query.toLowerCase()
	const found = entries.filter(entry => (isCaseless ? entry.toLowerCase() : entry).includes(query))
	return [...new Set(found.reverse())]
}
