// The transition table of the secret scanner: an automaton that knows how long the run of letters it reads is, how
// long its last word, and whether that is one that a value may follow without a sign between.

import { WORDS_BEFORE_VALUES } from '../commands/words-before-values.ts'

// Classes of characters. Those from `WORD` on are letters, digits, `_` and `-`.
export const OTHER = 0
/** Part of a path or of base64, not of a word. */
export const JOIN = 1
export const BLANK = 2
export const COLON = 3
/** `=`, and `%` that may be the escape of one. */
export const ASSIGNMENT = 4
export const TAG_END = 5
/** And the dollar sign. */
export const TILDE = 6
export const MASK_BEGIN = 7
export const QUOTE = 8
/** Stops only behind a quote: `'name', 'value'`. */
export const COMMA = 9
export const OPEN = 10
export const WORD = 11
/** The letters from here on, in both cases. */
const FIRST_LETTER = 12
const DASH = 31
/** Bits of the table's index that say the class. */
export const CLASS_BITS = 5
const CLASS_COUNT = 32

/** Some share a class, so that the table stays in the cache; words that only differ in these are told apart later. */
const LETTERS = 'a bv c d e fh gy i jz kw l m n o p qx r s t u'

export const CLASSES: Uint8Array = classes({
	'/+': JOIN,
	' \t': BLANK,
	':': COLON,
	'=%': ASSIGNMENT,
	'>': TAG_END,
	'~$': TILDE,
	'[': MASK_BEGIN,
	'"\'`': QUOTE,
	',': COMMA,
	'(': OPEN,
	'0123456789_': WORD,
	...Object.fromEntries(
		LETTERS.split(' ').map((letters, index) => [letters + letters.toUpperCase(), FIRST_LETTER + index]),
	),
	'-': DASH,
})

/** Tokens are this long at least; most words are shorter. */
export const LONG_WORD = 15
/** What is shorter is not taken for a key because of its letters alone. */
export const LONG_RUN = 24

/** Behind what is no part of a run. */
export const START = 0

// What an entry of the table says besides the next state.
export const STATES = 0x07ff
/** At least this: the place has to be looked at, for one of four reasons. */
export const STOP = 0x1000
export const AFTER_LONG_WORD = 0x8000
export const AFTER_LONG_RUN = 0x4000
/** A sign behind a word that begins with a dash. */
export const AFTER_FLAG = 0x2000
const AT_SIGN = 0x1000

// What the automaton knows, in one number: how long the word is, what of the run stands before it, rounded up, and what
// the run began with. Both lengths count up to where they make no more difference.
const WORD_UNIT = 1_024
const BEFORE_UNIT = WORD_UNIT * 32

// What the run began with, while it is one word.
const ANYTHING = 0
const ONE_DASH = 1
const FLAG = 2
/** No run any more: a word and a quote are in front. */
const QUOTED = 3
/** `/`, with which options of Windows begin; and up to four letters behind it. */
const SLASH = 4
const SLASH_FLAG = 5
const LONGEST_SLASH_FLAG = 4
/** Letters that are looked at. */
const HEAD = 3
/** From here on: the first letters of the words that a value may follow without a sign between, and their lengths. */
const FIRST_NODE = 6

/**
 * The words by their first letters; what follows those is only counted, for a word of the right length is looked up.
 * @property next - by node and letter
 * @property lengths - by the node at which the first letters end: what the words have in letters
 */
const TREE = treeOf(WORDS_BEFORE_VALUES)

/** State and class → next state, and the reasons to stop. */
export const NEXT: Uint16Array = transitions()

/** The same where only tokens are looked for: of the signs those need a colon, a tilde and a mask. */
export const TOKENS_NEXT: Uint16Array = NEXT.map((entry, index) => {
	if (entry < STOP || entry >= AFTER_LONG_RUN) return entry
	const kind = index & (CLASS_COUNT - 1)
	const isOfToken = kind === COLON || kind === TILDE || kind === MASK_BEGIN
	return (entry & STATES) | (isOfToken ? entry & AT_SIGN : 0)
})

function treeOf(words: readonly string[]): {
	next: ReadonlyMap<number, number>
	lengths: ReadonlyMap<number, readonly number[]>
} {
	const next = new Map<number, number>()
	const lengths = new Map<number, readonly number[]>()
	const byLengths = new Map<string, number>()
	let count = FIRST_NODE
	const heads = new Map<string, string[]>()
	for (const word of words) {
		const head = [...word.slice(0, HEAD)].map(classOf).join(' ')
		heads.set(head, [...(heads.get(head) ?? []), word])
	}
	for (const [head, group] of heads) {
		const classesOfHead = head.split(' ').map(Number)
		const ends = [...new Set(group.map(word => word.length))].sort((a, b) => a - b)
		let node = ANYTHING
		for (const [index, kind] of classesOfHead.entries()) {
			const step = node * CLASS_COUNT + kind
			const known = index === HEAD - 1 ? byLengths.get(ends.join(' ')) : next.get(step)
			const following = known ?? count++
			next.set(step, following)
			node = following
		}
		byLengths.set(ends.join(' '), node)
		lengths.set(node, ends)
	}
	return { next, lengths }
}

function classOf(letter: string): number {
	return CLASSES[letter.charCodeAt(0)]!
}

function transitions(): Uint16Array {
	const states = [ANYTHING]
	const numbers = new Map([[ANYTHING, START]])
	const entries: number[] = []
	// More states are found on the way.
	for (const [number, state] of states.entries()) {
		const row = number << CLASS_BITS
		// This is run at every start, and nearly all states take one letter as any other.
		const last = tellsLetters(state) ? CLASS_COUNT - 1 : WORD
		for (let kind = OTHER; kind <= last; kind++) {
			const next = following(state, kind)
			const known = numbers.get(next) ?? states.push(next) - 1
			numbers.set(next, known)
			entries[row | kind] = kind < WORD ? known | reasonsToStop(state, kind) : known
		}
		for (let kind = last + 1; kind < CLASS_COUNT; kind++) entries[row | kind] = entries[row | last]!
	}
	if (states.length > STATES) throw new Error(`${states.length} states are too many for the table`)
	return Uint16Array.from(entries)
}

/** Whether what comes next depends on which letter it is: at the beginning of a run, and in the head of a word. */
function tellsLetters(state: number): boolean {
	const begin = state % WORD_UNIT
	const isBeginning = wordOf(state) === 0 && beforeOf(state) === 0
	return isBeginning || (begin >= FIRST_NODE && !TREE.lengths.has(begin))
}

function following(state: number, kind: number): number {
	const before = beforeOf(state)
	const word = wordOf(state)
	if (kind === JOIN) {
		// Rounded, there are a third of the states, and a run is looked at a little early at worst.
		const rounded = Math.ceil((before + word + 1) / 8) * 8
		return Math.min(LONG_RUN, rounded) * BEFORE_UNIT + (state === ANYTHING ? SLASH : ANYTHING)
	}
	if (kind < WORD) return kind === QUOTE && word > 0 ? QUOTED : ANYTHING
	const longer = Math.min(word + 1, Math.max(LONG_WORD, LONG_RUN - before))
	const begin = word > 0 || before > 0 ? goneOn(state, kind) : beginOf(kind)
	return before * BEFORE_UNIT + longer * WORD_UNIT + begin
}

function beforeOf(state: number): number {
	return Math.floor(state / BEFORE_UNIT)
}

function wordOf(state: number): number {
	return Math.floor((state % BEFORE_UNIT) / WORD_UNIT)
}

function beginOf(kind: number): number {
	return kind === DASH ? ONE_DASH : nodeAfter(ANYTHING, kind)
}

function goneOn(state: number, kind: number): number {
	const begin = state % WORD_UNIT
	if (begin === ONE_DASH || begin === FLAG) return FLAG
	if (begin === SLASH || begin === SLASH_FLAG)
		return wordOf(state) < LONGEST_SLASH_FLAG ? SLASH_FLAG : ANYTHING
	if (begin < FIRST_NODE) return ANYTHING
	const ends = TREE.lengths.get(begin)
	if (ends === undefined) return nodeAfter(begin, kind)
	return wordOf(state) < (ends.at(-1) ?? 0) ? begin : ANYTHING
}

function nodeAfter(node: number, kind: number): number {
	return TREE.next.get(node * CLASS_COUNT + kind) ?? ANYTHING
}

function reasonsToStop(state: number, kind: number): number {
	const word = wordOf(state)
	const begin = state % WORD_UNIT
	const afterWord = word >= LONG_WORD ? AFTER_LONG_WORD : 0
	if (kind === JOIN) return afterWord
	const afterRun = beforeOf(state) + word >= LONG_RUN ? AFTER_LONG_RUN : 0
	const afterFlag = begin === FLAG && (kind === COLON || kind === ASSIGNMENT) ? AFTER_FLAG : 0
	return afterWord | afterRun | afterFlag | (isSign(word, begin, kind) ? AT_SIGN : 0)
}

function isSign(word: number, begin: number, kind: number): boolean {
	switch (kind) {
		case OTHER:
			return begin === FLAG
		case BLANK:
			return begin === FLAG || begin === SLASH_FLAG || TREE.lengths.get(begin)?.includes(word) === true
		case QUOTE:
			return begin === FLAG
		case COMMA:
			return begin === QUOTED
		case OPEN:
			return word > 2
		default:
			return true
	}
}

/** Of every 16-bit unit, so that the scan need not ask which of them are ASCII. */
function classes(groups: Readonly<Record<string, number>>): Uint8Array {
	const table = new Uint8Array(65_536)
	for (const [characters, kind] of Object.entries(groups))
		for (const character of characters) table[character.charCodeAt(0)] = kind
	return table
}
