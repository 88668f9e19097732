// Translations: what a word of one language is called in another, as developers and those they work for speak: many ask in
// their own language about what was said, printed or written in English. German and Japanese are here; `romance` knows more.

import { termTable, withoutAccents } from '../text/term-table.ts'
import { wordsOf } from '../text/words.ts'
import { everydayShare } from './everyday.ts'
import { isGrammar } from './grammar.ts'
import { createRomance, type Romance } from './romance/romance.ts'
import type { Spelling } from './spelling.ts'
import { TRANSLATED_WORDS } from './translated-words.ts'

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
	let table: RowsWith | undefined
	let romance: Romance | undefined
	const known = new Map<string, readonly Spelling[]>()
	return (term, isRomance = false) => {
		table ??= termTable(createEntries())
		romance ??= createRomance()
		const key = isRomance ? `romance ${term}` : term
		const found =
			known.get(key) ??
			(isRomance ? spelt(romance.toEnglish(term), term) : translated(term, { table, romance }))
		if (known.size >= MOST_KNOWN) known.clear()
		known.set(key, found)
		return found
	}
}

const MOST_KNOWN = 500

/** The words of the other side of each row. */
type RowsWith = (term: string) => readonly (readonly string[])[]

function translated(
	term: string,
	{ table, romance }: { table: RowsWith; romance: Romance },
): readonly Spelling[] {
	const whole = lookedUp(term, table)
	const halved = whole.length > 0 ? [] : halves(term, table)
	const others = [...whole, ...halved, ...(whole.length + halved.length === 0 ? cognates(term) : [])]
	return [
		...spelt(others, term, halved.length > 0 ? PART_SHARE : TRANSLATED_SHARE),
		// A word that English has, too, stands there for that.
		...spelt(romance.fromEnglish(term), term).filter(
			({ term: other }) => everydayShare(other) === 0 && !isGrammar(other),
		),
	]
}

function spelt(words: readonly string[], term: string, share = TRANSLATED_SHARE): readonly Spelling[] {
	const terms = new Set(words.flatMap(word => wordsOf(word).flatMap(each => each.terms)))
	return [...terms]
		.filter(other => other !== term)
		.slice(0, MOST_TRANSLATED)
		.map(other => ({ term: other, share, isTranslated: true }))
}

function lookedUp(term: string, table: RowsWith): readonly string[] {
	const found = table(term)
	return (found.length > 0 ? found : table(root(term))).flat()
}

/** A compound of two words that are known: `Warteschlange`, `Einrichtungsgebühr`. */
function halves(term: string, table: RowsWith): readonly string[] {
	if (!/^[a-z]+$/.test(term)) return []
	for (let cut = term.length - LEAST_HALF; cut >= LEAST_HALF; cut--) {
		const tail = lookedUp(term.slice(cut), table)
		if (tail.length === 0) continue
		const start = term.slice(0, cut).replace(LINK, '')
		const head = lookedUp(start, table)
		if (head.length > 0) return [...tail, ...head, ...joined(head, [term.slice(cut), ...tail])]
		// A word of both languages, such as `Modelldatei` begins with.
		if (term.length - cut >= LEAST_TAIL)
			return [...tail, start, start.replace(/(.)\1$/, '$1'), ...joined([start], tail)]
	}
	return []
}

/** English has some of them as one word, too: `Dateisystem` is `filesystem`. */
function joined(heads: readonly string[], tails: readonly string[]): readonly string[] {
	const some = (words: readonly string[]) => words.filter(word => /^[a-z]+$/.test(word)).slice(0, MOST_JOINED)
	return some(heads).flatMap(head => some(tails).map(tail => head + tail))
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

/** Of the rows only those are taken apart that have a word with the beginning. */
function createEntries(): (
	beginning: string,
) => Iterable<readonly [word: string, others: readonly string[]]> {
	const rows = TRANSLATED_WORDS.trim().split('\n')
	const plain = rows.map(row => ` ${/[^\x00-\x7f]/.test(row) ? withoutAccents(row) : row}`)
	return beginning => {
		const start = ` ${beginning}`
		return rows.filter((_, index) => plain[index]!.includes(start)).flatMap(entriesOf)
	}
}

function entriesOf(row: string): readonly (readonly [word: string, others: readonly string[]])[] {
	const [own, english] = row.split(' = ').map(side => side.split(' ')) as [string[], string[]]
	const written = own.flatMap(word => [word, ...pluralOf(word)])
	return [
		...[...new Set([...written, ...own.map(root)])].map(word => [word, english] as const),
		...english.map(word => [word, written] as const),
	]
}

/** Of the German words whose plural is certain. */
function pluralOf(word: string): readonly string[] {
	if (!PLURAL_KNOWN.test(word)) return []
	return [word.endsWith('e') ? `${word}n` : `${word}en`]
}

const PLURAL_KNOWN = /^[a-zäöüß]{3,}(?:ung|e)$/

/** Without the ending that says how many there are, or who does it. */
function root(term: string): string {
	if (!/^[a-zäöüß]+$/.test(term)) return term
	const shorter = term.replace(/(?:ern|est|em|en|er|es|et|e|n|s|t)$/, '')
	return shorter.length >= LEAST_ROOT ? shorter : term
}
