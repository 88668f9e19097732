// Which of the known names were probably meant.

/** @returns at most three, the nearest first; none when nothing is near */
export function nearestNames(wanted: string, known: readonly string[]): readonly string[] {
	const folded = wanted.toLowerCase()
	return known
		.map(name => ({ name, distance: distance(folded, name.toLowerCase()) }))
		.filter(({ name, distance }) => distance <= Math.max(2, Math.min(wanted.length, name.length) / 3))
		.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
		.slice(0, 3)
		.map(({ name }) => name)
}

/** Edits from one to the other (Levenshtein); a name that holds the other whole counts as one edit away. */
function distance(a: string, b: string): number {
	if (a === b) return 0
	if (Math.min(a.length, b.length) >= 3 && (a.includes(b) || b.includes(a))) return 1
	let row = Array.from({ length: b.length + 1 }, (_, index) => index)
	for (let i = 1; i <= a.length; i++) {
		const next = [i]
		for (let j = 1; j <= b.length; j++) {
			const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
			next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
		}
		row = next
	}
	return row[b.length]!
}
