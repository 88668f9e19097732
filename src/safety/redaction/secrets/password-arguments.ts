// Passwords and keys at a known place among the arguments of a known call: `mysqli_connect("host", "user", "…")`,
// `jwt.sign(payload, "…")`.

import { readQuoted } from './quoted.ts'
import { isComparedSecret, isSecretQuoted, looksLikePath } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'

/** @param at - of the bracket behind what is called */
export function passwordArgument(text: string, at: number, label: string): SecretMatch | undefined {
	if (SIGNS.test(label)) return signingKey(text, at, label)
	const isConnection = label === 'getConnection'
	if (!isConnection && !CONNECTS.test(label)) return undefined
	HOST_AND_USER.lastIndex = at + 1
	const password = HOST_AND_USER.test(text) ? readQuoted(text, HOST_AND_USER.lastIndex) : undefined
	if (!password) return undefined
	const isSecret = (isConnection ? isSecretQuoted : isComparedSecret)('password', password.text)
	return isSecret ? { start: password.start, end: password.end, mask: 'secret' } : undefined
}

const CONNECTS = /^(?:mysqli?_p?connect|mysqli_real_connect|mysqli|PDO)$/
const HOST_AND_USER =
	/(?:[ \t]{0,8}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^"'(){},\n]{1,80})[ \t]{0,8},[ \t]{0,8}){2}/y

/** What a token is signed or read with: of a library for JSON Web Tokens only, for others call theirs so, too. */
function signingKey(text: string, at: number, label: string): SecretMatch | undefined {
	const start = at - label.length
	if (!LIBRARY.test(text.slice(Math.max(0, start - 24), start))) return undefined
	TOKEN_OR_CLAIMS.lastIndex = at + 1
	const key = TOKEN_OR_CLAIMS.test(text) ? readQuoted(text, TOKEN_OR_CLAIMS.lastIndex) : undefined
	if (!key || !isSecretQuoted('key', `${key.text}-0x9Kq`) || !isKey(key.text)) return undefined
	return { start: key.start, end: key.end, mask: 'secret' }
}

const SIGNS = /^(?:sign|verify|encode|decode)$/
const LIBRARY = /(?:^|[^\w.])(?:jwt|JWT|jsonwebtoken|jsonWebToken|PyJWT|pyjwt)\.$/
const TOKEN_OR_CLAIMS =
	/[ \t]{0,8}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|\{[^{}\n]{0,200}\}|[^"'`(){},\n]{1,80}(?:\([^()"'\n]{0,80}\))?)[ \t]{0,8},[ \t]{0,8}/y

/** Not a file of a key, nor what stands for one in documentation. */
function isKey(value: string): boolean {
	return (
		value.length >= 4 &&
		!/\s/.test(value) &&
		!looksLikePath(value) &&
		!/\.(?:pem|key|pub|crt)$/.test(value) &&
		!/^(?:(?:my|your|our|the|some|jwt|app|super|top|shared|private|public)[-_]?){0,3}(?:secret|key)(?:[-_]?(?:key|here|string))?$/i.test(
			value,
		)
	)
}
