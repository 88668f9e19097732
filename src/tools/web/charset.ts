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
		return new TextDecoder(label).decode(bytes)
	} catch {
		return undefined
	}
}

/** A page may have a byte or two that are wrong, or end in the middle of a character. */
function isPlausible(text: string): boolean {
	let wrong = 0
	for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) wrong++
	return wrong <= 2 + text.length / 2_000
}
