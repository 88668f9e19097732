// Tokens counted, where a figure is shown to somebody. Planning goes by the estimate: loading a vocabulary takes 300 ms.

export type CountTokens = (text: string) => number

/**
 * With OpenAI's newest vocabulary; other vendors' come near it. The caller keeps the result and lets go of it with
 * the process: the vocabulary takes 60 MiB.
 */
export async function loadTokenCounter(): Promise<CountTokens> {
	const [{ Tiktoken }, { default: vocabulary }] = await Promise.all([
		import('tiktoken/lite'),
		import('tiktoken/encoders/o200k_base.json', { with: { type: 'json' } }),
	])
	const { bpe_ranks: ranks, special_tokens: special, pat_str: pattern } = vocabulary
	const encoding = new Tiktoken(ranks, special, pattern)
	// A run of one character takes quadratic time, so no piece is long. Text that looks like a special token is text.
	return text => pieces(text).reduce((sum, piece) => sum + encoding.encode_ordinary(piece).length, 0)
}

const PIECE_CHARACTERS = 4_096

function pieces(text: string): readonly string[] {
	const count = Math.ceil(text.length / PIECE_CHARACTERS)
	return Array.from({ length: count }, (_, index) =>
		text.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS).toWellFormed(),
	)
}
