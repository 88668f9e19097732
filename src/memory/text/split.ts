// Chunking: a message as pieces of which each is about one thing, cut between paragraphs where that is possible,
// between lines or words where it is not. Every piece stands in the message letter by letter.

/** @returns pieces of at most `limit` characters, without blank edges */
export function splitText(text: string, limit: number = PIECE_CHARACTERS): readonly string[] {
	const pieces: string[] = []
	let rest = text.trim()
	while (rest.length > limit) {
		const at = border(rest, limit)
		pieces.push(rest.slice(0, at).trimEnd())
		rest = rest.slice(at).trimStart()
	}
	return rest === '' ? pieces : [...pieces, rest]
}

export type TextPiece = {
	text: string
	/** In the whole text, from 0, both included. */
	firstLine: number
	lastLine: number
}

/**
 * For files and outputs: borders are set by what stands at them, so that a text that was changed, or of which only a
 * part was read, has the same pieces but for those around the change.
 * @returns pieces of at most `limit` characters, without blank lines at their edges
 */
export function splitByContent(text: string, limit: number = PIECE_CHARACTERS): readonly TextPiece[] {
	const pieces: TextPiece[] = []
	let from = 0
	let line = 0
	while (from < text.length) {
		const to = text.length - from <= limit ? text.length : from + contentBorder(text, from, limit)
		const raw = text.slice(from, to)
		const blank = /^(?:[^\S\n]*\n)+/.exec(raw)?.[0] ?? ''
		const piece = raw.slice(blank.length).trimEnd()
		const firstLine = line + newlines(blank)
		if (piece !== '') pieces.push({ text: piece, firstLine, lastLine: firstLine + newlines(piece) })
		line += newlines(raw)
		from = to
	}
	return pieces
}

const PIECE_CHARACTERS = 900

function border(text: string, limit: number): number {
	for (const mark of ['\n\n', '\n', '. ', ' ']) {
		const at = text.lastIndexOf(mark, limit - 1)
		if (at > limit / 3) return at + mark.length
	}
	// Never between the halves of a character.
	return /[\ud800-\udbff]/.test(text[limit - 1]!) ? limit - 1 : limit
}

/** Of the lines that a piece could end before the one whose digest is smallest, which is the same whatever is before it. */
function contentBorder(text: string, from: number, limit: number): number {
	let best: { at: number; isParagraph: boolean; digest: number } | undefined
	let at = text.indexOf('\n', from + Math.floor(limit / 3)) + 1
	while (at > 0 && at - from <= limit) {
		const isParagraph = text[at - 2] === '\n'
		const digest = lineDigest(text, at)
		if (!best || (isParagraph === best.isParagraph ? digest < best.digest : isParagraph))
			best = { at, isParagraph, digest }
		at = text.indexOf('\n', at) + 1
	}
	return best ? best.at - from : border(text.slice(from, from + limit + 1), limit)
}

/** FNV-1a of the beginning of a line. */
function lineDigest(text: string, start: number): number {
	let digest = 0x811c9dc5
	for (let at = start; at < start + 48 && at < text.length; at++) {
		const code = text.charCodeAt(at)
		if (code === 10) break
		digest = Math.imul(digest ^ code, 0x01000193)
	}
	return digest >>> 0
}

function newlines(text: string): number {
	let count = 0
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
	return count
}
