// Which statements hold no longer, because something newer says it otherwise: the newest value wins.

import { isCorrection, isDecision, isNegated, isRule } from './rule-words.ts'
import type { Statement } from './statements.ts'

/** What a statement is about, without its values: two of the same with other values cannot both hold. */
class Claim {
	readonly statement: Statement
	readonly values: ReadonlySet<string>
	readonly corrects: boolean
	readonly isWish: boolean
	private words: ReadonlySet<string> | undefined
	private negated: boolean | undefined

	constructor(statement: Statement) {
		const { text } = statement
		this.statement = statement
		this.values = new Set(text.match(VALUE) ?? [])
		this.corrects = isCorrection(text)
		this.isWish = isRule(text) || isDecision(text)
	}

	get about(): ReadonlySet<string> {
		this.words ??= contentWords(this.statement.text)
		return this.words
	}

	get denies(): boolean {
		this.negated ??= isNegated(this.statement.text)
		return this.negated
	}
}

const VALUE = /(?<![\p{L}\p{N}_])v?\d+(?:[.,:-]\d+)*/gu

/**
 * Whether something newer says otherwise, asked of a few statements out of thousands: only those are compared that
 * have a word in common.
 */
export function supersededIn(statements: readonly Statement[]): (index: number) => boolean {
	const claims = statements.map(statement => new Claim(statement))
	const withWord = new Map<string, number[]>()
	for (const [index, claim] of claims.entries()) {
		const { by } = claim.statement
		if (by === 'error' || (claim.values.size === 0 && !claim.corrects && !claim.isWish)) continue
		for (const word of claim.about) {
			const having = withWord.get(word)
			if (having) having.push(index)
			else withWord.set(word, [index])
		}
	}
	return index => {
		const claim = claims[index]!
		const shared = new Map<number, number>()
		for (const word of claim.about)
			for (const other of withWord.get(word) ?? [])
				if (other > index) shared.set(other, (shared.get(other) ?? 0) + 1)
		for (const [other, words] of shared) if (contradicts(claims[other]!, claim, words)) return true
		return false
	}
}

function contradicts(later: Claim, earlier: Claim, shared: number): boolean {
	const { by } = later.statement
	if (earlier.statement.by === 'error') return false
	// What the user has said is only taken back by the user, or where the model says in so many words what is new.
	if (earlier.statement.by === 'user' && by === 'model' && !later.corrects) return false
	const least = Math.min(later.about.size, earlier.about.size)
	const likeness = shared / least
	const others = [...earlier.values].some(value => !later.values.has(value)) && later.values.size > 0
	if (others) {
		// “No, use port 9443”: one word in common is enough where it answers what was said just before.
		const answers = later.corrects && later.statement.at - earlier.statement.at <= NEAR
		return likeness === 1 ? least > 1 || answers : later.corrects && likeness >= ALIKE
	}
	if (!earlier.isWish || !(later.isWish || later.corrects)) return false
	if (earlier.statement.by === 'user' && by !== 'user') return false
	if (likeness < ALIKE || shared < 2) return false
	const turned = later.denies !== earlier.denies
	return turned || (later.corrects && later.statement.text !== earlier.statement.text)
}

const ALIKE = 0.6
const NEAR = 3

/** Beginnings of words, so that “sessions” and “session” are one. */
export function contentWords(text: string): ReadonlySet<string> {
	const words = text.match(WORD) ?? []
	return new Set(
		words.flatMap(word => {
			const small = word.toLowerCase()
			if (EMPTY.has(small)) return []
			// One capital tells two things apart: server A, option B.
			if (word.length === 1) return /\p{Lu}/u.test(word) && word !== 'I' ? [word] : []
			return [small.slice(0, STEM)]
		}),
	)
}

const STEM = 5
const WORD = /\p{L}[\p{L}\p{M}_]*/gu

/** Words that a claim is not about: how it is said, and that it is said. */
const EMPTY = new Set(
	`a an the this that these those it its is are was were be been am do does did done to of in on at by for from with
	and or but so then than as if i you we they he she my our your me us them not no never always must should shall only
	please now actually instead rather use uses used using set sets let lets correction corrected decision decided wrong
	changed mind version value here there will would can could have has had s t don also all any
	der die das den dem des ein eine einen einem einer ist sind war und oder aber nicht nie niemals immer nur bitte wir
	ich du er sie es auf in im an am zu zum zur von vom mit für aus bei nein doch jetzt nun sondern statt stattdessen
	muss soll kein keine keinen nimm nehmen verwende le la les un une de du et est il ne pas jamais toujours`.split(
		/\s+/,
	),
)
