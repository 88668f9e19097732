// Where the scan has to stop: a table for an automaton that knows how long the run of letters it reads is, and whether
// its last word is one that a value may follow without a sign between.

// Classes of characters. Those from `WORD` on are letters, digits, `_` and `-`.
export const OTHER = 0
/** Part of a path or of base64, not of a word. */
export const JOIN = 1
export const BLANK = 2
export const COLON = 3
/** `=`, and `%` that may be the escape of one. */
export const ASSIGNMENT = 4
export const TAG_END = 5
export const TILDE = 6
const MASK_BEGIN = 7
export const WORD = 8
/** What `bearer`, `password`, `identified` and `requirepass` begin with. */
const WORD_OF_VALUE = 9
const DASH = 10

export const CLASSES: Uint8Array = classes({
	'/+': JOIN,
	' \t': BLANK,
	':': COLON,
	'=%': ASSIGNMENT,
	'>': TAG_END,
	'~': TILDE,
	'[': MASK_BEGIN,
	ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_: WORD,
	bBpPiIrR: WORD_OF_VALUE,
	'-': DASH,
})

/** Behind what is no part of a run. */
export const START = 0
/** In a run of 15 or more characters, behind a `/` or `+`. */
export const LONG = 15
/** At least this: the place has to be looked at. */
export const STOP = 255

// How long a word is that began with one of the letters above; 12 and 13 are a flag's dash and a whole flag.
const NO_WORD = 0
const LONGEST_WORD = 11
const FLAG_BEGIN = 12
const FLAG = 13

/** State × 16 + class → next state. A state is the length of the run, up to `LONG`, and 16 × the word's. */
export const NEXT: Uint8Array = transitions()

function transitions(): Uint8Array {
	const table = new Uint8Array(16 * 16 * 16)
	for (let word = NO_WORD; word <= FLAG; word++)
		for (let run = 0; run <= LONG; run++)
			for (let kind = OTHER; kind <= DASH; kind++)
				table[(word * 16 + run) * 16 + kind] = following({ word, run, kind })
	return table
}

function following({ word, run, kind }: { word: number; run: number; kind: number }): number {
	const longer = Math.min(LONG, run + 1)
	if (kind >= WORD) return wordWith({ word, run, kind }) * 16 + longer
	if (run === LONG) return STOP
	if (kind === JOIN) return longer
	if (kind === OTHER) return START
	return kind === BLANK && !takesValue(word) ? START : STOP
}

function wordWith({ word, run, kind }: { word: number; run: number; kind: number }): number {
	if (run === 0) return kind === DASH ? FLAG_BEGIN : kind === WORD_OF_VALUE ? 1 : NO_WORD
	if (word === FLAG_BEGIN || word === FLAG) return FLAG
	return word === NO_WORD || word === LONGEST_WORD ? NO_WORD : word + 1
}

function takesValue(word: number): boolean {
	return word === 6 || word === 8 || word === 10 || word === LONGEST_WORD || word === FLAG
}

/** Of every 16-bit unit, so that the scan need not ask which of them are ASCII. */
function classes(groups: Readonly<Record<string, number>>): Uint8Array {
	const table = new Uint8Array(65_536)
	for (const [characters, kind] of Object.entries(groups))
		for (const character of characters) table[character.charCodeAt(0)] = kind
	return table
}
