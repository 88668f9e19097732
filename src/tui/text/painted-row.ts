// Painted rows: the colours and links in them, and the text between those.

/** Colours and links, as the theme and the Markdown write them. */
export const SEQUENCE = /(\x1b\[[\d;:]*[mK]|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\))/

/** @returns what is to be read of it */
export function plainRow(painted: string): string {
	return painted
		.split(SEQUENCE)
		.filter((_, index) => index % 2 === 0)
		.join('')
}
