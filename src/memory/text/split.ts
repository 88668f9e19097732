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

const PIECE_CHARACTERS = 900

function border(text: string, limit: number): number {
	for (const mark of ['\n\n', '\n', '. ', ' ']) {
		const at = text.lastIndexOf(mark, limit - 1)
		if (at > limit / 3) return at + mark.length
	}
	// Never between the halves of a character.
	return /[\ud800-\udbff]/.test(text[limit - 1]!) ? limit - 1 : limit
}

/** The two ends of a text that is too long to be kept whole. */
export function ends(text: string, limit: number): readonly string[] {
	if (text.length <= limit) return [text]
	const half = Math.floor(limit / 2)
	return [text.slice(0, half), text.slice(-half)]
}
