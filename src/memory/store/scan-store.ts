// Memory without SQLite: texts in a list, each looked at for each question. Slower, and gone with the process, but
// with the same answers.

import type {
	MemoryBatch,
	MemoryFindings,
	MemoryMark,
	MemoryQuery,
	MemorySource,
	MemoryStore,
	Occurrence,
} from '../../core/memory.ts'
import { type Candidate, choose } from '../ranking/choose.ts'
import { type Concept, conceptsOf } from '../ranking/query.ts'
import { createRating } from '../ranking/rank.ts'
import type { Rarity } from '../ranking/rarity.ts'
import { bestSpellings, LEAST_SPELT } from '../ranking/spelling.ts'
import { createSynonyms } from '../ranking/synonyms.ts'
import { createTranslations } from '../ranking/translations.ts'
import { wordsOf } from '../text/words.ts'
import { EMBEDDED, isWorth } from '../worth-embedding.ts'
import { occurrencesInScope } from './occurrences.ts'
import { createCosines, outstanding, packedLength, packVectors } from './vectors.ts'

type StoredText = Candidate & { occurrences: Occurrence[]; terms: ReadonlySet<string> }

export function createScanStore(): MemoryStore {
	const synonyms = createSynonyms()
	const translations = createTranslations()
	const marks = new Map<string, MemoryMark>()
	const vectors = new Map<string, Map<number, Uint8Array>>()
	const changed = new Set<string>()
	const keys = new Map<string, Set<string>>()
	const kept = new Map<string, StoredText>()
	let lastId = 0

	const forget = (name: string) => {
		for (const each of kept.values()) {
			each.occurrences = each.occurrences.filter(({ source }) => source.name !== name)
			if (each.occurrences.length > 0) continue
			kept.delete(each.text)
			for (const known of vectors.values()) known.delete(each.id)
		}
		marks.delete(name)
		keys.delete(name)
	}
	const textOf = (text: string): StoredText => {
		const found = kept.get(text)
		if (found) return found
		const terms = new Set(wordsOf(text).flatMap(word => word.terms))
		const made = { id: ++lastId, text, occurrences: [], terms }
		kept.set(text, made)
		return made
	}
	const write = ({ mark, passages, resets, undone }: MemoryBatch) => {
		const { name } = mark.source
		if (resets) forget(name)
		const known = keys.get(name) ?? new Set()
		keys.set(name, known)
		for (const { text, ...place } of passages) {
			const key = `${place.seq} ${place.part}`
			if (known.has(key)) continue
			known.add(key)
			textOf(text).occurrences.push({ ...place, source: mark.source, isUndone: false })
		}
		const isUndone = ({ seq }: Occurrence) => undone.some(({ after, before }) => seq > after && seq < before)
		for (const each of undone.length === 0 ? [] : kept.values())
			each.occurrences = each.occurrences.map(place =>
				place.source.name === name ? { ...place, isUndone: isUndone(place) } : place,
			)
		marks.set(name, mark)
	}
	const findings = (query: MemoryQuery): Promise<MemoryFindings> => {
		const inScope = [...kept.values()].flatMap(each => {
			const all = occurrencesInScope(each.occurrences, { ...query, withUndone: true })
			return all.length === 0 ? [] : [{ ...each, occurrences: all }]
		})
		const vocabulary = new Set(inScope.flatMap(({ terms }) => [...terms]))
		const concepts =
			query.words === 'all'
				? conceptsOf(query.text, synonyms, () => [])
				: conceptsOf(
						query.text,
						synonyms,
						term => (term.length < LEAST_SPELT ? [] : bestSpellings(term, vocabulary)),
						translations,
					)
		const rarity = rarityOf(concepts, inScope)
		const { worth: _, ...rating } = createRating(concepts, rarity, query)
		const visible = inScope.flatMap(each => {
			const occurrences = occurrencesInScope(each.occurrences, query)
			return occurrences.length === 0 ? [] : [{ ...each, occurrences }]
		})
		const words = visible.filter(({ terms }) => {
			if (concepts.length === 0) return false
			if (query.words === 'all') return concepts.every(({ term }) => terms.has(term))
			return concepts.some(({ term, others }) => [term, ...others].some(one => terms.has(one)))
		})
		const trigrams = visible.filter(({ terms }) =>
			concepts.some(({ spellings }) => spellings.some(({ term }) => terms.has(term))),
		)
		const byPromise = (list: readonly (Candidate & Pick<StoredText, 'terms'>)[]) => {
			const scores = new Map(
				list.map(({ id, text, occurrences: [first] }) => [
					id,
					rating.rate({ ...first!, text, isFile: first!.file !== undefined }).score,
				]),
			)
			return list.toSorted((a, b) => scores.get(b.id)! - scores.get(a.id)! || b.id - a.id)
		}
		const lists = {
			words: byPromise(words),
			trigrams: byPromise(trigrams),
			vectors: alike(query.vector, visible),
		}
		return choose(lists, { ...rating, query })
	}
	const alike = (vector: MemoryQuery['vector'], visible: readonly Candidate[]) => {
		if (!vector) return []
		const cosinesOf = createCosines(vector.values)
		const known = vectors.get(vector.embedder)
		const all = new Map(
			visible.flatMap(each => {
				const packed = known?.get(each.id)
				const cosines = packed && cosinesOf(packed)
				return cosines ? [[each.id, { ...each, cosines }] as const] : []
			}),
		)
		return outstanding([...all.values()], MOST_ALIKE).map(each => ({ ...all.get(each.id)!, ...each }))
	}

	return {
		marks: async () => [...marks.values()],
		write: async batches => batches.forEach(write),
		forget: async source => forget(source),
		scour: async () => {},
		search: async query => (await findings(query)).hits,
		explain: findings,
		async renameProject(from, to) {
			const renamed = (source: MemorySource) =>
				source.project === from ? { ...source, project: to } : source
			for (const [name, mark] of marks) marks.set(name, { ...mark, source: renamed(mark.source) })
			for (const each of kept.values())
				each.occurrences = each.occurrences.map(place => ({ ...place, source: renamed(place.source) }))
		},
		promptsAfter: async (source, after, limit) =>
			[...kept.values()]
				.flatMap(({ text, occurrences }) => occurrences.map(place => ({ ...place, text })))
				.filter(
					({ source: { name }, seq, kind, isUndone }) =>
						name === source && seq > after && kind === 'prompt' && !isUndone,
				)
				.sort((a, b) => a.seq - b.seq || a.part - b.part)
				.slice(0, limit)
				.map(({ seq, part, kind, at, text }) => ({ seq, part, kind, at, text })),
		unembedded: async (embedder, limit, { below = Number.MAX_SAFE_INTEGER, of } = {}) =>
			[...kept.values()]
				.filter(({ id }) => id < below && !vectors.get(embedder)?.has(id))
				.filter(({ occurrences }) => of === undefined || occurrences.some(each => isWorth(each, of)))
				.sort((a, b) => b.id - a.id)
				.slice(0, limit)
				.map(({ id, text }) => ({ id, text })),
		embed: async (embedder, made) => {
			const packed = made.map(({ id, parts }) => ({ id, bytes: packVectors(parts) }))
			const one = packedLength(made[0]?.parts[0]?.length ?? 0)
			let known = vectors.get(embedder) ?? new Map<number, Uint8Array>()
			const [before] = known.values()
			// Another model answers to the name; once each, for one that gives now these, now those would never be done.
			if (before && packed[0] && before.length % one !== 0 && !changed.has(embedder)) {
				changed.add(embedder)
				known = new Map()
			}
			vectors.set(embedder, known)
			for (const { id, bytes } of packed) known.set(id, bytes)
		},
		hasVectors: async (embedder, project) =>
			[...kept.values()].some(({ id, occurrences }) => {
				const isInScope = occurrences.some(
					({ source }) => source.project === project || source.project === '',
				)
				return isInScope && (vectors.get(embedder)?.has(id) ?? false)
			}),
		status: async () => ({
			kind: 'scan',
			sources: marks.size,
			passages: kept.size,
			occurrences: [...kept.values()].reduce((sum, { occurrences }) => sum + occurrences.length, 0),
			vectors: [...vectors].map(([embedder, known]) => ({ embedder, count: known.size })),
			worthEmbedding: [...kept.values()].filter(({ occurrences }) =>
				occurrences.some(each => EMBEDDED.some(of => isWorth(each, of))),
			).length,
			sizeBytes: 0,
		}),
		close: async () => {},
	}
}

const MOST_ALIKE = 50

function rarityOf(
	concepts: readonly Concept[],
	texts: readonly (Candidate & Pick<StoredText, 'terms'>)[],
): Rarity {
	const counted = new Set(
		concepts.flatMap(({ term, others, spellings }) => [term, ...others, ...spellings.map(each => each.term)]),
	)
	const countIn = (some: typeof texts) => {
		const counts = new Map<string, number>()
		for (const { terms } of some)
			for (const term of counted) if (terms.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
		return counts
	}
	const typed = texts.filter(({ occurrences }) => occurrences.some(({ kind }) => kind === 'prompt'))
	return {
		passages: texts.length,
		counts: countIn(texts),
		prompts: typed.length,
		promptCounts: countIn(typed),
	}
}
