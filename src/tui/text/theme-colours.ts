// The colours of a palette on one terminal: as many as it has, each readable on the background there is.

import {
	ansiIndex,
	type ColourDepth,
	fixedGround,
	fixedRgb,
	fixedText,
	inkName,
	mix,
	parseColour,
	readable,
	strongestOn,
	type ThemeColour,
} from './colour.ts'
import { greyOn, type Rgb } from './contrast.ts'
import { type Palette, type Tone, tokenOf } from './theme.ts'

/** SGR parameters, the name Ink has for it, and what it is where that is known. */
type Colour = { sgr: string; name: string; rgb?: Rgb }

export type Colours = {
	/** @param on - the tone of the ground it stands on; undefined is the terminal's own background */
	text(tone: Tone | undefined, on: Tone | undefined): Colour | undefined
	/** As a ground. @returns undefined where there are too few colours for that */
	ground(tone: Tone): Colour | undefined
}

/**
 * The colours of a palette as they are on a terminal: with as many colours as that has, each as near to what the palette
 * says as can be read on the background there is.
 */
export function createColours(input: {
	palette: Palette
	depth: ColourDepth
	background: Rgb | undefined
}): Colours {
	const { palette, depth } = input
	const background = input.background ?? palette.ground
	const known = new Map<string, Colour | undefined>()
	const remembered = (key: string, make: () => Colour | undefined) => {
		if (!known.has(key)) known.set(key, make())
		return known.get(key)
	}
	const colourOf = (tone: Tone): ThemeColour =>
		parseColour(palette.colours[tone] ?? palette.colours[tokenOf(tone)]) ?? { kind: 'default' }
	const leastOf = (tone: Tone) => {
		const isFaint = FAINT.has(tone)
		if (palette.isStrong) return isFaint ? STRONG_CONTRAST / 2 + 1 : STRONG_CONTRAST
		return isFaint ? FAINT_CONTRAST : QUIET_CONTRAST
	}

	function text(tone: Tone | undefined, on: Tone | undefined): Colour | undefined {
		if (depth === 'none' || (tone === undefined && on === undefined)) return undefined
		return remembered(`${tone ?? ''} on ${on ?? ''}`, () => makeText(tone ?? 'text', on))
	}

	function makeText(tone: Tone, on: Tone | undefined): Colour | undefined {
		const colour = colourOf(tone)
		const below = on === undefined ? background : (ground(on)?.rgb ?? background)
		switch (colour.kind) {
			case 'default':
				// On a ground of our own the terminal's colour may not be readable, and nobody knows which it is.
				return on === undefined || !below || !ground(on)
					? undefined
					: inDepth(mix(below, strongestOn(below), TEXT_STRENGTH), below, leastOf(tone))
			case 'grey': {
				if (depth === 'ansi16') return undefined
				const number = greyOn(below, leastOf(tone))
				return { sgr: `38;5;${number}`, name: `ansi256(${number})`, rgb: fixedRgb(number) }
			}
			case 'ansi':
				return ansiColour(colour.index)
			case 'rgb': {
				const rgb = below ? mix(below, colour.rgb, colour.alpha) : colour.rgb
				return inDepth(rgb, below, leastOf(tone))
			}
		}
	}

	function inDepth(rgb: Rgb, below: Rgb | undefined, least: number): Colour | undefined {
		if (depth === 'ansi16') {
			const index = ansiIndex(rgb)
			return index === undefined ? undefined : ansiColour(index)
		}
		if (depth === 'ansi256') {
			const number = fixedText(rgb, below, least)
			return { sgr: `38;5;${number}`, name: `ansi256(${number})`, rgb: fixedRgb(number) }
		}
		const shown = below ? readable(rgb, below, least) : rgb
		return { sgr: `38;2;${shown.join(';')}`, name: hexOf(shown), rgb: shown }
	}

	function ground(tone: Tone): Colour | undefined {
		if (depth === 'none' || depth === 'ansi16') return undefined
		return remembered(`ground ${tone}`, () => {
			const colour = colourOf(tone)
			if (colour.kind === 'ansi') return groundOfAnsi(colour.index)
			if (colour.kind !== 'rgb' || (colour.alpha < 1 && !background)) return undefined
			const rgb = background ? mix(background, colour.rgb, colour.alpha) : colour.rgb
			if (depth === 'truecolor') return { sgr: `48;2;${rgb.join(';')}`, name: hexOf(rgb), rgb }
			const number = fixedGround(rgb)
			return { sgr: `48;5;${number}`, name: `ansi256(${number})`, rgb: fixedRgb(number) }
		})
	}

	return { text, ground }
}

function ansiColour(index: number): Colour {
	return { sgr: String(index < 8 ? 30 + index : 82 + index), name: inkName(index) }
}

function groundOfAnsi(index: number): Colour {
	return { sgr: String(index < 8 ? 40 + index : 92 + index), name: inkName(index) }
}

function hexOf(rgb: Rgb): string {
	return `#${rgb.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2.2, 1.4.3: the least for text; 1.4.11: for what is seen rather than read. 1.4.6: the stricter one for text. */
const QUIET_CONTRAST = 4.5
const FAINT_CONTRAST = 3
const STRONG_CONTRAST = 7

const FAINT: ReadonlySet<Tone> = new Set<Tone>(['faint', 'gutter', 'frame', 'focus'])

/** Of the strongest colour on a ground: softer than that, and far above what can just be read. */
const TEXT_STRENGTH = 0.88
