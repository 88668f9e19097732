// Secrets out of text, before it is stored, shown to a model or sent to a client. What is taken out leaves a mask that
// says what it was.

import { isHighEntropy, LONG_RUN } from './entropy.ts'

/** Pure in its text: the same text gives the same result, and scrubbing twice changes nothing more. */
export type Scrub = (text: string) => string

/** @param knownSecrets - asked at each use, because keys are fetched as they are needed; values of at least 8 characters */
export function createScrubber(knownSecrets: () => readonly string[]): Scrub {
	return text => {
		let clean = maskKnown(text, knownSecrets())
		for (const { marker, mask } of RULES) if (marker.test(clean)) clean = mask(clean)
		return clean
	}
}

/** The masks in a text, in order. A text with a mask in it must never be written over the secret it stands for. */
export function masksIn(text: string): readonly string[] {
	return text.match(/\[REDACTED:[a-z-]+\]/g) ?? []
}

/** `marker` is a quick look that most texts fail, so that they pay for nothing else. */
type Rule = { marker: RegExp; mask(text: string): string }

const RULES: readonly Rule[] = [
	{
		marker: /PRIVATE KEY/,
		// Without its end it was cut off, and everything that still looks like key material goes.
		mask: text =>
			text.replace(
				/-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|(?:[\w+/=:,.\\ \t-]*\r?\n?)*)/g,
				'[REDACTED:private-key]',
			),
	},
	{
		marker: /authorization|bearer/i,
		mask: text =>
			text
				.replace(AUTHORIZATION, (whole, name: string, scheme: string | undefined, value: string) =>
					scheme || /\d/.test(value) ? `${name}${scheme ?? ''}[REDACTED:authorization]` : whole,
				)
				.replace(/(\bbearer[ \t]+)([\w.~+/-]{16,}=*)/gi, (whole, scheme: string, token: string) =>
					/\d/.test(token) ? `${scheme}[REDACTED:authorization]` : whole,
				),
	},
	{
		marker: /:\/\/[^\s/]{0,512}@/,
		mask: text =>
			text.replace(
				/(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"'`<>]{0,256}:)([^\s/@"'`<>${}]{1,256})(@)/gi,
				'$1[REDACTED:url-password]$3',
			),
	},
	{ marker: /./, mask: text => text.replace(TOKEN, '[REDACTED:token]') },
	{ marker: /./, mask: text => text.replace(KEY_AND_VALUE, maskValue) },
	{
		marker: /./,
		mask: text =>
			text.replace(LONG_RUN, (run: string, at: number) =>
				isHighEntropy(run, text.slice(Math.max(0, at - 8), at)) ? '[REDACTED:high-entropy]' : run,
			),
	},
]

/** Without a scheme the value must look like one: `authorization: options` is code. */
const AUTHORIZATION =
	/(\bauthorization\\?["']?\s*[:=]\s*\\?["'`]?)((?:bearer|basic|token|digest|apikey|negotiate)[ \t]+)?([^\s"'`,;<>${}[\]()\\]{8,})/gi

/** Tokens that say by their form who issued them. */
const TOKEN = new RegExp(
	[
		'sk-(?:ant-|proj-|svcacct-|admin-|or-v1-)?[\\w-]{20,}',
		'[sr]k_(?:live|test)_[A-Za-z0-9]{16,}',
		'whsec_[A-Za-z0-9+/=]{16,}',
		'gh[pousr]_[A-Za-z0-9]{30,}',
		'github_pat_\\w{22,}',
		'gl(?:pat|dt|rt|ptt|cbt|soat|ft|imt|agent)-[\\w-]{16,}',
		'xox[abeoprs]-[A-Za-z0-9-]{10,}',
		'xapp-\\d-[A-Za-z0-9-]{10,}',
		'(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])',
		'AIza[\\w-]{35}',
		'ya29\\.[\\w-]{20,}',
		'GOCSPX-[\\w-]{20,}',
		'npm_[A-Za-z0-9]{36}',
		'pypi-[\\w-]{50,}',
		'dckr_pat_[\\w-]{20,}',
		'hf_[A-Za-z0-9]{30,}',
		'gsk_[A-Za-z0-9]{40,}',
		'xai-[A-Za-z0-9]{40,}',
		'r8_[A-Za-z0-9]{30,}',
		'pplx-[A-Za-z0-9]{32,}',
		'nvapi-[\\w-]{40,}',
		'hv[sbr]\\.[\\w-]{20,}',
		'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
		'do[opr]_v1_[a-f0-9]{64}',
		'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
		'lin_api_[A-Za-z0-9]{32,}',
		'AGE-SECRET-KEY-1[0-9A-Z]{50,}',
		'\\d{8,10}:AA[\\w-]{33}',
		'eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]*',
	]
		.map(form => `(?:${form})`)
		.join('|')
		.replace(/^/, '(?<![A-Za-z0-9_])(?:')
		.concat(')'),
	'g',
)

/** A name that ends in a secret's word, a separator, and a value: quoted, or all up to the next blank or bracket. */
const KEY_AND_VALUE = new RegExp(
	[
		'(passwords?|passwd|passphrase|pwd|secrets?|tokens?|credentials?|api[_-]?keys?|',
		'(?:access|secret|private|encryption|signing|account|auth|master)[_-]?key(?:[_-]?id)?)',
		'(\\\\?["\'`]?\\]?[ \\t]*(?::=|=>|[:=])[ \\t]*)',
		'(?:(\\\\?["\'`])((?:(?!\\3)[^\\s\\\\]){4,512})\\3',
		// Taken whole or not at all, so that a call's name is not cut short to make it a value.
		'|(?=([^\\s"\'`,;(){}[\\]<>$\\\\|&]{6,512}))\\5(?!\\())',
	].join(''),
	'gi',
)

function maskValue(
	whole: string,
	key: string,
	separator: string,
	quote: string | undefined,
	quoted: string | undefined,
	bare: string | undefined,
): string {
	const value = quoted ?? bare ?? ''
	if (isPlaceholder(value) || isSameWord(key, value)) return whole
	const isSecret = quote === undefined ? isSecretBare(key, separator, value) : isSecretQuoted(key, value)
	return isSecret ? `${key}${separator}${quote ?? ''}[REDACTED:secret]${quote ?? ''}` : whole
}

/** Any quoted password is a secret, a lexer's `token: 'keyword'` is none. */
function isSecretQuoted(key: string, value: string): boolean {
	return isPasswordKey(key) ? !isFolder(key, value) : value.length >= 8 && !isPlain(value)
}

/** `API_KEY=abc`, `password: hunter2`; and not `password: string`, `token = next`, `key=process.env.KEY`. */
function isSecretBare(key: string, separator: string, value: string): boolean {
	if (isExpression(value) || isFolder(key, value)) return false
	if (!isPasswordKey(key) && isNumber(value)) return false
	if (separator === '=' && (isPasswordKey(key) || key === key.toUpperCase())) return true
	if (!isPasswordKey(key)) return !isPlain(value)
	return separator.includes('=') ? !/^[a-z_]+$/i.test(value) : !ORDINARY.test(value) && !isTypeName(value)
}

function isPasswordKey(key: string): boolean {
	return /^(?:pass|pwd|secrets?$)/i.test(key)
}

/** What stands where a secret would go. */
function isPlaceholder(value: string): boolean {
	return /^(?:\[REDACTED|[$<{%]|\*+$|x{3,}|\.{3}|your[_-]|placeholder|(?:null|none|nil|true|false|undefined)$)/i.test(
		value,
	)
}

function isSameWord(key: string, value: string): boolean {
	const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
	return letters(value).endsWith(letters(key))
}

/** Words and what joins them, as in `access_token`, `db-credentials`, `urn:type:x509`. */
function isPlain(value: string): boolean {
	return isNumber(value) || /^_*[A-Za-z]+\d{0,3}(?:[_.:/-]+[A-Za-z]*\d{0,3})*$/.test(value)
}

function isNumber(value: string): boolean {
	return /^[\d._]+$/.test(value)
}

/** A way to get at a value, as code has it: `process.env.TOKEN`, `self.token`, `options?.secret`. */
function isExpression(value: string): boolean {
	return /^[A-Za-z_]\w*(?:(?:\?\.|\.|::|->)[A-Za-z_]\w*)+[!?]?$/.test(value) && !/\d{3}/.test(value)
}

/** `Uint8Array`, `userPassword` */
function isTypeName(value: string): boolean {
	return /^(?:[A-Z][A-Za-z]*|[a-z]+[A-Z][A-Za-z]*)(?:\d+[A-Z][A-Za-z]*)*$/.test(value)
}

/** `PWD` is the working folder far more often than a password. */
function isFolder(key: string, value: string): boolean {
	return /^pwd$/i.test(key) && /^[/~.]/.test(value)
}

/** What follows `password:` in code and prose. */
const ORDINARY =
	/^(?:string|number|boolean|unknown|object|buffer|bytes|optional|required|invalid|incorrect|missing|expired|hidden|wrong|empty|field|input|option|length|prompt|reset|changed?|please|should|cannot|readonly|private|public|static|value|result|request|response|default)\b/

/** The longest first, because one may be part of another. */
function maskKnown(text: string, secrets: readonly string[]): string {
	return [...secrets]
		.filter(secret => secret.length >= 8 && text.includes(secret))
		.sort((a, b) => b.length - a.length)
		.reduce((clean, secret) => clean.replaceAll(secret, '[REDACTED:known-secret]'), text)
}
