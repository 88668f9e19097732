// The transition table of the secret scanner: an automaton that knows how long the run of letters it reads is, how
// long its last word, and whether that is one that a value may follow without a sign between.

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
/** What `bearer`, `password`, `identified`, `requirepass` and `masterauth` begin with. */
const WORD_OF_VALUE = 12
/** What the `ENV` of a Dockerfile begins with. */
const WORD_OF_SETTING = 13
const DASH = 14
/** What the words begin with that have a login behind them: `user`, `AUTH`, `setenv`, `chpasswd`, `wpa_passphrase`. */
const WORD_OF_LOGIN = 15

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
	ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_: WORD,
	bBpPiIrRmM: WORD_OF_VALUE,
	E: WORD_OF_SETTING,
	'-': DASH,
	aAcCsSuUwW: WORD_OF_LOGIN,
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
const BEFORE_UNIT = 256
const WORD_UNIT = 8

// What the run began with, while it is one word.
const ANYTHING = 0
const VALUE = 1
const SETTING = 2
const ONE_DASH = 3
const FLAG = 4
/** No run any more: a word and a quote are in front. */
const QUOTED = 5
const LOGIN = 6

/** State × 16 + class → next state, and the reasons to stop. */
export const NEXT: Uint16Array = transitions()

function transitions(): Uint16Array {
	const states = [ANYTHING]
	const numbers = new Int16Array((LONG_RUN + 1) * BEFORE_UNIT).fill(-1)
	numbers[ANYTHING] = START
	const entries: number[] = []
	// More states are found on the way.
	for (const state of states) {
		for (let kind = OTHER; kind < 16; kind++) {
			const next = following(state, kind)
			if (numbers[next] === -1) numbers[next] = states.push(next) - 1
			entries.push(numbers[next]! | reasonsToStop(state, kind))
		}
	}
	return Uint16Array.from(entries)
}

function following(state: number, kind: number): number {
	const before = beforeOf(state)
	const word = wordOf(state)
	if (kind === JOIN) {
		// Rounded, there are a third of the states, and a run is looked at a little early at worst.
		const rounded = Math.ceil((before + word + 1) / 8) * 8
		return Math.min(LONG_RUN, rounded) * BEFORE_UNIT
	}
	if (kind < WORD) return kind === QUOTE && word > 0 ? QUOTED : ANYTHING
	const longer = Math.min(word + 1, Math.max(LONG_WORD, LONG_RUN - before))
	const begin = before + word === 0 ? beginOf(kind) : goneOn(state % WORD_UNIT, longer)
	return before * BEFORE_UNIT + longer * WORD_UNIT + begin
}

function beforeOf(state: number): number {
	return Math.floor(state / BEFORE_UNIT)
}

function wordOf(state: number): number {
	return Math.floor((state % BEFORE_UNIT) / WORD_UNIT)
}

function beginOf(kind: number): number {
	if (kind === DASH) return ONE_DASH
	if (kind === WORD_OF_LOGIN) return LOGIN
	return kind === WORD_OF_VALUE ? VALUE : kind === WORD_OF_SETTING ? SETTING : ANYTHING
}

function goneOn(begin: number, word: number): number {
	if (begin === ONE_DASH || begin === FLAG) return FLAG
	if (begin === LOGIN) return word <= 15 ? LOGIN : ANYTHING
	return (begin === VALUE && word <= 11) || (begin === SETTING && word <= 3) ? begin : ANYTHING
}

function reasonsToStop(state: number, kind: number): number {
	if (kind >= WORD) return 0
	const word = wordOf(state)
	const begin = state % WORD_UNIT
	const afterWord = word >= LONG_WORD ? AFTER_LONG_WORD : 0
	if (kind === JOIN) return afterWord
	const afterRun = beforeOf(state) + word >= LONG_RUN ? AFTER_LONG_RUN : 0
	const afterFlag = begin === FLAG && kind === COLON ? AFTER_FLAG : 0
	return afterWord | afterRun | afterFlag | (isSign(word, begin, kind) ? AT_SIGN : 0)
}

function isSign(word: number, begin: number, kind: number): boolean {
	switch (kind) {
		case OTHER:
			return begin === FLAG
		case BLANK:
			if (begin === LOGIN) return takesLogin(word)
			return begin === FLAG || (begin === SETTING && word === 3) || (begin === VALUE && takesValue(word))
		case QUOTE:
			return begin === FLAG
		case COMMA:
			return begin === QUOTED
		case OPEN:
			return word > 3
		default:
			return true
	}
}

/** By the length of the four words. */
function takesValue(word: number): boolean {
	return word === 6 || word === 8 || word === 10 || word === 11
}

function takesLogin(word: number): boolean {
	return word === 4 || (word >= 6 && word <= 9) || word === 14 || word === 15
}

/** Of every 16-bit unit, so that the scan need not ask which of them are ASCII. */
function classes(groups: Readonly<Record<string, number>>): Uint8Array {
	const table = new Uint8Array(65_536)
	for (const [characters, kind] of Object.entries(groups))
		for (const character of characters) table[character.charCodeAt(0)] = kind
	return table
}
