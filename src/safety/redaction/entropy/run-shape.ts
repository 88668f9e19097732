// The shape of a run of letters, digits and signs: what its steps are made of, counted in one pass. Of most runs, paths
// and UUIDs, no more is needed to tell that they are no keys.

/** @property rest - of what is left without hashes, numbers, short steps and words, joined by a sign each */
export type RunShape = { whole: Mixture; rest: Mixture }

/**
 * @property pieces - how many words and numbers it is made of, as `someName2` of three
 * @property pairs - of letters that are neighbours within a word
 * @property usual - of those, how many words have
 * @property changes - from a letter to a digit and back
 */
export type Mixture = {
	length: number
	letters: number
	digits: number
	pieces: number
	pairs: number
	usual: number
	changes: number
}

/**
 * A path may lead through a hash (`/commit/9b67bdb…/files`), a number, a short step like `v1`, or a word like `arm64`.
 * Most long runs are paths and UUIDs, so this is asked first and makes nothing.
 * @returns whether the other steps are long enough for a key
 */
export function hasOddSteps(units: Uint16Array, start: number, end: number): boolean {
	let odd = 0
	let allKinds = 0
	let kinds = 0
	let step = start
	for (let at = start; at <= end; at++) {
		const kind = at < end ? KINDS[units[at]!]! : 0
		if (kind !== 0) {
			kinds |= kind
			continue
		}
		if (at > step) {
			allKinds |= kinds
			if (at - step > 3 && !isHash(kinds) && !isNameAndNumber(units, step, at)) odd += at - step + 1
		}
		step = at + 1
		kinds = 0
	}
	return odd > SHORTEST_REST && (allKinds & ~HEX_KINDS) !== 0
}

/** One odd step, like the `s390x` of a platform's name, makes no key of a path. */
const SHORTEST_REST = 12

/** `Arm64`, `resourceGroups`: words of at least three letters, and at most three digits at the end. */
function isNameAndNumber(units: Uint16Array, start: number, end: number): boolean {
	let letters = end
	while (letters > start && KINDS[units[letters - 1]!] === DIGITS) letters--
	if (end - letters > 3 || letters === start) return false
	let word = start
	for (let at = start + 1; at < letters; at++) {
		const kind = KINDS[units[at]!]!
		if (kind === DIGITS) return false
		if ((kind & CAPITALS) === 0) continue
		if (at - word < 3) return false
		word = at
	}
	return word === start || letters - word >= 3
}

/** Letters of both cases and digits, and no signs but those of base64. */
export function isBase64(units: Uint16Array, start: number, end: number): boolean {
	let kinds = 0
	for (let at = start; at < end; at++) {
		const kind = KINDS[units[at]!] ?? 0
		if (kind === 0 && units[at] !== SLASH && units[at] !== PLUS) return false
		kinds |= kind
	}
	return (kinds & LOWERS) !== 0 && (kinds & CAPITALS) !== 0 && (kinds & DIGITS) !== 0
}

const PLUS = 43
const SLASH = 47

/** The loop is long because each character is read once, and what is known of it is local. */
export function shapeOf(units: Uint16Array, start: number, end: number): RunShape {
	let [letters, digits, pieces] = [0, 0, 1]
	let [pairs, usual, changes] = [0, 0, 0]
	let [restLength, restLetters, restDigits, restPieces] = [0, 0, 0, 1]
	let [restPairs, restUsual, restChanges] = [0, 0, 0]
	let restEndsPiece = 0
	for (let at = start; at < end; at++) {
		let kind = KINDS[units[at]!]!
		if (kind === 0) continue
		const step = at
		let kinds = kind
		let [stepDigits, stepPieces, capitals] = [kind === DIGITS ? 1 : 0, 0, 0]
		let [toLetter, toDigit, stepPairs, stepUsual] = [0, 0, 0, 0]
		let left = kind
		for (at++; at < end; at++) {
			kind = KINDS[units[at]!]!
			if (kind === 0) break
			kinds |= kind
			if (kind === DIGITS) {
				stepDigits++
				if (left !== DIGITS) toDigit++
			} else if (left === DIGITS) toLetter++
			else if ((left & LOWERS) !== 0 && (kind & CAPITALS) !== 0) stepPieces++
			else {
				stepPairs++
				stepUsual += WORD_PAIRS[(units[at - 1]! | 32) * 128 + (units[at]! | 32)]!
			}
			if ((kind & CAPITALS) !== 0) capitals++
			left = kind
		}
		const length = at - step
		const endsPiece = (left & (DIGITS | LOWERS)) !== 0 ? 1 : 0
		stepPieces += toLetter + toDigit
		digits += stepDigits
		letters += length - stepDigits
		pieces += stepPieces + (at < end ? endsPiece : 0)
		pairs += stepPairs
		usual += stepUsual
		changes += toLetter + toDigit
		if (length <= 3 || isHash(kinds)) continue
		// A word, and three digits at the end at most.
		if (toLetter + capitals === 0 && stepDigits <= 3) continue
		restLength += length + (restLength > 0 ? 1 : 0)
		restLetters += length - stepDigits
		restDigits += stepDigits
		restPieces += stepPieces + restEndsPiece
		restEndsPiece = endsPiece
		restPairs += stepPairs
		restUsual += stepUsual
		restChanges += toLetter + toDigit
	}
	return {
		whole: { length: end - start, letters, digits, pieces, pairs, usual, changes },
		rest: {
			length: restLength,
			letters: restLetters,
			digits: restDigits,
			pieces: restPieces,
			pairs: restPairs,
			usual: restUsual,
			changes: restChanges,
		},
	}
}

/** Or a number. */
function isHash(kinds: number): boolean {
	return (kinds & ~(DIGITS | LOWER_HEX)) === 0 || (kinds & ~(DIGITS | UPPER_HEX)) === 0
}

// What a step is made of.
const DIGITS = 1
const LOWER_HEX = 2
const LOWER = 4
const UPPER_HEX = 8
const UPPER = 16
const LOWERS = LOWER_HEX | LOWER
const CAPITALS = UPPER_HEX | UPPER
const HEX_KINDS = DIGITS | LOWER_HEX | UPPER_HEX

/** Of every ASCII character; 0 of what parts steps. */
const KINDS: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
	if (code >= 48 && code <= 57) return DIGITS
	const letter = code | 32
	if (letter < 97 || letter > 122) return 0
	return code >= 97 ? (code <= 102 ? LOWER_HEX : LOWER) : code <= 70 ? UPPER_HEX : UPPER
})

/** The 205 most frequent pairs in the identifiers and prose of a few thousand source files: `a:bc` is `ab` and `ac`. */
const FREQUENT_PAIRS =
	'a:bcdgilmnprstuy b:aejloru c:aehiklorstu d:aeios e:acdefglmnpqrstvxy f:aefioru g:ehir h:aeiort ' +
	'i:acdefglmnoprstvz j:e k:ei l:adeilostuy m:abeiops n:acdefgilnostuv o:bcdflmnoprstuvw ' +
	'p:aeiloprtu q:u r:acdegiklmnorstuy s:acehiopstuy t:acehiorstuy u:elmnprst v:aei w:aehinos x:pt ' +
	'y:p'

/** By first letter × 128 + second letter, both lower case: 1 for each of them. */
const WORD_PAIRS: Uint8Array = wordPairs()

function wordPairs(): Uint8Array {
	const table = new Uint8Array(128 * 128)
	for (const entry of FREQUENT_PAIRS.split(' '))
		for (const second of entry.slice(2)) table[entry.charCodeAt(0) * 128 + second.charCodeAt(0)] = 1
	return table
}
