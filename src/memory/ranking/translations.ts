// Translations: what a word of one language is called in another, as developers and those they work for speak: many ask in
// their own language about what was said, printed or written in English. German and Japanese are here; `romance` knows more.

import { stem } from '../text/stem.ts'
import { rowsWith } from '../text/word-rows.ts'
import { fromEnglish, toEnglish } from './romance.ts'
import type { Spelling } from './spelling.ts'
import { GERMAN_ROWS, JAPANESE_ROWS } from './word-rows.ts'

/** What one counts of what the word itself would. */
const TRANSLATED_SHARE = 0.95
/** Of a compound that is known by its two parts, each is only half of it. */
const PART_SHARE = 0.85
const LEAST_ROOT = 4
const LEAST_HALF = 4
/** Where it is all that is known of a compound. */
const LEAST_TAIL = 5
/** Of which the index holds few. */
const MOST_TRANSLATED = 40

/**
 * @param isRomance - the question is in French, Spanish, Portuguese or Italian
 * @returns other terms for this term, as the index has them
 */
export type Translations = (term: string, isRomance?: boolean) => readonly Spelling[]

export function createTranslations(): Translations {
	const known = new Map<string, readonly Spelling[]>()
	return (term, isRomance = false) => {
		const key = isRomance ? `romance ${term}` : term
		const found = known.get(key) ?? (isRomance ? spelt(toEnglish(term), term) : translated(term))
		if (known.size >= MOST_KNOWN) known.clear()
		known.set(key, found)
		return found
	}
}

const MOST_KNOWN = 500

function translated(term: string): readonly Spelling[] {
	return [...beyondRomance(term), ...spelt(fromEnglish(term), term)]
}

function beyondRomance(term: string): readonly Spelling[] {
	const whole = lookedUp(term)
	if (whole.length > 0) {
		const german = new Set(whole.flatMap(each => (each.language === 'german' ? [each.term] : [])))
		return spelt(terms(whole), term).map(each => (german.has(each.term) ? { ...each, isGerman: true } : each))
	}
	return halves(term) ?? spelt(cognates(term).map(stem), term)
}

function spelt(words: readonly string[], term: string, share = TRANSLATED_SHARE): readonly Spelling[] {
	return [...new Set(words)]
		.filter(other => other !== term)
		.slice(0, MOST_TRANSLATED)
		.map(other => ({ term: other, share, isTranslated: true }))
}

/** `written`: the word of the term, where that is English. */
type TranslatedWord = { term: string; written: string; language: 'english' | 'german' | 'japanese' }

function terms(found: readonly TranslatedWord[]): readonly string[] {
	return found.map(({ term }) => term)
}

function lookedUp(term: string): readonly TranslatedWord[] {
	const found = inRows(term)
	const shorter = root(term)
	return found.length > 0 || shorter === term ? found : inRows(shorter)
}

function inRows(term: string): readonly TranslatedWord[] {
	const german = rowsWith(
		GERMAN_ROWS,
		term,
		(word, isOwn) => word === term || (isOwn && term.length >= LEAST_ROOT && stem(root(word)) === term),
	).flatMap(row => row.others.map(word => foundAs(word, row.isOwn ? 'english' : 'german')))
	const japanese = rowsWith(JAPANESE_ROWS, term, word => word === term)
	return [
		...german,
		...japanese.flatMap(row => row.others.map(word => foundAs(word, row.isOwn ? 'english' : 'japanese'))),
	]
}

/** @param word - with what it takes to write it behind its term: `imag'e`, `directori''y` */
function foundAs(word: string, language: TranslatedWord['language']): TranslatedWord {
	const at = word.indexOf("'")
	if (at === -1) return { term: word, written: word, language }
	const ending = word.lastIndexOf("'") + 1
	return {
		term: word.slice(0, at),
		written: word.slice(0, 2 * at + 1 - ending) + word.slice(ending),
		language,
	}
}

/** A compound of two words that are known: `Warteschlange`, `Einrichtungsgebühr`. */
function halves(term: string): readonly Spelling[] | undefined {
	if (!/^[a-z]+$/.test(term)) return undefined
	for (let cut = term.length - LEAST_HALF; cut >= LEAST_HALF; cut--) {
		const end = term.slice(cut)
		const tail = lookedUp(end)
		if (tail.length === 0) continue
		const start = term.slice(0, cut).replace(LINK, '')
		const head = lookedUp(start)
		const tails = tail.map(({ written }) => written)
		if (head.length > 0) {
			const heads = head.map(({ written }) => written)
			const whole = joined(heads, [end, ...tails])
			// Of two English words the other name may be one word, too, but each by itself is no half of it.
			return tail.some(({ language }) => language === 'english')
				? both(term, { heads: terms(head), tails: terms(tail), whole })
				: spelt([...terms(tail), ...terms(head), ...whole], term, PART_SHARE)
		}
		// A word of both languages, such as `Modelldatei` begins with.
		if (end.length >= LEAST_TAIL)
			return both(term, {
				heads: [stem(start), stem(start.replace(/(.)\1$/, '$1'))],
				tails: terms(tail),
				whole: joined([start], tails),
			})
	}
	return undefined
}

function both(
	term: string,
	{ heads, tails, whole }: Record<'heads' | 'tails' | 'whole', readonly string[]>,
): readonly Spelling[] {
	return [
		...spelt(tails, term, PART_SHARE).map(each => ({ ...each, half: 'tail' as const })),
		...spelt(heads, term, PART_SHARE).map(each => ({ ...each, half: 'head' as const })),
		...spelt(whole, term),
	]
}

/** English has some of them as one word, too: `Dateisystem` is `filesystem`. */
function joined(heads: readonly string[], tails: readonly string[]): readonly string[] {
	const some = (words: readonly string[]) => words.filter(word => /^[a-z]+$/.test(word)).slice(0, MOST_JOINED)
	return some(heads).flatMap(head => some(tails).map(tail => stem(head + tail)))
}

const MOST_JOINED = 4

/**
 * What German and English have both from Latin is written by rules: `migriert` is `migrate`, `Priorität` `priority`. Words
 * that are none do no harm: nothing here holds them.
 */
function cognates(term: string): readonly string[] {
	if (!/^[a-z]{5,}$/.test(term)) return []
	const borrowed = /^(?:ge([a-z]{3,}?)e?t|([a-z]{3,})en)$/.exec(term)
	if (borrowed) return undoubled(borrowed[1] ?? borrowed[2]!)
	const german = /^([a-z]{3,}?)(?:ieren|ierend|iert|ierte[nmrs]?|ierung|ierungen)$/.exec(term)?.[1]
	if (german !== undefined)
		return bothWritten([`${german}e`, `${german}ate`, `${german}ise`, `${german}ify`], ENGLISH_LETTERS)
	for (const [ending, endings] of ENDINGS)
		if (term.endsWith(ending)) {
			const rest = term.slice(0, -ending.length)
			return bothWritten(
				endings.map(each => rest + each),
				ENGLISH_LETTERS,
			)
		}
	if (/[kz]/.test(term)) return bothWritten([term], ENGLISH_LETTERS).slice(1)
	const root = term.replace(/at$/, '')
	return bothWritten([`${root}iert`, `${root}ieren`, `${root}ierung`], GERMAN_LETTERS)
}

/** English verbs with German endings: `gecacht`, `geloggt`, `mergen`. */
function undoubled(verb: string): readonly string[] {
	return [verb, `${verb}e`, verb.replace(/(.)\1$/, '$1')]
}

const ENDINGS: readonly (readonly [german: string, english: readonly string[]])[] = [
	['itaten', ['ity']],
	['itat', ['ity']],
	['ismus', ['ism']],
	['ische', ['ic', 'ical']],
	['isch', ['ic', 'ical']],
	['enz', ['ence', 'ency']],
	['anz', ['ance', 'ancy']],
	['ogie', ['ogy']],
	['orie', ['ory']],
	['egie', ['egy']],
]
const ENGLISH_LETTERS: readonly [RegExp, string] = [/k(?!n)|(?<=[aeiou])z(?=[aeiou])/g, 'c']
const GERMAN_LETTERS: readonly [RegExp, string] = [/c(?![hk])/g, 'k']

function bothWritten(
	words: readonly string[],
	[letters, other]: readonly [RegExp, string],
): readonly string[] {
	return [...new Set([...words, ...words.map(word => word.replaceAll(letters, other))])]
}

const LINK = /(?<=.{4})s$/

/** Without the ending that says how many there are, or who does it. */
function root(term: string): string {
	if (!/^[a-zäöüß]+$/.test(term)) return term
	const shorter = term.replace(/(?:ern|est|em|en|er|es|et|e|n|s|t)$/, '')
	return shorter.length >= LEAST_ROOT ? shorter : term
}
