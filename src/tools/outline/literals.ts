// Literals: what begins in source code and is no code, strings, templates, regular expressions, here-documents. Each
// kind is a function that says where it ends.

/** @returns where it ends, when one begins at this place */
export type Literal = (text: string, at: number) => number | undefined

export function literalEnd(text: string, at: number, literals: readonly Literal[]): number | undefined {
	for (const literal of literals) {
		const end = literal(text, at)
		if (end !== undefined) return end
	}
	return undefined
}

/**
 * From a quote to the next one that is not escaped. One that is not closed on its line opens nothing,
 * and one that may span lines goes to the end, so that nothing is read twice.
 */
export function quoted(quote: string, spansLines = false): Literal {
	return (text: string, at: number) => {
		if (text[at] !== quote) return undefined
		for (let i = at + 1; i < text.length; i++) {
			if (text[i] === '\\') i++
			else if (text[i] === quote) return i + 1
			else if (text[i] === '\n' && !spansLines) return undefined
		}
		return spansLines ? text.length : undefined
	}
}

export function fenced(open: string, close = open, isEscaped = true): Literal {
	return (text: string, at: number) => {
		if (!text.startsWith(open, at)) return undefined
		for (let i = at + open.length; i < text.length; i++) {
			if (isEscaped && text[i] === '\\') i++
			else if (text.startsWith(close, i)) return i + close.length
		}
		return text.length
	}
}

export function pattern(expression: RegExp): Literal {
	const sticky = new RegExp(expression, 'y')
	return (text: string, at: number) => {
		sticky.lastIndex = at
		return sticky.test(text) ? sticky.lastIndex : undefined
	}
}

/** A template with all that is nested in it. One that is not closed goes to the end, so that nothing is read twice. */
function template(text: string, at: number, depth = 0): number | undefined {
	if (text[at] !== '`') return undefined
	for (let i = at + 1; i < text.length && depth < MAX_NESTED; i++) {
		if (text[i] === '\\') i++
		else if (text[i] === '`') return i + 1
		else if (text.startsWith('${', i)) i = nestedCode(text, i + 2, depth + 1) - 1
	}
	return text.length
}

const MAX_NESTED = 100

/** @returns behind the bracket that closes it */
function nestedCode(text: string, from: number, nested: number): number {
	let depth = 1
	for (let i = from; i < text.length; i++) {
		const end = template(text, i, nested) ?? literalEnd(text, i, SCRIPT_LITERALS)
		if (end !== undefined) i = end - 1
		else if (text[i] === '{') depth++
		else if (text[i] === '}' && --depth === 0) return i + 1
	}
	return text.length
}

// Bounded, because a line can be as long as a file.
const REGEX = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\[\n]){1,400}\/[a-z]*/y

/** Only where a value may begin: elsewhere a slash divides. */
function regexLiteral(text: string, at: number): number | undefined {
	if (text[at] !== '/') return undefined
	let before = at - 1
	while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before--
	const isValue =
		before < 0 ||
		/[\n(,=:[!&|?{};+\-*%>~^]/.test(text[before]!) ||
		/\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/.test(
			text.slice(Math.max(0, before - 9), before + 1),
		)
	if (!isValue) return undefined
	REGEX.lastIndex = at
	return REGEX.test(text) ? REGEX.lastIndex : undefined
}

/** `<<EOF`, `<<-'EOF'`, `<<~SQL`, `<<<PHP`: from the end of its line to the line that says so. */
export function hereDocument(opening: RegExp): Literal {
	const sticky = new RegExp(opening, 'y')
	return (text: string, at: number) => {
		if (text[at] !== '<') return undefined
		sticky.lastIndex = at
		const name = sticky.exec(text)?.[1]
		if (name === undefined) return undefined
		const end = new RegExp(`\\n[ \\t]*${name}\\b`, 'g')
		end.lastIndex = at
		return end.test(text) ? end.lastIndex : text.length
	}
}

export const SCRIPT_LITERALS = [quoted("'"), quoted('"'), template, regexLiteral]
export const C_LITERALS = [quoted('"'), quoted("'")]
