// Pasted text as it goes into the prompt: line ends and tabs kept, everything that could steer a terminal removed.

/** @returns well-formed text with `\n` as its only line end and `\t` as its only other control character */
export function cleanPaste(text: string): string {
	return text
		.replace(/\r\n?/g, '\n')
		.replace(ANSI_SEQUENCE, '')
		.replace(/[^\P{Cc}\t\n]/gu, '')
		.replace(/\p{Cs}/gu, '\ufffd')
}

/** Worth a marker instead of the text itself. */
export function isLargePaste(text: string): boolean {
	if (text.length > MARKER_ABOVE_CHARACTERS) return true
	let lineEnds = 0
	for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1))
		lineEnds++
	return lineEnds >= MARKER_ABOVE_LINES
}

const MARKER_ABOVE_LINES = 10
const MARKER_ABOVE_CHARACTERS = 1000

/** Colours of a copied log: without the Esc, their rest would stay behind as letters. */
const ANSI_SEQUENCE = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g
