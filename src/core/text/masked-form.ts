// A masked form: a text whose secrets have been replaced by masks. Whoever sent a prompt knows its run by it, and what
// the run begins with may be masked.

/** @returns whether `text` is `original`, or may be what is left of it with masks in it */
export function isMaskedForm(text: string, original: string): boolean {
	if (text === original) return true
	const parts = text.split(/\[REDACTED:[a-z-]+\]/)
	const first = parts.shift()!
	const last = parts.pop()
	if (last === undefined || !original.startsWith(first) || !original.endsWith(last)) return false
	const end = original.length - last.length
	let at = first.length
	for (const part of parts) {
		const found = original.indexOf(part, at)
		if (found < 0) return false
		at = found + part.length
	}
	return at <= end
}
