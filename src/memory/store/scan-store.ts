// Memory without SQLite: passages in a list, each looked at for each question. Slower, and gone with the process, but
// with the same answers.

import type {
	MemoryBatch,
	MemoryHit,
	MemoryMark,
	MemoryQuery,
	MemoryStore,
	Passage,
} from '../../core/memory.ts'
import { fuse } from '../ranking/fuse.ts'
import { withoutNearDuplicates } from '../ranking/near-duplicates.ts'
import { conceptsOf } from '../ranking/query.ts'
import { createRating } from '../ranking/rank.ts'
import { createSynonyms } from '../ranking/synonyms.ts'
import { wordsOf } from '../text/words.ts'
import { createCosine, outstanding, packVector } from './vectors.ts'

type StoredPassage = {
	id: number
	mark: MemoryMark
	passage: Passage
	isUndone: boolean
	terms: ReadonlySet<string>
}

export function createScanStore(): MemoryStore {
	const synonyms = createSynonyms()
	const marks = new Map<string, MemoryMark>()
	const vectors = new Map<string, Map<number, Uint8Array>>()
	const changed = new Set<string>()
	const keys = new Map<string, Set<string>>()
	let kept: StoredPassage[] = []
	let lastId = 0

	const forget = (source: string) => {
		kept = kept.filter(each => each.mark.source.name !== source)
		marks.delete(source)
		keys.delete(source)
		const left = new Set(kept.map(({ id }) => id))
		for (const known of vectors.values()) for (const id of known.keys()) if (!left.has(id)) known.delete(id)
	}
	const write = ({ mark, passages, resets, undone }: MemoryBatch) => {
		const { name } = mark.source
		if (resets) forget(name)
		const known = keys.get(name) ?? new Set()
		keys.set(name, known)
		for (const passage of passages) {
			const key = `${passage.seq} ${passage.part} ${passage.kind}`
			if (known.has(key)) continue
			known.add(key)
			const terms = new Set(wordsOf(passage.text).flatMap(word => word.terms))
			kept.push({ id: ++lastId, mark, passage, isUndone: false, terms })
		}
		for (const each of undone.length === 0 ? [] : kept)
			if (each.mark.source.name === name)
				each.isUndone = undone.some(
					({ after, before }) => each.passage.seq > after && each.passage.seq < before,
				)
		marks.set(name, mark)
	}
	const search = (query: MemoryQuery): readonly MemoryHit[] => {
		const inScope = kept.filter(({ mark: { source } }) => {
			if (query.source !== undefined && source.name !== query.source) return false
			return query.project === undefined || source.project === query.project || source.project === ''
		})
		const concepts = conceptsOf(query.text, synonyms)
		const asked = new Set(concepts.flatMap(({ term, others }) => [term, ...others]))
		const counts = new Map<string, number>()
		for (const { terms } of inScope)
			for (const term of asked) if (terms.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
		const { rate } = createRating(concepts, { passages: inScope.length, counts }, query)
		const visible = inScope.filter(each => query.withUndone || !each.isUndone)
		const rated = new Map(
			visible.flatMap(each => {
				const fits =
					query.words === 'all'
						? concepts.every(({ term }) => each.terms.has(term))
						: concepts.some(({ term, others }) => [term, ...others].some(one => each.terms.has(one)))
				return fits && concepts.length > 0 ? [[each.id, { each, ...rate(each.passage) }] as const] : []
			}),
		)
		const byWords = [...rated.values()]
			.filter(({ coverage }) => coverage >= query.leastCoverage)
			.sort((a, b) => b.score - a.score || b.each.id - a.each.id)
			.map(({ each }) => each.id)
		const byVector = query.vector ? alike(query.vector, visible) : []
		const byId = new Map(visible.map(each => [each.id, each]))
		const order =
			query.vector === undefined
				? byWords.map(id => ({ id, score: rated.get(id)!.score }))
				: fuse([byWords, byVector])
		const hits = order.map(({ id, score }): MemoryHit => {
			const { passage, mark } = byId.get(id)!
			const matches = rated.get(id)?.matches ?? rate(passage).matches
			return { ...passage, source: mark.source, score, matches }
		})
		return withoutNearDuplicates(hits, query.limit)
	}
	const alike = (
		{ embedder, values }: NonNullable<MemoryQuery['vector']>,
		visible: readonly StoredPassage[],
	) => {
		const cosine = createCosine(values)
		const known = vectors.get(embedder)
		const all = visible.flatMap(({ id }) => {
			const packed = known?.get(id)
			const value = packed && cosine(packed)
			return value === undefined ? [] : [{ id, cosine: value }]
		})
		return outstanding(all, MOST_ALIKE)
	}

	return {
		marks: async () => [...marks.values()],
		write: async batches => batches.forEach(write),
		forget: async source => forget(source),
		scour: async () => {},
		search: async query => search(query),
		unembedded: async (embedder, limit, below = Number.MAX_SAFE_INTEGER) =>
			kept
				.filter(({ id }) => id < below && !vectors.get(embedder)?.has(id))
				.toReversed()
				.slice(0, limit)
				.map(({ id, passage }) => ({ id, text: passage.text })),
		embed: async (embedder, made) => {
			const packed = made.map(({ id, values }) => ({ id, bytes: packVector(values) }))
			let known = vectors.get(embedder) ?? new Map<number, Uint8Array>()
			const [before] = known.values()
			// Another model answers to the name; once each, for one that gives now these, now those would never be done.
			if (before && packed[0] && before.length !== packed[0].bytes.length && !changed.has(embedder)) {
				changed.add(embedder)
				known = new Map()
			}
			vectors.set(embedder, known)
			for (const { id, bytes } of packed) known.set(id, bytes)
		},
		hasVectors: async (embedder, project) =>
			kept.some(({ id, mark: { source } }) => {
				const isInScope = source.project === project || source.project === ''
				return isInScope && (vectors.get(embedder)?.has(id) ?? false)
			}),
		status: async () => ({
			kind: 'scan',
			sources: marks.size,
			passages: kept.length,
			vectors: [...vectors].map(([embedder, known]) => ({ embedder, count: known.size })),
			sizeBytes: 0,
		}),
		close: async () => {},
	}
}

const MOST_ALIKE = 50
