// What is taken where the environment has no secret: `process.env.JWT_SECRET || "…"`, `os.environ.get("SECRET_KEY", "…")`.
// It is in the source for everybody to read, and often what runs in the end.

import { isKey } from './key-arguments.ts'
import { readQuoted } from './quoted.ts'
import { isSameWord, isSecretQuoted } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'

/** @param begin - behind the sign that a secret name has behind it */
export function fallbackValue(text: string, begin: number, name: string): SecretMatch | undefined {
	READ.lastIndex = begin
	const value = READ.test(text) ? readQuoted(text, READ.lastIndex) : undefined
	if (!value || !(isSecretQuoted(name, value.text) || isPassphrase(name, value.text))) return undefined
	return { start: value.start, end: value.end, mask: 'secret' }
}

const NAMED = String.raw`["']\w{1,64}["']`
const OR = String.raw`[ \t]{0,4}(?:\|\||\?\?|\?:|or\b)[ \t]{0,4}`
const READ = new RegExp(
	String.raw`[ \t]{0,8}(?:(?:process\.env|import\.meta\.env|Bun\.env|ENV|\$_ENV|os\.environ)(?:\.\w{1,64}|\[${NAMED}\])${OR}|` +
		String.raw`(?:os\.environ\.get|os\.getenv|getenv|ENV\.fetch|System\.get_?[eE]nv|Deno\.env\.get|env)\([ \t]{0,4}${NAMED}[ \t]{0,4}(?:,[ \t]{0,4}(?:default[ \t]?=[ \t]?)?|\)${OR}))(?=b?["'\`])`,
	'y',
)

/** `keyboard cat`; and not what says that there is none. */
function isPassphrase(name: string, value: string): boolean {
	return (
		/secret/i.test(name) &&
		/^[a-z]{2,16}(?: [a-z]{2,16}){1,5}$/.test(value) &&
		isKey(value) &&
		!isSameWord(name, value) &&
		!SAYS_NONE.test(value)
	)
}

const SAYS_NONE =
	/\b(?:no|not|none|un\w+|missing|empty|default|value|test\w*|pass\w*|secrets?|tokens?|keys?|required|invalid|must|should|please|is|are|was|the|your|set)\b/
