// The words of a question that are worth searching for: names as they are written, then the rarer of the plain words.

export type Keyword = {
	/** As it stands in the question. */
	said: string
	/** What is searched for: a name from code as it is, a plain word by its stem. */
	search: string
	/** A name from code: its case matters. */
	isExact: boolean
}

const MOST_WORDS = 4
// Longer ones are no words: keys, hashes, a cat on the keyboard.
const LONGEST_WORD = 40

export function salientWords(question: string): Keyword[] {
	const quoted = [...question.matchAll(/[`"“]([^`"”\n]{2,60})[`"”]/g)].map(match => match[1] ?? '')
	const rest = question.replace(/[`"“][^`"”\n]{2,60}[`"”]/g, ' ')
	const tokens = rest.match(/[\p{L}_$][\p{L}\p{N}_$]*(?:[-.][\p{L}\p{N}_$]+)*/gu) ?? []
	const names = [...quoted, ...tokens.filter(isName)].map(name => name.replace(/\(\)$/, ''))
	const plain = tokens
		.filter(token => !isName(token))
		.map(token => token.toLowerCase())
		.filter(token => token.length > 2 && token.length <= LONGEST_WORD && !COMMON.has(token))
		.map(said => ({ said, search: stem(said), isExact: false }))
		// A longer word is the rarer one more often than not. The sort is stable: equals stay in the order they were said.
		.sort((a, b) => b.search.length - a.search.length)
	const words = [...names.map(name => ({ said: name, search: name, isExact: true })), ...plain]
	const isFirst = (word: Keyword, index: number) =>
		words.findIndex(other => other.search.toLowerCase() === word.search.toLowerCase()) === index
	return words.filter(isFirst).slice(0, MOST_WORDS)
}

/** camelCase, PascalCase with two humps, snake_case, CONSTANT_CASE, dotted.names. */
function isName(token: string): boolean {
	return /[a-z][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|\$|^[A-Z][A-Z0-9]{2,}$|\w\.\w/.test(token)
}

/** For `grep`. It comes back with the hits, and says which word they were for. */
export function searchPattern(word: Keyword): string {
	return word.search.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Rough on purpose: `retries`, `retried` and `retrying` all find `retry` and `retries`. */
export function stem(word: string): string {
	const short = word
		.replace(/(?:ies|ied)$/, 'y')
		.replace(/(?<=[a-z]{4})(?:ing|ed|s)$/, '')
		.replace(/([bdglmnprt])\1$/, '$1')
	const open = short.replace(/(?<=[a-z]{2}[^aeiou])y$/, '')
	return open.length >= 3 ? open : word
}

const COMMON = new Set(
	(
		'a about after all also an and any are as at be been before being between both but by can code codebase could ' +
		'current did directory do does doing done each every exactly explain describe file files find first folder for ' +
		'from function get give given go going had happen happens has have here how if in into is it its just know let ' +
		'like list look made make many may me mean means might more most much must my name need not now of off on one ' +
		'only or other our out over part place please point project program readme repo repository search see should ' +
		'show so some such summarise summarize take tell than that the their them then there these they thing things ' +
		'this those through to too two under until up us use used uses using want was way we well were what when where ' +
		'whether which while who why will with without work works would write written you your app application tool ' +
		'package library kind implemented implement defined define definition handled handle handles called call calls ' +
		'inside overview structure summary architecture organised organized layout computed compute calculated happening support supports supported'
	).split(' '),
)
