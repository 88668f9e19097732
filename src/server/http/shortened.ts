// Text cut to a length, between characters.

export function shortened(text: string, most: number): string {
	if (text.length <= most) return text
	return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`
}
