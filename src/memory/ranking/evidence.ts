// Evidence: how unlikely it is that a passage holds so much of a question by chance. The order among passages is another
// matter; this says whether the best of them is worth anything.

import { everydayShare } from './everyday.ts'
import type { Concept } from './query.ts'
import { isEverywhere, isNumber, type Rarity, type Weight } from './rarity.ts'
import { SYNONYM_SHARE } from './synonyms.ts'

/** A word of a passage that stands for one of the question's. `share`: what it counts of what that one would. */
export type ConceptMatch = { concept: number; place: number; share: number }

export type Clue = {
	/** Less what a passage of this length holds anyway. */
	nats: number
	/** What is to be made of them: 0 to about 1. */
	trust: number
	/** What they come to at most. */
	most: number
	/** Of a file or long, where words of the trade stand together by themselves: it has to stand apart of others like it. */
	hasRivals: boolean
}

/** `answers`: how far it could be the answer by its form: 1 where that is not known. */
export type PassageLooks = { words: number; answers: number; isFile: boolean }

/** The share of a question that stands there, with what only holds it together and without: 0 to 1. */
export type Covered = { coverage: number; held: number }

export type Evidence = {
	/** @param found - in the order of their places */
	clueOf(found: readonly ConceptMatch[], looks: PassageLooks): Clue
	/** @param all - what was found: a passage has to stand out of these. @returns gives 0 to 1 */
	among(all: readonly Clue[]): (clue: Clue, covered: Covered) => number
}

/** @param isAsked - the question asks for a fact: then its words say what it is about, however often they are used */
export function createEvidence(
	concepts: readonly Concept[],
	weights: readonly Weight[],
	rarity: Rarity,
	isAsked: boolean,
): Evidence {
	const everyday = concepts.map(concept => everydayOf(concept, rarity))
	const isUsual = (concept: number) =>
		!isAsked && (PAIR.test(concepts[concept]!.term) || everyday[concept]! > 0)
	const next: NextConcept = new Map(
		[...nextConcepts(concepts, rarity)].filter(([one, other]) => !isUsual(one) || !isUsual(other)),
	)
	const telling = weights.map((each, at) => {
		const { term } = concepts[at]!
		const nats = each.telling * (isNumber(term) ? NUMBER_SHARE : 1)
		// Of what nothing here holds, words that anybody uses are not missed much.
		if (isAsked && rarity.counts.has(term)) return nats
		return Math.min(nats, everydayNats(isAsked ? everydayShare(term) : everyday[at]!))
	})
	const asked = telling
		.filter((_, at) => !concepts[at]!.partOf)
		.toSorted((a, b) => b - a)
		.slice(0, DECISIVE_CONCEPTS)
		.reduce((sum, worth) => sum + worth, 0)
	const certain = Math.log(1 + Math.max(FEW_PASSAGES, rarity.passages))
	const trustOf = (held: readonly number[], words: number) => {
		const meant = held.filter(concept => telling[concept]! > LEAST_TELLING)
		if (meant.every(concept => isNumber(concepts[concept]!.term))) return NUMBER_TRUST
		if (meant.length > 1) return 1
		// What is short is about the little that it says, if that is a word that not everybody uses.
		return (concepts.length === 1 || words <= SHORT_WORDS) && !meant.some(isUsual) ? 1 : ALONE_TRUST
	}
	return {
		clueOf(found, { words, answers, isFile }) {
			const { worth, held, literal } = densestOf(found, { telling, next, concepts, isAsked })
			const nats = Math.max(0, worth - LENGTH_NATS * Math.log(Math.max(1, words / LENGTH_WORDS)))
			const coverage = asked === 0 ? 0 : Math.min(1, nats / asked)
			const trust = trustOf(isAsked ? held : literal, words) * coverage ** COVERAGE_POWER * answers
			const most = held.length > CERTAIN_HELD || held.length === concepts.length ? 1 : PAIR_MOST
			return { nats, trust, most, hasRivals: isFile || words > SHORT_WORDS }
		},
		among(all) {
			const sorted = all.map(({ nats }) => nats).toSorted((a, b) => b - a)
			const common = sorted[COMMON_PLACE] ?? 0
			const rival = sorted[RIVAL_PLACE] ?? 0
			return ({ nats, trust, most, hasRivals }, { coverage, held }) => {
				const share = (nats - COMMON_SHARE * common) / ((1 - COMMON_SHARE / 2) * certain)
				const apart = hasRivals ? Math.sqrt(bounded((nats - rival) / (APART_SHARE * certain))) : 1
				const evidence = Math.min(most, bounded(share) * trust * apart)
				if (!isAsked) return evidence
				// Where so many hold as much, it has to hold every word of it.
				const isOwn = nats === 0 ? 0 : bounded((OWN_RISE * (nats - common)) / nats)
				return answering(evidence, coverage + isOwn * Math.max(0, held - coverage))
			}
		},
	}
}

/** What a word tells at most that anybody may use in any prompt: such words come together, too. */
function everydayNats(share: number): number {
	return share === 0 ? Number.POSITIVE_INFINITY : Math.max(0, -Math.log(share) - EVERYDAY_NATS)
}

const EVERYDAY_NATS = 1

/** Of the word, or of what it is in another language where nobody here has written it. */
function everydayOf({ term, spellings }: Concept, { counts }: Rarity): number {
	if (counts.has(term)) return everydayShare(term)
	const others = spellings.filter(({ isTranslated }) => isTranslated).map(each => everydayShare(each.term))
	return Math.max(everydayShare(term), ...others)
}

/**
 * What evidence comes to for who asks for a fact: where nearly all of what is asked about stands together, it was said of
 * just that, in words however common.
 */
function answering(evidence: number, coverage: number): number {
	const held = bounded((coverage - LEAST_ANSWERING) / (FULLY_ANSWERING - LEAST_ANSWERING))
	return evidence + (1 - evidence) * ANSWERING_SHARE * held
}

/** How quickly what stands out of the others is told from them. */
const OWN_RISE = 4
const LEAST_ANSWERING = 0.65
const FULLY_ANSWERING = 0.9
const ANSWERING_SHARE = 0.8

function bounded(share: number): number {
	return Math.min(1, Math.max(0, share))
}

/** Of fewer nobody can tell which words are rare: one that stands there twice is no more than that. */
const FEW_PASSAGES = 100
const DECISIVE_CONCEPTS = 6
/** In nats; a word that tells less is there for its grammar. */
const LEAST_TELLING = 0.3
/** It may count anything. */
const NUMBER_SHARE = 0.5
const NUMBER_TRUST = 0.15
const ALONE_TRUST = 0.4
const SHORT_WORDS = 40
/** No more than two words of a question may stand together by chance, however rare they are. */
const CERTAIN_HELD = 2
const PAIR_MOST = 0.94
/** How much it counts that some of the question is not held: its asking words never are. */
const COVERAGE_POWER = 0.25
/** Long passages hold more words of everything. */
const LENGTH_NATS = 2
const LENGTH_WORDS = 20
/** From 0: where so many passages hold as much, it is what everything here is about. */
const COMMON_PLACE = 20
const COMMON_SHARE = 0.5
/** From 0: what is said of one thing may well stand in a few places. */
const RIVAL_PLACE = 4
/** Of what it takes to be certain. */
const APART_SHARE = 0.9

/** What is said of one thing is said within a sentence. */
const SENTENCE_WORDS = 20

/** `literal`: what is held of a question without what only means the same. */
type Sentence = { worth: number; held: readonly number[]; literal: readonly number[] }

function densestOf(
	found: readonly ConceptMatch[],
	{
		telling,
		next,
		concepts,
		isAsked,
	}: { telling: readonly number[]; next: NextConcept; concepts: readonly Concept[]; isAsked: boolean },
): Sentence {
	let densest: Sentence = { worth: 0, held: [], literal: [] }
	for (let first = 0; first < found.length; first++) {
		let end = first
		while (end < found.length && found[end]!.place - found[first]!.place < SENTENCE_WORDS) end++
		const sentence = found.slice(first, end)
		const best = new Map<number, number>()
		const literal = new Map<number, number>()
		for (const { concept, share } of sentence) {
			const worth = telling[concept]! * (share === SYNONYM_SHARE ? SYNONYM_EVIDENCE : share)
			if (worth > (best.get(concept) ?? 0)) best.set(concept, worth)
			if (share !== SYNONYM_SHARE) literal.set(concept, Math.max(literal.get(concept) ?? 0, worth))
		}
		// The parts of a name are one word with the whole of it.
		const terms = new Set([...best.keys()].map(each => concepts[each]!.term))
		const held = [...best.keys()].filter(each => !concepts[each]!.partOf?.some(whole => terms.has(whole)))
		const sumOf = (worth: ReadonlyMap<number, number>) =>
			held.reduce((sum, each) => sum + (worth.get(each) ?? 0), 0)
		const most = isAsked ? Number.POSITIVE_INFINITY : CONFIRMED * sumOf(literal)
		const worth = Math.min(most, sumOf(best)) + pairsWorth(sentence, next)
		if (worth > densest.worth) densest = { worth, held, literal: held.filter(each => literal.has(each)) }
		if (end === found.length) break
	}
	return densest
}

/** Who means the same seldom uses the same word. */
const SYNONYM_EVIDENCE = 0.8
/** Of what is there literally: what means the same confirms it; by itself it is there by chance, unless it is asked for. */
const CONFIRMED = 2

/** Each pair of words that stands together as in the question tells more than the two of them. */
export function pairsWorth(found: readonly ConceptMatch[], next: NextConcept): number {
	const pairs = new Map<number, number>()
	for (const [at, { concept, share, place }] of found.entries()) {
		const following = next.get(concept)
		if (following === undefined) continue
		for (let other = at + 1; other < found.length && found[other]!.place - place <= PAIR_WORDS; other++)
			if (found[other]!.concept === following)
				pairs.set(concept, Math.max(pairs.get(concept) ?? 0, Math.min(share, found[other]!.share)))
	}
	return PAIR_WORTH * [...pairs.values()].reduce((sum, share) => sum + share, 0)
}

/** Which word of the question follows which, as far as either says anything. */
export type NextConcept = ReadonlyMap<number, number>

export function nextConcepts(concepts: readonly Concept[], rarity: Rarity): NextConcept {
	const telling = concepts.flatMap((concept, index) =>
		PAIRED.test(concept.term) && !isEverywhere(concept, rarity) ? [index] : [],
	)
	return new Map(
		telling
			.slice(1)
			.flatMap((index, at) => (index - telling[at]! <= PAIR_WORDS ? [[telling[at]!, index]] : [])),
	)
}

/** Of writing without blanks two characters are no word yet. */
const PAIR = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]{2}$/u
/** In writing without blanks every pair of characters stands beside the next. */
const PAIRED = /^\p{L}{3,}$/u
const PAIR_WORDS = 2
/** What two words that stand together tell more than two that do not, in nats. */
const PAIR_WORTH = 2
