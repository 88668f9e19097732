// Truncation of long results: the two ends stay, the whole goes to a file that the result names, as far as there is
// one.

import { byteLength, utf8Bytes, utf8Text } from '../../core/text/bytes.ts'
import { cutNotice } from '../../core/text/cut-notice.ts'

/**
 * @param save - keeps the full text and gives the path `read` can open; only called when something is cut
 * @param lostCharacters - what is missing in the text itself, so that nobody looks for it in the file
 * @returns at most `limitBytes` of UTF-8, the notice included
 */
export async function truncate(
	text: string,
	save: (full: string) => Promise<string>,
	{ limitBytes = RESULT_LIMIT_BYTES, lostCharacters = 0 } = {},
): Promise<string> {
	if (text.length <= limitBytes && byteLength(text) <= limitBytes) return text
	return cutMiddle(text, limitBytes, whereabouts(await save(text), lostCharacters))
}

export const RESULT_LIMIT_BYTES = 40_000

function whereabouts(path: string, lostCharacters: number): string {
	if (lostCharacters === 0) return `the whole output is in ${path}`
	return `beginning and end of the output are in ${path}, ${lostCharacters} characters between them were too much to keep`
}

/** Half head, half tail. No character is split, and the notice says how much went and where it is. */
function cutMiddle(text: string, limitBytes: number, where: string): string {
	const bytes = utf8Bytes(text)
	const longest = notice({ bytes: bytes.length, lines: bytes.length, where })
	const roomBytes = Math.max(0, limitBytes - byteLength(longest))
	const headEnd = characterStart(bytes, Math.ceil(roomBytes / 2))
	const tailStart = characterEnd(bytes, bytes.length - Math.floor(roomBytes / 2))
	const head = utf8Text(bytes.subarray(0, headEnd))
	const removed = bytes.subarray(headEnd, tailStart)
	const said = notice({ bytes: removed.length, lines: lineBreaks(removed), where })
	return `${head}${said}${utf8Text(bytes.subarray(tailStart))}`
}

function notice(cut: Parameters<typeof cutNotice>[0]): string {
	return `\n${cutNotice(cut)}\n`
}

function lineBreaks(bytes: Uint8Array): number {
	let count = 0
	for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++
	return count
}

const LINE_FEED = 10

/** The nearest border at or before `index`. A byte of the form 10xxxxxx is inside a character. */
function characterStart(bytes: Uint8Array, index: number): number {
	let at = index
	while (at > 0 && isInside(bytes[at])) at--
	return at
}

function characterEnd(bytes: Uint8Array, index: number): number {
	let at = index
	while (at < bytes.length && isInside(bytes[at])) at++
	return at
}

function isInside(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000
}
