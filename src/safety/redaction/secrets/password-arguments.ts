// Passwords at a known place among the arguments of a known call: `mysqli_connect("host", "user", "…")`.

import { readQuoted } from './quoted.ts'
import { isComparedSecret, isSecretQuoted } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'
import { secondOfPair } from './typed-logins.ts'

/** @param at - of the bracket behind what is called */
export function passwordArgument(text: string, at: number, label: string): SecretMatch | undefined {
	if (CREDENTIALS.test(label)) return secondOfPair(text, at)
	const isConnection = label === 'getConnection'
	if (!isConnection && !CONNECTS.test(label)) return undefined
	HOST_AND_USER.lastIndex = at + 1
	const password = HOST_AND_USER.test(text) ? readQuoted(text, HOST_AND_USER.lastIndex) : undefined
	if (!password) return undefined
	const isSecret = (isConnection ? isSecretQuoted : isComparedSecret)('password', password.text)
	return isSecret ? { start: password.start, end: password.end, mask: 'secret' } : undefined
}

const CREDENTIALS = /^(?:NetworkCredential|PasswordAuthentication|UsernamePasswordCredentials?)$/
const CONNECTS = /^(?:mysqli?_p?connect|mysqli_real_connect|mysqli|PDO)$/
const HOST_AND_USER =
	/(?:[ \t]{0,8}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^"'(){},\n]{1,80})[ \t]{0,8},[ \t]{0,8}){2}/y
