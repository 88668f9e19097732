// Byte pair encoding as tiktoken does it, but for the tokens themselves: how many a text is.

import { NO_TOKEN, type Vocabulary } from './vocabulary.ts'

/** @returns how many tokens a text is, which is a short one: each of its words takes quadratic time */
export function createPairCounter({ rankOf }: Vocabulary): (text: string) => number {
	/** Where the parts of a word begin, and how early each would be joined with the next. */
	let starts = new Int32Array(0)
	let ranks = new Int32Array(0)

	function tokensIn(bytes: Uint8Array, from: number, to: number): number {
		if (to - from < 2 || rankOf(bytes, from, to) !== NO_TOKEN) return 1
		let count = to - from
		if (starts.length <= count + 1) {
			starts = new Int32Array(2 * count + 2)
			ranks = new Int32Array(2 * count + 2)
		}
		const joined = (part: number) =>
			part + 2 > count ? NO_TOKEN : rankOf(bytes, starts[part]!, starts[part + 2]!)
		for (let part = 0; part <= count; part++) starts[part] = from + part
		for (let part = 0; part < count; part++) ranks[part] = joined(part)
		while (count > 1) {
			const first = earliest(ranks, count)
			if (ranks[first] === NO_TOKEN) break
			starts.copyWithin(first + 1, first + 2, count + 1)
			ranks.copyWithin(first + 1, first + 2, count)
			count--
			ranks[first] = joined(first)
			if (first > 0) ranks[first - 1] = joined(first - 1)
		}
		return count
	}

	const encoder = new TextEncoder()
	let buffer = new Uint8Array(4_096)
	return text => {
		if (buffer.length < text.length * 3) buffer = new Uint8Array(text.length * 3)
		const { written } = encoder.encodeInto(text, buffer)
		const isAscii = written === text.length
		let tokens = 0
		let end = 0
		for (const [word] of text.matchAll(WORDS)) {
			const start = end
			end += isAscii ? word.length : Buffer.byteLength(word)
			tokens += tokensIn(buffer, start, end)
		}
		return tokens
	}
}

function earliest(ranks: Int32Array, count: number): number {
	let first = 0
	for (let part = 1; part < count; part++) if (ranks[part]! < ranks[first]!) first = part
	return first
}

/**
 * The pattern of the vocabulary (`pat_str`), which covers every text. Its `(?i:…)` is written out, for older versions of
 * Node do not know it, and so is `\s`, of which JavaScript has another idea.
 */
const WORDS = new RegExp(
	[
		String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:SHORT)?`,
		String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:SHORT)?`,
		String.raw`\p{N}{1,3}`,
		String.raw` ?[^\p{White_Space}\p{L}\p{N}]+[\r\n/]*`,
		String.raw`\p{White_Space}*[\r\n]+`,
		String.raw`\p{White_Space}+(?!\P{White_Space})`,
		String.raw`\p{White_Space}+`,
	]
		.join('|')
		.replaceAll('SHORT', String.raw`'[sS\u017f]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]`),
	'gu',
)
