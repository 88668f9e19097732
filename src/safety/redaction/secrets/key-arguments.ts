// Keys among the arguments of a known call: `cookieParser("…")`, `createHmac("sha256", "…")`, `jwt.sign(payload, "…")`,
// `hmac.New(sha256.New, []byte("…"))`. What only gets a key, and what stands for one in documentation, is none.

import { readQuoted } from './quoted.ts'
import { isFilledIn, isSecretQuoted, looksLikePath } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'

/**
 * @property skipped - how many arguments stand in front of the key
 * @property before - what the call is one of, by what stands in front of its name
 */
type KeyedCall = { skipped: number; before?: RegExp }

/** @param at - of the bracket behind what is called */
export function keyArgument(text: string, at: number, label: string): SecretMatch | undefined {
	const calls = CALLS.get(label)
	if (calls === undefined) return undefined
	const start = at - label.length
	const before = text.slice(Math.max(0, start - LONGEST_BEFORE), start)
	const call = calls.find(each => each.before === undefined || each.before.test(before))
	if (!call) return SIGNS.test(label) ? bareSigning(text, at, before) : undefined
	return keyAt(text, behindArguments(text, at + 1, call.skipped))
}

const LONGEST_BEFORE = 64

/** Of a library for JSON Web Tokens only, for others call theirs so, too. */
const LIBRARY = /(?:^|[^\w.])(?:jwt|JWT|jsonwebtoken|jsonWebToken|PyJWT|pyjwt)(?:\.|::)$/
const ENCRYPTS = /\bCryptoJS\.(?:AES|DES|TripleDES|Rabbit|RC4)\.$/

const CALLS: ReadonlyMap<string, readonly KeyedCall[]> = new Map(
	Object.entries({
		cookieParser: [{ skipped: 0 }],
		createHmac: [{ skipped: 1 }],
		createCipher: [{ skipped: 1 }],
		createDecipher: [{ skipped: 1 }],
		createCipheriv: [{ skipped: 1 }],
		createDecipheriv: [{ skipped: 1 }],
		HmacSHA1: [{ skipped: 1 }],
		HmacSHA256: [{ skipped: 1 }],
		HmacSHA512: [{ skipped: 1 }],
		encrypt: [{ skipped: 1, before: ENCRYPTS }],
		decrypt: [{ skipped: 1, before: ENCRYPTS }],
		hash_hmac: [{ skipped: 2 }],
		hexdigest: [{ skipped: 1, before: /\bHMAC\.$/ }],
		digest: [{ skipped: 1, before: /\bHMAC\.$/ }],
		base64digest: [{ skipped: 1, before: /\bHMAC\.$/ }],
		HMAC256: [{ skipped: 0, before: /\bAlgorithm\.$/ }],
		HMAC384: [{ skipped: 0, before: /\bAlgorithm\.$/ }],
		HMAC512: [{ skipped: 0, before: /\bAlgorithm\.$/ }],
		hmacShaKeyFor: [{ skipped: 0 }],
		signWith: [{ skipped: 1 }],
		new: [{ skipped: 0, before: /\bhmac\.$/ }],
		URLSafeTimedSerializer: [{ skipped: 0 }],
		URLSafeSerializer: [{ skipped: 0 }],
		TimestampSigner: [{ skipped: 0 }],
		byte: [
			{
				skipped: 0,
				before:
					/(?:\b(?:NewCookieStore|SignedString|hmac\.New\([\w.]{1,40},)[( \t]{0,4}|(?:[jJ]wt|JWT|[sS]ign|[hH]mac|[sS]ession|[sS]ecret)\w{0,24}(?:[kK]ey|KEY|[sS]ecret|SECRET)[ \t]*:?=[ \t]*)\[\]$/,
			},
		],
		GetBytes: [
			{ skipped: 0, before: /\b(?:SymmetricSecurityKey|HMACSHA\d{1,3})\((?:\w+\.){0,3}Encoding\.\w+\.$/ },
		],
		twilio: [{ skipped: 1, before: /(?:^|[=,(\s])$/ }],
		...Object.fromEntries(
			['sign', 'verify', 'encode', 'decode'].map(label => [label, [{ skipped: 1, before: LIBRARY }]]),
		),
	}),
)

const SIGNS = /^sign$/

/** `sign(payload, "…", { expiresIn: … })`, where the library is no more than imported. */
function bareSigning(text: string, at: number, before: string): SecretMatch | undefined {
	if (/[\w$.]$|\bfunction[ \t]+$/.test(before)) return undefined
	const begin = behindArguments(text, at + 1, 1)
	const key = keyAt(text, begin)
	if (!key || begin === undefined) return undefined
	const isOfClaims = /^[ \t]*(?:\{|\w*(?:[pP]ayload|[cC]laims)[ \t]*,)/.test(text.slice(at + 1, begin))
	return isOfClaims || OPTIONS.test(text.slice(key.end + 1, key.end + 120)) ? key : undefined
}

const OPTIONS =
	/^[ \t]*,[ \t]*\{[^{}\n]*\b(?:algorithm|expiresIn|issuer|audience|subject|notBefore|jwtid|noTimestamp)\b/

/** @returns where the argument behind that many begins */
function behindArguments(text: string, begin: number, count: number): number | undefined {
	let at = begin
	for (let skipped = 0; skipped < count; skipped++) {
		ARGUMENT.lastIndex = at
		if (!ARGUMENT.test(text)) return undefined
		at = ARGUMENT.lastIndex
	}
	return at
}

const ARGUMENT =
	/[ \t]{0,8}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|\{[^{}\n]{0,200}\}|[^"'`(){},\n]{1,80}(?:\([^()"'\n]{0,80}\))?)[ \t]{0,8},[ \t]{0,8}/y

function keyAt(text: string, begin: number | undefined): SecretMatch | undefined {
	const key = begin === undefined ? undefined : readQuoted(text, begin)
	if (!key || !isKey(key.text) || !isSecretQuoted('key', `${key.text.replaceAll(' ', '-')}-0x9Kq`))
		return undefined
	return { start: key.start, end: key.end, mask: 'secret' }
}

/** Not a file of a key, an algorithm, nor what stands for a key in documentation. */
export function isKey(value: string): boolean {
	return (
		value.length >= 4 &&
		isFilledIn(value) &&
		!looksLikePath(value) &&
		!/\.(?:pem|key|pub|crt)$/.test(value) &&
		!/^(?:utf-?8|utf16le|hex|base64(?:url)?|latin1|binary|ascii|buffer|[rehp]s\d{3}|sha-?\d{1,3}|md5)$/i.test(
			value,
		) &&
		!/^(?:(?:an?|my|your|our|the|some|jwt|app|super|top|shared|private|public)[-_ ]?){0,3}(?:secret|key)(?:[-_ ]?(?:key|here|string))?$/i.test(
			value,
		)
	)
}

/**
 * A secret whatever words it is made of: `session({ secret: "keyboard cat" })`.
 * @param begin - where the value is
 */
export function isOfSession(text: string, begin: number, value: string): boolean {
	// What is translated is named so.
	return (
		!/^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(value) && SESSION.test(text.slice(Math.max(0, begin - 320), begin))
	)
}

const SESSION =
	/\b(?:session|cookieSession|expressSession|express(?:-session|Jwt|jwt)|expressjwt|jwt|jwtVerify|NextAuth|JwtModule\.register|JwtStrategy|(?:fastify|app|server)\.register)[ \t]*\([^()]{0,200}(?:\([^()]{0,80}\)[^()]{0,60})?\{[^{}]*\b["']?secret["']?[ \t]*:[ \t]*$/

/** `keys: ["…", "…"]` of cookieSession, and `app.keys = ["…"]`. @param begin - behind the sign */
export function sessionKeys(text: string, start: number, begin: number): SecretMatch | undefined {
	LIST.lastIndex = begin
	const found = LIST.exec(text)
	if (!found || !found[2]!.split(/["'][ \t]*,[ \t]*["']/).every(isKey)) return undefined
	const before = text.slice(Math.max(0, start - 200), start)
	if (!/\b(?:cookieSession|cookie-session)[ \t]*\([ \t]*\{[^{}]*$|\bapp\.$/.test(before)) return undefined
	const first = begin + found[1]!.length
	return { start: first, end: first + found[2]!.length, mask: 'secret' }
}

const LIST =
	/([ \t]{0,8}\[[ \t]{0,8}["'])([^"'\n]{4,128}(?:["'][ \t]{0,8},[ \t]{0,8}["'][^"'\n]{4,128}){0,7})["']/y
