// French, Spanish, Portuguese and Italian: whether a question is in one of them, and what a word of it is in English, by the
// table and by the endings that words from Latin have in each. Of a verb or a plural the ending does not count.

import { stem } from '../text/stem.ts'
import { rowsWith } from '../text/word-rows.ts'
import { ROMANCE_ROWS } from './word-rows.ts'

/** What holds a sentence together in them, without accents, where English has no word that is written so. */
export const ROMANCE_GRAMMAR = `
le la les du au aux une est sont ete etait quel quelle quels quelles qui que quoi ou dans sur avec pour par nous vous ils elle
elles ce cet cette ces mes tes ses leur leurs notre votre nos vos ne pas se sa ont qu
el los las del una unos unas es esta este estos estas eso cual cuales quien quienes cuando cuanto cuantos cuanta cuantas donde
adonde como con por para desde hasta su sus nuestro nuestra nuestros nuestras al lo se hay fue ser si
da das ao aos pelo pela em num numa qual quais quem quando quanto quantos quanta quantas onde nosso nossa nossos nossas
seu sua foi sao uma
il gli dei della delle dello degli nel nella nelle nei sul sulla dal dalla alla alle agli quale quali chi cosa dove quante
quanti nostro nostra nostri nostre suo sono per che viene vengono
`

/** @returns English terms; none where it is not known */
export function toEnglish(term: string): readonly string[] {
	const whole = rowsWith(ROMANCE_ROWS, term, (word, isOwn) => isOwn && word === term)
	const root = stem(rootOf(term))
	const found =
		whole.length > 0
			? whole
			: rowsWith(ROMANCE_ROWS, root, (word, isOwn) => isOwn && stem(rootOf(word)) === root)
	return found.length > 0
		? found.flatMap(row => row.others).map(word => word.replace(/'.*/, ''))
		: fromLatin(term).map(stem)
}

/** @returns terms of the four, without those that English has, too: they stand there for that */
export function fromEnglish(term: string): readonly string[] {
	return rowsWith(ROMANCE_ROWS, term, (word, isOwn) => !isOwn && word === term)
		.flatMap(row => row.others)
		.filter(word => !word.endsWith('~'))
}

/** @returns whether more of what holds it together is theirs than anybody else's */
export function isRomance(text: string): boolean {
	if (text.includes('¿')) return true
	const words = withoutAccents(text.toLowerCase()).match(/\p{L}+/gu) ?? []
	const theirs = new Set(words.filter(word => OWN.has(word)))
	const others = new Set(words.filter(word => ELSEWHERE.has(word)))
	return theirs.size >= 2 && theirs.size > others.size
}

/** Without what stands in other languages, too. */
const OWN: ReadonlySet<string> = new Set(
	`${ROMANCE_GRAMMAR} de en un el`
		.trim()
		.split(/\s+/)
		.filter(word => !/^(?:es|da|das|per|si|se|no|ne|al|au|dal|las|sein|dell?)$/.test(word)),
)
const ELSEWHERE: ReadonlySet<string> = new Set(
	'the is are was of to in on for and what which who when where how does with from this that it der die das ist und den dem im wie wo wer welche welcher wird auf von mit für'.split(
		' ',
	),
)

function withoutAccents(text: string): string {
	return text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')
}

/** Without the ending of a verb, or the one that says how many there are. */
function rootOf(term: string): string {
	const shorter = term.replace(ENDING, '')
	return shorter.length >= LEAST_ROOT ? shorter : term
}

const LEAST_ROOT = 4
const ENDING =
	/(?:amos|emos|imos|iamo|ando|endo|iendo|ados|adas|idos|idas|ado|ada|ido|ida|ato|ata|ati|ito|ita|iti|uto|uta|ons|ent|ant|ees|ee|are|ere|ire|ar|er|ir|an|en|am|em|on|a|e|i|o|s)$/

/** Words that are none do no harm: nothing here holds them. */
function fromLatin(term: string): readonly string[] {
	if (!/^[a-z]{5,}$/.test(term)) return []
	for (const [ending, endings] of ENDINGS)
		if (ending.test(term)) return endings.map(each => term.replace(ending, each))
	return []
}

/** As the index has them: some have lost a letter at their end by the English rules. */
const ENDINGS: readonly (readonly [ending: RegExp, english: readonly string[]])[] = [
	[/(?:ciones|cione|cion|coes|coe|cao|zioni|zione|zion)$/, ['tion']],
	[/(?:siones|sione|sion|soes|soe|sao|sioni)$/, ['sion', 'ssion']],
	[/(?:idades|idade|idad|ita|ite)$/, ['ity']],
	[/(?:encia|enza|ence|enc)$/, ['ence', 'ency']],
	[/(?:ancia|anza|ance|anc)$/, ['ance', 'ancy']],
	[/(?:ique|iqu|ico|ica|ici|iche)$/, ['ic', 'ical', 'ics']],
	[/(?:ivo|iva|ivi|if)$/, ['ive']],
	[/(?:ateur|adores|ador|adora|atore|ator)$/, ['ator', 'er']],
	[/(?:oso|osa|eux|euse)$/, ['ous']],
	[/(?:ario|aria|aire|air)$/, ['ary', 'ar']],
	[/(?:ismo|isme|ism)$/, ['ism']],
	[/(?:ista|iste|ist)$/, ['ist']],
	[/(?:mente|ment)$/, ['ly', 'ment']],
	[/(?:metre|metro|metr)$/, ['meter', 'metre']],
	[/(?:tro|tre|tr)$/, ['ter']],
	[/(?:izar|iser|izzare|izare)$/, ['ize', 'ise']],
	[/(?:icar|ifier|ificar|ificare|ifi)$/, ['ify', 'icate']],
	[/(?:ados|adas|ado|ada|ati|ato|ata)$/, ['ate', 'ated', 'ed', 'at']],
	[/(?:ares|ar|are|er|ere|ir|ire)$/, ['', 'e', 'ate']],
	[/(?:o|a|e|i)$/, ['', 'e']],
]
