// Telling a random string from a name. Entropy alone cannot: `findUserByEmailAddress` has as much as a key. Names are made
// of letter pairs that words have, random strings are not.

/** Characters keys are made of, in runs long enough for one. */
export const LONG_RUN = /[A-Za-z0-9+/_-]{24,}={0,2}/g

/**
 * @param run - a match of `LONG_RUN`
 * @param before - the few characters in front of it, which may say what it is
 */
export function isHighEntropy(run: string, before: string): boolean {
	if (run.length > LONGEST || !isMixed(run) || isKnownHarmless(run, before)) return false
	const rest = run
		.split(SEPARATOR)
		.filter(step => !HARMLESS_STEP.test(step))
		.join('/')
	return isMixed(rest) && !isMadeOfWords(rest) && entropyBits(run) >= SECRET_BITS
}

/** What is longer is data, not a key: an image in a page, a source map. */
const LONGEST = 512
const SECRET_BITS = 3.8

/** A path may lead through a hash (`/commit/9b67bdb…/files`), a number, a short step like `v1`, or a word like `arm64`. */
const SEPARATOR = /[/_+=-]+/
const HARMLESS_STEP = /^(?:\d*|[0-9a-f]{6,}|[0-9A-F]{6,}|.{1,3}|[A-Za-z]?[a-z]+\d{0,3})$/

function isKnownHarmless(run: string, before: string): boolean {
	return (
		HEX.test(run) ||
		ULID.test(run) ||
		ALPHABET.test(run) ||
		INTEGRITY.test(run) ||
		INTEGRITY_NAME.test(before)
	)
}

/** Hashes and UUIDs, alone or in a row. */
const HEX = /^(?:0x)?[0-9a-fA-F_-]+$/
const ALPHABET = /abcdefgh/i
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
/** `sha512-…` in npm's lock file, `h1:…` in go.sum, `sha256=…` in a wheel's RECORD. */
const INTEGRITY = /^sha(?:1|224|256|384|512)-/i
const INTEGRITY_NAME = /(?:\bsha(?:1|224|256|384|512)[-=:]|\bh1:)$/i

/** Letters and digits among each other: a key has both, a row of numbers few letters. */
function isMixed(run: string): boolean {
	let digits = 0
	let letters = 0
	for (let index = 0; index < run.length; index++) {
		const code = run.charCodeAt(index)
		if (code >= 48 && code <= 57) digits++
		else if (isLetter(code)) letters++
	}
	return digits > 0 && letters * 3 >= run.length
}

/** Of the pairs of letters that are neighbours within a word, how many do words have? A random string: under a half. */
function isMadeOfWords(run: string): boolean {
	let pairs = 0
	let usual = 0
	let changes = 0
	for (let index = 1; index < run.length; index++) {
		const left = run.charCodeAt(index - 1)
		const right = run.charCodeAt(index)
		if (!isLetter(left) || !isLetter(right)) {
			if (isDigit(left) !== isDigit(right) && isLetter(left) !== isLetter(right)) changes++
			continue
		}
		if (isLower(left) && !isLower(right)) continue
		pairs++
		if (WORD_PAIRS.has((left | 32) * 128 + (right | 32))) usual++
	}
	return pairs >= changes && usual >= pairs * WORDLIKE
}

const WORDLIKE = 0.65

function isLetter(code: number): boolean {
	return (code | 32) >= 97 && (code | 32) <= 122
}

function isLower(code: number): boolean {
	return code >= 97
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57
}

/** Shannon entropy, in bits per character. */
function entropyBits(text: string): number {
	const counts = new Map<number, number>()
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index)
		counts.set(code, (counts.get(code) ?? 0) + 1)
	}
	let bits = 0
	for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
	return bits
}

/** The 205 most frequent pairs in the identifiers and prose of a few thousand source files: `a:bc` is `ab` and `ac`. */
const FREQUENT_PAIRS =
	'a:bcdgilmnprstuy b:aejloru c:aehiklorstu d:aeios e:acdefglmnpqrstvxy f:aefioru g:ehir h:aeiort ' +
	'i:acdefglmnoprstvz j:e k:ei l:adeilostuy m:abeiops n:acdefgilnostuv o:bcdflmnoprstuvw ' +
	'p:aeiloprtu q:u r:acdegiklmnorstuy s:acehiopstuy t:acehiorstuy u:elmnprst v:aei w:aehinos x:pt ' +
	'y:p'

/** First letter × 128 + second letter, both lower case. */
const WORD_PAIRS: ReadonlySet<number> = new Set(
	FREQUENT_PAIRS.split(' ').flatMap(entry =>
		[...entry.slice(2)].map(second => entry.charCodeAt(0) * 128 + second.charCodeAt(0)),
	),
)
