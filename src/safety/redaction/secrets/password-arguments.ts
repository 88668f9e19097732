// Passwords at a known place among the arguments of a known call: `mysqli_connect("host", "user", "…")`.

import { readQuoted } from './quoted.ts'
import { isComparedSecret } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'

/** @param at - of the bracket behind what is called */
export function passwordArgument(text: string, at: number, label: string): SecretMatch | undefined {
	if (!CONNECTS.test(label)) return undefined
	HOST_AND_USER.lastIndex = at + 1
	const password = HOST_AND_USER.test(text) ? readQuoted(text, HOST_AND_USER.lastIndex) : undefined
	return password && isComparedSecret('password', password.text)
		? { start: password.start, end: password.end, mask: 'secret' }
		: undefined
}

const CONNECTS = /^(?:mysqli?_p?connect|mysqli_real_connect|mysqli|PDO)$/
const HOST_AND_USER =
	/(?:[ \t]{0,8}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^"'(){},\n]{1,80})[ \t]{0,8},[ \t]{0,8}){2}/y
