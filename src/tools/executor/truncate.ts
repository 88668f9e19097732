// Truncation of long results: the two ends stay, the whole goes to a file that the result names, as far as there is
// one.

import { byteLength, utf8Bytes, utf8Text } from '../../core/text/bytes.ts'

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
	const roomBytes = Math.max(0, limitBytes - byteLength(notice(bytes.length, where)))
	const headEnd = characterStart(bytes, Math.ceil(roomBytes / 2))
	const tailStart = characterEnd(bytes, bytes.length - Math.floor(roomBytes / 2))
	const head = utf8Text(bytes.subarray(0, headEnd))
	return `${head}${notice(tailStart - headEnd, where)}${utf8Text(bytes.subarray(tailStart))}`
}

function notice(removedBytes: number, where: string): string {
	return `\n[… ${removedBytes} bytes removed here; ${where} …]\n`
}

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
