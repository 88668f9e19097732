// Contrast between colours as the WCAG measures it: the grey that can be read on the background there is.

export type Rgb = readonly [red: number, green: number, blue: number]

/** @returns 1 (the same) to 21 (black on white): WCAG 2.2, "contrast ratio" */
export function contrast(one: Rgb, other: Rgb): number {
	return luminanceContrast(luminance(one), luminance(other))
}

/** The same, of two whose luminance is known. */
export function luminanceContrast(one: number, other: number): number {
	return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** WCAG 2.2, "relative luminance": 0 to 1. */
export function luminance(colour: Rgb): number {
	const [red, green, blue] = colour
	return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(value: number): number {
	const share = value / 255
	return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/**
 * The quietest of a terminal's fixed greys that still has a contrast, or the strongest where none has.
 * @param background - left out where nobody knows it: then the grey that is as far from black as from white
 * @returns its number among the 256 colours, of which no palette of the user's changes these
 */
export function greyOn(background: Rgb | undefined, least: number): number {
	if (!background) return MIDDLE_GREY
	const rated = GREYS.map(number => ({ number, contrast: contrast(greyOf(number), background) }))
	const readable = rated.filter(each => each.contrast >= least)
	const [first] = readable.toSorted((a, b) => a.contrast - b.contrast)
	const [strongest] = rated.toSorted((a, b) => b.contrast - a.contrast)
	return (first ?? strongest)?.number ?? MIDDLE_GREY
}

/** #767676: 4.5 to white and 4.6 to black. */
const MIDDLE_GREY = 243

/** The ramp of 24 greys, between the cube's black and white. */
const GREYS: readonly number[] = [16, ...Array.from({ length: 24 }, (_, index) => 232 + index), 231]

export function greyOf(number: number): Rgb {
	const value = number === 16 ? 0 : number === 231 ? 255 : 8 + 10 * (number - 232)
	return [value, value, value]
}

/**
 * What a terminal answers when it is asked for its background (`OSC 11 ; ?`): `rgb:rrrr/gggg/bbbb` with one to four
 * hexadecimal digits for each, as XParseColor reads them.
 */
export function reportedBackground(reply: string): Rgb | undefined {
	const match =
		/^\x1b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?(?:\x07|\x1b\\)$/i.exec(
			reply,
		)
	if (!match) return undefined
	const [, red = '', green = '', blue = ''] = match
	return [eightBits(red), eightBits(green), eightBits(blue)]
}

function eightBits(digits: string): number {
	return Math.round((255 * Number.parseInt(digits, 16)) / (16 ** digits.length - 1))
}

/** `COLORFGBG`, which rxvt and Konsole set: the last number is the background's among the sixteen. */
export function backgroundOfVariable(value: string | undefined): Rgb | undefined {
	const last = /(?:^|;)(\d{1,2})$/.exec(value ?? '')?.[1]
	if (last === undefined || Number(last) > 15) return undefined
	return Number(last) === 7 || Number(last) === 15
		? [255, 255, 255]
		: Number(last) === 0
			? [0, 0, 0]
			: undefined
}
