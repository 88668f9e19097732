// The beginning of a file, however large the file is.

import { open } from 'node:fs/promises'

/** @returns at most `limitBytes` of it as text, without a byte order mark, and the size of the whole */
export async function readHead(
	path: string,
	limitBytes: number,
): Promise<{ text: string; sizeBytes: number }> {
	const file = await open(path)
	try {
		const { size } = await file.stat()
		const buffer = Buffer.alloc(Math.min(size, limitBytes))
		let length = 0
		while (length < buffer.length) {
			const { bytesRead } = await file.read(buffer, length, buffer.length - length, length)
			if (bytesRead === 0) break
			length += bytesRead
		}
		// `stream`: a character cut in half at the end is left out instead of becoming U+FFFD.
		const text = new TextDecoder().decode(buffer.subarray(0, length), { stream: length < size })
		return { text, sizeBytes: size }
	} finally {
		await file.close()
	}
}
