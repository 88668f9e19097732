// A theme on a terminal. Every escape sequence for colour the screen writes is made here.

import type { ColourDepth } from './colour.ts'
import { backgroundOfVariable, type Rgb } from './contrast.ts'
import type { Palette, Style, Theme, Tone } from './theme.ts'
import { type Colours, createColours } from './theme-colours.ts'

/** `none` under `NO_COLOR`, as https://no-color.org says by any value but an empty one. */
export function colourDepth(environment: Readonly<Record<string, string | undefined>>): ColourDepth {
	const { NO_COLOR = '', TERM = '', FORCE_COLOR, COLORTERM = '' } = environment
	if (NO_COLOR !== '' || TERM === 'dumb' || FORCE_COLOR === '0') return 'none'
	if (FORCE_COLOR === undefined && COLORTERM === '' && WITHOUT_COLOUR.test(TERM)) return 'none'
	if (/truecolor|24bit/i.test(COLORTERM) || /truecolor|direct|kitty|alacritty|ghostty|foot/.test(TERM))
		return 'truecolor'
	return COLORTERM !== '' || TERM.includes('256color') ? 'ansi256' : 'ansi16'
}

/** As terminfo knows them. */
const WITHOUT_COLOUR = /^vt\d|-m(?:ono)?$/

/** A theme that learns the terminal's background: asked for before the first frame, answered some time after it. */
export type TerminalTheme = Theme & {
	/** As far as anybody has told. */
	readonly background: Rgb | undefined
	setBackground(background: Rgb): void
	/** @param mostColours - fewer than the terminal has, where the theme wants no more */
	setPalette(palette: Palette, mostColours?: ColourDepth): void
}

/** @param environment - for what it says of the background until the terminal has answered */
export function createTheme(
	depth: ColourDepth,
	environment: Readonly<Record<string, string | undefined>> = {},
): TerminalTheme {
	let background = backgroundOfVariable(environment.COLORFGBG)
	let palette = ANSI_PALETTE
	let colours = createColours({ palette, depth, background })
	return {
		get background() {
			return background
		},
		paint: (text, style) => (text === '' ? '' : paint(text, style, colours)),
		borderColor: tone => colours.text(tone, undefined)?.name,
		setBackground(told) {
			background = told
			colours = createColours({ palette, depth, background })
		},
		setPalette(chosen, mostColours) {
			palette = chosen
			colours = createColours({ palette, depth: fewer(depth, mostColours ?? depth), background })
		},
	}
}

function fewer(a: ColourDepth, b: ColourDepth): ColourDepth {
	return DEPTHS.indexOf(a) < DEPTHS.indexOf(b) ? a : b
}

const DEPTHS: readonly ColourDepth[] = ['none', 'ansi16', 'ansi256', 'truecolor']

/**
 * Sixteen colours every terminal has and every user's own palette decides about: what is drawn with until the background
 * is known. Bright black is the background itself in some palettes (Solarized), and faint is what a terminal makes of it;
 * so what is quiet is one of the fixed greys, and where there are none, the colour of all text.
 */
export const ANSI_PALETTE: Palette = {
	colours: {
		text: 'default',
		quiet: 'grey',
		faint: 'grey',
		accent: 'cyan',
		heading: 'cyan',
		link: 'blue',
		code: 'yellow',
		inverse: 'black',
		success: 'green',
		failure: 'red',
		warning: 'yellow',
		running: 'cyan',
		'added-row': 'default',
		'removed-row': 'default',
		'added-word': 'default',
		'removed-word': 'default',
		'moved-row': 'default',
		gutter: 'grey',
		'prompt-row': 'default',
		panel: 'default',
		selection: 'default',
		match: 'default',
		focus: 'cyan',
		frame: 'grey',
		'code-keyword': 'magenta',
	},
}

/** What has to be seen where no ground can be painted. */
const MARKED_BY_INVERSE: ReadonlySet<Tone> = new Set<Tone>([
	'selection',
	'match',
	'added-word',
	'removed-word',
])

// Each attribute is closed by its own code, never by a reset: text can be painted inside painted text.
function paint(text: string, { tone, background, ...style }: Style, colours: Colours): string {
	let open = ''
	let close = ''
	const wrap = (on: number | string, off: number) => {
		open += `\x1b[${on}m`
		close = `\x1b[${off}m${close}`
	}
	const ground = background && colours.ground(background)
	const colour = colours.text(tone, ground && background)
	if (style.bold) wrap(1, 22)
	if (style.italic) wrap(3, 23)
	if (style.underline) wrap(4, 24)
	if (style.strike) wrap(9, 29)
	if (style.inverse || (background && !ground && MARKED_BY_INVERSE.has(background))) wrap(7, 27)
	if (colour) wrap(colour.sgr, 39)
	if (ground) wrap(ground.sgr, 49)
	return open + text + close
}
