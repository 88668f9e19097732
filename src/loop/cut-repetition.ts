// What is kept of a text that repeated itself until it was stopped: read again, it would make the next reply do the same.

/** @returns the text up to where its end begins to say a passage again, and a remark about the rest */
export function cutRepetition(text: string): string {
	const tail = text.slice(-LONGEST_TAIL)
	const repeated = repeatedAtEnd(tail)
	if (repeated < SHORTEST_REPETITION) return text
	return `${text.slice(0, text.length - repeated).toWellFormed()}\n[… ${repeated} characters that repeat this were left out here …]`
}

const LONGEST_TAIL = 2 ** 18
const SHORTEST_REPETITION = 1_000

/** How many characters at the end are those that stand one passage before them, for the passage that makes most of it. */
function repeatedAtEnd(text: string): number {
	const last = text.length - 1
	// Read from the end: how far the text from each place on is the same as from the end on.
	const same = new Uint32Array(text.length)
	let left = 0
	let right = 0
	let most = 0
	for (let at = 1; at < text.length; at++) {
		let length = at < right ? Math.min(right - at, same[at - left]!) : 0
		while (at + length <= last && text[last - length] === text[last - at - length]) length++
		same[at] = length
		if (at + length > right) {
			left = at
			right = at + length
		}
		most = Math.max(most, length)
	}
	return most
}
