// Text of a page from its bytes: a byte order mark, the header, the page's own word, UTF-8 and windows-1252 are tried, in
// that order, until one fits.

/** @param declared - of the content type, if it names one */
export function decodeText(bytes: Uint8Array, declared: string | undefined): string {
	const labels = [markOf(bytes), declared, ownWord(bytes), 'utf-8'].filter(each => each !== undefined)
	for (const label of new Set(labels.map(each => each.toLowerCase()))) {
		const text = decodeAs(label, bytes)
		if (text !== undefined && isPlausible(text)) return text
	}
	// Every byte is something in it, so it fits when nothing else does.
	return decodeAs('windows-1252', bytes) ?? ''
}

function markOf([a, b, c]: Uint8Array): string | undefined {
	if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
	if (a === 0xff && b === 0xfe) return 'utf-16le'
	if (a === 0xfe && b === 0xff) return 'utf-16be'
	return undefined
}

/** `<meta charset>`, `<meta http-equiv content>` or `<?xml encoding>` near the beginning. */
function ownWord(bytes: Uint8Array): string | undefined {
	const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1')
	const [, label] =
		/<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head) ??
		/^<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]{1,40})/i.exec(head) ??
		[]
	// A page that could be read this far is not what it says here.
	return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}

/** @returns undefined for an encoding nobody knows */
function decodeAs(label: string, bytes: Uint8Array): string | undefined {
	try {
		const decoder = new TextDecoder(label)
		const text = decoder.decode(bytes)
		return decoder.encoding === 'windows-1252' ? withPunctuation(text) : text
	} catch {
		return undefined
	}
}

/** Node 20 takes windows-1252 for Latin-1, which has control characters where quotes, dashes and the euro are. */
function withPunctuation(text: string): string {
	return text.replaceAll(/[\u0080-\u009f]/g, character => WINDOWS_1252[character.charCodeAt(0) - 0x80]!)
}

/** What the bytes 0x80 to 0x9f are, by the Encoding Standard. */
const WINDOWS_1252 =
	'\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
	'\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

/** A page may have a byte or two that are wrong, or end in the middle of a character. */
function isPlausible(text: string): boolean {
	let wrong = 0
	for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) wrong++
	return wrong <= 2 + text.length / 2_000
}
