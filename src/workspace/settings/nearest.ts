// "Did you mean …?" for names a person typed.

/** @returns the candidate that takes the fewest edits, or undefined when even that one is a different word */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
	const ranked = candidates
		.map(candidate => ({ candidate, edits: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
		.sort((a, b) => a.edits - b.edits)
	const best = ranked[0]
	return best && best.edits <= Math.max(2, Math.floor(word.length / 3)) ? best.candidate : undefined
}

/** Insertions, deletions and replacements that turn one word into the other. */
export function editDistance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, column) => column)
	for (let i = 1; i <= from.length; i++) {
		const above = row
		row = [i]
		for (let j = 1; j <= to.length; j++) {
			const replace = above[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
			row.push(Math.min(replace, above[j]! + 1, row[j - 1]! + 1))
		}
	}
	return row[to.length]!
}
