// Bytes that are text, and bytes that are not.

/** @returns the text with its byte order mark, or undefined when the bytes are not UTF-8 text */
export function decodeText(bytes: Uint8Array): string | undefined {
	if (bytes.includes(0)) return undefined
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
	} catch {
		return undefined
	}
}

export function encodeText(text: string): Uint8Array {
	return new TextEncoder().encode(text)
}

export const BYTE_ORDER_MARK = '\uFEFF'

/** The line end most lines have; a file without any gets LF. */
export function lineEndOf(text: string): '\n' | '\r\n' {
	const all = text.split('\n').length - 1
	const windows = text.split('\r\n').length - 1
	return windows * 2 > all ? '\r\n' : '\n'
}

/** A line and what ended it; only the last one may end in nothing. */
export type Line = { text: string; end: '\n' | '\r\n' | '' }

export function splitLines(text: string): Line[] {
	return linesFrom(text, 0, Number.POSITIVE_INFINITY).lines
}

/**
 * Some lines of a long text, without making objects of all the others.
 * @param first - from 0
 * @returns them, and how many there are in all
 */
export function linesFrom(text: string, first: number, limit: number): { lines: Line[]; count: number } {
	const lines: Line[] = []
	let count = 0
	for (let start = 0; start < text.length; count++) {
		const found = text.indexOf('\n', start)
		const at = found === -1 ? text.length : found
		if (count >= first && lines.length < limit) lines.push(lineAt(text, start, at))
		start = at + 1
	}
	return { lines, count }
}

function lineAt(text: string, start: number, at: number): Line {
	if (at === text.length) return { text: text.slice(start), end: '' }
	const isWindows = at > start && text[at - 1] === '\r'
	return { text: text.slice(start, isWindows ? at - 1 : at), end: isWindows ? '\r\n' : '\n' }
}

export function joinLines(lines: readonly Line[]): string {
	return lines.map(({ text, end }) => text + end).join('')
}
