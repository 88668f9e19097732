// One side of a changed file: its content as bytes, so that what is put back is what was there to the last of them, and
// what of it a person is shown.

import type { FileSide } from '../../core/review/changes.ts'
import { shownName } from '../../core/text/byte-names.ts'

/**
 * `mode`: permission bits; undefined where nothing is known of them. `closed`: nothing that could be compared line by
 * line or put back from here; `id` tells one from another.
 */
export type FileContent =
	| { kind: 'missing' }
	| { kind: 'file'; bytes: Buffer; mode: number | undefined }
	| { kind: 'link'; target: string }
	| { kind: 'closed'; words: string; id: string }

export const MISSING: FileContent = { kind: 'missing' }

/** More is not held in memory twice for a screen. */
export const MOST_SHOWN_BYTES = 8 << 20

/** @param isModeShown - it is another one on the other side */
export function sideOf(content: FileContent, isModeShown: boolean): FileSide {
	switch (content.kind) {
		case 'missing':
			return content
		case 'link':
			return { kind: 'other', words: `a link to ${shownName(content.target)}` }
		case 'closed':
			return { kind: 'other', words: content.words }
		case 'file': {
			const { bytes, mode } = content
			const shown = isModeShown && mode !== undefined ? { mode: mode.toString(8) } : {}
			if (!isText(bytes)) return { kind: 'other', words: `binary, ${bytes.length} bytes`, ...shown }
			return { kind: 'text', text: bytes.toString('utf8'), ...shown }
		}
	}
}

export function isText(bytes: Buffer): boolean {
	return !bytes.subarray(0, LOOKED_AT_BYTES).includes(0)
}

/** As git tells text from anything else. */
const LOOKED_AT_BYTES = 8_000

/** Each with its end, a character for each byte, so that two are equal when their bytes are. */
export function byteLines(bytes: Buffer): readonly string[] {
	const text = bytes.toString('latin1')
	const lines: string[] = []
	let from = 0
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
		lines.push(text.slice(from, at + 1))
		from = at + 1
	}
	if (from < text.length) lines.push(text.slice(from))
	return lines
}

export function bytesOf(lines: readonly string[]): Buffer {
	return Buffer.from(lines.join(''), 'latin1')
}
