// Secret values behind a secret name, told apart from what only gets, describes or leaves room for one.

import { isWordlike } from '../entropy/entropy.ts'
import { isPasswordName } from './secret-names.ts'
import { MASK_START } from './stage.ts'

/** Any quoted password is a secret, a lexer's `token: 'keyword'` is none. */
export function isSecretQuoted(name: string, value: string): boolean {
	if (name === 'SK' && !isLongKey(value)) return false
	if (value.length < 4 || !isFilledIn(value) || isSameWord(name, value) || isLabel(value)) return false
	if (name === 'SECRET_KEY' && isSaying(value)) return true
	// Of a wireless network, whatever words it is made of.
	if (name === 'psk') return value.length >= 8
	if (/\s/.test(value)) return isPasswordName(name) && (hasMixedWord(value) || isPhrase(value))
	if (isPasswordName(name))
		return !isFolder(name, value) && !looksLikePath(value) && !isAddress(value) && !isTranslated(name, value)
	if (name === 'auth' && isEncodedPair(value)) return true
	// `pass` is short for passwords that are, and for what has passed, in numbers.
	if (value.length < (name === 'pass' && /^(?=.*[A-Za-z])(?=.*\d)\w+$/.test(value) ? 6 : 8)) return false
	return !isPlain(value) && !looksLikePath(value) && !isAddress(value)
}

/** `password: "auth.password.label"` */
function isTranslated(name: string, value: string): boolean {
	return (
		/^[a-zA-Z_-]+(?:\.[a-zA-Z_-]+)+$/.test(value) &&
		value.toLowerCase().split('.').includes(name.toLowerCase())
	)
}

/** `you-will-never-guess`, and no name of a place where it is. */
function isSaying(value: string): boolean {
	return /^[a-z0-9]+(?:[-_][a-z0-9]+){2,}$/.test(value) && !/secret|key|token|pass|env|config/.test(value)
}

/** `user:password` in base64, however short. */
function isEncodedPair(value: string): boolean {
	return value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value) && /^\w+:.+$/.test(atob(value))
}

/** `API_KEY=abc`, `password: hunter2`; and not `password: string`, `token = next`, `key=process.env.KEY`. */
export function isSecretBare(name: string, separator: string, value: string): boolean {
	if (name === 'SK' && !isLongKey(value)) return false
	if (!isFilledIn(value) || isSameWord(name, value)) return false
	if (isExpression(value) || isFolder(name, value) || looksLikePath(value) || isAddress(value)) return false
	if (!isPasswordName(name) && isNumber(value)) return false
	if (separator === '=' && (isPasswordName(name) || name === name.toUpperCase())) return true
	if (!isPasswordName(name)) return !isPlain(value)
	if (separator.includes('=')) return !/^[a-z_]+$/i.test(value) || !isWordlike(value)
	return !ORDINARY.test(value) && !KEYWORD.test(value) && !isTypeName(value)
}

/** `DB_PASSWORD=p@$$w0rd&1` on a line of its own. */
export function isSecretSetting(name: string, value: string): boolean {
	if (name === 'SK' && !isLongKey(value)) return false
	if (!isFilledIn(value) || isSameWord(name, value)) return false
	if (isExpression(value) || isFolder(name, value) || looksLikePath(value) || isAddress(value)) return false
	return isPasswordName(name) || (!isNumber(value) && (name === name.toUpperCase() || !isPlain(value)))
}

/** A name that short is one of many things. */
function isLongKey(value: string): boolean {
	return /^(?=.*\d)(?=.*[A-Za-z])[\w+/=.-]{12,}$/.test(value)
}

/** `DB_PASSWORD="correct horse battery"`; and not `"Enter your password"`. */
export function isSecretPhrase(name: string, value: string): boolean {
	return (
		isPasswordName(name) &&
		(/^[a-z]{2,16}(?: [a-z]{2,16}){2,11}$/.test(value) ||
			/^(?=.*\d)[\w!@#%^&*-]{1,24}(?: [\w!@#%^&*-]{1,24}){1,11}$/.test(value)) &&
		!OF_MESSAGES.test(value)
	)
}

const OF_MESSAGES =
	/\b(?:pass\w*|secrets?|tokens?|keys?|the|your|my|an?|is|are|was|must|please|enter|not|no|for|to|in|of|and|or|with|if|this|that)\b/

/** The words a wallet is made again from. */
export function isPhrase(value: string): boolean {
	return /^[a-z]{3,8}(?: [a-z]{3,8}){11,23}$/.test(value)
}

/** After a flag: `--password hunter2`. */
export function isSecretValue(name: string, value: string, quote: string): boolean {
	return quote === ' '
		? isSecretBare(name, '=', value) || (isPasswordName(name) && isSecretQuoted(name, value))
		: isSecretQuoted(name, value)
}

/** `password === 'hunter2'`; and not `token === 'identifier'`. */
export function isComparedSecret(name: string, value: string): boolean {
	return /\d/.test(value) && isSecretQuoted(name, value) && !isPlain(value.replace(/\d+$/, ''))
		? true
		: isPasswordName(name) && /\d/.test(value) && isSecretQuoted(name, value)
}

/** Not `<your-key>`, `${TOKEN}`, `xxxx`, `null`, a key that Stripe has for pages, or a mask. */
export function isFilledIn(value: string): boolean {
	return !PLACEHOLDER.test(value) && !value.includes(MASK_START)
}

const PLACEHOLDER =
	/^(?:[<{%]|-\$[A-Za-z_{]|\[redacted|\*+$|x{3,}|\.{3}|…|\$(?:[{(]|[A-Za-z_]\w*$)|@[{(]|@(?:-|[\w./~-]+\.(?:txt|json|ya?ml|env|key|pem))$|#\{|(?:[a-z]{2,4}[_-]){0,2}your[_-]|your[A-Z]|pk_(?:live|test)_|my[_-](?:api|secret|token|pass|key)|(?:put|insert|enter|add|paste|set)[_-]|placeholder|redacted|change[_-]?me|replace[_-]?(?:me|with)|todo|(?:null|none|nil|true|false|undefined|string|inherit|n\/a|tbd|empty)$)|^[x*.•-]+$|^\*\.\w|(?:\.{3}|…)$|x{8}|\*{4}|^(.)\1+$/i

export function isSameWord(name: string, value: string): boolean {
	// `JWT_SECRET: jwt-dev-secret-1`
	if (/^[A-Z]{6,}$/.test(name) && value.length >= 12 && NUMBERED.test(value)) return false
	const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
	return value.length < 128 && (letters(value).endsWith(letters(name)) || /^pass(?:word|wd)?$/i.test(value))
}

/** Words and a number, with marks in between. */
const NUMBERED = /^[a-z]+(?:[-_][a-z0-9]+)*[-_][a-z]*\d+$/i

/** What is asked for, in a language of people: `"password": "Passwort"`. */
function isLabel(value: string): boolean {
	return LABEL.test(value) || (/[^\x00-\x7f]/.test(value) && !/\d/.test(value))
}

const LABEL =
	/^(?:passwor[dt]|passord|kennwort|wachtwoord|contrasena|senha|parole?|parola|palavra-passe|mot de passe|adgangskode|salasana|heslo|geslo|lozinka|jelsz|geheim(?:nis)?)\b/i

/** Words and what joins them, as in `access_token`, `db-credentials`, `urn:type:x509`. */
function isPlain(value: string): boolean {
	if (value.length >= 256 || !PLAIN.test(value)) return isNumber(value)
	const letters = ONE_WORD.exec(value)?.[0]
	return letters === undefined || isWordlike(letters)
}

const PLAIN = /^_*[A-Za-z]+\d{0,3}(?:[_.:/-][A-Za-z]*\d{0,3})*[!?]?$/
/** Of lower and upper case, as random letters are. */
const ONE_WORD = /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z]+(?=\d*$)/

function isNumber(value: string): boolean {
	return /^[\d._]+$/.test(value)
}

/** A way to get at a value, as code has it: `process.env.TOKEN`, `self.token`, `options?.secret`. */
function isExpression(value: string): boolean {
	return value.length < 256 && ((EXPRESSION.test(value) && !/\d{4}/.test(value)) || COMMAND.test(value))
}

/** Of PowerShell. */
const COMMAND = /^(?:Read|Get|ConvertTo|ConvertFrom|New|Import|Invoke)-[A-Z][A-Za-z]+$/

const EXPRESSION = /^[A-Za-z_]\w*(?:(?:\?\.|\.|::|->)[A-Za-z_]\w*)+[!?]?$/

/** `Uint8Array`, `userPassword` */
function isTypeName(value: string): boolean {
	return (
		/^(?:[A-Z][A-Za-z]*|[a-z]+[A-Z][A-Za-z]*)(?:\d+[A-Z][A-Za-z]*)*[!?]?$/.test(value) && isWordlike(value)
	)
}

/** `PWD` is the working folder far more often than a password. */
function isFolder(name: string, value: string): boolean {
	return /^(?:old)?pwd$/i.test(name) && /^[/~.]/.test(value)
}

/** Where a secret is kept: `/run/secrets/db_password`, `./key.pem`, `~/.ssh/id_ed25519`. */
export function looksLikePath(value: string): boolean {
	return (
		value.length < 256 &&
		/^(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?:[\w.@+-]+[/\\])*[\w-]+(?:\.[\w-]+)*\/?$/.test(value) &&
		/[a-z]{3}/.test(value) &&
		!/[A-Z].*\d.*[A-Z]|\d[a-z]+\d[a-z]+\d/.test(value)
	)
}

/** What a password in an address is found by is not its name. */
function isAddress(value: string): boolean {
	return /^[a-z][a-z0-9+.-]{1,30}:\/\//i.test(value)
}

/** A text in several words is a message about passwords, unless one word is like none. */
function hasMixedWord(value: string): boolean {
	return value
		.split(/\s+/)
		.some(word => /[A-Za-z].*\d|\d.*[A-Za-z]/.test(word.slice(0, 64)) && !/^\d+[a-z]{0,2}$/.test(word))
}

export function isOrdinaryWord(value: string): boolean {
	return ORDINARY.test(value) || OF_PROSE.test(value)
}

/** What follows `password:` in code and prose. */
const ORDINARY =
	/^(?:string|number|boolean|unknown|object|buffer|bytes|optional|required|invalid|incorrect|missing|expired|hidden|wrong|empty|field|input|option|length|prompt|reset|changed?|please|should|cannot|deprecated|disabled|enabled|supported|unsupported|rejected|accepted|generated|provided|protected|encrypted|hashed|stored|removed|updated|rotated|created|readonly|private|public|static|value|result|request|response|default)\b/

/** What follows `case "password":`. */
const KEYWORD =
	/^(?:return|throws?|continue|switch|default|function|delete|typeof|assert|import|export|module|global|nonlocal|lambda|elif|raise|except|finally)$/

const OF_PROSE =
	/^(?:flags?|options?|arguments?|parameters?|settings?|values?|instead|because|without|whether|before|through|prints?|reads?|takes|needs|works|together|always|never)\b/
