// Cutting text to a number of tokens: both ends stay, the middle goes, and the text says so.

export type Count = (text: string) => number

/** @returns text that counts no more than `limitTokens`; empty when not even the notice would fit */
export function cutMiddle(text: string, limitTokens: number, count: Count, remark = ''): string {
	const tokens = count(text)
	if (tokens <= limitTokens) return text
	let characters = Math.floor((text.length * limitTokens) / tokens)
	while (characters > 0) {
		const cut = withoutMiddle(text, characters, remark)
		const cutTokens = count(cut)
		if (cutTokens <= limitTokens) return cut
		const shorter = Math.floor((characters * limitTokens) / cutTokens) - 8
		characters = Math.min(shorter, Math.floor(characters * 0.9))
	}
	return ''
}

function withoutMiddle(text: string, characters: number, remark: string): string {
	const head = text.slice(0, Math.ceil(characters / 2)).toWellFormed()
	const tail = text.slice(text.length - Math.floor(characters / 2)).toWellFormed()
	return `${head}\n[… ${text.length - characters} characters removed here${remark} …]\n${tail}`
}

/** As many whole lines from the front as fit, and how many did not. */
export function fittingLines(
	lines: readonly string[],
	limitTokens: number,
	count: Count,
): { lines: readonly string[]; left: number } {
	let used = 0
	const fitting: string[] = []
	for (const line of lines) {
		used += count(`${line}\n`)
		if (used > limitTokens) break
		fitting.push(line)
	}
	return { lines: fitting, left: lines.length - fitting.length }
}
