// The entropy test that tells a random string from a name. Entropy alone cannot: `findUserByEmailAddress` has as much
// as a key. Names are made of letter pairs that words have, random strings are not.

import { isInCache, isPublicPlace, temporaryLength } from './public-places.ts'
import { hasOddSteps, type Mixture, shapeOf } from './run-shape.ts'

/**
 * Characters that stand together, in a text and as numbers, which are read several times faster.
 * @param start - of 24 to 512 of the characters keys are made of: letters, digits, `+`, `/`, `_`, `-`, and `=` at the end
 * @param floor - how far back it may be looked for what says what it is
 */
export type CharacterRun = { text: string; units: Uint16Array; start: number; end: number; floor: number }

export function isHighEntropy(place: CharacterRun): boolean {
	const { text, units, start, end, floor } = place
	if (isIntegrity(text, units, start) || !hasOddSteps(units, start, end)) return false
	const { whole, rest } = shapeOf(units, start, end)
	if (!isMixed(whole) || !isMixed(rest) || areWords(rest)) return false
	if (entropyBits(units, start, end) < SECRET_BITS) return false
	const run = text.slice(start, end)
	if (isHarmlessForm(run) || isLink(run)) return false
	const ownPath = temporaryLength(run)
	// At the beginning of a line nothing says what it is.
	if (start > floor && units[start - 1] === LINE_FEED) {
		if (ownPath === 0 && isInCache('', run)) return false
	} else {
		const before = text.slice(Math.max(floor, start - 64), start)
		if (HARMLESS_BEFORE.test(before) || goesOnPath(before, run)) return false
		if (ownPath === 0 && isPublicPlace(text.slice(Math.max(floor, start - 400), start), run)) return false
	}
	if (ownPath === 0) return true
	return run.length - ownPath >= SHORTEST_KEY && isHighEntropy({ ...place, start: start + ownPath })
}

/** What is shorter is a name, whatever it is made of. */
const SHORTEST_KEY = 24

/** A key of letters only is told from `someName` like this; shorter ones are not. */
export function isWordlike(letters: string): boolean {
	return letters.length < 10 || areWords(shapeOf(unitsOf(letters), 0, letters.length).whole)
}

const LINE_FEED = 10
const LETTER_N = 110
const LETTER_S = 115
const SECRET_BITS = 3.8

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
	// A ULID, and one behind the kind of what it names.
	/^(?:(?!sk|key|pat)[a-z]{2,12}_)?[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
	// What Gerrit calls a change.
	/^I[0-9a-f]{40}$/,
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
function isIntegrity(text: string, units: Uint16Array, start: number): boolean {
	const letter = units[start]! | 32
	if (letter !== LETTER_S && letter !== LETTER_N) return false
	INTEGRITY.lastIndex = start
	return INTEGRITY.test(text)
}

const INTEGRITY = /(?:sha(?:1|224|256|384|512)|nonce)-/iy
/**
 * A sum named by its kind or as a sum, and what a page has built in: pictures, fonts and sounds are no secrets, and
 * masked they would be broken. Other data (`data:text/plain;base64,…`) may hold anything.
 */
const HARMLESS_BEFORE = new RegExp(
	[
		/\bsha-?(?:1|224|256|384|512)[-=:]/,
		// The name that GraphQL has for a thing, and the place in a list where it goes on.
		/\b(?:node_id|(?:start|end|next|prev)?_?cursor)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?/,
		// Half of a pair of keys is there to be handed out; a page's is in the page.
		/(?<![a-z])(?:public|pub|site|verify)[_-]?key["']?[ \t]{0,8}[:=][ \t]{0,8}["']?/,
		// Of a JSON web key: its name, its certificate's sum, and what it multiplies by.
		/["'](?:kid|x5t(?:#S256)?|n)["'][ \t]{0,4}:[ \t]{0,4}["']/,
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
function isMixed({ length, letters, digits, pieces }: Mixture): boolean {
	return letters * 3 >= length && (digits > 0 || pieces * 2 > letters)
}

/** Of the pairs of letters that are neighbours within a word, how many do words have? A random string: under a half. */
function areWords({ length, pieces, pairs, usual, changes }: Mixture): boolean {
	return pairs >= changes && usual >= pairs * WORDLIKE && pieces * SHORT_WORD <= length
}

const WORDLIKE = 0.65
/** What the words of a name have on average at least, in letters; what chance makes look like words has about two. */
const SHORT_WORD = 2.8

function unitsOf(text: string): Uint16Array {
	const units = new Uint16Array(text.length)
	for (let at = 0; at < text.length; at++) units[at] = Math.min(text.charCodeAt(at), BEHIND_ASCII)
	return units
}

const BEHIND_ASCII = 127

/** Shannon entropy, in bits per character. */
function entropyBits(units: Uint16Array, start: number, end: number): number {
	const counts = new Uint16Array(128)
	for (let at = start; at < end; at++) counts[units[at]! & 127]!++
	let sum = 0
	for (let code = FIRST_OF_RUN; code <= LAST_OF_RUN; code++) sum += WEIGHTS[counts[code]!]!
	return Math.log2(end - start) - sum / (end - start)
}

/** `+` and `z`, between which all are that keys are made of. */
const FIRST_OF_RUN = 43
const LAST_OF_RUN = 122

/** Of a character that often, up to the longest run: `n · log2 n`. */
const WEIGHTS: Float64Array = Float64Array.from({ length: 513 }, (_, count) =>
	count > 1 ? count * Math.log2(count) : 0,
)
