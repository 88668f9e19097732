// How well a passage answers a question: how much of what is asked about it holds, how close together, said by whom
// and when. The index only has to propose candidates; the order is made here, the same for every store.

import type { PassageKind } from '../../core/memory.ts'
import { type IndexToken, wordsOf } from '../text/words.ts'
import { answerKind } from './answer-kind.ts'
import type { Concept } from './query.ts'
import { isEverywhere, isNumber, type Rarity, weightOf } from './rarity.ts'

export type Rated = {
	/** Higher is better. */
	score: number
	/** The share of what the question asks about, by weight, that stands close together: 0 to 1. */
	coverage: number
	/** The same of what is not everywhere, and how unlikely it is to be there by chance: 0 to 1. */
	evidence: number
	matches: readonly { start: number; end: number }[]
	/** Every term of the passage. */
	terms: ReadonlySet<string>
}

export type Rating = {
	rate(passage: { kind: PassageKind; at: number; text: string }): Rated
	worth: Worth
}

/** What a term adds at most to a passage that holds it. */
export type Worth = (term: string) => number

export function createRating(
	concepts: readonly Concept[],
	rarity: Rarity,
	question: { text: string; now: number },
): Rating {
	const wanted = answerKind(question.text)
	const weights = concepts.map(concept => weightOf(concept, rarity))
	const [whole, wholeTelling] = [
		heaviest(weights.map(each => each.weight)),
		heaviest(weights.map(each => each.telling)),
	]
	const next = nextConcepts(concepts, rarity)
	const worth = new Map<string, ConceptShare[]>()
	const put = (term: string, concept: number, share: number) => {
		const known = worth.get(term) ?? []
		const { weight, telling } = weights[concept]!
		known.push({ concept, worth: weight * share, telling: telling * share, share })
		worth.set(term, known)
	}
	for (const [index, { term, others, spellings }] of concepts.entries()) {
		put(term, index, 1)
		for (const other of others) put(other, index, SYNONYM_SHARE)
		for (const spelling of spellings) put(spelling.term, index, spelling.share)
	}
	const evidenceOf = (near: readonly TermMatch[]) => {
		const worth = worthOf(near, next, 'telling')
		const telling = Math.min(1, worth / Math.log(1 + Math.max(1, rarity.passages)))
		const held = new Set(near.map(({ concept }) => concept)).size
		const alone = concepts.length === 1 ? telling : held === 1 ? ALONE_FACTOR : 1
		const coverage = wholeTelling === 0 ? 0 : Math.min(1, worth / wholeTelling) * chance(near, concepts)
		return telling * coverage ** COVERAGE_POWER * alone
	}
	const rate: Rating['rate'] = ({ kind, at, text }) => {
		const words = wordsOf(text)
		const found = words.flatMap((word, place) => findings(word, place, worth))
		const window = bestWindow(found, next)
		const [near, all] = [worthOf(window, next, 'worth'), worthOf(found, next, 'worth')]
		const ageDays = Math.max(0, question.now - at) / 86_400_000
		const answers = wanted?.pattern.test(text) ? ANSWER_FACTOR : 1
		const said = answers * KIND_FACTOR[kind] * (1 + RECENCY_SHARE * Math.exp(-ageDays / RECENCY_DAYS))
		const coverage = whole === 0 ? 0 : Math.min(1, near / whole) * chance(found, concepts)
		return {
			score: (0.8 * near + 0.2 * all) * said * lengthFactor(words.length),
			coverage,
			evidence: evidenceOf(window),
			matches: found.map(({ word: { start, end } }) => ({ start, end })),
			terms: new Set(words.flatMap(word => word.terms)),
		}
	}
	return { rate, worth: term => Math.max(0, ...(worth.get(term) ?? []).map(each => each.worth)) }
}

/** Of a long question the heaviest words are what it is about. */
function heaviest(weights: readonly number[]): number {
	return weights
		.toSorted((a, b) => b - a)
		.slice(0, DECISIVE_CONCEPTS)
		.reduce((sum, weight) => sum + weight, 0)
}

const DECISIVE_CONCEPTS = 4
const ANSWER_FACTOR = 1.25
const CHANCE_FACTOR = 0.6
/** How much it counts that some of the question is not held: its asking words never are. */
const COVERAGE_POWER = 0.25
const ALONE_FACTOR = 0.4
const NUMBER_FACTOR = 0.15
const SYNONYM_SHARE = 0.6
const WINDOW_WORDS = 40
const RECENCY_SHARE = 0.15
const RECENCY_DAYS = 30

/** A person's words weigh more than what a command happened to print. */
const KIND_FACTOR: Record<PassageKind, number> = {
	prompt: 1.25,
	note: 1.25,
	answer: 1.1,
	thought: 0.9,
	result: 0.9,
	error: 0.9,
	call: 0.7,
}

/** Long passages hold more words of everything. */
function lengthFactor(words: number): number {
	return 1 / (1 + Math.max(0, words - 60) / 240)
}

/** Of several words one alone may be there by chance, and a number counts anything. */
function chance(found: readonly TermMatch[], concepts: readonly Concept[]): number {
	const held = new Set(found.map(({ concept }) => concept))
	if ([...held].every(concept => isNumber(concepts[concept]!.term))) return NUMBER_FACTOR
	return held.size === 1 && concepts.length >= 3 ? CHANCE_FACTOR : 1
}

type TermMatch = ConceptShare & { word: IndexToken; place: number }

/** `telling`: the same beyond what is everywhere. */
type ConceptShare = { concept: number; worth: number; telling: number; share: number }

function findings(
	word: IndexToken,
	place: number,
	worth: ReadonlyMap<string, readonly ConceptShare[]>,
): readonly TermMatch[] {
	return word.terms.flatMap(term => worth.get(term)?.map(each => ({ word, place, ...each })) ?? [])
}

/** Each concept counts once, by its best word, and each pair that stands together as in the question. */
function worthOf(found: readonly TermMatch[], next: NextConcept, of: 'worth' | 'telling'): number {
	const best = new Map<number, number>()
	const pairs = new Map<number, number>()
	for (const [at, { concept, share, place, [of]: worth }] of found.entries()) {
		if (worth > (best.get(concept) ?? 0)) best.set(concept, worth)
		const following = next.get(concept)
		if (following === undefined) continue
		for (let other = at + 1; other < found.length && found[other]!.place - place <= PAIR_WORDS; other++)
			if (found[other]!.concept === following)
				pairs.set(
					concept,
					Math.max(pairs.get(concept) ?? 0, PAIR_WORTH * Math.min(share, found[other]!.share)),
				)
	}
	return [...best.values(), ...pairs.values()].reduce((sum, worth) => sum + worth, 0)
}

/** Which word of the question follows which, as far as either says anything. */
type NextConcept = ReadonlyMap<number, number>

function nextConcepts(concepts: readonly Concept[], rarity: Rarity): NextConcept {
	const telling = concepts.flatMap((concept, index) =>
		PAIRED.test(concept.term) && !isEverywhere(concept, rarity) ? [index] : [],
	)
	return new Map(
		telling
			.slice(1)
			.flatMap((index, at) => (index - telling[at]! <= PAIR_WORDS ? [[telling[at]!, index]] : [])),
	)
}

/** In writing without blanks every pair of characters stands beside the next. */
const PAIRED = /^\p{L}{3,}$/u
const PAIR_WORDS = 2
/** What two words that stand together tell more than two that do not, in nats. */
const PAIR_WORTH = 2

/** The stretch that is worth most. */
function bestWindow(found: readonly TermMatch[], next: NextConcept): readonly TermMatch[] {
	let [best, most]: [readonly TermMatch[], number] = [[], 0]
	for (let first = 0; first < found.length; first++) {
		if (first > 0 && found[first - 1]!.place === found[first]!.place) continue
		let end = first
		while (end < found.length && found[end]!.place - found[first]!.place < WINDOW_WORDS) end++
		const window = found.slice(first, end)
		const worth = worthOf(window, next, 'worth')
		if (worth > most) [best, most] = [window, worth]
		// Later ones only hold less of the same.
		if (end === found.length) break
	}
	return best
}
