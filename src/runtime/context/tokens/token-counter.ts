// Tokens counted, where a figure is shown to somebody. Planning goes by the estimate while that is surely enough.

export type CountTokens = (text: string) => number

/**
 * With the vocabulary of one vendor; other vendors' come near it. All counters of a process share it. Text that looks
 * like a special token is text.
 */
export async function loadTokenCounter(): Promise<CountTokens> {
	const [{ VOCABULARY }, { createPairCounter }] = await Promise.all([
		import('./vocabulary.ts'),
		import('./byte-pairs.ts'),
	])
	const countPiece = createPairCounter(await VOCABULARY)
	return text => {
		const all = Math.ceil(text.length / PIECE_CHARACTERS)
		const step = Math.max(1, all / MOST_PIECES)
		let counted = 0
		let tokens = 0
		for (let index = 0; Math.floor(index) < all; index += step) {
			const piece = pieceOf(text, Math.floor(index))
			counted += piece.length
			tokens += countPiece(piece.toWellFormed())
		}
		return counted === text.length ? tokens : Math.ceil((tokens * text.length) / counted)
	}
}

/** A run of one character takes quadratic time, so no piece is long. */
const PIECE_CHARACTERS = 1_024

/** Of a longer text pieces are taken throughout: one that hardly fits a window need not be counted to the last token. */
const MOST_PIECES = 256

function pieceOf(text: string, index: number): string {
	return text.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS)
}
