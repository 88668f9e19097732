// Tokens that stand in JSON behind the name of the host they are for, as in Composer's `auth.json`:
// `"github-oauth": { "github.com": "…" }`.

import { readQuoted } from '../secrets/quoted.ts'
import { isFilledIn } from '../secrets/secret-values.ts'
import type { SecretMatch } from '../secrets/stage.ts'
import type { ScannedText } from './scanned-text.ts'

/** Below `github-oauth` of Composer, where a host is the name. */
export type HostTokens = {
	readonly isOpen: boolean
	/** @param at - of a colon with a name in front of it */
	tokenAt(at: number): SecretMatch | undefined
}

export function createHostTokens(scanned: ScannedText): HostTokens {
	let isOpen = false
	return {
		get isOpen() {
			return isOpen
		},
		tokenAt(at) {
			const { text, floor } = scanned
			const token = isOpen ? tokenOfHost(text, at, floor) : undefined
			isOpen = token !== undefined || opensHosts(text, at)
			return token === 'none' ? undefined : token
		},
	}
}

function opensHosts(text: string, at: number): boolean {
	if (text.charCodeAt(at - 7) !== DASH || text.charCodeAt(at - 1) !== QUOTE) return false
	if (!text.startsWith('-oauth"', at - 7) && !text.startsWith('-token"', at - 7)) return false
	OPENS.lastIndex = at + 1
	return /"git(?:hub|lab)-\w{5}"$/.test(text.slice(Math.max(0, at - 14), at)) && OPENS.test(text)
}

const DASH = 45
const QUOTE = 34
const OPENS = /[ \t]{0,8}\{/y

/** @returns undefined where no host stands in front, and `none` where it has no token behind it */
function tokenOfHost(text: string, at: number, floor: number): SecretMatch | 'none' | undefined {
	if (!HOST.test(text.slice(Math.max(floor, at - 140), at))) return undefined
	let begin = at + 1
	while (begin < at + 8 && (text.charCodeAt(begin) === 32 || text.charCodeAt(begin) === 9)) begin++
	const token = readQuoted(text, begin)
	return token && token.text.length >= 16 && !/\s/.test(token.text) && isFilledIn(token.text)
		? { start: token.start, end: token.end, mask: 'token' }
		: 'none'
}

const HOST = /"[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}(?::\d{1,5})?"[ \t]{0,8}$/
