// Hashes of passwords in the forms that programs store them: crypt's, those with a scheme in braces, and lines of
// htpasswd, shadow and dumps. A hash is as good as its password to whoever has time.

import type { SecretMatch } from './stage.ts'

/** @param at - of a dollar sign, which compose files double */
export function hashAtDollar(text: string, at: number, floor: number): SecretMatch | undefined {
	const next = text.charCodeAt(at + 1)
	// Variables, calls and prices are most of them.
	if (next === 123 || next === 40 || next <= 35) return undefined
	if (!isOfHash(next) || !isClosed(text, next === DOLLAR ? at + 2 : at + 1)) return undefined
	CRYPT.lastIndex = at
	if (CRYPT.test(text)) return { start: at, end: CRYPT.lastIndex, mask: 'secret' }
	if (at === floor || !mayEndName(text.charCodeAt(at - 1))) return undefined
	const before = NAMED_BEFORE.exec(text.slice(Math.max(floor, at - 32), at))
	if (!before) return undefined
	NAMED.lastIndex = at
	return NAMED.test(text) ? { start: at - before[0].length, end: NAMED.lastIndex, mask: 'secret' } : undefined
}

/** Another dollar sign comes soon behind the kind of the hash, its rounds or its salt; behind a variable hardly ever. */
function isClosed(text: string, start: number): boolean {
	for (let at = start; at < start + LONGEST_PART; at++) {
		const code = text.charCodeAt(at)
		if (code === DOLLAR) return true
		// All of them but letters, digits and `+,-./:=_`.
		if (code < 43 || (code > 58 && code < 65 && code !== 61) || code > 122 || !(code > 0)) return false
	}
	return false
}

/** A key of scrypt and its salt. */
const LONGEST_PART = 80
const DOLLAR = 36

/** A digit, a letter, or the second one of two dollar signs. */
function isOfHash(code: number): boolean {
	return (code >= 46 && code <= 57) || code === 36 || (code >= 65 && code <= 122)
}

/** The digit of `sha256`, or the end of `access_token`. */
function mayEndName(code: number): boolean {
	return (code >= 48 && code <= 57) || code === 110
}

/** A dollar sign, doubled where a compose file has it. */
const D = '\\$\\$?'
const CRYPT = new RegExp(
	`(?:${[
		`${D}(?:apr1|1|md5)${D}[./\\w]{1,8}${D}[./A-Za-z0-9]{22}`,
		`${D}2[abxy]?${D}\\d\\d${D}[./A-Za-z0-9]{53}`,
		`${D}[56]${D}(?:rounds=\\d{1,9}${D})?[^$\\s:"']{1,16}${D}(?:[./A-Za-z0-9]{86}|[./A-Za-z0-9]{43})`,
		`${D}(?:y|gy|7)${D}(?:[./A-Za-z0-9]{1,16}${D})?[./A-Za-z0-9]{1,86}${D}[./A-Za-z0-9]{43}`,
		`${D}[89]${D}[./A-Za-z0-9]{14}${D}[./A-Za-z0-9]{43}`,
		`${D}(?:argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha\\d{1,3})?|bcrypt-sha256|sha1)${D}(?:[\\w=,.-]{1,64}${D}){1,3}[./+\\w-]{8,128}${D}[./+\\w=-]{16,256}`,
		`${D}[PH]${D}[./A-Za-z0-9]{31}`,
		`${D}S${D}[./A-Za-z0-9]{52,53}`,
		`${D}(?:krb5\\w{2,8}|DCC2|NT|netntlmv2|keepass|office|ethereum|bitlocker)${D}[^\\s"'\`]{16,4096}`,
	].join('|')})(?![./A-Za-z0-9])`,
	'y',
)
const NAMED_BEFORE =
	/(?<![\w-])(?:access_token|pbkdf2_sha\d{1,3}|pbkdf2:sha\d{1,3}:\d{1,9}|scrypt:\d{1,9}:\d{1,4}:\d{1,4}|SCRAM-SHA-\d{1,3}|sha1|md5)$/
const NAMED =
	/\$(?:(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}|\d{1,9}\$[./+\w]{4,64}\$[./+\w]{20,128}={0,2}|\d{1,9}:[./+\w]{8,64}={0,2}\$[./+\w]{20,128}={0,2}:[./+\w]{20,128}={0,2}|[./+\w]{4,64}\$[0-9a-f]{32,128})(?![./+\w])/y

/** @param at - of a colon */
export function hashAtColon(text: string, at: number, floor: number): SecretMatch | undefined {
	const next = text.charCodeAt(at + 1)
	if (next === COLON) return encodedPassword(text, at, floor)
	if (next === BRACE || isBlankOrQuote(next)) return hashInBraces(text, at)
	return next > 45 ? hashInLine(text, at, floor) : undefined
}

const COLON = 58
const BRACE = 123

/** `{SSHA}…` behind a colon. @param at - of the colon */
function hashInBraces(text: string, at: number): SecretMatch | undefined {
	let brace = at + 1
	while (brace < at + 6 && isBlankOrQuote(text.charCodeAt(brace))) brace++
	if (text.charCodeAt(brace) !== BRACE) return undefined
	BRACES.lastIndex = at
	const found = BRACES.exec(text)
	if (!found) return undefined
	return { start: at + found[1]!.length, end: BRACES.lastIndex, mask: 'secret' }
}

function isBlankOrQuote(code: number): boolean {
	return code === 32 || code === 34 || code === 39 || code === 9
}

const BRACES =
	/(:[ \t]{0,4}["']?)\{(?:S?SHA(?:224|256|384|512)?|S?MD5|CRYPT|BCRYPT|BLF-CRYPT|SHA(?:256|512)-CRYPT|ARGON2(?:I|ID|D)?|PBKDF2(?:-SHA\d{3})?|PLAIN|CLEARTEXT|noop|bcrypt|scrypt|pbkdf2)(?:\.(?:b64|hex))?\}[^\s"'`,;<>{}]{4,512}/y

/**
 * A line that begins with a user: of htpasswd with an old hash, of shadow, of a dump of Windows.
 * @param at - of the line's first colon
 */
function hashInLine(text: string, at: number, floor: number): SecretMatch | undefined {
	if (!mayEndHash(text, at)) return undefined
	LINE.lastIndex = at
	const found = LINE.exec(text)
	if (!found) return undefined
	const user = userBefore(text, at, floor)
	if (user === undefined) return undefined
	const [whole, crypt, , md5, , dumped] = found
	const isCrypt = crypt !== undefined && /[a-z]/.test(crypt) && /[A-Z]/.test(crypt) && /[\d./]/.test(crypt)
	if (crypt !== undefined && (!isCrypt || /^[A-Za-z]+\d*$/.test(crypt))) return undefined
	if (md5 !== undefined && (NO_USER.test(user) || /\.\w{1,4}$/.test(user))) return undefined
	const hash = crypt ?? md5 ?? dumped!
	const start = at + whole.indexOf(hash, 1)
	return { start, end: start + hash.length, mask: 'secret' }
}

/** Behind as many signs as a hash has, its line or its field ends. */
function mayEndHash(text: string, at: number): boolean {
	const behindCrypt = text.charCodeAt(at + 14)
	if (behindCrypt === COLON || isLineEnd(behindCrypt) || isLineEnd(text.charCodeAt(at + 33))) return true
	const next = text.charCodeAt(at + 1)
	if (next < 48 || next > 57) return false
	let colon = at + 2
	while (colon < at + 11 && text.charCodeAt(colon) !== COLON) colon++
	return text.charCodeAt(colon + 33) === COLON
}

/** Or of the text. */
function isLineEnd(code: number): boolean {
	return code === 10 || code === 13 || Number.isNaN(code)
}

const LINE =
	/:(?:([./0-9A-Za-z]{13})(:\d{4,5}:|(?=\r?\n|$))|([0-9a-f]{32})(?=\r?\n|$)|(\d{1,10}:)([0-9a-f]{32}:[0-9a-f]{32})(?=:::))/y
/** What has a sum or a number behind it. */
const NO_USER =
	/md5|sha|hash|sum|etag|id$|rev|commit|build|digest|version|key|trace|span|tag|cache|ref|tree|parent|object|blob|image/i

function userBefore(text: string, at: number, floor: number): string | undefined {
	const start = Math.max(floor, at - 66)
	const found = /(?:^|\n)[+ -]?([A-Za-z_][\w.$@-]{0,63})$/.exec(text.slice(start, at))
	return found && (found.index > 0 || found[0].startsWith('\n') || start === 0) ? found[1] : undefined
}

/** `userPassword:: …` of LDIF, in base64. @param at - of the first colon */
function encodedPassword(text: string, at: number, floor: number): SecretMatch | undefined {
	if (!/(?:userPassword|unicodePwd)$/i.test(text.slice(Math.max(floor, at - 12), at))) return undefined
	ENCODED.lastIndex = at
	const found = ENCODED.exec(text)
	return found ? { start: at + found[1]!.length, end: ENCODED.lastIndex, mask: 'secret' } : undefined
}

const ENCODED = /(::[ \t]{1,4})[A-Za-z0-9+/]{4,512}={0,2}/y
