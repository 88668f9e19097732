// Escape sequences in front of a word: `\n` in JSON, `%3D` in an address or a colour's end looks like the word's
// beginning and belongs to what stood before.

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
