// The sanitizer, the one gate for foreign text: what models, tools, files and servers say reaches the terminal as
// printable characters and nothing else. Escape sequences go, single control characters become visible, letters stay.

import { latePattern } from '../../core/text/late-pattern.ts'

/**
 * For everything that is shown. Line feeds and tabs stay; carriage returns become line feeds. Whole escape sequences
 * are taken out; what only looks like the beginning of one is made visible, so that it cannot swallow what follows.
 */
export function sanitize(text: string): string {
	if (isPlain(text)) return text
	return withoutPiles(cleanText(withoutSequences(text)).replaceAll(GAP, ''))
}

/**
 * For what a person is asked to allow: nothing is taken out, every character that would not be seen is written as
 * its code.
 * @returns the text and how many characters were hidden in it
 */
export function reveal(text: string): { text: string; hidden: number } {
	if (isPlain(text)) return { text, hidden: 0 }
	let hidden = 0
	const asCode = (character: string) => {
		hidden++
		return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
	}
	const shown = cleanText(text.replace(/\p{Noncharacter_Code_Point}/gu, asCode), asCode).replace(
		pile(),
		(_, kept: string, more: string) => kept + [...more].map(asCode).join(''),
	)
	return { text: shown, hidden }
}

/** Between two pieces of one stream: what may be the beginning of a sequence, the character before it, its accents. */
export type SanitizerState = { held: string; before: string; marks: number }

export const FRESH_SANITIZER: SanitizerState = { held: '', before: '', marks: 0 }

/**
 * `sanitize` for text that comes in pieces cut anywhere: the pieces together give what the whole would have given.
 * What is held back at the end of the stream is had with `sanitizeRest`.
 */
export function sanitizePiece(state: SanitizerState, piece: string): { text: string; state: SanitizerState } {
	if (state.held === '' && isPlain(piece)) {
		return piece === ''
			? { text: '', state }
			: { text: piece, state: { held: '', before: piece.slice(-1), marks: 0 } }
	}
	const whole = state.held + piece
	const open = unfinished().exec(whole)
	const ready = open && whole.length - open.index <= HELD_LIMIT ? whole.slice(0, open.index) : whole
	const stripped = withoutSequences(state.before + ready)
	const text = cleanText(stripped).slice(state.before.length).replaceAll(GAP, '')
	const held = whole.slice(ready.length)
	return {
		text: withoutPiles(text, state.marks),
		state: { held, before: lastCharacter(stripped), marks: marksAtEnd(text, state.marks) },
	}
}

export function sanitizeRest(state: SanitizerState): string {
	const rest = cleanText(withoutSequences(state.before + state.held)).slice(state.before.length)
	return withoutPiles(rest.replaceAll(GAP, ''), state.marks)
}

/** One line of foreign text, for a place that has only one. */
export function sanitizeLine(text: string): string {
	const lines = sanitize(text).split('\n')
	if (lines.length === 1) return lines[0]!.replaceAll('\t', ' ')
	const between = lines.slice(1, -1).map(line => line.trim())
	return [lines[0]!.trimEnd(), ...between.filter(line => line !== ''), lines.at(-1)!.trimStart()]
		.join(' ⏎ ')
		.replaceAll('\t', ' ')
}

/** The usual case, decided at the speed of one scan. */
function isPlain(text: string): boolean {
	return !/[^\n\t\x20-\x7e]/.test(text)
}

/** A sequence that gets longer than this is not one: a title or a link is shorter. */
const HELD_LIMIT = 4096

/** What stood on both sides of a sequence does not become one character, or one line end, when it is taken out. */
function withoutSequences(text: string): string {
	return text.replace(/[\p{Surrogate}\p{Noncharacter_Code_Point}]/gu, '\ufffd').replace(sequences(), GAP)
}

/** A code point that is no character, and of which none is left in the text. */
const GAP = '\ufdd0'

// Introduced by ESC or by its single C1 character. Strings (OSC, DCS, APC, PM, SOS) count only when they end, and
// before the next one begins: one that does not end would take everything after it along.
const sequences = latePattern(
	() =>
		new RegExp(
			[
				/(?:\x1b\[|\x9b)[\x30-\x3f]{0,64}[\x20-\x2f]{0,8}[\x40-\x7e]/,
				/(?:\x1b[\]P_^X]|[\x90\x98\x9d-\x9f])[^\x1b\x07\x90\x98\x9c-\x9f]{0,4000}(?:\x1b\\|\x07|\x9c)/,
				/\x1b[\x20-\x2f]{1,8}[\x30-\x7e]/,
				/\x1b[\x30-\x4f\x51-\x57\x59\x5a\x5c\x60-\x7e]/,
			]
				.map(part => part.source)
				.join('|'),
			'g',
		),
)

// What a piece may end with that the next piece could turn into something else.
const unfinished = latePattern(
	() =>
		new RegExp(
			[
				/(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*$/,
				/(?:\x1b[\]P_^X]|[\x90\x98\x9d-\x9f])[^\x1b\x07\x90\x98\x9c-\x9f]*\x1b?$/,
				/\x1b[\x20-\x2f]*$/,
				// Joiners and selectors wait for what they join or select, flags for their tags, halves for their other half.
				// From the first of them only, or a long row of them would be tried from each.
				/(?<!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])(?:\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])*(?:\u{1f3f4}[\u{e0020}-\u{e007e}]*)?[\r\ud800-\udbff]?$/u,
			]
				.map(part => part.source)
				.join('|'),
			'u',
		),
)

/** @param substitute - what to write for a hidden character; without it, invisible ones vanish and the rest is drawn */
function cleanText(text: string, substitute?: (character: string) => string): string {
	return text
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.replace(hidden(), (match, legitimate: string | undefined) => {
			if (legitimate !== undefined) return match
			if (substitute) return [...match].map(substitute).join('')
			return [...match].map(visibleForm).join('')
		})
}

/** Accents on one letter: scripts that stack them need five or six, what is piled higher covers the lines above. */
const PILE_LIMIT = 8
const pile = latePattern(
	() => new RegExp(String.raw`((?:[\u200c\u200d]*\p{M}){${PILE_LIMIT}})([\p{M}\u200c\u200d]+)`, 'gu'),
)

/** @param before - how many accents the text before ended with; this one may go on with more */
function withoutPiles(text: string, before = 0): string {
	const first = /^[\p{M}\u200c\u200d]+/u.exec(text)?.[0] ?? ''
	let marks = before
	let kept = ''
	for (const character of before === 0 ? '' : first) {
		if (marks < PILE_LIMIT) kept += character
		if (!isJoiner(character)) marks++
	}
	return before === 0 ? text.replace(pile(), '$1') : kept + text.slice(first.length).replace(pile(), '$1')
}

/** How many accents a text ends with, those of the text before included where there is nothing else in it. */
function marksAtEnd(text: string, before: number): number {
	let marks = 0
	for (let end = text.length; end > 0; ) {
		const character = /[\s\S]$/u.exec(text.slice(Math.max(0, end - 2), end))?.[0] ?? ''
		if (!isJoiner(character)) {
			if (!/\p{M}/u.test(character)) return marks
			marks++
		}
		end -= character.length
	}
	return before + marks
}

function isJoiner(character: string): boolean {
	return character === '\u200c' || character === '\u200d'
}

const UNSEEN = String.raw`\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`
const MISLEADING = String.raw`\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\p{Surrogate}`
/** What a joiner joins and a selector selects a form of. Our own substitutes are not of that kind. */
const JOINED = String.raw`(?![${UNSEEN}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]`
const SHAPED = String.raw`(?![${UNSEEN}\u2400-\u2421\ufffd])[\p{L}\p{N}\p{S}\p{P}]`
const SELECTOR = String.raw`[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`

// The first group is what only looks hidden: tag characters spell the flags of England, Scotland and Wales, joiners
// and selectors shape the character before them.
const hidden = latePattern(
	() =>
		new RegExp(
			`(${[
				String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}`,
				String.raw`(?<=${JOINED}\ufe0f?)[\u200c\u200d](?=${JOINED})`,
				String.raw`(?<=${SHAPED})[\ufe00-\ufe0f](?!${SELECTOR})`,
				String.raw`(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}](?!${SELECTOR})`,
			].join('|')})|[${UNSEEN}${MISLEADING}]`,
			'gu',
		),
)

function visibleForm(character: string): string {
	const code = character.codePointAt(0) ?? 0
	if (code < 0x20) return String.fromCodePoint(0x2400 + code)
	if (code === 0x7f) return '␡'
	// Overrides turn the order of what is read around, so their absence should be seen. The rest is only unseen.
	const isSeen = code <= 0x9f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
	return isSeen || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : ''
}

/** Only what passes the gate alone can be put in front of the next piece. */
function lastCharacter(text: string): string {
	const last = /[\s\S]$/u.exec(text)?.[0] ?? ''
	return sanitize(last) === last ? last : ''
}
