// Pasted text as it goes into the prompt: line ends and tabs kept. What could steer a terminal, what turns the order of
// what is read around and what nobody sees and a model reads all the same is removed.

/** @returns well-formed text with `\n` as its only line end and `\t` as its only other control character */
export function cleanPaste(text: string): string {
	return text
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.replace(ANSI_SEQUENCE, '')
		.replace(/[^\P{Cc}\t\n]/gu, '')
		.replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
		.replace(FLAG_OR_TAGS, (_tags, flag: string | undefined) => flag ?? '')
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

/** Tags behind a black flag spell those of some countries, and anything else is a text that is not drawn. */
const FLAG_OR_TAGS =
	/(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f})|[\u{e0000}-\u{e007f}]+/gu

/** Colours of a copied log: without the Esc, their rest would stay behind as letters. */
const ANSI_SEQUENCE = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g
