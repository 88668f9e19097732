// Near-duplicate removal: leaves out what says again what stands above it, a fork's copy, a file read twice, a prompt
// repeated.

import { wordsOf } from '../text/words.ts'

/** @param texts - best first */
export function withoutNearDuplicates<Item extends { text: string }>(
	texts: Iterable<Item>,
	limit: number,
	termsOf: (item: Item) => ReadonlySet<string> = ({ text }) =>
		new Set(wordsOf(text).flatMap(word => word.terms)),
): readonly Item[] {
	const kept: { item: Item; terms: ReadonlySet<string> }[] = []
	for (const item of texts) {
		if (kept.length >= limit) break
		const terms = termsOf(item)
		if (!kept.some(other => isNear(terms, other.terms, item.text === other.item.text)))
			kept.push({ item, terms })
	}
	return kept.map(({ item }) => item)
}

function isNear(a: ReadonlySet<string>, b: ReadonlySet<string>, isSame: boolean): boolean {
	if (isSame) return true
	if (a.size === 0 || b.size === 0) return false
	let shared = 0
	for (const term of a) if (b.has(term)) shared++
	return shared / (a.size + b.size - shared) > 0.85
}
