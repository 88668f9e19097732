// The text of a declaration as an outline shows it: its line without what opens its body.

/** Beyond it a line is not read: no declaration is that long. */
export const MAX_LINE_CHARACTERS = 500

export function declarationText(line: string): string {
	return line
		.trim()
		.slice(0, MAX_LINE_CHARACTERS)
		.replace(/\s*\{\s*$/, '')
		.replace(/\s+/g, ' ')
}
