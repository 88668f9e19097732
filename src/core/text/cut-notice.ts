// The notice that stands where a text was cut: how much went, and where the whole is.

/** @param lines - line breaks that went with it */
export function cutNotice(cut: { bytes: number; lines: number; where: string }): string {
	return `[… ${cut.bytes} bytes in ${cut.lines} lines removed here; ${cut.where} …]`
}

/** @returns the lines that a text says were cut out of it; 0 where none were */
export function cutLines(text: string): number {
	let sum = 0
	for (const [, lines] of text.matchAll(NOTICE)) sum += Number(lines)
	return sum
}

const NOTICE = /^\[… \d+ bytes in (\d+) lines removed here; .* …\]$/gm
