// The entropy test that tells a random string from a name. Entropy alone cannot: `findUserByEmailAddress` has as much
// as a key. Names are made of letter pairs that words have, random strings are not.

import { isPublicPlace, temporaryLength } from './public-places.ts'

/**
 * Characters that stand together, in a text and as numbers, which are read several times faster.
 * @param start - of 24 to 512 of the characters keys are made of: letters, digits, `+`, `/`, `_`, `-`, and `=` at the end
 * @param floor - how far back it may be looked for what says what it is
 */
export type CharacterRun = { text: string; units: Uint16Array; start: number; end: number; floor: number }

export function isHighEntropy(place: CharacterRun): boolean {
	if (!hasOddSteps(place)) return false
	const { text, units, start, end, floor } = place
	const run = text.slice(start, end)
	if (INTEGRITY.test(run) || !isMixed(run) || isHarmlessForm(run) || isLink(run)) return false
	const rest = oddSteps(run).join('/')
	if (!isMixed(rest) || isMadeOfWords(rest) || entropyBits(run) < SECRET_BITS) return false
	// At the beginning of a line nothing says what it is.
	const isFirst = start > floor && units[start - 1] === LINE_FEED
	const before = isFirst ? '' : text.slice(Math.max(floor, start - 64), start)
	if (HARMLESS_BEFORE.test(before) || goesOnPath(before, run)) return false
	const ownPath = temporaryLength(run)
	if (ownPath > 0)
		return run.length - ownPath >= SHORTEST_KEY && isHighEntropy({ ...place, start: start + ownPath })
	return !isPublicPlace(text.slice(Math.max(floor, start - 400), start), run)
}

/** What is shorter is a name, whatever it is made of. */
const SHORTEST_KEY = 24

/** A key of letters only is told from `someName` like this; shorter ones are not. */
export function isWordlike(letters: string): boolean {
	return letters.length < 10 || isMadeOfWords(letters)
}

const LINE_FEED = 10
const SECRET_BITS = 3.8
/** One odd step, like the `s390x` of a platform's name, makes no key of a path. */
const SHORTEST_REST = 12

/**
 * A path may lead through a hash (`/commit/9b67bdb…/files`), a number, a short step like `v1`, or a word like `arm64`.
 * Most long runs are paths and UUIDs, so this is asked first and makes nothing.
 * @returns whether the other steps are long enough for a key
 */
function hasOddSteps({ units, start, end }: CharacterRun): boolean {
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
			if (!isHarmlessStep(units, { start: step, end: at, kinds })) odd += at - step + 1
		}
		step = at + 1
		kinds = 0
	}
	return odd > SHORTEST_REST && (allKinds & ~HEX_KINDS) !== 0
}

function oddSteps(run: string): readonly string[] {
	return run.split(/[^A-Za-z0-9]+/).filter(step => !HARMLESS_STEP.test(step))
}

/** Names of several words are left in, to be counted as words. */
const HARMLESS_STEP = /^(?:.{0,3}|\d+|[0-9a-f]+|[0-9A-F]+|[A-Za-z][a-z]*\d{0,3})$/

// What a step is made of.
const DIGITS = 1
const LOWER_HEX = 2
const LOWER = 4
const UPPER_HEX = 8
const UPPER = 16
const HEX_KINDS = DIGITS | LOWER_HEX | UPPER_HEX

/** Of every ASCII character; 0 of what parts steps. */
const KINDS: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
	if (isDigit(code)) return DIGITS
	if (!isLetter(code)) return 0
	return isLower(code) ? (code <= 102 ? LOWER_HEX : LOWER) : code <= 70 ? UPPER_HEX : UPPER
})

function isHarmlessStep(units: Uint16Array, step: { start: number; end: number; kinds: number }): boolean {
	const { start, end, kinds } = step
	const length = end - start
	if (length <= 3 || kinds === DIGITS) return true
	const isHex = (kinds & ~(DIGITS | LOWER_HEX)) === 0 || (kinds & ~(DIGITS | UPPER_HEX)) === 0
	return isHex || isNameAndNumber(units, start, end)
}

/** `Arm64`, `resourceGroups`: words of at least three letters, and at most three digits at the end. */
function isNameAndNumber(units: Uint16Array, start: number, end: number): boolean {
	let letters = end
	while (letters > start && KINDS[units[letters - 1]!] === DIGITS) letters--
	if (end - letters > 3 || letters === start) return false
	let word = start
	for (let at = start + 1; at < letters; at++) {
		const kind = KINDS[units[at]!]!
		if (kind === DIGITS) return false
		if ((kind & (UPPER | UPPER_HEX)) === 0) continue
		if (at - word < 3) return false
		word = at
	}
	return word === start || letters - word >= 3
}

/** A page's address has its ids between words, and none of them is as long as a key. */
function isLink(run: string): boolean {
	if (run.includes('+') || !run.includes('/')) return false
	const steps = run.split('/')
	return steps.every(step => step.length < 24) && (ROOT.test(run) || steps.some(isWord))
}

/** A dot parts runs, and stands in names of files. */
function goesOnPath(before: string, run: string): boolean {
	const begun = /[^\s"'`=:,;()]*\.$/.exec(before)?.[0]
	return begun !== undefined && ROOT.test(begun) && run.split('/').every(step => step.length < 24)
}

/** Where paths of a machine begin. Other first steps have the letters of a word. */
const ROOT = /^\/(?:bin|dev|etc|lib|mnt|opt|run|srv|sys|tmp|usr|var)\//

function isWord(step: string): boolean {
	return /^_?[a-z]{4,}$/.test(step)
}

function isHarmlessForm(run: string): boolean {
	return HARMLESS_FORMS.some(form => form.test(run))
}

const HARMLESS_FORMS: readonly RegExp[] = [
	// Hashes and UUIDs, alone or in a row.
	/^(?:0x)?[0-9a-fA-F_-]+$/,
	// A ULID.
	/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
	// An alphabet.
	/abcdefgh/i,
	// What a public key of SSH begins with, of age, and an address of Bitcoin.
	/^AAAA(?:[BC]3NzaC1|E2VjZHNhLX|GnNrLXNzaC|InNrLWVjZHNh)/,
	/^(?:age|bc|npub)1[02-9ac-hj-np-z]{38,62}$/,
	// A sum as Nix writes it, alone or in a path: base 32 without e, o, u and t.
	/^[0-9a-df-np-sv-z]{52}$|\bnix\/store\/[0-9a-df-np-sv-z]{32}-/,
	// A version and the sum of its peers, as pnpm names a folder: `7.24.0_p5ocsd4ughkopxagmicrmdol56`.
	/^\d{1,5}_[a-z2-7]{26}(?:\/|$)/,
	// A name as compilers of C++ and Rust write it.
	/^_{1,2}Z[A-Z]{0,3}\d{1,3}[A-Za-z_]/,
	// Numbers that services give to what they keep: payments, replies, calls. And Stripe's key for pages.
	/^(?:pi|evt|ch|cus|sub|price|prod|seti|pm|txn|req|msg|toolu|call|resp|chatcmpl|thread|asst|org|proj|pk_(?:live|test))[_-][A-Za-z0-9]+$/,
	// A cuid.
	/^c[a-z0-9]{24}$/,
	// What parts the parts of a form that is sent.
	/^-{2,}WebKitFormBoundary/,
]

/** `sha512-…` in npm's lock file, `h1:…` in go.sum, `sha256=…` in a wheel's RECORD. */
const INTEGRITY = /^(?:sha(?:1|224|256|384|512)|nonce)-/i
/**
 * A sum named by its kind or as a sum, and what a page has built in: pictures, fonts and sounds are no secrets, and
 * masked they would be broken. Other data (`data:text/plain;base64,…`) may hold anything.
 */
const HARMLESS_BEFORE = new RegExp(
	[
		/\bsha(?:1|224|256|384|512)[-=:]/,
		/\bh1:/,
		// What a server says of a file or a request: it is no key to anything.
		/\b(?:etag|x-amz-id-2|x-goog-hash|sec-websocket-(?:accept|key)|(?:x-)?(?:request|trace|correlation|span)[_-]?id)["']?[ \t]{0,4}[:=][ \t]{0,4}["'\\]{0,3}(?:W\/\\?")?/,
		// The host's name and its salt in known_hosts.
		/\|1\|(?:[A-Za-z0-9+/]{27}=\|)?/,
		/(?<![a-z])(?:code|source|file|content|bundle|asset|module|archive)[_-]?(?:code[_-]?)?(?:hash|checksum|digest)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?/,
		/\bboundary=["']?-*/,
		/\bdata:(?:image|font|audio|video|application\/(?:(?:x-)?font|wasm|pdf|zip|gzip|msword|vnd\.))[\w./+-]{0,30}(?:;[\w=-]{1,20})?;base64,/,
		/\bsourceMappingURL=data:application\/json;(?:charset=[\w-]{1,12};)?base64,/,
	]
		.map(form => `(?:${form.source})$`)
		.join('|'),
	'i',
)

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
		usual += WORD_PAIRS[(left | 32) * 128 + (right | 32)]!
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
	const counts = new Uint16Array(128)
	for (let index = 0; index < text.length; index++) counts[text.charCodeAt(index) & 127]!++
	let sum = 0
	for (let code = 0; code < 128; code++) sum += WEIGHTS[counts[code]!]!
	return Math.log2(text.length) - sum / text.length
}

/** Of a character that often, up to the longest run: `n · log2 n`. */
const WEIGHTS: Float64Array = Float64Array.from({ length: 513 }, (_, count) =>
	count > 1 ? count * Math.log2(count) : 0,
)

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
