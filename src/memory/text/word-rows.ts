// Rows of words as one text that is searched as it is: to take two thousand of them apart takes the time of a key press, and
// a search of all of them a hundredth of a millisecond. Each word begins with a capital, which nothing else has, so that a
// search stops at few of them. A row is `Own words=Their words` on a line; behind a word stand signs that are no part of it.

export type FoundRow = {
	/** It stands among what is written in front of the sign. */
	isOwn: boolean
	/** The words beside it and those of the other side, with their signs. */
	same: readonly string[]
	others: readonly string[]
}

/**
 * @param beginning - of a word, in lower case
 * @param fits - whether the whole of it is meant
 */
export function rowsWith(
	rows: string,
	beginning: string,
	fits: (word: string, isOwn: boolean) => boolean,
): readonly FoundRow[] {
	const found: FoundRow[] = []
	const start = capital(beginning)
	for (let at = rows.indexOf(start); at !== -1; at = rows.indexOf(start, at + 1)) {
		// What has no capitals is also found in the middle of a word.
		if (!isSign(rows.charCodeAt(at - 1))) continue
		let end = at + start.length
		while (!isSign(rows.charCodeAt(end))) end++
		const sign = rows.indexOf('=', at)
		const line = rows.indexOf('\n', at)
		const isOwn = sign !== -1 && sign < line
		if (!fits(beginning + rows.slice(at + start.length, end), isOwn)) continue
		const own = rows.slice(rows.lastIndexOf('\n', at) + 1, isOwn ? sign : rows.lastIndexOf('=', at))
		const theirs = rows.slice(isOwn ? sign + 1 : rows.lastIndexOf('=', at) + 1, line)
		const [same, others] = isOwn ? [own, theirs] : [theirs, own]
		found.push({ isOwn, same: wordsIn(same), others: wordsIn(others) })
		// Each side of a row is found once.
		at = isOwn ? sign : line
	}
	return found
}

/** @param words - the same without rows, with a sign in front of the first and behind the last */
export function hasWord(words: string, word: string): boolean {
	const start = capital(word)
	for (let at = words.indexOf(start); at !== -1; at = words.indexOf(start, at + 1))
		if (isSign(words.charCodeAt(at - 1)) && isSign(words.charCodeAt(at + start.length))) return true
	return false
}

/** A blank, a line, or one of `'`, `=` and `~`. */
function isSign(code: number): boolean {
	return code === 32 || code === 10 || code === 39 || code === 61 || code === 126
}

function capital(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1)
}

function wordsIn(side: string): readonly string[] {
	return side.split(' ').map(word => word.charAt(0).toLowerCase() + word.slice(1))
}
