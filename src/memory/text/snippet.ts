// The part of a passage that says why it was found.

import type { HitMatch } from '../../core/memory.ts'

/**
 * @param matches - where words were found, in order
 * @returns at most `limit` characters around where those stand that tell most, with `…` where something was left out
 */
export function snippet(text: string, matches: readonly HitMatch[], limit: number): string {
	if (text.length <= limit) return text
	const told = bestStretch(matches, limit)
	const start = told === undefined ? 0 : (told.start + told.end - limit) / 2
	const from = nextWord(text, Math.max(0, Math.min(start, text.length - limit)))
	const to = from + limit >= text.length ? text.length : atWord(text, from + limit)
	return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`
}

/** The stretch that tells most, each word of the question once; what it takes to hold one more counts against it. */
function bestStretch(
	matches: readonly HitMatch[],
	limit: number,
): { start: number; end: number } | undefined {
	let best: { start: number; end: number; value: number } | undefined
	for (const [index, { start }] of matches.entries()) {
		const told = new Map<number, number>()
		let worth = 0
		for (let at = index; at < matches.length; at++) {
			const { end, asked = -at, worth: each = 1 } = matches[at]!
			if (end - start > limit * 0.8 && at > index) break
			const more = each - (told.get(asked) ?? 0)
			if (more <= 0) continue
			told.set(asked, each)
			worth += more
			const value = worth * (1 - (end - start) / (2 * limit))
			if (!best || value > best.value) best = { start, end, value }
		}
	}
	return best
}

function nextWord(text: string, place: number): number {
	const at = Math.ceil(place)
	const blank = at === 0 ? -1 : text.slice(at - 1, at + 40).search(/\s/)
	return blank === -1 ? at : at + blank
}

function atWord(text: string, place: number): number {
	const at = Math.floor(place)
	const blank = text.slice(0, at).search(/\s\S*$/)
	return blank > at - 40 && blank >= 0 ? blank + 1 : at
}
