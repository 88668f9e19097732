// Tokens counted, where a figure is shown to somebody. Planning goes by the estimate: loading a vocabulary takes 300 ms.

export type CountTokens = (text: string) => number

/**
 * With OpenAI's newest vocabulary; other vendors' come near it. The caller keeps the result and lets go of it with
 * the process: the vocabulary takes 60 MiB.
 */
export async function loadTokenCounter(): Promise<CountTokens> {
	// By its default: a bundle that is cut into chunks gives a CommonJS package no names of its own.
	const [{ default: tiktoken }, { default: vocabulary }] = await Promise.all([
		import('tiktoken/lite'),
		import('tiktoken/encoders/o200k_base.json', { with: { type: 'json' } }),
	])
	const { bpe_ranks: ranks, special_tokens: special, pat_str: pattern } = vocabulary
	const encoding = new tiktoken.Tiktoken(ranks, special, pattern)
	// Text that looks like a special token is text.
	return text => {
		const all = Math.ceil(text.length / PIECE_CHARACTERS)
		const step = Math.max(1, all / MOST_PIECES)
		let counted = 0
		let tokens = 0
		for (let index = 0; Math.floor(index) < all; index += step) {
			const piece = pieceOf(text, Math.floor(index))
			counted += piece.length
			tokens += encoding.encode_ordinary(piece.toWellFormed()).length
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
