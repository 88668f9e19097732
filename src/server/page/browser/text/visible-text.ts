// Visible text: what models, tools and files say, as a page may show it. A browser acts on no escape sequence, but what is
// read could be turned around, hidden or piled up.

/** For everything that is shown: colours of terminals go, line ends become one kind, what misleads is drawn. */
export function visible(text: string): string {
	if (isPlain(text)) return text
	return text
		.replace(SEQUENCES, '')
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.replace(MISLEADING, drawn)
		.replace(UNSEEN, '')
		.replace(PILE, '$1')
}

/** For what a person is asked to allow: nothing is taken out, what would not be seen is written as its code. */
export function revealed(text: string): { text: string; hidden: number } {
	if (isPlain(text)) return { text, hidden: 0 }
	let hidden = 0
	const code = (characters: string) =>
		[...characters]
			.map(character => {
				hidden++
				return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
			})
			.join('')
	const shown = text
		.replace(/\r\n/g, '\n')
		.replace(/[\u2028\u2029]/g, code)
		.replace(MISLEADING, code)
		.replace(/\u200c|\u200d|[\ufe00-\ufe0f]/g, code)
		.replace(UNSEEN, code)
		.replace(PILE, (_, kept: string, more: string) => kept + code(more))
	return { text: shown, hidden }
}

/** The first line that says something, cut between characters. */
export function firstLine(text: string, most: number): string {
	const line = text.trimStart().split('\n', 1)[0]!.trimEnd()
	return line.length <= most ? line : `${line.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`
}

export type Ends = { head: string; left: number; tail: string }

/** Beginning and end of a text that is too long to be drawn; `left`: characters between them. */
export function ends(text: string, most: number): Ends {
	if (text.length <= most) return { head: text, left: 0, tail: '' }
	const half = Math.floor(most / 2)
	const head = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '')
	const tail = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')
	return { head, left: text.length - head.length - tail.length, tail }
}

/** The usual case, decided at the speed of one scan. */
function isPlain(text: string): boolean {
	return !/[^\n\t\x20-\x7e]/.test(text)
}

function drawn(character: string): string {
	const code = character.codePointAt(0) ?? 0
	if (code < 0x20) return String.fromCodePoint(0x2400 + code)
	return code === 0x7f ? '␡' : '\ufffd'
}

const SEQUENCES =
	/(?:\x1b\[|\x9b)[\x30-\x3f]{0,64}[\x20-\x2f]{0,8}[\x40-\x7e]|\x1b\][^\x07\x1b]{0,4000}(?:\x07|\x1b\\)/g
/** Controls, and what turns the order of letters around. */
const MISLEADING = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/gu
/** Joiners and selectors shape letters and emoji, so they are not among these. */
const UNSEEN =
	/\u034f|[\xad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu
/** Scripts that stack accents need five or six; what is piled higher covers the lines above. */
const PILE = /(\p{M}{8})(\p{M}+)/gu
