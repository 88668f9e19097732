// A result that is too long keeps its two ends; the whole of it goes to a file the result names.

/**
 * @param save - keeps the full text and gives the path `read` can open; only called when something is cut
 * @returns at most `limitBytes` of UTF-8, the notice included
 */
export async function truncate(
	text: string,
	save: (full: string) => Promise<string>,
	limitBytes: number = RESULT_LIMIT_BYTES,
): Promise<string> {
	if (text.length <= limitBytes && Buffer.byteLength(text) <= limitBytes) return text
	return cutMiddle(text, limitBytes, await save(text))
}

export const RESULT_LIMIT_BYTES = 40_000

/** Half head, half tail. No character is split, and the notice says how much went and where the whole is. */
export function cutMiddle(text: string, limitBytes: number, path: string): string {
	const bytes = Buffer.from(text)
	const roomBytes = Math.max(0, limitBytes - Buffer.byteLength(notice(bytes.length, path)))
	const headEnd = characterStart(bytes, Math.ceil(roomBytes / 2))
	const tailStart = characterEnd(bytes, bytes.length - Math.floor(roomBytes / 2))
	const head = bytes.toString('utf8', 0, headEnd)
	return `${head}${notice(tailStart - headEnd, path)}${bytes.toString('utf8', tailStart)}`
}

function notice(removedBytes: number, path: string): string {
	return `\n[… ${removedBytes} bytes removed here; the whole output is in ${path} …]\n`
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
