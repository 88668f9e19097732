// Reciprocal rank fusion: two orders become one, what is high in either is high, what is high in both is first. Only
// the ranks count, so that words and vectors need no common scale.

/** @returns ids, best first, with what they scored */
export function fuse(lists: readonly (readonly number[])[]): readonly { id: number; score: number }[] {
	const scores = new Map<number, number>()
	for (const list of lists)
		for (const [rank, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (DAMPING + rank))
	return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || b.id - a.id)
}

const DAMPING = 60
