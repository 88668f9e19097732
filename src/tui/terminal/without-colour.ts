// Takes the colours out of what is written, Ink's as well as ours.

/** Bold, italic, underlined, inverse and struck text says something without a colour, and stays. */
export function withoutColour(text: string): string {
	return text.replace(/\x1b\[([\d;:]*)m/g, (sequence, parameters: string) =>
		ATTRIBUTES.test(parameters) ? sequence : '',
	)
}

/** Parameters that are attributes alone: on 1, 3, 4, 7, 9, off 22 to 24, 27, 29, and all off. */
const ATTRIBUTES = /^(?:(?:0|1|3|4|7|9|22|23|24|27|29)(?:;(?!$)|$))*$/
