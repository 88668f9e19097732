// Rarity: what a word of a question tells about which passage is meant. The index itself shows which words are
// everywhere; while it holds little, how long a word is stands in, since in every language the common ones are short.

import { isGrammar as isListed } from './grammar.ts'
import type { Concept } from './query.ts'

/** What is known of the passages that were searched. `counts`: in how many of them a term is; left out, in none. */
export type Rarity = {
	passages: number
	counts: ReadonlyMap<string, number>
	/** What users typed among them: people ask in words that code has not. */
	prompts: number
	promptCounts: ReadonlyMap<string, number>
}

/** In nats. */
export type Weight = {
	weight: number
	/** The same, and 0 where it is everywhere. */
	telling: number
}

/**
 * What a word tells about which passage is meant. What nothing holds says nothing about that, but much about whether
 * one is.
 * @param isForeign - the question is in a language that is hardly used here: then its words are no sign of that
 */
export function weightOf(
	{ term, others, spellings, isHalf }: Concept,
	rarity: Rarity,
	isForeign: boolean,
): Weight {
	const { passages, counts, prompts, promptCounts } = rarity
	const countOf = (other: string) => counts.get(other) ?? 0
	const exact = counts.get(term)
	// Each that it may be a slip for makes it more likely that one of them is there by chance.
	const spelt = spellings
		.filter(({ share }) => share >= ALSO_MEANT)
		.reduce((sum, spelling) => sum + countOf(spelling.term), 0)
	const count = exact ?? Math.min(passages, Math.max(spelt, ...others.map(countOf)))
	const prior = priorOf(term)
	const share = Math.max(
		smoothed(count, passages, prior),
		exact === undefined ? 0 : smoothed(promptCounts.get(term) ?? 0, prompts, prior),
	)
	const stop = Math.min(MOST_COMMON, COMMON_SHARE * Math.log(passages + PRIOR_PASSAGES))
	const common = isGrammar(term) ? stop : stop * TOPIC_SHARE
	const unknown = isForeign ? FOREIGN_SHARE : UNKNOWN_SHARE
	const weight = -Math.log(share) * (count === 0 ? unknown : 1) * (isHalf ? HALF_SHARE : 1)
	return { weight, telling: weight * Math.min(1, Math.max(0, (weight - common) / RISE)) }
}

/** Whether the words that hold the question together are hardly ever used in what was searched. */
export function isForeign(
	concepts: readonly Concept[],
	{ passages, counts, prompts, promptCounts }: Rarity,
): boolean {
	const grammar = concepts.filter(({ term }) => isGrammar(term))
	const used = grammar.filter(({ term }) => {
		const shares = [
			(counts.get(term) ?? 0) / Math.max(1, passages),
			(promptCounts.get(term) ?? 0) / Math.max(1, prompts),
		]
		return Math.max(...shares) > SELDOM
	})
	return grammar.length >= 2 && used.length * 2 < grammar.length
}

const SELDOM = 0.04

/** In a fifth of all passages or of all prompts. */
export function isEverywhere(
	{ term }: Concept,
	{ passages, counts, prompts, promptCounts }: Rarity,
): boolean {
	const prior = priorOf(term)
	const share = Math.max(
		smoothed(counts.get(term) ?? 0, passages, prior),
		smoothed(promptCounts.get(term) ?? 0, prompts, prior),
	)
	return share > EVERYWHERE
}

const EVERYWHERE = 0.2
/** A word in one of seven passages is everywhere; in a small index, one in a quarter of them. */
const MOST_COMMON = 2
const COMMON_SHARE = 0.35
/** What is everywhere and no grammar may be what all of it is about. */
const TOPIC_SHARE = 0.3
/** So much rarer than that, and it counts in full. */
const RISE = 1.5
const UNKNOWN_SHARE = 0.5
/** Both together are missed little more than any other word. */
const HALF_SHARE = 0.6
const FOREIGN_SHARE = 0.15
const ALSO_MEANT = 0.7
/** So many passages have to be there before they say more about a word than its length does. */
const PRIOR_PASSAGES = 40

function smoothed(count: number, of: number, { share, passages }: Prior): number {
	return Math.min(1, (count + share * passages) / (of + passages))
}

/** What is believed before anything is counted. `passages`: so many have to say otherwise. */
type Prior = { share: number; passages: number }

function priorOf(term: string): Prior {
	return isGrammar(term)
		? { share: GRAMMAR_PRIOR, passages: GRAMMAR_PASSAGES }
		: { share: priorShare(term), passages: PRIOR_PASSAGES }
}

function isGrammar(term: string): boolean {
	return KANA_PAIR.test(term) || isListed(term)
}

const GRAMMAR_PRIOR = 0.5
const GRAMMAR_PASSAGES = 400

/** In what share of all passages a word of this length is likely to be. */
function priorShare(term: string): number {
	if (isNumber(term)) return 0.1
	if (!/^\p{Ll}+$/u.test(term)) return 0.02
	return PRIORS[Math.min(term.length, PRIORS.length) - 1]!
}

const PRIORS = [0.7, 0.6, 0.35, 0.15, 0.05, 0.02, 0.01]
/** Hiragana is what holds a Japanese sentence together. */
const KANA_PAIR = /^\p{Script=Hiragana}+$/u

/** It may count anything. */
export function isNumber(term: string): boolean {
	return /^\p{N}+$/u.test(term)
}
