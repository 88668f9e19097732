// The part of a passage that says why it was found.

/**
 * @param matches - where words were found, in order
 * @returns at most `limit` characters around where most of them stand, with `…` where something was left out
 */
export function snippet(
	text: string,
	matches: readonly { start: number; end: number }[],
	limit: number,
): string {
	if (text.length <= limit) return text
	const densest = bestStart(matches, limit)
	const from =
		densest === undefined ? 0 : atWord(text, Math.max(0, Math.min(densest - limit / 8, text.length - limit)))
	const to = from + limit >= text.length ? text.length : atWord(text, from + limit)
	return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`
}

/** Where a stretch begins that holds the most of them. */
function bestStart(matches: readonly { start: number; end: number }[], limit: number): number | undefined {
	let best: { start: number; count: number } | undefined
	for (const [index, { start }] of matches.entries()) {
		let count = 0
		while (matches[index + count] && matches[index + count]!.end - start <= limit * 0.8) count++
		if (!best || count > best.count) best = { start, count }
	}
	return best?.start
}

function atWord(text: string, place: number): number {
	const at = Math.floor(place)
	const blank = text.slice(0, at).search(/\s\S*$/)
	return blank > at - 40 && blank >= 0 ? blank + 1 : at
}
