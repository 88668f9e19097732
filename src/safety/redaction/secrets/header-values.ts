// Credentials in HTTP headers: what `Authorization` and `Cookie` have behind them.

import { isFilledIn } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'

/** Without a scheme the value must look like one: `authorization: options` is code. */
export function authorization(text: string, begin: number): SecretMatch | undefined {
	const signed = signature(text, begin)
	if (signed) return signed
	AUTHORIZATION.lastIndex = begin
	const found = AUTHORIZATION.exec(text)
	if (!found) return undefined
	const [whole, , scheme, value] = found
	// The name of a scheme is all that is left in front of a mask.
	if (value === undefined || /^aws4-/i.test(value)) return undefined
	if (!isFilledIn(value) || (!scheme && !/\d/.test(value))) return undefined
	const end = begin + whole.length
	return { start: end - value.length, end, mask: 'authorization' }
}

/** The value is taken whole or not at all: what stands in front of a mask has been decided about. */
const AUTHORIZATION =
	/[ \t]*(\\*["'`])?((?:bearer|basic|token|digest|apikey|api-key|negotiate|key|ssws|bot|oauth|aws4-hmac-sha256)[ \t]+)?(?=([^\x00-\x20"'`,;<>${}[\]()\\]{8,4096}))\3(?!\[)/iy

/** `Digest username="…", response="…"`: a list of what was signed and the signature, which go together. */
function signature(text: string, begin: number): SecretMatch | undefined {
	SCHEME.lastIndex = begin
	const scheme = SCHEME.exec(text)
	if (!scheme) return undefined
	SIGNED.lastIndex = SCHEME.lastIndex
	const found = SIGNED.exec(text)
	if (!found || !/(?:response|signature|mac|token)=/i.test(found[0]) || !isFilledIn(found[0]))
		return undefined
	return { start: SIGNED.lastIndex - found[0].length, end: SIGNED.lastIndex, mask: 'authorization' }
}

const SCHEME = /[ \t]*(?:\\*["'`])?(?:digest|oauth|hawk|signature|aws4-hmac-sha256)[ \t]+(?=[\w-]{1,40}=)/iy
const SIGNED =
	/[\w-]{1,40}=(?:\\{0,3}"[^"\\\x00-\x1f]{0,512}\\{0,3}"|[^\x00-\x20"'`,;<>\\]{1,1024})(?:,[ \t]{0,4}[\w-]{1,40}=(?:\\{0,3}"[^"\\\x00-\x1f]{0,512}\\{0,3}"|[^\x00-\x20"'`,;<>\\]{1,1024})){1,20}/y

/** All that a browser sends, and of what a server sets the value: its attributes are no secret. */
export function cookies(text: string, label: string, begin: number): SecretMatch | undefined {
	const isSet = /^set/i.test(label)
	const pattern = isSet ? COOKIE : COOKIES
	pattern.lastIndex = begin
	const found = pattern.exec(text)
	if (!found) return undefined
	const [whole, before = '', value = '', others = ''] = found
	if (!isFilledIn(value) || !/\d/.test(value)) return undefined
	const start = begin + before.length
	const end = isSet ? start + value.length : begin + whole.length - trailing(others)
	return { start, end, mask: 'secret' }
}

const COOKIE =
	/([ \t]*\\{0,3}["'`]?[ \t]*[\w.-]{1,64}=)([^\x00-\x20"'`;,\\<>]{8,4096})((?:;[^\x00-\x1f"'`\\]{0,4096})?)/y

/** Behind those that say no more than `theme=dark`. */
const COOKIES =
	/([ \t]*\\{0,3}["'`]?[ \t]*(?:[\w.-]{1,64}=(?:[^\x00-\x20"'`;,\\<>]{0,7}|[A-Za-z-]{8,64});[ \t]{0,4}){0,32}[\w.-]{1,64}=)([^\x00-\x20"'`;,\\<>]{8,4096})((?:;[^\x00-\x1f"'`\\]{0,4096})?)/y

function trailing(others: string): number {
	return others.length - others.trimEnd().length
}
