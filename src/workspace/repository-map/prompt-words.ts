// What a prompt says about files: paths and names as they stand in it, and the words that are in them.

import { hashOf, identifiersIn, wordsOfName } from './code-words.ts'
import { wordHash } from './file-facts.ts'

export type PromptWords = {
	/** Words in their basic form, with the number that a file keeps of each. */
	words: ReadonlyMap<string, number>
	/** What is written like a name: `parseHeader`, `MAX_SIZE`, `split-window`. Lower-case letters alone are a word. */
	names: ReadonlySet<string>
	nameHashes: ReadonlySet<number>
	/** What may be a path or the end of one, in lower case. */
	paths: readonly string[]
	isAboutTests: boolean
	isAboutDocs: boolean
}

/** @param text - of which only the beginning and the end are looked at */
export function promptWords(text: string): PromptWords {
	const prompt = text.length <= MOST * 2 ? text : `${text.slice(0, MOST)}\n${text.slice(-MOST)}`
	const found = [...identifiersIn(prompt).keys()]
	const words = new Map<string, number>()
	for (const word of found.flatMap(wordsOfName)) if (!ASIDE.has(word)) words.set(word, wordHash(word))
	const dashed = prompt.match(/[A-Za-z][\w]*(?:[-.:]{1,2}\w+)+/g) ?? []
	const names = new Set([...found.filter(isName), ...dashed])
	const paths = (prompt.match(/[\w@.+-]+(?:\/[\w@.+-]+)+|\b[\w@+-]+\.[A-Za-z]\w{0,9}\b/g) ?? []).map(path =>
		path.toLowerCase().replace(/^(?:\.\/)+/, ''),
	)
	return {
		words,
		names,
		nameHashes: new Set([...names].map(hashOf)),
		paths: [...new Set(paths)],
		isAboutTests: /\b(?:tests?|specs?|unit|fixtures?|coverage)\b/i.test(prompt),
		isAboutDocs: /\b(?:docs?|documentation|readme|changelog|manual|guide)\b/i.test(prompt),
	}
}

const MOST = 8_000

/** What tells a name from a word. */
function isName(word: string): boolean {
	return /[a-z\d][A-Z]|_|\d|^[A-Z]{3,}$|^[A-Z][a-z]+[A-Z]/.test(word)
}

/** In nearly every prompt, and about no file. Whatever else says little is told by how many files hold it. */
const ASIDE: ReadonlySet<string> = new Set(
	'the and for that this with from when what which should can could would please not but are was were has have had does did make add fix fixed added bug issue support correctly properly into there their then than only now also you your how why use using some any all its without instead whether'
		.split(' ')
		.flatMap(word => wordsOfName(word)),
)
