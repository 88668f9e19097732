// Quotes as they are in code, in JSON within JSON, in HTML and in an address, and escape sequences in front of a word:
// `\n` in JSON, `%3D` in an address or a colour's end looks like the word's beginning and belongs to what stood before.

/** @returns the text between quotes; a quote without its other half is not read */
export function readQuoted(
	text: string,
	begin: number,
): { start: number; end: number; text: string; quote: string } | undefined {
	OPENING.lastIndex = begin
	const found = OPENING.exec(text)
	if (!found) return undefined
	const start = begin + found[0].length
	const quote = found[1]!
	const end = closing(text, start, quote)
	return end === undefined ? undefined : { start, end, text: text.slice(start, end), quote }
}

/** What opens a quote at a place, prefix included. */
export function opening(text: string, begin: number): string | undefined {
	OPENING.lastIndex = begin
	return OPENING.exec(text)?.[0]
}

const OPENING = /(?:[brufLNE@]{1,2}(?=["']))?(\\{0,7}["'`]|&quot;|&#0?3[49];|&apos;|%2[27])/y
const QUOTED_LIMIT = 1_024

function closing(text: string, start: number, quote: string): number | undefined {
	const mark = quote.charCodeAt(quote.length - 1)
	if (quote.startsWith('&') || quote.startsWith('%')) {
		const inner = text.slice(start, start + QUOTED_LIMIT)
		const end = inner.indexOf(quote)
		return end < 0 || /[\n\r]/.test(inner.slice(0, end)) ? undefined : start + end
	}
	// A quote with as many backslashes as the first one had closes; one with more is part of the value.
	const escapes = quote.length - 1
	let backslashes = 0
	for (let at = start; at < start + QUOTED_LIMIT; at++) {
		const code = text.charCodeAt(at)
		if (code === 92) {
			backslashes++
			continue
		}
		if (code === mark && backslashes <= escapes) return at - backslashes
		if (code === 10 || code === 13 || Number.isNaN(code)) return undefined
		backslashes = 0
	}
	return undefined
}

/** How many characters of a word belong to an escape in front of it: `\n` in JSON, `%3D` in an address, a colour's end. */
export function gluedLength(text: string, start: number, floor: number): number {
	if (start === floor) return 0
	const before = text[start - 1]
	if (before === '\\' || before === '%')
		return (ESCAPE.exec(text.slice(start - 1, start + 5))?.[0].length ?? 1) - 1
	if (before !== '[' && before !== ';') return 0
	const end = COLOUR_END.exec(text.slice(start, start + 4))?.[0].length ?? 0
	return end > 0 && COLOUR.test(text.slice(Math.max(floor, start - 16), start)) ? end : 0
}

const ESCAPE = /^(?:\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[nrtbfv0])|%[0-9A-Fa-f]{2})/
const COLOUR = /(?:\x1b|\\u001b|\\x1b|\\e|\\033)\[[\d;]*$/
const COLOUR_END = /^\d{0,3}[mK]/
