// Which of the places where a text stands count for a question, and in what order: shared by the stores, so that a text
// that is kept once answers like one that is kept at each place.

import type { MemoryQuery, Occurrence } from '../../core/memory.ts'

export type OccurrenceScope = Pick<MemoryQuery, 'project' | 'source' | 'own' | 'withUndone'>

/** @returns the first is what the text is shown as; none where the text is not in scope */
export function occurrencesInScope(
	occurrences: readonly Occurrence[],
	scope: OccurrenceScope,
): readonly Occurrence[] {
	const rank = (each: Occurrence) => ownRank(each, scope)
	return withoutCopies(
		occurrences.filter(each => isInScope(each, scope)),
		scope,
	)
		.filter(each => scope.withUndone || !each.isUndone)
		.toSorted((a, b) => Number(a.isUndone) - Number(b.isUndone) || rank(a) - rank(b) || b.at - a.at)
}

function isInScope(
	{ source, seq }: Occurrence,
	{ project, source: only, own = [] }: OccurrenceScope,
): boolean {
	if (only !== undefined) return source.name === only
	const mine = own.find(({ name }) => name === source.name)
	// What was said there after the copy was made was left behind on purpose.
	if (mine) return seq <= (mine.upToSeq ?? Number.POSITIVE_INFINITY)
	return project === undefined || source.project === project || source.project === ''
}

/** A fork holds what its parent does, under the same numbers: the one that asks says whether it still holds. */
function withoutCopies(occurrences: readonly Occurrence[], scope: OccurrenceScope): readonly Occurrence[] {
	if (occurrences.length < 2) return occurrences
	const chosen = new Map<string, Occurrence>()
	for (const each of occurrences) {
		const key = each.source.kind === 'notes' ? `${each.source.name} ${each.seq} ${each.part}` : copyKey(each)
		const other = chosen.get(key)
		if (!other || isBetter(each, other, scope)) chosen.set(key, each)
	}
	return [...chosen.values()]
}

function copyKey({ seq, part, at }: Occurrence): string {
	return `${seq} ${part} ${at}`
}

function isBetter(each: Occurrence, other: Occurrence, scope: OccurrenceScope): boolean {
	const [mine, its] = [ownRank(each, scope), ownRank(other, scope)]
	return mine === its ? other.isUndone && !each.isUndone : mine < its
}

function ownRank({ source }: Occurrence, { own = [] }: OccurrenceScope): number {
	const found = own.findIndex(({ name }) => name === source.name)
	return found === -1 ? own.length : found
}
