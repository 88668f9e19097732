// Suggestions, "Did you mean …?", for names a person typed.

export type Nearness = {
	/** How many edits away the same name may be, by the length of the shorter one. */
	allowedEdits?: (length: number) => number
	/** Whether one that holds the other whole counts as one edit away: `file_path` for `path`. */
	orPart?: boolean
}

/** @returns at most three, the nearest first, one that only begins so before all; none when nothing is near */
export function nearestNames(
	wanted: string,
	known: readonly string[],
	{ allowedEdits = length => Math.max(2, Math.floor(length / 3)), orPart = false }: Nearness = {},
): readonly string[] {
	const folded = wanted.toLowerCase()
	const editsTo = (name: string) => {
		if (folded.length >= 2 && name.startsWith(folded)) return 0
		return orPart && isPart(folded, name) ? 1 : editDistance(folded, name)
	}
	return known
		.map(name => ({ name, edits: editsTo(name.toLowerCase()) }))
		.filter(({ name, edits }) => edits <= allowedEdits(Math.min(wanted.length, name.length)))
		.sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1))
		.slice(0, 3)
		.map(({ name }) => name)
}

function isPart(one: string, other: string): boolean {
	return Math.min(one.length, other.length) >= 3 && (one.includes(other) || other.includes(one))
}

/** Letters to insert, remove or replace; two that changed places count as one (optimal string alignment). */
export function editDistance(from: string, to: string): number {
	let older: readonly number[] = []
	let above: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column)
	for (let i = 1; i <= from.length; i++) {
		const row = [i]
		for (let j = 1; j <= to.length; j++) {
			const replaced = above[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
			const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
			const swapped = isSwap ? older[j - 2]! + 1 : Number.POSITIVE_INFINITY
			row.push(Math.min(replaced, above[j]! + 1, row[j - 1]! + 1, swapped))
		}
		older = above
		above = row
	}
	return above[to.length]!
}

/** The end of a sentence about a name that there is none of: `did you mean openai? There are openai, gemini`. */
export function namesInstead(typed: string, known: readonly string[]): string {
	const [guess] = nearestNames(typed, known)
	const all = known.join(', ')
	return guess === undefined ? `there are ${all}` : `did you mean ${guess}? There are ${all}`
}
