// What a program of awk hands to a shell: the text that `system` and its pipes are given, put together from what is in
// quotes and in the variables that the program or its command line sets. Found only to say how hard to ask.

/** @param texts - the arguments of awk, and what it is fed */
export function scriptsOfAwk(texts: readonly string[]): readonly string[] {
	const looked = texts.map(text => text.slice(0, MAX_CODE))
	if (!looked.some(text => /\bsystem\b|\|/.test(text))) return []
	const values = new Map<string, string>()
	for (const [index, text] of looked.entries()) {
		const given = /^(?:-v|--assign[= ]?)?([A-Za-z_]\w{0,60})=([^=~][\s\S]*)$/.exec(text)
		const before = looked[index - 1] ?? ''
		if (given && (/^(?:-v|--assign)/.test(text) || /^(?:-v|--assign)$/.test(before) || !/[{}]/.test(text)))
			values.set(given[1] ?? '', given[2] ?? '')
	}
	return looked.flatMap(code => scriptsInProgram(code, values))
}

const MAX_CODE = 4_000
const MAX_FOUND = 40
/** Strings, names, fields and elements, one after the other. */
const EXPRESSION = String.raw`((?:"(?:[^"\\\n]|\\.){0,400}"|[A-Za-z_]\w{0,60}(?:\["?\w{1,60}"?\])?|[ \t]){1,20})`
const SETS = new RegExp(String.raw`\b([A-Za-z_]\w{0,60})\s{0,9}=\s{0,9}(?!=)${EXPRESSION}`, 'g')
const CALLS = new RegExp(String.raw`\bsystem\s{0,9}\(${EXPRESSION}`, 'g')
const READS = new RegExp(String.raw`${EXPRESSION}\|&?\s{0,9}getline`, 'g')
const PRINTS = new RegExp(String.raw`\bprintf?\s{0,9}\(?${EXPRESSION}\)?\s{0,9}\|&?\s{0,9}${EXPRESSION}`, 'g')

function scriptsInProgram(code: string, given: ReadonlyMap<string, string>): readonly string[] {
	const values = new Map(given)
	for (const [, name = '', text = ''] of found(code, SETS)) values.set(name, textIn(text, values))
	return [
		...found(code, CALLS).map(([, text = '']) => textIn(text, values)),
		...found(code, READS).map(([, text = '']) => textIn(text, values)),
		// A shell reads what is printed, and what it is called with may be a command itself.
		...found(code, PRINTS).flatMap(([, text = '', into = '']) => [
			textIn(text, values),
			textIn(into, values),
		]),
	]
}

function found(code: string, pattern: RegExp): readonly RegExpExecArray[] {
	return [...code.matchAll(pattern)].slice(0, MAX_FOUND)
}

/** Strings that stand beside each other are one. */
function textIn(expression: string, values: ReadonlyMap<string, string>): string {
	const parts = expression.matchAll(/"((?:[^"\\]|\\.)*)"|(\w+)(?:\["?(\w+)"?\])?/g)
	return [...parts]
		.map(([, text, name = '', element]) => {
			if (text !== undefined) return text.replaceAll(/\\(["\\/])/g, '$1')
			if (name === 'ENVIRON') return element === 'HOME' ? '~' : (values.get(element ?? '') ?? '')
			return values.get(name) ?? ''
		})
		.join('')
}
