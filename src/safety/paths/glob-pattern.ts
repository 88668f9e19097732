// Glob patterns as regular expressions: `*` and `?` stay within one step of a path, `**` crosses them.

export type PathTest = (path: string) => boolean

/**
 * Knows `*`, `**`, `?`, `[a-z]`, `[!a]` and `{a,b}`; names that begin with a dot are matched like any other.
 * @returns a test for relative paths, or undefined when a bracket or brace is not closed
 */
export function compileGlob(pattern: string): PathTest | undefined {
	const source = translate(pattern.replace(/^(?:\.\/)+/, ''))
	if (source === undefined) return undefined
	try {
		const expression = new RegExp(`^${source}$`, 'u')
		return path => expression.test(path)
	} catch {
		return undefined
	}
}

function translate(pattern: string): string | undefined {
	let source = ''
	let braces = 0
	for (let at = 0; at < pattern.length; ) {
		const rest = pattern.slice(at)
		const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
		const atStep = at === 0 || pattern[at - 1] === '/'
		if (atStep && rest.startsWith('**/')) {
			source += '(?:[^/]+/)*'
			at += 3
		} else if (rest.startsWith('**')) {
			source += '.*'
			at += 2
		} else if (character === '[') {
			const set = /^\[([!^]?)(\]?[^\]/]*)\]/.exec(rest)
			if (!set) return undefined
			source += `[${set[1] ? '^/' : ''}${set[2]!.replaceAll(/[\\[\]^]/g, '\\$&')}]`
			at += set[0].length
		} else if (character === '\\' && rest.length > 1) {
			source += escapeRegex(rest[1]!)
			at += 2
		} else {
			if (character === '{') braces++
			if (character === '}') braces--
			source += simple(character, braces)
			at += character.length
		}
	}
	return braces === 0 ? source : undefined
}

function simple(character: string, braces: number): string {
	switch (character) {
		case '*':
			return '[^/]*'
		case '?':
			return '[^/]'
		case '{':
			return '(?:'
		case '}':
			return ')'
		case ',':
			return braces > 0 ? '|' : ','
		default:
			return escapeRegex(character)
	}
}

function escapeRegex(text: string): string {
	return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
