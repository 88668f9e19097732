// The themes that come with the program. A theme is a palette for dark backgrounds and one for light ones, which for
// some are the same. Tints are mostly transparent, so that they are tints of the background there is.

import type { ColourDepth } from '../text/colour.ts'
import { ANSI_PALETTE } from '../text/terminal-theme.ts'
import type { Palette } from '../text/theme.ts'

export type BuiltInTheme = {
	name: string
	description: string
	dark: Palette
	light: Palette
	/** Fewer colours than the terminal may have. */
	mostColours?: ColourDepth
}

const DARK: Palette = {
	ground: [0x1b, 0x1f, 0x24],
	colours: {
		text: 'default',
		quiet: '#98a1ab',
		faint: '#6c757f',
		accent: '#4fb8cc',
		heading: '#82c4f5',
		link: '#6fb1ff',
		code: '#e0b46c',
		inverse: '#10181c',
		success: '#5fc27e',
		failure: '#f0716b',
		warning: '#e5b454',
		running: '#4fb8cc',
		'added-row': '#2ea04333',
		'removed-row': '#f8514930',
		'added-word': '#2ea04380',
		'removed-word': '#f851496e',
		'moved-row': '#7480e838',
		gutter: '#7d868f',
		'prompt-row': '#8fb3c433',
		panel: '#8fb3c414',
		selection: '#4fb8cc40',
		match: '#e5b45459',
		focus: '#4fb8cc',
		frame: '#6c757f',
		'code-keyword': '#c792e0',
		'code-string': '#8fca8b',
		'code-number': '#e3a877',
		'code-title': '#7fb9f2',
		'code-type': '#5cc6ba',
		'code-attribute': '#d8bb7d',
	},
}

const LIGHT: Palette = {
	ground: [0xff, 0xff, 0xff],
	colours: {
		text: 'default',
		quiet: '#59636e',
		faint: '#868f99',
		accent: '#0b7285',
		heading: '#0a57a3',
		link: '#0b5cd5',
		code: '#8a4b00',
		inverse: '#ffffff',
		success: '#1a7f37',
		failure: '#c5221f',
		warning: '#8a5a00',
		running: '#0b7285',
		'added-row': '#2da44e2e',
		'removed-row': '#e5534b2b',
		'added-word': '#2da44e66',
		'removed-word': '#e5534b57',
		'moved-row': '#6a70e22e',
		gutter: '#78818b',
		'prompt-row': '#4f7a8c1f',
		panel: '#4f7a8c12',
		selection: '#0b728533',
		match: '#f2b60073',
		focus: '#0b7285',
		frame: '#9aa2ab',
		'code-keyword': '#8a2fa8',
		'code-string': '#24703a',
		'code-number': '#a14a00',
		'code-title': '#0a58b0',
		'code-type': '#0b6f73',
		'code-attribute': '#7a5900',
	},
}

/** Blue and orange, which differ for everybody, where others have green and red. */
const BLUE_ORANGE_DARK: Palette = {
	...DARK,
	colours: {
		...DARK.colours,
		success: '#61a8ff',
		failure: '#f29a3a',
		warning: '#e8d06a',
		'added-row': '#2f81f733',
		'removed-row': '#e8831a33',
		'added-word': '#2f81f780',
		'removed-word': '#e8831a73',
		'moved-row': '#b9b9b92e',
		'code-string': '#8fb8e8',
		'code-number': '#e8c07a',
	},
}

const BLUE_ORANGE_LIGHT: Palette = {
	...LIGHT,
	colours: {
		...LIGHT.colours,
		success: '#0a56c2',
		failure: '#a84a00',
		warning: '#6f5a00',
		'added-row': '#0969da29',
		'removed-row': '#e8831a33',
		'added-word': '#0969da57',
		'removed-word': '#e8831a73',
		'moved-row': '#6e6e6e2b',
		'code-string': '#1f5a9a',
		'code-number': '#8a4b00',
	},
}

const STRONG_DARK: Palette = {
	isStrong: true,
	ground: [0, 0, 0],
	colours: {
		...DARK.colours,
		quiet: '#d6dbe0',
		faint: '#aab1b8',
		accent: '#3fe0ff',
		heading: '#a8dcff',
		link: '#8cc4ff',
		code: '#ffcf70',
		inverse: '#000000',
		success: '#5cf08a',
		failure: '#ff8f88',
		warning: '#ffd24a',
		running: '#3fe0ff',
		gutter: '#c3c9cf',
		selection: '#3fe0ff59',
		match: '#ffd24a80',
		focus: '#3fe0ff',
		frame: '#d6dbe0',
	},
}

const STRONG_LIGHT: Palette = {
	isStrong: true,
	ground: [0xff, 0xff, 0xff],
	colours: {
		...LIGHT.colours,
		quiet: '#33393f',
		faint: '#5a626a',
		accent: '#004a58',
		heading: '#00336b',
		link: '#0038a0',
		code: '#5c2f00',
		success: '#00541c',
		failure: '#8f0000',
		warning: '#573900',
		running: '#004a58',
		gutter: '#4a525a',
		focus: '#004a58',
		frame: '#33393f',
	},
}

/** No hue at all: what differs does so by signs, weight and shades of grey. */
const MONO_DARK: Palette = mono({ text: 'default', tint: '#ffffff', ground: [0x1b, 0x1b, 0x1b] })
const MONO_LIGHT: Palette = mono({ text: 'default', tint: '#000000', ground: [0xff, 0xff, 0xff] })

function mono({ text, tint, ground }: { text: string; tint: string; ground: Palette['ground'] }): Palette {
	return {
		...(ground && { ground }),
		colours: {
			text,
			quiet: 'grey',
			faint: 'grey',
			accent: text,
			heading: text,
			link: text,
			code: text,
			inverse: 'grey',
			success: text,
			failure: text,
			warning: text,
			running: text,
			'added-row': `${tint}24`,
			'removed-row': `${tint}0f`,
			'added-word': `${tint}4d`,
			'removed-word': `${tint}33`,
			'moved-row': `${tint}1a`,
			gutter: 'grey',
			'prompt-row': `${tint}17`,
			panel: `${tint}0d`,
			selection: `${tint}33`,
			match: `${tint}4d`,
			focus: text,
			frame: 'grey',
			'code-comment': 'grey',
		},
	}
}

export const BUILT_IN_THEMES: readonly BuiltInTheme[] = [
	{ name: 'dark', description: 'for dark backgrounds', dark: DARK, light: DARK },
	{ name: 'light', description: 'for light backgrounds', dark: LIGHT, light: LIGHT },
	{
		name: 'ansi16',
		description: 'the sixteen colours of your terminal, nothing else',
		dark: ANSI_PALETTE,
		light: ANSI_PALETTE,
		mostColours: 'ansi16',
	},
	{
		name: 'deuteranopia',
		description: 'blue and orange instead of green and red',
		dark: BLUE_ORANGE_DARK,
		light: BLUE_ORANGE_LIGHT,
	},
	{ name: 'high-contrast', description: 'seven to one', dark: STRONG_DARK, light: STRONG_LIGHT },
	{ name: 'mono', description: 'no hue', dark: MONO_DARK, light: MONO_LIGHT },
]
