// Colours as a theme file names them, and what becomes of one where it has to be read and where there are fewer of them.

import { contrast, greyOf, luminance, luminanceContrast, type Rgb } from './contrast.ts'

/** How many colours a terminal has; `none`: the user wants none. */
export type ColourDepth = 'none' | 'ansi16' | 'ansi256' | 'truecolor'

export type ThemeColour =
	/** `alpha`: how much of it covers what is below, 0 to 1. */
	| { kind: 'rgb'; rgb: Rgb; alpha: number }
	/** One of the sixteen that the user's own palette decides about. */
	| { kind: 'ansi'; index: number }
	/** That of all text. */
	| { kind: 'default' }
	/** The quietest grey that has the contrast it needs. */
	| { kind: 'grey' }

/** @returns undefined for what is no colour. `#rgb`, `#rrggbb`, `#rrggbbaa`, an ANSI name, `default`, `grey` */
export function parseColour(text: string): ThemeColour | undefined {
	const name = text.trim().toLowerCase()
	if (name === 'default') return { kind: 'default' }
	if (name === 'grey' || name === 'gray') return { kind: 'grey' }
	const index = ANSI_NAMES.get(name.replaceAll(/[-_ ]/g, ''))
	if (index !== undefined) return { kind: 'ansi', index }
	return hexColour(name)
}

function hexColour(text: string): ThemeColour | undefined {
	const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(text)?.[1]
	if (digits === undefined) return undefined
	const pairs = digits.length <= 4 ? [...digits].map(digit => digit + digit) : (digits.match(/../g) ?? [])
	const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map(pair => Number.parseInt(pair, 16))
	return { kind: 'rgb', rgb: [red, green, blue], alpha: alpha / 255 }
}

const ANSI_HUES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

/** Also in the words of Helix and Ink. */
const ANSI_NAMES: ReadonlyMap<string, number> = new Map([
	...ANSI_HUES.map((name, index) => [name, index] as const),
	...ANSI_HUES.flatMap((name, index) => [
		[`bright${name}`, index + 8] as const,
		[`light${name}`, index + 8] as const,
		[`${name}bright`, index + 8] as const,
	]),
	['blackbright', 8],
	['lightgray', 7],
	['lightgrey', 7],
])

/** Ink's name for one of the sixteen. */
export function inkName(index: number): string {
	const hue = ANSI_HUES[index % 8] ?? 'white'
	return index < 8 ? hue : `${hue}Bright`
}

/** @param share - of `top` in it, 0 to 1 */
export function mix(bottom: Rgb, top: Rgb, share: number): Rgb {
	const channel = (index: 0 | 1 | 2) => Math.round(bottom[index] + (top[index] - bottom[index]) * share)
	return [channel(0), channel(1), channel(2)]
}

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/** @returns black or white, whichever can be read better on it */
export function strongestOn(ground: Rgb): Rgb {
	return contrast(WHITE, ground) >= contrast(BLACK, ground) ? WHITE : BLACK
}

export function isDark(ground: Rgb): boolean {
	return strongestOn(ground) === WHITE
}

/** The colour nearest to this one that has a contrast on a ground: itself, or with as much white or black as that takes. */
export function readable(colour: Rgb, ground: Rgb, least: number): Rgb {
	const strongest = strongestOn(ground)
	if (contrast(colour, ground) >= least) return colour
	for (let share = MIX_STEP; share < 1; share += MIX_STEP) {
		const mixed = mix(colour, strongest, share)
		if (contrast(mixed, ground) >= least) return mixed
	}
	return strongest
}

const MIX_STEP = 1 / 32

/** One of the 240 colours that no palette of the user's changes, as near as can be read on the ground. */
export function fixedText(colour: Rgb, ground: Rgb | undefined, least: number): number {
	const below = ground && luminance(ground)
	const can = ({ light }: FixedColour) => below === undefined || luminanceContrast(light, below) >= least
	return nearest(colour, can) ?? (ground && isDark(ground) ? 231 : 16)
}

/** The same for a ground: a tint stays one of its own hue, although a grey may be nearer. */
export function fixedGround(colour: Rgb): number {
	const isAlike = ({ rgb }: FixedColour) => chroma(rgb) >= TINTED && hueGap(rgb, colour) <= 35
	const alike = chroma(colour) < TINTED ? undefined : nearest(colour, isAlike)
	return alike ?? nearest(colour, () => true) ?? 16
}

function nearest(colour: Rgb, counts: (fixed: FixedColour) => boolean): number | undefined {
	let best: { number: number; away: number } | undefined
	for (const [index, fixed] of FIXED.entries()) {
		const away = distance(fixed.rgb, colour)
		if ((!best || away < best.away) && counts(fixed)) best = { number: 16 + index, away }
	}
	return best?.number
}

/** What the number stands for, 16 to 255. */
export function fixedRgb(number: number): Rgb {
	return FIXED[number - 16]?.rgb ?? BLACK
}

/** The colour of the sixteen that has the hue; undefined for a grey, which is as the user's text is. */
export function ansiIndex(colour: Rgb): number | undefined {
	if (chroma(colour) < GREYISH * Math.max(...colour)) return undefined
	const wanted = hue(colour)
	const gap = (degrees: number) => Math.min(Math.abs(degrees - wanted), 360 - Math.abs(degrees - wanted))
	return ANSI_DEGREES.toSorted((a, b) => gap(a[1]) - gap(b[1]))[0]?.[0]
}

/** Where the six hues stand on the wheel; yellow takes what is orange. */
const ANSI_DEGREES: readonly (readonly [index: number, degrees: number])[] = [
	[1, 0],
	[3, 48],
	[2, 125],
	[6, 185],
	[4, 220],
	[5, 300],
]

const TINTED = 16
/** Of its brightest part: what differs less is a grey with a cast. */
const GREYISH = 0.25

/** The cube of 216 and the 24 greys, as xterm has them. */
const FIXED: readonly FixedColour[] = [
	...Array.from({ length: 216 }, (_, index): Rgb => {
		const level = (step: number) => (step === 0 ? 0 : 55 + 40 * step)
		return [level(Math.floor(index / 36)), level(Math.floor(index / 6) % 6), level(index % 6)]
	}),
	...Array.from({ length: 24 }, (_, index) => greyOf(232 + index)),
].map(rgb => ({ rgb, light: luminance(rgb) }))

type FixedColour = { rgb: Rgb; light: number }

/** "Redmean": near to what eyes make of it, at the price of three squares. */
function distance(a: Rgb, b: Rgb): number {
	const red = (a[0] + b[0]) / 2
	const [dr, dg, db] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
	return (2 + red / 256) * dr * dr + 4 * dg * dg + (2 + (255 - red) / 256) * db * db
}

function chroma([red, green, blue]: Rgb): number {
	return Math.max(red, green, blue) - Math.min(red, green, blue)
}

/** In degrees. */
function hue(colour: Rgb): number {
	const [red, green, blue] = colour
	const span = chroma(colour)
	if (span === 0) return 0
	const most = Math.max(red, green, blue)
	const sixth =
		most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span
	return (sixth * 60 + 360) % 360
}

function hueGap(a: Rgb, b: Rgb): number {
	const gap = Math.abs(hue(a) - hue(b))
	return Math.min(gap, 360 - gap)
}
