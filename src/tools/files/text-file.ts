// Bytes that are text, and bytes that are not.

/** UTF-16 says by its byte order mark that it is, and so it is kept. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

export function encodingOf(bytes: Uint8Array): TextEncoding {
	const [first, second] = bytes
	if (first === 0xff && second === 0xfe) return 'utf-16le'
	return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** @returns the text with its byte order mark, or undefined when the bytes are no text in UTF-8, or in UTF-16 with a mark */
export function decodeText(bytes: Uint8Array): string | undefined {
	const encoding = encodingOf(bytes)
	if (encoding === 'utf-8') return decodeUtf8(bytes)
	const text = decoded(bytes, encoding)
	return text?.includes('\0') ? undefined : text
}

export function decodeUtf8(bytes: Uint8Array): string | undefined {
	return bytes.includes(0) ? undefined : decoded(bytes, 'utf-8')
}

function decoded(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
	} catch {
		return undefined
	}
}

/** In UTF-16 it gets a byte order mark when it has none, for nothing else says what it is. */
export function encodeText(text: string, encoding: TextEncoding = 'utf-8'): Uint8Array {
	if (encoding === 'utf-8') return new TextEncoder().encode(text)
	const bytes = Buffer.from(text.startsWith(BYTE_ORDER_MARK) ? text : BYTE_ORDER_MARK + text, 'utf16le')
	return encoding === 'utf-16le' ? bytes : bytes.swap16()
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
