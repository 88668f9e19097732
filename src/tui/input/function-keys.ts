// Function keys as characters: between the terminal and the keys, F1 to F12 are the private characters macOS has for
// them, because Ink has no names for these keys.

/** The character of F1 (NSF1FunctionKey); the others follow it. */
export const FIRST_FUNCTION_KEY = 0xf704

/** @returns `f1` to `f12`, or undefined for any other text */
export function functionKeyOf(text: string): string | undefined {
	const number = text.charCodeAt(0) - FIRST_FUNCTION_KEY + 1
	return text.length === 1 && number >= 1 && number <= 12 ? `f${number}` : undefined
}
