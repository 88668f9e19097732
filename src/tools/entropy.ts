// Telling a random string from a name. Entropy alone cannot: `findUserByEmailAddress` has as much as a key. Names are made
// of letter pairs that words have, random strings are not.

/**
 * @param run - 24 to 512 of the characters keys are made of: letters, digits, `+`, `/`, `_`, `-`, and `=` at its end
 * @param before - what stands in front of it, which may say what it is; asked only when it matters
 */
export function isHighEntropy(run: string, before: () => string): boolean {
	if (INTEGRITY.test(run)) return false
	const rest = withoutHarmlessSteps(run)
	if (rest.length < SHORTEST_REST || !isMixed(run) || isHarmlessForm(run)) return false
	if (!isMixed(rest) || isMadeOfWords(rest) || entropyBits(run) < SECRET_BITS) return false
	return !HARMLESS_BEFORE.test(before())
}

const SECRET_BITS = 3.8
/** One odd step, like the `s390x` of a platform's name, makes no key of a path. */
const SHORTEST_REST = 12

/**
 * A path may lead through a hash (`/commit/9b67bdb…/files`), a number, a short step like `v1`, or a word like `arm64`.
 * Written out as a loop, because paths are what most long runs are.
 * @returns the other steps with a slash between, empty for hashes and UUIDs in a row
 */
function withoutHarmlessSteps(run: string): string {
	let rest = ''
	let allKinds = 0
	let start = 0
	for (let at = 0; at <= run.length; at++) {
		const code = at < run.length ? run.charCodeAt(at) : SLASH
		if (isLetter(code) || isDigit(code)) continue
		if (at > start) {
			const kinds = kindsIn(run, start, at)
			allKinds |= kinds
			if (!isHarmlessStep(run, { start, end: at, kinds }))
				rest += rest === '' ? run.slice(start, at) : `/${run.slice(start, at)}`
		}
		start = at + 1
	}
	return (allKinds & ~HEX_KINDS) === 0 ? '' : rest
}

// What a step is made of.
const DIGITS = 1
const LOWER_HEX = 2
const LOWER = 4
const UPPER_HEX = 8
const UPPER = 16
const HEX_KINDS = DIGITS | LOWER_HEX | UPPER_HEX
const SLASH = 47

function kindsIn(run: string, start: number, end: number): number {
	let kinds = 0
	for (let at = start; at < end; at++) {
		const code = run.charCodeAt(at)
		if (isDigit(code)) kinds |= DIGITS
		else if (isLower(code)) kinds |= code <= 102 ? LOWER_HEX : LOWER
		else kinds |= code <= 70 ? UPPER_HEX : UPPER
	}
	return kinds
}

function isHarmlessStep(run: string, step: { start: number; end: number; kinds: number }): boolean {
	const { start, end, kinds } = step
	const length = end - start
	if (length <= 3 || kinds === DIGITS) return true
	const isHex = (kinds & ~(DIGITS | LOWER_HEX)) === 0 || (kinds & ~(DIGITS | UPPER_HEX)) === 0
	return (isHex && length >= 6) || isWordAndNumber(run, start, end)
}

/** `Arm64`: lower case but for the first letter, and at most three digits at the end. */
function isWordAndNumber(run: string, start: number, end: number): boolean {
	let letters = end
	while (letters > start && isDigit(run.charCodeAt(letters - 1))) letters--
	if (end - letters > 3 || letters === start) return false
	for (let at = start + 1; at < letters; at++) if (!isLower(run.charCodeAt(at))) return false
	return isLetter(run.charCodeAt(start))
}

function isHarmlessForm(run: string): boolean {
	return HEX.test(run) || ULID.test(run) || ALPHABET.test(run) || PUBLIC_KEY.test(run)
}

/** Hashes and UUIDs, alone or in a row. */
const HEX = /^(?:0x)?[0-9a-fA-F_-]+$/
const ALPHABET = /abcdefgh/i
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
/** `sha512-…` in npm's lock file, `h1:…` in go.sum, `sha256=…` in a wheel's RECORD. */
const INTEGRITY = /^sha(?:1|224|256|384|512)-/i
/** What a public key of SSH begins with. */
const PUBLIC_KEY = /^AAAA(?:[BC]3NzaC1|E2VjZHNhLX|GnNrLXNzaC|InNrLWVjZHNh)/
/**
 * A sum named by its kind, and what a page has built in: pictures, fonts and sounds are no secrets, and masked they
 * would be broken. Other data (`data:text/plain;base64,…`) may hold anything.
 */
const HARMLESS_BEFORE =
	/(?:\bsha(?:1|224|256|384|512)[-=:]|\bh1:|\bdata:(?:image|font|audio|video|application\/(?:x-)?font)[\w./+-]{0,30}(?:;[\w=-]{1,20})?;base64,)$/i

/** Letters and digits among each other: a key has both, a row of numbers few letters. */
function isMixed(run: string): boolean {
	let digits = 0
	let letters = 0
	for (let index = 0; index < run.length; index++) {
		const code = run.charCodeAt(index)
		if (isDigit(code)) digits++
		else if (isLetter(code)) letters++
	}
	return letters * 3 >= run.length && (digits > 0 || piecesOf(run) * 2 > letters)
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
	return pairs >= changes && usual >= pairs * WORDLIKE && piecesOf(run) * SHORT_WORD <= run.length
}

const WORDLIKE = 0.65
/** What the words of a name have on average at least, in letters; what chance makes look like words has about two. */
const SHORT_WORD = 2.8

/** How many words and numbers `someName2` is made of. */
function piecesOf(run: string): number {
	let pieces = 1
	for (let index = 1; index < run.length; index++) {
		const left = run.charCodeAt(index - 1)
		const right = run.charCodeAt(index)
		if (isLetter(left) ? isLower(left) && !isLower(right) : isDigit(left) && !isDigit(right)) pieces++
		else if (isLetter(left) && !isLower(left) && isDigit(right)) pieces++
	}
	return pieces
}

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
