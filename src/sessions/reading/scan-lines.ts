// A log read forwards line by line, however long it is: no more of it is held than a piece at a time.

import type { FileHandle } from 'node:fs/promises'

/**
 * @param visit - gets each line and where it begins, a last one without a line end too; false is enough. The bytes are
 * only there during the call
 * @throws the system's own error
 */
export async function scanLines(
	file: FileHandle,
	visit: (line: Buffer, at: number) => boolean,
): Promise<void> {
	let piece = Buffer.allocUnsafe(PIECE_BYTES)
	for (let from = 0; ; ) {
		const { bytesRead } = await file.read(piece, 0, piece.length, from)
		const bytes = piece.subarray(0, bytesRead)
		let at = 0
		for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
			if (!visit(bytes.subarray(at, end), from + at)) return
			at = end + 1
		}
		if (bytesRead < piece.length) {
			if (at < bytesRead) visit(bytes.subarray(at), from + at)
			return
		}
		from += at
		// Not one line end: the line is longer than the piece.
		if (at === 0) piece = Buffer.allocUnsafe(piece.length * 4)
	}
}

const PIECE_BYTES = 1 << 20
const NEWLINE = 10
