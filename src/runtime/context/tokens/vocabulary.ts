// tiktoken's vocabulary, OpenAI's newest, as a table that is asked with bytes. Its own module takes 300 ms at one go and
// 60 MiB for the same; this is read in pieces, between which keys and replies are answered.

import { setImmediate as nextTick } from 'node:timers/promises'
// By its default: in the bundle it is unpacked beside the event loop.
import o200k from 'tiktoken/encoders/o200k_base.json' with { type: 'json' }

export type Vocabulary = {
	/** @returns the rank of the token that these bytes are, or `NO_TOKEN` */
	rankOf(bytes: Uint8Array, from: number, to: number): number
}

/** More than every rank, so that what is no token comes last. */
export const NO_TOKEN = 0x7fffffff

/** @param ranks - `! 0` and then the tokens by their rank, each in base64 */
export async function readVocabulary(ranks: string): Promise<Vocabulary> {
	// In base64 there are four characters for three bytes, and a blank after.
	const bytes = Buffer.alloc(Math.ceil((ranks.length * 3) / 4))
	const ends = new Int32Array(ENTRIES)
	// Open addressing; what stands in it is a rank and one, for nothing is zero.
	const table = new Int32Array(SLOTS)
	const startOf = (rank: number) => (rank === 0 ? 0 : ends[rank - 1]!)

	let rank = 0
	let end = 0
	for (let at = ranks.indexOf(' ', 2) + 1; at > 0; rank++) {
		if (rank % TOKENS_IN_A_PIECE === 0) await nextTick()
		const next = ranks.indexOf(' ', at)
		const start = end
		end += bytes.write(next === -1 ? ranks.slice(at) : ranks.slice(at, next), start, 'base64')
		ends[rank] = end
		let slot = slotOf(bytes, start, end)
		while (table[slot] !== 0) slot = (slot + 1) % SLOTS
		table[slot] = rank + 1
		at = next + 1
	}
	const kept = Uint8Array.prototype.slice.call(bytes, 0, end)

	function isToken(rank: number, asked: Uint8Array, from: number, to: number): boolean {
		const start = startOf(rank)
		if (ends[rank]! - start !== to - from) return false
		for (let index = from; index < to; index++) if (kept[start + index - from] !== asked[index]) return false
		return true
	}

	return {
		rankOf(asked, from, to) {
			for (let slot = slotOf(asked, from, to); table[slot] !== 0; slot = (slot + 1) % SLOTS)
				if (isToken(table[slot]! - 1, asked, from, to)) return table[slot]! - 1
			return NO_TOKEN
		},
	}
}

/** FNV-1a. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
	let hash = 0x811c9dc5
	for (let index = from; index < to; index++) hash = Math.imul(hash ^ bytes[index]!, 0x01000193)
	return (hash ^ (hash >>> 15)) & (SLOTS - 1)
}

/** About a millisecond. */
const TOKENS_IN_A_PIECE = 4_096
/** More than the 199 998 tokens there are. */
const ENTRIES = 200_000
const SLOTS = 1 << 19

/** Read once a process. It stands below what it is read with. */
export const VOCABULARY: Promise<Vocabulary> = readVocabulary(o200k.bpe_ranks)
