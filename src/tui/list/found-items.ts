// What a search in a list finds: the items, best first, with the characters that were found.

import { fuzzyMatch, lowerCase, substringMatch, wordMatch, wordsOf } from './fuzzy-match.ts'

export type ListItem<Value> = {
	value: Value
	/** All texts are on one line and sanitized. */
	label: string
	/** Aligned under those of the others, between the label and the detail. */
	cells?: readonly string[]
	detail: string
	/** Found by, besides what is shown. */
	keywords?: string
	/** Items of one group stand together, below its name. */
	group?: string
	/** At the right edge, such as a key. */
	right?: string
	/** In front of the label, such as a star. */
	sign?: string
	/** Where the cursor is to begin. */
	isCurrent?: boolean
	/** Text about it, for the pane beside the list. */
	preview?: string
}

export type FoundItem<Value> = {
	item: ListItem<Value>
	/** Places in the label. */
	marks: readonly number[]
}

/**
 * Every word has to be found somewhere: in the label as it is or by its letters in order, anywhere else as it is. The
 * best comes first, with its group.
 */
export function foundItems<Value>(
	items: readonly ListItem<Value>[],
	query: string,
): readonly FoundItem<Value>[] {
	const words = wordsOf(query)
	if (words.length === 0) return items.map(item => ({ item, marks: [] }))
	const found = items.flatMap((item, index) => {
		const match = matchOf(item, words)
		return match ? [{ item, index, ...match }] : []
	})
	const best = new Map<string | undefined, number>()
	for (const { item, score } of found) best.set(item.group, Math.max(score, best.get(item.group) ?? 0))
	const order = new Map([...best].sort((a, b) => b[1] - a[1]).map(([group], place) => [group, place]))
	const rank = (group: string | undefined) => order.get(group) ?? 0
	return found.sort(
		(a, b) => rank(a.item.group) - rank(b.item.group) || b.score - a.score || a.index - b.index,
	)
}

function matchOf(
	{ label, cells = [], detail, keywords = '', group = '' }: ListItem<unknown>,
	words: readonly string[],
): { score: number; marks: readonly number[] } | undefined {
	const lower = lowerCase(label)
	const rest = `${cells.join(' ')} ${detail} ${keywords} ${group}`.toLowerCase()
	const marks = new Set<number>()
	let score = 0
	for (const word of words) {
		const isElsewhere = rest.includes(word)
		// Letters that are strewn over a label say less than the word itself somewhere else.
		const match = isElsewhere ? substringMatch(lower, word) : wordMatch(lower, word)
		if (!match && !isElsewhere) return undefined
		score += match?.score ?? 300
		for (const place of match?.positions ?? []) marks.add(place)
	}
	return { score, marks: [...marks].sort((a, b) => a - b) }
}

/** One item, found by its label alone. */
export function foundByLabel<Value>(item: ListItem<Value>, query: string): FoundItem<Value> {
	return { item, marks: fuzzyMatch(item.label, query)?.positions ?? [] }
}
