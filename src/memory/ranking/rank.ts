// How well a passage answers a question: how much of what is asked about it holds, how close together, said by whom
// and when. The index only has to propose candidates; the order is made here, the same for every store.

import type { PassageKind } from '../../core/memory.ts'
import { type IndexToken, wordsOf } from '../text/words.ts'
import { answerKind } from './answer-kind.ts'
import type { Concept } from './query.ts'

export type Rated = {
	/** Higher is better. */
	score: number
	/** The share of what the question asks about, by weight, that stands close together: 0 to 1. */
	coverage: number
	matches: readonly { start: number; end: number }[]
	/** Every term of the passage. */
	terms: ReadonlySet<string>
}

/** What is known of the passages that were searched. `counts`: in how many of them a term is; left out, in none. */
export type Rarity = { passages: number; counts: ReadonlyMap<string, number> }

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
	// Of a long question the heaviest words are what it is about.
	const whole = weights
		.toSorted((a, b) => b - a)
		.slice(0, DECISIVE_CONCEPTS)
		.reduce((sum, weight) => sum + weight, 0)
	const worth = new Map<string, { concept: number; worth: number }[]>()
	const put = (term: string, concept: number, share: number) => {
		const known = worth.get(term) ?? []
		known.push({ concept, worth: weights[concept]! * share })
		worth.set(term, known)
	}
	for (const [index, { term, others }] of concepts.entries()) {
		put(term, index, 1)
		for (const other of others) put(other, index, SYNONYM_SHARE)
	}
	const rate: Rating['rate'] = ({ kind, at, text }) => {
		const words = wordsOf(text)
		const found = words.flatMap((word, place) => findings(word, place, worth))
		const near = bestWindow(found)
		const all = worthOf(found)
		const ageDays = Math.max(0, question.now - at) / 86_400_000
		const answers = wanted?.pattern.test(text) ? ANSWER_FACTOR : 1
		const said = answers * KIND_FACTOR[kind] * (1 + RECENCY_SHARE * Math.exp(-ageDays / RECENCY_DAYS))
		return {
			score: (0.8 * near + 0.2 * all) * said * lengthFactor(words.length),
			coverage:
				whole === 0 ? 0 : Math.min(1, near / whole) * (isChance(found, concepts.length) ? CHANCE_FACTOR : 1),
			matches: found.map(({ word: { start, end } }) => ({ start, end })),
			terms: new Set(words.flatMap(word => word.terms)),
		}
	}
	return { rate, worth: term => Math.max(0, ...(worth.get(term) ?? []).map(each => each.worth)) }
}

const DECISIVE_CONCEPTS = 8
const ANSWER_FACTOR = 1.25
const CHANCE_FACTOR = 0.6
const UNKNOWN_SHARE = 0.5
const SYNONYM_SHARE = 0.5
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

/** What nothing holds says nothing about which passage is meant, but much about whether one is. */
function weightOf({ term, others }: Concept, { passages, counts }: Rarity): number {
	const known = [term, ...others].map(each => counts.get(each) ?? 0)
	const count = known[0] || Math.max(...known)
	if (count === 0) return UNKNOWN_SHARE * Math.log(1 + 2 * passages + 1)
	return Math.log(1 + (passages - count + 0.5) / (count + 0.5))
}

/** One word of several may be there by chance. */
function isChance(found: readonly TermMatch[], concepts: number): boolean {
	return concepts >= 3 && found.every(({ concept }) => concept === found[0]!.concept)
}

type TermMatch = { word: IndexToken; place: number; concept: number; worth: number }

function findings(
	word: IndexToken,
	place: number,
	worth: ReadonlyMap<string, readonly { concept: number; worth: number }[]>,
): readonly TermMatch[] {
	return word.terms.flatMap(term => worth.get(term)?.map(each => ({ word, place, ...each })) ?? [])
}

/** Each concept counts once, by its best word. */
function worthOf(found: readonly TermMatch[]): number {
	const best = new Map<number, number>()
	for (const { concept, worth } of found) if (worth > (best.get(concept) ?? 0)) best.set(concept, worth)
	let sum = 0
	for (const worth of best.values()) sum += worth
	return sum
}

function bestWindow(found: readonly TermMatch[]): number {
	let best = 0
	for (let first = 0; first < found.length; first++) {
		if (first > 0 && found[first - 1]!.place === found[first]!.place) continue
		let end = first
		while (end < found.length && found[end]!.place - found[first]!.place < WINDOW_WORDS) end++
		best = Math.max(best, worthOf(found.slice(first, end)))
	}
	return best
}
