// Foreign text in a user message or a result: between tags that it can neither close nor begin again.

export function wrapForeign(tag: string, attributes: Readonly<Record<string, string>>, text: string): string {
	const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${attribute(value)}"`)
	return `<${tag}${written.join('')}>\n${inert(text, tag)}\n</${tag}>`
}

function inert(text: string, tag: string): string {
	return text.replaceAll(new RegExp(`<(?=/?${tag}\\b)`, 'gi'), '‹')
}

function attribute(value: string): string {
	return value.replaceAll('"', "'").replaceAll(/[<>\p{Cc}\p{Cf}]/gu, ' ')
}
