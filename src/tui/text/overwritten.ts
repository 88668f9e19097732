// What a command printed as a terminal would have it: a progress bar goes back over its line again and again, and of
// that line its last state is what there is to read.

/** @param text - as it was printed; of a line that is written anew what stood there goes, and what is gone back over */
export function overwritten(text: string): string {
	if (!/[\r\b]|\x1b\[[01]?G/.test(text)) return text
	return text.split('\n').map(lastState).join('\n')
}

/** Returns before the end of the line are how Windows ends it, and what is not written yet has not gone over anything. */
function lastState(line: string): string {
	const last = line
		.replace(/\r+$/, '')
		.split(/\r|\x1b\[[01]?G/)
		.at(-1)!
	return last.includes('\b') ? withoutErased(last) : last
}

function withoutErased(line: string): string {
	const kept: string[] = []
	for (const character of line) {
		if (character === '\b') kept.pop()
		else kept.push(character)
	}
	return kept.join('')
}
