// src/memory/ranking/word-rows.ts: the words of `german-japanese.ts` and `romance.ts` as terms of the index, in rows that can
// be searched as they are.

import { ROMANCE_GRAMMAR } from '../../src/memory/ranking/romance.ts'
import { wordsOf } from '../../src/memory/text/words.ts'
import { ASKED_FOR, ASKED_FOR_PER_THOUSAND, COUNTED } from './everyday.ts'
import { TRANSLATED_WORDS } from './german-japanese.ts'
import { GRAMMAR } from './grammar.ts'
import { ROMANCE_WORDS } from './romance.ts'
import { SYNONYMS } from './synonyms.ts'

export const WORD_ROWS = 'src/memory/ranking/word-rows.ts'

export function wordRowsSource(): string {
	const rows = rowsOf(TRANSLATED_WORDS)
	const isJapanese = ({ own }: Row) => own.some(word => UNSPACED.test(word))
	const german = rows.filter(row => !isJapanese(row)).map(row => ({ ...row, own: withPlurals(row.own) }))
	const grammar = new Set(termsOf(`${GRAMMAR} ${ROMANCE_GRAMMAR}`))
	const everyday = everydayTerms()
	const isEveryday = new Set(everyday.flatMap(([, terms]) => terms))
	// A word that English has, too, stands there for that.
	const isEnglish = (term: string) => grammar.has(term) || isEveryday.has(term)
	const tables = {
		GERMAN_ROWS: german.map(row => written(row)),
		JAPANESE_ROWS: rows.filter(isJapanese).map(row => written(row)),
		ROMANCE_ROWS: rowsOf(ROMANCE_WORDS).map(row => written(row, isEnglish)),
		SYNONYM_ROWS: SYNONYMS.trim()
			.split('\n')
			.map(row => written({ own: row.split(' '), english: [] })),
		GRAMMAR_TERMS: [...grammar],
	}
	return [
		'// Made by `npm run words` from the words in scripts/words; not to be changed by hand. How it is read: text/word-rows.ts.\n',
		...Object.entries(tables).map(([name, lines]) => `export const ${name} = \`\n${lines.join('\n')}\n\`\n`),
		'export const EVERYDAY_TERMS: readonly (readonly [perThousand: number, terms: string])[] = [',
		...everyday.map(
			([share, terms]) => `\t[\n\t\t${share},\n\t\t\`\n${inLines(terms.map(capital))}\n\`,\n\t],`,
		),
		']\n',
	].join('\n')
}

/** Each once. Those in other letters are apart: with them a text takes twice the room, and twice the time. */
function everydayTerms(): readonly (readonly [perThousand: number, terms: readonly string[]])[] {
	const seen = new Set<string>()
	const unseen = (terms: readonly string[]) => terms.filter(term => !seen.has(term) && seen.add(term))
	const counted = COUNTED.map(([share, stems]) => [share, unseen(stems.trim().split(/\s+/))] as const)
	const asked = unseen(termsOf(ASKED_FOR))
	return [
		...counted,
		[ASKED_FOR_PER_THOUSAND, asked.filter(term => !UNSPACED.test(term))],
		[ASKED_FOR_PER_THOUSAND, asked.filter(term => UNSPACED.test(term))],
	]
}

function inLines(words: readonly string[]): string {
	return words.join(' ').replaceAll(/(.{100,}?) /g, '$1\n')
}

type Row = { own: readonly string[]; english: readonly string[] }

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

function rowsOf(table: string): readonly Row[] {
	return table
		.trim()
		.split('\n')
		.map(row => {
			const [own, english] = row.split(' = ').map(side => side.split(' ')) as [string[], string[]]
			return { own, english }
		})
}

function withPlurals(words: readonly string[]): readonly string[] {
	return words.flatMap(word => [word, ...pluralOf(word)])
}

/** Of the German words whose plural is certain. */
function pluralOf(word: string): readonly string[] {
	if (!/^[a-zäöüß]{3,}(?:ung|e)$/.test(word)) return []
	return [word.endsWith('e') ? `${word}n` : `${word}en`]
}

function written({ own, english }: Row, isOnlyThere: (term: string) => boolean = () => false): string {
	const theirs = [...new Set(own.flatMap(termsOf))].map(term =>
		isOnlyThere(term) ? `${capital(term)}~` : capital(term),
	)
	const ours = new Map<string, string>()
	for (const word of english)
		for (const term of termsOf(word))
			if (!ours.has(term)) ours.set(term, PLAIN.test(word) ? withEnding(word, term) : term)
	return `${theirs.join(' ')}=${[...ours.values()].map(capital).join(' ')}`
}

const PLAIN = /^[a-z]+$/

function termsOf(word: string): readonly string[] {
	return wordsOf(word).flatMap(({ terms }) => terms)
}

/** Of a word the term, and what it takes to write the word: of `image` `imag'e`, of `directory` `directori''y`. */
function withEnding(word: string, term: string): string {
	if (term === word) return term
	let same = 0
	while (term[same] === word[same]) same++
	return `${term}${"'".repeat(1 + term.length - same)}${word.slice(same)}`
}

function capital(term: string): string {
	return term.charAt(0).toUpperCase() + term.slice(1)
}
