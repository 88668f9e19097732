// How well a passage answers a question: how much of what is asked about it holds, how close together, said by whom
// and when. The index only has to propose candidates; the order is made here, the same for every store.

import type { HitMatch, PassageKind } from '../../core/memory.ts'
import { type IndexToken, wordsOf } from '../text/words.ts'
import { answerKind } from './answer-kind.ts'
import { everydayShare } from './everyday.ts'
import {
	type Clue,
	createEvidence,
	type Evidence,
	type NextConcept,
	nextConcepts,
	pairsWorth,
} from './evidence.ts'
import { isGrammar } from './grammar.ts'
import type { Concept } from './query.ts'
import { asksForFact, attributeAsked } from './question-form.ts'
import { isForeign, isNumber, type Rarity, weightOf } from './rarity.ts'
import { SYNONYM_SHARE } from './synonyms.ts'

export type Rated = {
	/** Higher is better. */
	score: number
	/** The share of what the question asks about, by weight, that stands close together: 0 to 1. */
	coverage: number
	/** The same where what only holds the question together hardly counts. */
	held: number
	/** How unlikely it is to be there by chance, by itself. */
	clue: Clue
	matches: readonly HitMatch[]
	/** Nothing is in it that the question has not, but everyday words. */
	isHollow: boolean
	/** Every term of the passage. */
	terms: ReadonlySet<string>
}

export type Rating = {
	rate(passage: { kind: PassageKind; at: number; text: string; isFile: boolean }): Rated
	/** What a clue comes to among others. */
	evidenceAmong: Evidence['among']
	/** A fact is asked for. */
	isAsked: boolean
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
	const foreign = isForeign(concepts, rarity)
	const weights = concepts.map(concept => weightOf(concept, rarity, foreign))
	const reachable = weights.map(({ weight }, at) => weight * reachableShare(concepts[at]!, rarity))
	const isAsked = asksForFact(question.text)
	const attributes = isAsked ? attributeConcepts(question.text, concepts) : []
	// What only holds the question together is hardly missed, unless it has nothing else.
	const isTelling = weights.map(({ telling }) => telling > 0)
	const isMeant = isTelling.map(each => each || !isTelling.includes(true))
	const needed = neededOf(reachable)
	const neededOfMeant = neededOf(reachable.map((weight, at) => weight * (isMeant[at] ? 1 : GRAMMAR_SHARE)))
	const meant = isMeant.filter(Boolean).length
	const next = nextConcepts(concepts, rarity)
	const evidence = createEvidence(concepts, weights, rarity, isAsked)
	const worth = new Map<string, ConceptShare[]>()
	const put = (term: string, concept: number, share: number) => {
		const known = worth.get(term) ?? []
		known.push({ concept, worth: weights[concept]!.weight * share, share })
		worth.set(term, known)
	}
	for (const [index, { term, others, spellings }] of concepts.entries()) {
		put(term, index, 1)
		for (const other of others) put(other, index, SYNONYM_SHARE)
		for (const spelling of spellings) put(spelling.term, index, spelling.share)
	}
	const known = new Map<string, readonly string[]>()
	const rate: Rating['rate'] = ({ kind, at, text, isFile }) => {
		const words = wordsOf(text, known)
		const found = words.flatMap((word, place) => findings(word, place, worth))
		const window = bestWindow(found, next)
		const [near, all] = [worthOf(window, next), worthOf(found, next)]
		const ageDays = Math.max(0, question.now - at) / 86_400_000
		const answers = wanted?.pattern.test(text) ?? false
		const terms = new Set(words.flatMap(word => word.terms))
		const isHollow = isNothingNew(terms, worth)
		const hollowFactor = !isHollow ? 1 : isAsking(text) ? ECHO_FACTOR : isAsked ? HOLLOW_FACTOR : 1
		const said =
			(answers ? ANSWER_FACTOR : 1) *
			hollowFactor *
			KIND_FACTOR[kind] *
			(1 + RECENCY_SHARE * Math.exp(-ageDays / RECENCY_DAYS))
		const held = new Set(window.map(({ concept }) => concept))
		// What holds nothing but the kind of thing is about another.
		const isAbout = [...held].some(each => isTelling[each] && !attributes.includes(each))
		const missing = isAbout ? attributes.filter(each => !held.has(each)) : []
		const shareOf = (all: Needed) => {
			const most = all(missing)
			return most === 0 ? 0 : Math.min(1, near / most)
		}
		return {
			score: (0.8 * near + 0.2 * all) * said * lengthFactor(words.length),
			coverage: shareOf(needed) * chance(found, concepts, concepts.length - 1),
			held: shareOf(neededOfMeant) * chance(found, concepts, meant),
			clue: evidence.clueOf(window, {
				words: words.length,
				answers: answers ? (wanted?.trust ?? 1) : 1,
				isFile,
			}),
			matches: found.map(({ word: { start, end }, concept, share }) => ({
				start,
				end,
				asked: concept,
				worth: weights[concept]!.telling * share,
			})),
			isHollow,
			terms,
		}
	}
	return {
		rate,
		evidenceAmong: evidence.among,
		isAsked,
		worth: term => Math.max(0, ...(worth.get(term) ?? []).map(each => each.worth)),
	}
}

/** What nobody here has written so is there as well as it can be when it is there in another spelling or language. */
function reachableShare({ term, spellings }: Concept, { counts }: Rarity): number {
	if (counts.has(term)) return 1
	const shares = spellings.flatMap(({ term: other, share }) => (counts.has(other) ? [share] : []))
	return shares.length === 0 ? 1 : Math.max(...shares)
}

function attributeConcepts(question: string, concepts: readonly Concept[]): readonly number[] {
	return attributeAsked(question).flatMap(word => {
		const [term] = wordsOf(word).flatMap(({ terms }) => terms)
		const at = concepts.findIndex(each => each.term === term)
		return at === -1 ? [] : [at]
	})
}

const GRAMMAR_SHARE = 0.25

/** What the words of a question come to, of which it may lack some that only say what kind of thing is asked for. */
type Needed = (missing: readonly number[]) => number

function neededOf(weights: readonly number[]): Needed {
	const known = new Map<string, number>()
	return missing => {
		const key = missing.join()
		const found =
			known.get(key) ??
			heaviest(weights.map((weight, at) => weight * (missing.includes(at) ? ATTRIBUTE_SHARE : 1)))
		known.set(key, found)
		return found
	}
}

/** What an answer need not say again. */
const ATTRIBUTE_SHARE = 0.25

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
const NUMBER_FACTOR = 0.15
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

/** Of what tells something all words may be everyday ones, such as the day on which something happens. */
function isNothingNew(terms: ReadonlySet<string>, asked: ReadonlyMap<string, unknown>): boolean {
	return [...terms].every(term => asked.has(term) || isGrammar(term) || everydayShare(term) > 0)
}

/** Who has asked the same before has not answered it, also where that stands behind a colon. */
function isAsking(text: string): boolean {
	return ASKS.test(text) || text.split(CLAUSE).some(asksForFact)
}

const ASKS = /[?？]\s*$/
const CLAUSE = /[.:;!?…]\s+/
const ECHO_FACTOR = 0.3
/** Who mentions the same seldom says what is asked. */
const HOLLOW_FACTOR = 0.8

/** Long passages hold more words of everything. */
function lengthFactor(words: number): number {
	return 1 / (1 + Math.max(0, words - 60) / 240)
}

/** Of several words one alone may be there by chance, and a number counts anything. */
function chance(found: readonly TermMatch[], concepts: readonly Concept[], meant: number): number {
	const held = new Set(found.map(({ concept }) => concept))
	if ([...held].every(concept => isNumber(concepts[concept]!.term))) return NUMBER_FACTOR
	return held.size === 1 && meant >= 2 ? CHANCE_FACTOR : 1
}

type TermMatch = ConceptShare & { word: IndexToken; place: number }

type ConceptShare = { concept: number; worth: number; share: number }

function findings(
	word: IndexToken,
	place: number,
	worth: ReadonlyMap<string, readonly ConceptShare[]>,
): readonly TermMatch[] {
	return word.terms.flatMap(term => worth.get(term)?.map(each => ({ word, place, ...each })) ?? [])
}

/** Each concept counts once, by its best word, and each pair that stands together as in the question. */
function worthOf(found: readonly TermMatch[], next: NextConcept): number {
	const best = new Map<number, number>()
	for (const { concept, worth } of found) if (worth > (best.get(concept) ?? 0)) best.set(concept, worth)
	return [...best.values()].reduce((sum, worth) => sum + worth, 0) + pairsWorth(found, next)
}

/** The stretch that is worth most. */
function bestWindow(found: readonly TermMatch[], next: NextConcept): readonly TermMatch[] {
	let [best, most]: [readonly TermMatch[], number] = [[], 0]
	for (let first = 0; first < found.length; first++) {
		if (first > 0 && found[first - 1]!.place === found[first]!.place) continue
		let end = first
		while (end < found.length && found[end]!.place - found[first]!.place < WINDOW_WORDS) end++
		const window = found.slice(first, end)
		const worth = worthOf(window, next)
		if (worth > most) [best, most] = [window, worth]
		// Later ones only hold less of the same.
		if (end === found.length) break
	}
	return best
}
