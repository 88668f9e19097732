// Byte names: names on the disk are bytes, and those that are no UTF-8 are kept in strings all the same. A byte that
// belongs to no character stands as the lone surrogate U+DC80 to U+DCFF, which no name that is UTF-8 can hold.

/** The bytes of a name, or of where a link leads, as a string that `onDisk` turns back into the same bytes. */
export function nameFrom(bytes: Buffer): string {
	const text = bytes.toString('utf8')
	if (!text.includes(REPLACEMENT) || Buffer.from(text).equals(bytes)) return text
	let name = ''
	for (let at = 0; at < bytes.length; ) {
		const length = lengthAt(bytes, at)
		name +=
			length === 0 ? String.fromCharCode(ESCAPED + (bytes[at] ?? 0)) : bytes.toString('utf8', at, at + length)
		at += Math.max(1, length)
	}
	return name
}

/** What the file system is asked for: bytes where a string would name another file. */
export function onDisk(path: string): string | Buffer {
	if (path.isWellFormed()) return path
	return Buffer.concat(
		path
			.split(/([\udc80-\udcff])/u)
			.map(part => (LONE.test(part) ? Buffer.from([part.charCodeAt(0) - ESCAPED]) : Buffer.from(part))),
	)
}

/** For somebody to read: on one line, and told apart from every other name. */
export function shownName(path: string): string {
	if (!UNSHOWABLE.test(path)) return path
	const text = JSON.stringify(path).replace(/\\udc([89a-f][0-9a-f])/g, '\\x$1')
	return text.replace(
		/[\p{Cc}\p{Cf}]/gu,
		letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	)
}

const REPLACEMENT = '\ufffd'
const ESCAPED = 0xdc00
/** With `u`, half of a pair is no match. */
const LONE = /[\udc80-\udcff]/u
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}]/u

/** @returns how many bytes the character there has; 0 where there is none */
function lengthAt(bytes: Buffer, at: number): number {
	for (let length = 1; length <= 4; length++) {
		const some = bytes.subarray(at, at + length)
		const text = some.toString('utf8')
		if (some.length === length && [...text].length === 1 && Buffer.from(text).equals(some)) return length
	}
	return 0
}
