// Lost facts: what leaves history and is neither in the summary nor kept beside it. Looked for by its letters, so that
// no model has to be asked; ranked by what it would cost to do without.

import type { KeptFact, LostFactKind } from '../../../core/events.ts'
import { type MarkedWord, markedWords } from './marked-words.ts'
import { isDecision, isNegated, isRule } from './rule-words.ts'
import { type Statement, sentencesOf } from './statements.ts'
import { contentWords, supersededIn } from './superseded.ts'

export type LostFact = KeptFact & {
	/** The words that are nowhere else; the whole sentence where it is a rule or a decision. */
	words: readonly string[]
}

/**
 * @param statements - all that leaves, oldest first, and behind them those that stay, which may correct them
 * @param leaving - how many of them leave
 * @param texts - what the next request holds in any case: what takes the place of all this, and what stays as it is
 * @returns the one that would be missed most first; what holds no longer is not among them
 */
export function lostFacts(
	statements: readonly Statement[],
	leaving: number,
	texts: { told: readonly string[]; staying: readonly string[] },
): readonly LostFact[] {
	const held = heldIn(texts)
	const spread = new Map<string, number>()
	const candidates = statements.slice(0, leaving).map((statement, index) => {
		const marked = markedWords(statement.text)
		for (const { text } of marked) spread.set(text, (spread.get(text) ?? 0) + 1)
		return { statement, index, marked }
	})
	/** The model only confirms what the user said just before in more words. */
	const isAcknowledgement = (index: number, missing: readonly MarkedWord[]): boolean => {
		const { by, text } = statements[index]!
		if (by !== 'model' || missing.length === 0) return false
		const says = contentWords(text).size
		return candidates
			.slice(Math.max(0, index - ACKNOWLEDGED_WITHIN), index)
			.some(({ statement: before, marked }) => {
				const has = new Set(marked.map(word => word.text))
				const isSame = missing.every(word => has.has(word.text))
				return before.by === 'user' && isSame && contentWords(before.text).size > says
			})
	}
	const told = new Set<string>()
	const lost: (Ranked & { index: number })[] = []
	// The newest sentence that has it is the one that is kept.
	for (const { statement, index, marked } of candidates.toReversed()) {
		const missing = marked.filter(({ text }) => !told.has(text) && !held.hasWord(text))
		const sentence = sentenceKind(statement, held)
		if (missing.length === 0 && !sentence) continue
		if (told.has(statement.text) || isAcknowledgement(index, missing)) continue
		const key = { ...statement, kind: sentence ?? wordKind(statement, missing) }
		const rarity = Math.min(...missing.map(({ text }) => spread.get(text) ?? 1), MOST_SPREAD)
		lost.push({ fact: factOf(key, missing), rank: rankOf(key), rarity, index })
		told.add(statement.text)
		for (const { text } of missing) told.add(text)
	}
	const isSuperseded = lost.length === 0 ? () => false : supersededIn(statements)
	return lost
		.toSorted((a, b) => a.rank - b.rank || a.rarity - b.rarity || b.index - a.index)
		.slice(0, MOST_FACTS)
		.filter(({ index }) => !isSuperseded(index))
		.map(({ fact }) => fact)
}

/** How far behind what the user said a model confirms it. */
const ACKNOWLEDGED_WITHIN = 3

type Ranked = { fact: LostFact; rank: number; rarity: number }
type Held = ReturnType<typeof heldIn>

const MOST_SPREAD = 1_000
/** More than this no window has room for. */
const MOST_FACTS = 300

const RANKS: readonly LostFactKind[] = ['rule', 'decision', 'path', 'error', 'number', 'name']

/** What the user said before what the model did. */
function rankOf({ kind, by }: Statement & { kind: LostFactKind }): number {
	return RANKS.indexOf(kind) * 2 + (by === 'user' ? 0 : 1)
}

function sentenceKind({ by, text }: Statement, held: Held): 'rule' | 'decision' | undefined {
	if (by === 'error' || text.length > MOST_RULE_CHARACTERS) return undefined
	const kind = by === 'user' && isRule(text) ? 'rule' : isDecision(text) ? 'decision' : undefined
	return kind && !held.hasSentence(text) ? kind : undefined
}

/** A longer one was pasted. */
const MOST_RULE_CHARACTERS = 400

function wordKind({ by }: Statement, missing: readonly MarkedWord[]): LostFactKind {
	if (by === 'error') return 'error'
	const kinds = new Set(missing.map(({ kind }) => kind))
	return RANKS.find(kind => kinds.has(kind as MarkedWord['kind'])) ?? 'name'
}

function factOf(
	{ by, kind, text }: Statement & { kind: LostFactKind },
	missing: readonly MarkedWord[],
): LostFact {
	const words = missing.map(word => word.text)
	return { by, kind, text: shortened(text, words), words: words.length > 0 ? words : [shortened(text, [])] }
}

const MOST_CHARACTERS = 240

/** A long sentence is cut around what is lost; what then stands outside is named. */
function shortened(text: string, words: readonly string[]): string {
	if (text.length <= MOST_CHARACTERS) return text
	const first = words[0] === undefined ? 0 : Math.max(0, text.indexOf(words[0]) - MOST_CHARACTERS / 4)
	const piece = text.slice(first, first + MOST_CHARACTERS).toWellFormed()
	const outside = words.filter(word => !piece.includes(word)).slice(0, MOST_OUTSIDE)
	const cut = `${first > 0 ? '… ' : ''}${piece} …`
	return outside.length > 0 ? `${cut} ${outside.join(', ')}` : cut
}

const MOST_OUTSIDE = 12

/** Looks words up by the letters around them: 512 is not in 5120. */
function heldIn({ told, staying }: { told: readonly string[]; staying: readonly string[] }) {
	const all = [...told, ...staying].join('\n').toLowerCase()
	const sentences = told
		.flatMap(text => sentencesOf(text, 'model', 0))
		.map(({ text }) => ({ about: contentWords(text), text, rule: isRule(text), denies: isNegated(text) }))
	const whole = new Set(all.split(BETWEEN_WORDS))
	const cores = new Set(all.match(CORE))
	const looked = new Map<string, boolean>()
	const find = (word: string): boolean => {
		for (let at = all.indexOf(word); at !== -1; at = all.indexOf(word, at + 1))
			if (!continues(all, at, word)) return true
		return false
	}
	return {
		hasWord(word: string): boolean {
			const small = word.toLowerCase()
			const known = looked.get(small)
			if (known !== undefined) return known
			// What stands there has all of its parts there; looking for what does not would go through everything.
			const mayBe = () => (small.match(CORE) ?? []).every(core => cores.has(core))
			const has = whole.has(small) || (mayBe() && find(small))
			looked.set(small, has)
			return has
		},
		/** In other words as well, as long as it is still a rule and says yes or no to the same. */
		hasSentence(sentence: string): boolean {
			if (all.includes(sentence.toLowerCase())) return true
			const about = contentWords(sentence)
			const [rule, denies] = [isRule(sentence), isNegated(sentence)]
			return sentences.some(other => {
				if (other.denies !== denies || (rule && !other.rule)) return false
				const shared = [...about].filter(word => other.about.has(word)).length
				return about.size > 0 && shared / about.size >= SAME_SENTENCE
			})
		},
	}
}

/** Most words stand alone, which a search of the whole text need not find out. */
const BETWEEN_WORDS = /[\s"'`(),;:!?]+/
const CORE = /[\p{L}\p{N}_]+/gu
const SAME_SENTENCE = 0.75

function continues(all: string, at: number, word: string): boolean {
	const [before, after] = [all[at - 1] ?? ' ', all[at + word.length] ?? ' ']
	const isNumber = /\d/.test(word.at(-1)!)
	if (isNumber && /[.,]/.test(after)) return /\d/.test(all[at + word.length + 1] ?? ' ')
	return (
		(WORD_SIGN.test(word[0]!) && WORD_SIGN.test(before)) ||
		(WORD_SIGN.test(word.at(-1)!) && WORD_SIGN.test(after))
	)
}

const WORD_SIGN = /[\p{L}\p{N}_]/u
