// The notice that stands where a text was cut: how much went, and where the whole is.

/** @param lines - line breaks that went with it */
export function cutNotice(cut: { bytes: number; lines: number; where: string }): string {
	return `[… ${cut.bytes} bytes in ${cut.lines} lines removed here; ${cut.where} …]`
}

/** @returns how many lines more a text had before it was cut, the notice itself and the two halves of lines beside it not counted */
export function cutLines(text: string): number {
	let sum = 0
	for (const [, lines] of text.matchAll(NOTICE)) sum += Number(lines) - NOTICE_LINES
	return sum
}

/** The notice is a line of its own, and what stands before and behind it were two parts of one. */
const NOTICE_LINES = 2

const NOTICE = /^\[… \d+ bytes in (\d+) lines removed here; .* …\]$/gm

/** @returns the files that a text which was cut names for the whole of it */
export function cutFiles(text: string): readonly string[] {
	return Array.from(text.matchAll(WHOLE), match => match[1] ?? match[2] ?? '')
}

const WHOLE =
	/^\[… \d+ bytes in \d+ lines removed here; (?:the whole output is in (.+)|beginning and end of the output are in (.+), \d+ characters .*) …\]$/gm
