// What the repository map knows of one file: what it declares, which names it uses and which words are in it.

import { hashOf, identifiersIn, wordsOfName } from './code-words.ts'
import { type Definition, definitionsIn, ownText } from './definitions.ts'

export type FileFacts = {
	/** Relative, with slashes. */
	path: string
	sizeBytes: number
	modifiedMs: number
	definitions: readonly Definition[]
	/** Hashes of the names it uses, each once, ascending. */
	names: Uint32Array
	/** Each word once, ascending: its hash above, how often it is there (255 at most) in the lowest eight bits. */
	words: Uint32Array
}

/** Of a file that is not read: too large, in no known language, or one of too many. */
export function unreadFacts(file: Pick<FileFacts, 'path' | 'sizeBytes' | 'modifiedMs'>): FileFacts {
	return { ...file, definitions: [], names: NONE, words: NONE }
}

const NONE = new Uint32Array()

/** Reads files one after the other; what it has found out about a name holds for the next one. */
export function createFactsReader(): (
	file: Pick<FileFacts, 'path' | 'sizeBytes' | 'modifiedMs'>,
	text: string,
	patterns: readonly RegExp[],
) => FileFacts {
	let known = new Map<string, { name: number; words: readonly number[] }>()
	const read = (name: string) => {
		const before = known.get(name)
		if (before) return before
		if (known.size >= MOST_KNOWN) known = new Map()
		const found = { name: hashOf(name), words: wordsOfName(name).map(wordHash) }
		known.set(ownText(name), found)
		return found
	}
	return (file, text, patterns) => {
		// Machines write such lines, and nobody changes them by hand.
		if (isGenerated(text)) return unreadFacts(file)
		const names: number[] = []
		const words = new Map<number, number>()
		for (const [identifier, count] of identifiersIn(text)) {
			const found = read(identifier)
			names.push(found.name)
			for (const word of found.words) words.set(word, (words.get(word) ?? 0) + count)
		}
		return {
			...file,
			definitions: definitionsIn(text, patterns),
			names: mostOf(names),
			words: mostOf([...words].map(([word, count]) => (word << COUNT_BITS) | Math.min(count, MOST_COUNTED))),
		}
	}
}

const MOST_KNOWN = 200_000
const COUNT_BITS = 8
const MOST_COUNTED = 255
/** A file with more is about everything. */
const MOST_IN_A_FILE = 2_000

/** What is kept of a word, above the bits of its count. */
export function wordHash(word: string): number {
	return hashOf(word) >>> COUNT_BITS
}

function mostOf(values: readonly number[]): Uint32Array {
	return Uint32Array.from(values.length > MOST_IN_A_FILE ? values.slice(0, MOST_IN_A_FILE) : values).sort()
}

/** @returns how often a word is in the file */
export function countOf({ words }: FileFacts, word: number): number {
	let [low, high] = [0, words.length]
	while (low < high) {
		const middle = (low + high) >>> 1
		if (words[middle]! >>> COUNT_BITS < word) low = middle + 1
		else high = middle
	}
	const found = words[low]
	return found !== undefined && found >>> COUNT_BITS === word ? found & MOST_COUNTED : 0
}

function isGenerated(text: string): boolean {
	const head = text.slice(0, HEAD_CHARACTERS)
	const isWide = text.length > HEAD_CHARACTERS && !head.slice(-WIDEST_LINE).includes('\n')
	return head.includes('\0') || isWide || /@generated\b|\bDO NOT EDIT\b/.test(head.slice(0, 600))
}

const HEAD_CHARACTERS = 20_000
const WIDEST_LINE = 5_000
