// Which names have a secret behind them.

/** @returns the part of a name that says so: `password` of `DB_PASSWORD_PROD`; undefined when none does */
export function nameOf(label: string): string | undefined {
	const found = NAME.exec(label)
	if (found) return found[1]!
	return SHORT_NAME.exec(label)?.[1] ?? SHORT_PART.exec(label)?.[1]
}

/** Any value of these is secret; a `token` or `key` may just as well be a word. */
export function isPasswordName(name: string): boolean {
	return /^(?:passw|passp|passc|pwd|secrets?$|PASS$)/i.test(name) && name !== 'pass'
}

const NAME = new RegExp(
	[
		'(passwords?|passwd|passphrase|passcode|pwd|secrets?|tokens?|credentials?|api[_-]?keys?|authtoken',
		'|(?:access|secret|private|encryption|decryption|signing|account|auth|master|storage|shared|client|',
		'license|deploy|webhook|consumer|subscription|session|cookie|hmac|crypto|cipher|service|integration|app|admin)',
		'[_-]?key(?:[_-]?id)?)',
		// `SECRET_KEY_BASE`, `DB_PASSWORD_PROD`, `TOKEN_2`
		'(?:[_-]?key[_-]?base|[_-]?(?:\\d{1,2}|v\\d)|[_-](?:value|prod|production|dev|development|staging|stage|test|testing|live|old|new|current|next|primary|secondary|default|raw|plain|plaintext))?$',
	].join(''),
	'i',
)

/** Too short to be looked for in the middle of a name: `bypass`, `design`. */
const SHORT_NAME = /(?:^|[_-])(pass|auth|_auth|jwt|sig|pat|psk|dsn_key|X-Amz-Signature|x-amz-signature)$/i
const SHORT_PART = /[a-z](Pass|Jwt|Psk)$/

/** A quick look at the last two letters, which rules out almost every word. */
export function endsLikeName(text: string, end: number): boolean {
	let last = end - 1
	let code = text.charCodeAt(last)
	if (code >= 48 && code <= 57) {
		code = text.charCodeAt(--last)
		if (code >= 48 && code <= 57) code = text.charCodeAt(--last)
	}
	if (code === 95 || code === 45) code = text.charCodeAt(--last)
	return ENDINGS[pairOf(text.charCodeAt(last - 1), code)] === 1
}

/** Of all names, of their suffixes, and of the words that a name stands in front of. */
const LAST_WORDS =
	'password passwords passwd passphrase passcode pwd secret secrets token tokens credential credentials key keys id ' +
	'pass auth jwt sig pat psk cookie signature authorization value val string str base v prod production dev development ' +
	'staging stage test testing live old new current next primary secondary default raw plain plaintext'

const ENDINGS: Uint8Array = LAST_WORDS.split(' ').reduce((table, word) => {
	table[pairOf(word.charCodeAt(word.length - 2), word.charCodeAt(word.length - 1))] = 1
	return table
}, new Uint8Array(1_024))

/** The lower five bits tell letters apart, whatever their case. */
function pairOf(left: number, right: number): number {
	return ((left & 31) << 5) | (right & 31)
}
