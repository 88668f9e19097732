// Secret names: `password`, `api_key` and the like, which have a secret behind them.

/** @returns the part of a name that says so: `password` of `DB_PASSWORD_PROD`; undefined when none does */
export function nameOf(label: string): string | undefined {
	const found = NAME.exec(label)
	if (found) return found[1]!
	return SHORT_NAME.exec(label)?.[1] ?? SHORT_PART.exec(label)?.[1] ?? CAPITALS.exec(label)?.[1]
}

/** Any value of these is secret; a `token` or `key` may just as well be a word. */
export function isPasswordName(name: string): boolean {
	return (
		/^(?:passw(?!ort)|pw$|(?:totp|otp|mfa|2fa)[_-]?seed|passp|passc|pwd|secrets?$|psk$|mnemonic|seed|recovery|.+pass$|PASS$|masterauth$|.*rootpw$|secret_?or\w*key$)/i.test(
			name,
		) && name !== 'pass'
	)
}

const NAME = new RegExp(
	[
		'(passwords?|passwd|passphrase|passcode|pwd|secrets?|tokens?|credentials?|api[_-]?keys?|authtoken|requirepass|masterauth|passwordd|(?:olc)?rootpw|secret[_-]?string|key[_-]?material',
		'|passwort|kennwort|wachtwoord|contrasena|senha|mnemonic|(?:totp|otp|mfa|2fa)[_-]?seed|auth[_-]?ident|(?:seed|recovery)[_-]?(?:phrase|words)',
		// Of services whose keys are called no more than that.
		'|(?:openai|anthropic|claude|gemini|groq|mistral|cohere|deepseek|openrouter|xai|stripe|sendgrid|mailgun|mailchimp|postmark|twilio|datadog|',
		'algolia|airtable|pinecone|tavily|serpapi|elevenlabs|replicate|together|aes|des|fernet|hmac)[_-]key',
		// Of other things that end so (`bypass`, `first_pass`) there are many.
		'|(?:db|database|sql|mysql|pg|postgres|mongo|redis|rabbitmq|ldap|bind|smtp|imap|pop3?|nntp|mail|ftp|ssh|sudo|become|http|proxy|wifi|',
		'user|admin|root|login|account|service|deploy|key|store|keystore)[_-]?pass',
		'|(?:access|secret|private|encryption|decryption|validation|signing|account|auth|master|storage|shared|client|',
		'license|deploy|webhook|consumer|subscription|session|cookie|hmac|crypto|cipher|service|integration|app|admin)',
		'[_-]?key(?:[_-]?id)?|secret[_-]?or[_-]?(?:private[_-]?|public[_-]?)?key)',
		// `SECRET_KEY_BASE`, `DB_PASSWORD_PROD`, `TOKEN_2`
		'(?:[_-]?key[_-]?base|[_-]?(?:\\d{1,2}|v\\d)|[_-](?:value|prod|production|dev|development|staging|stage|test|testing|live|old|new|current|next|primary|secondary|default|raw|plain|plaintext))?$',
	].join(''),
	'i',
)

/** Too short to be looked for in the middle of a name: `bypass`, `design`. */
const SHORT_NAME =
	/(?:^|[_-])(pass|pw|auth|_auth|jwt|sig|pat|psk|dsn_key|X-Amz-Signature|x-amz-signature|x-goog-signature)$/i
const SHORT_PART = /[a-z](Pass|Jwt|Psk)$/
/** In capitals: the secret key of a service, and not the sort key of a table. */
const CAPITALS = /[A-Z]{2}_(SK)$/

/** A quick look at the last word, which rules out almost every name. */
export function endsLikeName(text: string, end: number): boolean {
	let last = end - 1
	let code = text.charCodeAt(last)
	if (code >= 48 && code <= 57) {
		code = text.charCodeAt(--last)
		if (code >= 48 && code <= 57) code = text.charCodeAt(--last)
	}
	if (code === 95 || code === 45) code = text.charCodeAt(--last)
	const ending = threeOf(text.charCodeAt(last - 2), text.charCodeAt(last - 1), code)
	const before = ENDINGS[ending]!
	if (before === 0 || (before & (1 << (text.charCodeAt(last - 3) & 31))) === 0) return false
	const words = LONGER.get(ending)
	return (
		words === undefined ||
		words.some(word => word.every((letter, index) => (text.charCodeAt(last - 3 - index) & 31) === letter))
	)
}

/** The same of characters as numbers, which are read several times faster. */
export function endsLikeNameIn(units: Uint16Array, end: number): boolean {
	let last = end - 1
	let code = units[last]!
	if (code >= 48 && code <= 57) {
		code = units[--last]!
		if (code >= 48 && code <= 57) code = units[--last]!
	}
	if (code === 95 || code === 45) code = units[--last]!
	const ending = threeOf(units[last - 2]!, units[last - 1]!, code)
	const before = ENDINGS[ending]!
	if (before === 0 || (before & (1 << (units[last - 3]! & 31))) === 0) return false
	const words = LONGER.get(ending)
	return words === undefined || endsLikeOneOf(words, units, last - 3)
}

/** Of all names, of the words that a name stands in front of, and of the suffixes that a sign parts from a name. */
const LAST_WORDS: readonly string[] = [
	...(
		'password passwords passwd passphrase passcode pwd connection secret secrets token tokens credential credentials key keys keyid ' +
		'key_id key-id pass auth jwt sig pat psk _pw -pw rootpw _sk login connect mysqli pdo content material passwordd cookie ' +
		'sign verify encode decode passwort wachtwoord contrasena senha mnemonic words phrase seed ident signature authorization ' +
		'value val string str base ' +
		// Of calls that are given a key or a password.
		'cookieparser hmac createcipher createdecipher cipheriv decipheriv hmac2 hmac3 hmac5 hmacsha2 hmacsha5 hmacsha crypt ' +
		'hmac.digest hmac.hexdigest hmac.base64digest shakeyfor signwith hmac.new safeserializer timedserializer timestampsigner ' +
		'[]byte getbytes twilio authentication'
	).split(' '),
	...(
		'prod production dev development staging stage test testing live old new current next primary secondary default raw ' +
		'plain plaintext'
	)
		.split(' ')
		.flatMap(suffix => [`_${suffix}`, `-${suffix}`]),
]

const ANY = 0xffff_ffff
/** By three letters, which others may stand in front of them: a bit for each. */
const ENDINGS = new Uint32Array(32_768)
/** By three letters as well: the words of which more has to be there, as their letters in front of those, from behind. */
const LONGER = new Map<number, (readonly number[])[]>()
fillEndings()

function fillEndings(): void {
	const whole = new Set<number>()
	for (const word of LAST_WORDS) {
		const letters = [...word].map(letter => letter.charCodeAt(0) & 31).reverse()
		const [third, second, first] = letters
		const ending = threeOf(first!, second!, third!)
		ENDINGS[ending]! |= letters.length > 3 ? 1 << letters[3]! : ANY
		if (letters.length <= 3) whole.add(ending)
		LONGER.set(ending, [...(LONGER.get(ending) ?? []), letters.slice(3)])
	}
	// The `v` of `TOKEN_v2` and `token-v2`, behind any letters.
	for (let letter = 0; letter < 32; letter++)
		for (const separator of [95, 45]) {
			ENDINGS[threeOf(letter, separator, 118)] = ANY
			whole.add(threeOf(letter, separator, 118))
		}
	for (const ending of whole) LONGER.delete(ending)
}

/** Loops and no functions, for half of what a bundle calls and names ends in `tion`. */
function endsLikeOneOf(words: readonly (readonly number[])[], units: Uint16Array, last: number): boolean {
	for (let each = 0; each < words.length; each++) {
		const word = words[each]!
		let index = 0
		while (index < word.length && (units[last - index]! & 31) === word[index]) index++
		if (index === word.length) return true
	}
	return false
}

/** The lower five bits tell letters apart, whatever their case. */
function threeOf(first: number, second: number, third: number): number {
	return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31)
}
