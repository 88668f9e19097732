// The thread in which tokens are counted; `token-counter.ts` starts it. tiktoken makes its table in one go, which takes it
// 200 ms and more.

import { parentPort, workerData } from 'node:worker_threads'
import vocabulary from 'tiktoken/encoders/o200k_base.json' with { type: 'json' }
import tiktoken from 'tiktoken/lite'

// OpenAI's newest; other vendors' come near it.
const { bpe_ranks, special_tokens, pat_str } = vocabulary
const encoding = new tiktoken.Tiktoken(bpe_ranks, special_tokens, pat_str)

/** Zero while a text is counted, then its tokens and one. */
const answer: Int32Array = workerData
parentPort?.on('message', (text: string) => {
	Atomics.store(answer, 0, tokensIn(text) + 1)
	Atomics.notify(answer, 0)
})
parentPort?.postMessage('ready')

/** Text that looks like a special token is text. */
function tokensIn(text: string): number {
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

/** A run of one character takes quadratic time, so no piece is long. */
const PIECE_CHARACTERS = 1_024

/** Of a longer text pieces are taken throughout: one that hardly fits a window need not be counted to the last token. */
const MOST_PIECES = 256

function pieceOf(text: string, index: number): string {
	return text.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS)
}
