// Corrections: what the user said after a statement that may make it untrue, also in so few words that no search for
// the matter would find them ("make that 8081").

import type { MemoryHit, Passage } from '../core/memory.ts'
import { isGrammar } from './ranking/grammar.ts'
import { takesBack } from './retractions.ts'
import { wordsOf } from './text/words.ts'

/**
 * @param next - what the user said after it in its session, in order
 * @returns those that may correct it, newest first
 */
export function correctionsOf(
	hit: Pick<MemoryHit, 'kind' | 'text' | 'isUndone'>,
	next: readonly Passage[],
): readonly Passage[] {
	if (hit.kind === 'note' || hit.isUndone) return []
	const terms = termsOf(hit.text)
	const about: Passage[] = []
	const elliptical: Passage[] = []
	const fragments: Passage[] = []
	// The words right after it, and what is said in the same breath.
	let isNear = true
	for (const prompt of next) {
		if (prompt.text === hit.text) continue
		const kept: Passage[] | undefined =
			isNear && (soundsLikeOne(prompt.text) || isRetraction(prompt.text))
				? elliptical
				: !isQuestion(prompt.text) && mayBeAbout(terms, prompt.text)
					? about
					: isNear && isPerson(hit) && isFragment(prompt.text)
						? fragments
						: undefined
		kept?.push(prompt)
		isNear &&= kept !== undefined
	}
	// A few words with a value in them may as well be the next task: they never take the place of what says that it is none.
	const [last, ...others] = elliptical.toReversed()
	const chosen = new Set(
		[...(last ? [last] : []), ...about.toReversed(), ...others, ...fragments].slice(0, MOST),
	)
	return next.filter(prompt => chosen.has(prompt)).toReversed()
}

const MOST = 3
/** Of a hit, how many of the user's next prompts are looked at. */
export const NEXT_PROMPTS = 12

function isPerson({ kind }: Pick<MemoryHit, 'kind'>): boolean {
	return kind === 'prompt' || kind === 'answer'
}

/** How people take back or change what was just said; at the beginning, where it would otherwise be about something else. */
function soundsLikeOne(text: string): boolean {
	const start = text.trim().slice(0, 160)
	return text.length <= LONGEST && (OPENING.test(start) || ANYWHERE.test(start))
}

const LONGEST = 600
const OPENING =
	/^(?:(?:oh|ah|hm+|ach|ups|oops|well|sorry|pardon|ok(?:ay)?|und|and|but|aber)[,.!…\s]+)*(?:no+\b|nope\b|nah\b|not\b|never ?mind|actually\b|wait\b|hold on\b|sorry\b|correction\b|scratch (?:that|it)|on second thought|i (?:meant|mean)\b|make (?:that|it|them)\b|change (?:that|it|them)\b|better\b|rather\b|instead\b|use .{1,60} instead|(?:please )?(?:forget|disregard)(?: about)?\b|ignore (?:that|what i)\b|(?:i )?take (?:that|it|this) back\b|strike that\b|cancel that\b|let'?s (?:use|make|go|take|do|rather)\b|nein\b|nee\b|doch\b|halt\b|stopp?\b|moment\b|korrektur\b|quatsch\b|falsch\b|ich mein(?:e|te)\b|lieber\b|besser\b|stattdessen\b|(?:bitte )?(?:vergiss|vergesst|streich)\b|ignorier(?:e|t)? (?:das|was ich)\b|(?:ich nehme das|das nehme ich) zurück\b|mach(?:e|t)? (?:das|es|daraus|lieber|doch)\b|nimm (?:doch|lieber|besser)\b|eigentlich\b|non\b|plutôt\b|en fait\b|finalement\b|pardon\b|oublie[sz]?\b|olvid[ae]\b|dimentica\b|je voulais dire\b|mejor\b|en realidad\b|perdón\b|quise decir\b|anzi\b|invece\b|meglio\b|na verdade\b|melhor\b|нет\b|лучше\b|いや|いえ|違|やっぱり|やはり|訂正|ではなく|忘れて|取り消|不|忘了|算了|改成|还是|更正|아니)/iu
const ANYWHERE =
	/\b(?:instead of|instead|rather than|no longer|not any ?more|statt(?:dessen)?|anstatt|nicht mehr|doch (?:lieber|besser|nicht)|au lieu de|en vez de|correct(?:ed|ion)|from now on|ab (?:jetzt|sofort))\b|ではなく|じゃなく|代わりに/iu

/** A few words that say a value and nothing of what: they go on from what was said. */
function isFragment(text: string): boolean {
	const words = text.trim().split(/\s+/)
	return words.length <= 6 && !isQuestion(text) && /\d|[A-Z]\w*[A-Z_./-]\w*|["'`]|\w[./_-]\w/.test(text)
}

/** Who asks does not say. */
function isQuestion(text: string): boolean {
	return /[?？]\s*$/.test(text) || QUESTION.test(text.trim())
}

const QUESTION =
	/^(?:what|which|where|when|who|whom|whose|why|how|is|are|does|do|did|was|were|has|have|was|welche[rsnm]?|wo|wohin|wann|wer|wen|wem|warum|wieso|wie|ist|sind|hat|haben|quel(?:le)?s?|où|quand|qui|pourquoi|comment|qué|cuál|dónde|cuándo|quién|cómo|何|どこ|いつ|誰|なぜ)\b/iu

/** Who takes something back names of it what tells it apart. */
function mayBeAbout(terms: ReadonlySet<string>, text: string): boolean {
	return sharesMuch(terms, text) || (takesBack(text) && namesOf(terms, text).length > 0)
}

/** @param text - what the user said in another session, where nothing stands behind the statement and only names tell */
export function takesBackElsewhere(
	hit: Pick<MemoryHit, 'kind' | 'text' | 'isUndone'>,
	text: string,
): boolean {
	if (hit.kind === 'note' || hit.isUndone || text === hit.text || !isRetraction(text)) return false
	return namesOf(termsOf(hit.text), text).length >= NAMES_ELSEWHERE
}

const NAMES_ELSEWHERE = 2

function namesOf(terms: ReadonlySet<string>, text: string): readonly string[] {
	return sharedTerms(terms, text).filter(term => !isGrammar(term))
}

function isRetraction(text: string): boolean {
	return !isQuestion(text) && takesBack(text)
}

function sharesMuch(terms: ReadonlySet<string>, text: string): boolean {
	const shared = sharedTerms(terms, text).length
	const smaller = Math.min(terms.size, termsOf(text).size)
	return shared >= 2 && shared >= smaller * 0.5 && text.length <= LONGEST
}

function sharedTerms(terms: ReadonlySet<string>, text: string): readonly string[] {
	return [...termsOf(text)].filter(term => terms.has(term))
}

function termsOf(text: string): ReadonlySet<string> {
	return new Set(wordsOf(text).flatMap(word => word.terms))
}
