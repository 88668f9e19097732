// Tokens that say by their form who issued them.

import type { CharacterRun } from '../entropy/entropy.ts'
import { gluedLength } from './quoted.ts'
import type { SecretMatch } from './stage.ts'

/** @param place - a word of at least 15 characters, also as numbers, and how far back it may be looked */
export function tokenAt({ text, units, start, end, floor }: CharacterRun): SecretMatch | undefined {
	const dotted = start > floor && text[start - 1] === '.' ? dottedStart(text, start, floor) : undefined
	if (dotted !== undefined) {
		const found = formAt(text, dotted, DOTTED)
		if (found) return found
	}
	const begin = start + gluedLength(text, start, floor)
	if (text.startsWith('-us', begin + 32) && isMailchimp(text.slice(begin, end)))
		return { start: begin, end, mask: 'token' }
	if (isStoredHash(text, begin, end))
		return { start: begin - (text[begin - 1] === '*' ? 1 : 0), end, mask: 'secret' }
	for (let at = begin; at < end; at = nextPart(units, at, end)) {
		const forms = FORMS[text.charCodeAt(at)]
		const found = forms && formAt(text, at, forms)
		if (found) return found
	}
	return undefined
}

/** MySQL's `*` and forty digits, and PostgreSQL's `md5` in quotes. */
function isStoredHash(text: string, begin: number, end: number): boolean {
	const before = text.charCodeAt(begin - 1)
	if (before === 42) return end - begin === 40 && /^[0-9A-F]{40}$/.test(text.slice(begin, end))
	if ((before !== 34 && before !== 39) || end - begin !== 35) return false
	return /^md5[0-9a-f]{32}$/.test(text.slice(begin, end))
}

/** A key that has no letter of its own in front, only behind it the data center it is for. */
function isMailchimp(word: string): boolean {
	return /^[0-9a-f]{32}-us\d{1,2}$/.test(word)
}

function nextPart(units: Uint16Array, at: number, end: number): number {
	let dash = at
	while (dash < end && units[dash] !== 45) dash++
	return dash + 1
}

/** `12345678:AA…` of a Telegram bot. @param at - of the colon */
export function tokenAtColon(text: string, at: number, floor: number): SecretMatch | undefined {
	if (text[at] !== ':') return undefined
	if (isDigit(text.charCodeAt(at - 1)) && isAsana(text, at, floor))
		return { start: at + 1, end: ASANA.lastIndex, mask: 'token' }
	if (text[at + 1] !== 'A' || text[at + 2] !== 'A') return undefined
	BOT.lastIndex = at + 1
	if (!BOT.test(text)) return undefined
	let start = at
	while (start > floor && at - start < 11 && isDigit(text.charCodeAt(start - 1))) start--
	return at - start >= 8 && at - start <= 10 ? { start, end: BOT.lastIndex, mask: 'token' } : undefined
}

/** `1/1201234567890123:…` of a person and `2/…/…:…` of an application. */
function isAsana(text: string, at: number, floor: number): boolean {
	ASANA.lastIndex = at + 1
	return (
		ASANA.test(text) &&
		/(?:^|[^\w/])[0-2]\/\d{13,20}(?:\/\d{13,20})?$/.test(text.slice(Math.max(floor, at - 46), at))
	)
}

const ASANA = /[0-9a-f]{32}(?![\w-])/y
const BOT = /AA[\w-]{33}(?![\w-])/y

/** A client secret of Azure has a tilde after its first five characters. @param at - of the tilde */
export function tokenAtTilde(text: string, at: number, floor: number): SecretMatch | undefined {
	if (text[at - 1] === '6' && at - 6 >= floor && text.startsWith('sha256', at - 6)) {
		OPENSHIFT.lastIndex = at
		return OPENSHIFT.test(text) ? { start: at - 6, end: OPENSHIFT.lastIndex, mask: 'token' } : undefined
	}
	const start = at - 5
	if (start < floor || text[at - 1] !== 'Q') return undefined
	AZURE.lastIndex = start
	return AZURE.test(text) ? { start, end: AZURE.lastIndex, mask: 'token' } : undefined
}

const OPENSHIFT = /~[\w-]{43}(?![\w-])/y
const AZURE = /[\w-]{3}\dQ~[\w~.-]{31,34}/y

function formAt(text: string, start: number, forms: RegExp): SecretMatch | undefined {
	forms.lastIndex = start
	if (!forms.test(text)) return undefined
	const end = forms.lastIndex
	return isFilledIn(text.slice(start, Math.min(end, start + 200))) ? { start, end, mask: 'token' } : undefined
}

/** `sk-xxxxxxxxxxxxxxxxxxxx` and `sk-your-key-goes-here` show where a token goes, `sk-button-primary-hover` is a name. */
function isFilledIn(token: string): boolean {
	return !/x{8}|\*{4}|\.{3}/i.test(token) && !/^[a-z]+(?:[_-][a-z]+\d{0,2}){2,}$/i.test(token)
}

/** Where `SG.` or `dp.st.` in front of a word begins. */
function dottedStart(text: string, start: number, floor: number): number | undefined {
	const least = Math.max(floor, start - 48)
	let begin = start - 1
	while (begin > least && isOfRow(text.charCodeAt(begin - 1))) begin--
	if (DOTTED_BEFORE.test(text.slice(begin, start))) return begin
	if (begin === least || text[begin - 1] !== '-') return undefined
	// Two of the forms have dashes in them.
	const found = DASHED_BEFORE.exec(text.slice(least, start))
	return found ? start - found[0].length : undefined
}

/** A letter, a digit, `_` or a dot. */
function isOfRow(code: number): boolean {
	return (
		(code >= 97 && code <= 122) || isDigit(code) || (code >= 65 && code <= 90) || code === 46 || code === 95
	)
}

const BEFORE = String.raw`(?:SG|xoxe|ya29|hv[sbr]|dt0[a-z]\d\d|dp\.[a-z]{2,5}(?:\.[\w-]{1,32})?|[A-Za-z0-9]{14}\.atlasv1|pat|snyk_[a-z]{3}\.[a-z0-9]{8}|sk|mfa|v1|sl(?:\.u)?|0\.[0-9a-f-]{36})\.`
const DOTTED_BEFORE = new RegExp(`^${BEFORE}$`)
const DASHED_BEFORE = new RegExp(`(?<![\\w.])${BEFORE}$`)

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57
}

/** What has a dot after its first, short word. */
const DOTTED = oneOf([
	'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}',
	'xoxe\\.xox[abp]-[A-Za-z0-9-]{10,512}',
	'ya29\\.[\\w.-]{20,2048}',
	'hv[sbr]\\.[\\w-]{20,512}',
	'dt0[a-z]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}',
	'dp\\.(?:pt|st|ct|sa|scim|audit|said)\\.(?:[\\w-]{1,32}\\.)?[A-Za-z0-9]{40,44}',
	'[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,70}',
	'pat\\.[\\w-]{22}\\.[0-9a-f]{24}\\.[A-Za-z0-9]{20}',
	'snyk_[a-z]{3}\\.[0-9a-z]{8}\\.[\\w.-]{40,120}',
	'sk\\.eyJ[\\w-]{20,200}\\.[\\w-]{20,64}',
	'mfa\\.[\\w-]{80,95}',
	'v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}',
	'sl\\.(?:u\\.)?[\\w-]{100,2048}',
	'0\\.[0-9a-f-]{36}\\.[A-Za-z0-9+/]{30}:[A-Za-z0-9+/]{22}==',
])

const ISSUED: readonly string[] = [
	// Models
	'sk-(?:ant-|proj-|svcacct-|admin-|or-v1-|lf-)?[\\w-]{20,512}',
	'pk-lf-[0-9a-f-]{36}',
	'sess-[A-Za-z0-9]{40}',
	'gsk_[A-Za-z0-9]{40,}',
	'xai-[A-Za-z0-9]{40,}',
	'r8_[A-Za-z0-9]{30,}',
	'pplx-[A-Za-z0-9]{32,}',
	'nvapi-[\\w-]{40,}',
	'hf_[A-Za-z0-9]{30,}',
	'api_org_[A-Za-z0-9]{30,}',
	'fw_[A-Za-z0-9]{20,40}',
	'tgp_v1_[\\w-]{40,}',
	'lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}',
	// Clouds
	'(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])',
	'ABSK[A-Za-z0-9+/]{40,}={0,2}',
	'AIza[\\w-]{35}',
	'AQ\\.[\\w-]{40,}',
	'GOCSPX-[\\w-]{20,}',
	'do[opr]_v1_[a-f0-9]{64}',
	'dapi[a-f0-9]{32}(?:-\\d)?',
	'LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])',
	'AKID[A-Za-z0-9]{32}',
	'(?:fm[12][a-z]?|fo1)_[\\w+/=,-]{30,2048}',
	'sbp_(?:oauth_)?[a-f0-9]{40}',
	'sb_secret_[\\w-]{20,}',
	'vc[pciark]_[A-Za-z0-9]{24,}',
	'nfp_[A-Za-z0-9]{36,}',
	'rnd_[A-Za-z0-9]{24,}',
	'HRKU-[\\w-]{36,64}',
	'pscale_(?:tkn|pw|oauth)_[\\w=.-]{32,64}',
	'pul-[a-f0-9]{40}',
	'tskey-(?:auth|api|client|scim|webhook)-[\\w-]{16,}',
	'hvb\\.[\\w-]{20,}',
	'ops_eyJ[\\w+/=-]{100,2048}',
	// Code and packages
	'gh[pousr]_\\w{30,512}',
	'github_pat_\\w{22,}',
	'gl(?:pat|dt|rt|ptt|cbt|soat|ft|ffct|imt|agent|wt|oas)-[\\w-]{16,300}(?:\\.[0-9a-z]{2}\\.[0-9a-z]{9})?',
	'GR1348941[\\w-]{20}',
	'npm_[A-Za-z0-9]{36}',
	'pypi-[\\w-]{50,512}',
	'dckr_(?:pat|oat)_[\\w-]{20,}',
	'rubygems_[a-f0-9]{48}',
	'cio[A-Za-z0-9]{32}(?![\\w])',
	'oy2[a-z0-9]{43}',
	'ATATT3[\\w=-]{40,512}',
	'ATCTT3[\\w=-]{40,512}',
	'ATBB[A-Za-z0-9]{28,40}',
	'CC(?:IPAT|IPRJ)_[\\w]{20,}',
	'bkua_[a-f0-9]{40}',
	'sntry[us]_[\\w+/=-]{40,512}',
	'glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}',
	'glc_[A-Za-z0-9+/]{32,400}={0,2}',
	'NR(?:AK|II|JS|AA|RA)-[\\w-]{20,}',
	'PMAK-[a-f0-9]{24}-[a-f0-9]{34}',
	'sonar_[a-z]+_[a-f0-9]{40}',
	'sq[pua]_[a-f0-9]{40}',
	'CFPAT-[\\w-]{40,}',
	// Messages, money, offices
	'xox[abeoprscd]-[A-Za-z0-9-]{10,512}',
	'xapp-\\d-[A-Za-z0-9-]{10,512}',
	'[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,}',
	'sk_[a-f0-9]{48}',
	'whsec_[A-Za-z0-9+/=]{16,}',
	'sq0(?:atp|csp|idp)-[\\w-]{22,}',
	'EAAA[\\w-]{56,64}',
	'shp(?:at|ca|pa|ss|ua|tka)_[a-fA-F0-9]{32}',
	'SK[a-f0-9]{32}(?![\\w])',
	'key-[a-f0-9]{32}(?![\\w])',
	'xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}',
	'[MNO][A-Za-z0-9_-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}',
	'lin_(?:api|oauth)_[A-Za-z0-9]{32,}',
	'secret_[A-Za-z0-9]{40,}',
	'ntn_[A-Za-z0-9]{40,}',
	'figd_[\\w-]{36,}',
	'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}',
	'tfp_[\\w-]{40,}',
	'pnu_[A-Za-z0-9]{36}',
	'rdme_[a-z0-9]{70}',
	'ico-[A-Za-z0-9]{32}',
	'EZ[AT]K[a-f0-9]{54,60}',
	'live_[a-f0-9]{35}',
	'phx_[A-Za-z0-9]{40,}',
	'pat-(?:na1|eu1)-[a-f0-9-]{36}',
	'shippo_(?:live|test)_[a-f0-9]{40}',
	'duffel_(?:live|test)_[\\w=-]{43}',
	// More of all kinds
	'CLOJARS_[a-f0-9]{60}',
	'FLWSECK(?:_TEST)?-[a-f0-9]{12,32}-X',
	's-s4t2(?:ud|af)-[a-f0-9]{64}',
	'xsmtpsib-[a-f0-9]{64}-[A-Za-z0-9]{16}',
	'sm_(?:pat|aat|sat)_[A-Za-z0-9]{16}',
	'sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}',
	'zpka_[a-f0-9]{32}_[a-f0-9]{8}',
	'fc-[a-f0-9]{32}(?![\\w-])',
	'e2b_[a-f0-9]{40}',
	'tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}(?![\\w])',
	'DO(?:00|801)[A-Z0-9]{16,18}(?![A-Z0-9])',
	'SCW[A-Z0-9]{17}(?![A-Z0-9])',
	'(?:sdk|api|mob)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
	'rzp_(?:live|test)_[A-Za-z0-9]{14}(?![\\w])',
	'access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}',
	'[A-Z0-9]{36}FFFFNRAL',
	'API-[A-Z0-9]{26}(?![\\w])',
	'A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}',
	'v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}',
	'p8e-[a-z0-9]{32}(?![\\w])',
	'aio_[A-Za-z0-9]{28}(?![\\w])',
	're_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![\\w])',
	'fio-u-[\\w-]{64}',
	'cal_(?:live_)?[a-f0-9]{32}(?![\\w])',
	'signkey-(?:prod|test|branch)-[a-f0-9]{32,64}(?![\\w])',
	'pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{40,}',
	'jina_[\\w-]{40,}',
	'llx-[A-Za-z0-9]{40,}',
	'tk-us-[\\w-]{48}',
	'hcaik_[a-z0-9]{40,}',
	'ovsxat_[\\w-]{36}',
	'CCPAT-[\\w-]{36,}',
	'cf(?:ut|at|k)_[A-Za-z0-9]{40,}',
	'y0__?[A-Za-z0-9_-]{40,}',
	'AQVN[A-Za-z0-9_-]{35,38}',
	'sk_org_(?:live|test)_[A-Za-z0-9]{16,}',
	// Anybody
	'nsec1[02-9ac-hj-np-z]{58}',
	// A private key in base64: the armour's first line, in each of its kinds.
	'LS0tLS1CRUdJTi(?:BSU0EgUF|BQUklWQV|BFQyBQUk|BPUEVOU1|BFTkNSWV|BEU0EgUF|BQR1AgUF)[\\w+/-]{40,12000}={0,2}',
	'AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{1,20})-1[0-9A-Z]{50,512}',
	// Secret keys of minisign and signify.
	'RWR(?:TY0Iy|CSwA)[\\w+/]{120,210}={0,2}',
	'eyJ[\\w-]{8,4080}\\.(?:eyJ)?[\\w-]{0,4096}\\.[\\w-]{4,2048}(?:\\.[\\w-]{4,2048}\\.[\\w-]{4,128})?',
	'eyJ[\\w-]{8,4080}\\.eyJ[\\w-]{8,4096}\\.?',
]

/** What their forms have in front of the first choice, as it is written. */
const BEGINNINGS: readonly string[] = [
	...ISSUED,
	'SG.',
	'xoxe.',
	'ya29.',
	'hvs.',
	'hvb.',
	'dp.',
	'github_pat_',
	'shpat_',
	'AKIA',
	'ASIA',
].flatMap(form => {
	const found = /^\(\?:([\w|-]+)\)(.*)$/.exec(form)
	const [choices, rest] = found ? [found[1]!, found[2]!] : ['', form]
	const heads = choices ? choices.split('|') : ['']
	const literal = /^[\w-]*/.exec(rest.replace(/\\([.$])/g, ''))![0]
	const plain =
		/^(?:[?*{]|\[)/.test(rest.slice(literal.length)) && /[?*{]/.test(rest[literal.length] ?? '')
			? literal.slice(0, -1)
			: literal
	return heads.map(head => head + plain).filter(begin => begin.length > 1)
})

/**
 * Whether a word that is still being read may become a token, or an address with one in it.
 * @param word - without blanks
 */
export function mayBeginToken(word: string): boolean {
	if (word.length >= 15 || word.includes('://')) return true
	for (let at = 0; at < word.length; at++) {
		if (at > 0 && /[A-Za-z0-9_]/.test(word[at - 1]!)) continue
		const rest = word.slice(at)
		if (BEGINNINGS.some(begin => begin.startsWith(rest) || rest.startsWith(begin))) return true
	}
	return false
}

/**
 * Whether there may be a token in a text: each is a long word or a longer run of words, has a tilde in it, or is an
 * address. Most of what people and models say has none of these.
 */
export function mayHoldToken(text: string): boolean {
	return text.includes('~') || text.includes('://') || hasRun(text, OF_WORD, 15) || hasRun(text, OF_RUN, 24)
}

/** From the end of each stretch of that length backwards: what is no part of a run rules out all that hold it. */
function hasRun(text: string, members: Uint8Array, length: number): boolean {
	let from = 0
	while (from + length <= text.length) {
		let at = from + length - 1
		while (at >= from && members[text.charCodeAt(at)] === 1) at--
		if (at < from) return true
		from = at + 1
	}
	return false
}

const OF_WORD = membersOf(/[\w-]/)
const OF_RUN = membersOf(/[\w/+-]/)

function membersOf(kind: RegExp): Uint8Array {
	const table = new Uint8Array(128)
	for (let code = 0; code < 128; code++) if (kind.test(String.fromCharCode(code))) table[code] = 1
	return table
}

/** By the letter they begin with, so that a word is tried for few of them. */
const FORMS: readonly (RegExp | undefined)[] = formsByLetter()

function formsByLetter(): (RegExp | undefined)[] {
	const groups = new Map<number, string[]>()
	for (const form of ISSUED)
		for (const letter of new Set(firstLetters(form))) {
			const code = letter.charCodeAt(0)
			const group = groups.get(code)
			if (group) group.push(form)
			else groups.set(code, [form])
		}
	return Array.from({ length: 128 }, (_, code) => {
		const group = groups.get(code)
		return group && oneOf(group)
	})
}

/** A form begins with its letter, with `[…]`, or with `(?:…|…)`. */
function firstLetters(form: string): readonly string[] {
	const end = form.startsWith('[') ? form.indexOf(']') : form.startsWith('(?:') ? form.indexOf(')') : 0
	if (end <= 0) return /^[A-Za-z]/.test(form) ? [form[0]!] : []
	return form[0] === '['
		? [...form.slice(1, end)].filter(letter => /[A-Za-z]/.test(letter))
		: form.slice(3, end).split('|').flatMap(firstLetters)
}

function oneOf(forms: readonly string[]): RegExp {
	return new RegExp(forms.map(form => `(?:${form})`).join('|'), 'y')
}
