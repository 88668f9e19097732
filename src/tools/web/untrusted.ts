// Untrusted text in a frame that names where it is from and that the text itself cannot close.

/**
 * @param tag - a plain word
 * @param attributes - of the opening tag, in this order
 */
export function framed(tag: string, attributes: Readonly<Record<string, string>>, text: string): string {
	const named = Object.entries(attributes).map(([name, value]) => ` ${name}="${attribute(value)}"`)
	const inside = visible(text).replace(new RegExp(`<(?=\\s{0,9}/?\\s{0,9}${tag}\\b)`, 'gi'), '&lt;')
	return `<${tag}${named.join('')}>\n${inside.trim()}\n</${tag}>`
}

/** Without what a person would not see and a model would read: control characters, tags of Unicode, marks of direction. */
export function visible(text: string): string {
	return text.replace(HIDDEN, '')
}

const HIDDEN =
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e0fff}]/gu

function attribute(value: string): string {
	return visible(value).replace(/["<>\s]+/g, ' ')
}
