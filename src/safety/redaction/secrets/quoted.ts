// Quotes as they are in code, in JSON within JSON, in HTML and in an address.

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
