// The theme: colours by what they mean. Every escape sequence for colour the screen writes is made here.

import { backgroundOfVariable, greyOn, type Rgb } from './contrast.ts'

/** The colours a theme is made of, by what they mean. A tone can be that of letters or of the ground they stand on. */
export const THEME_TOKENS = [
	// Text. `quiet` is there to be looked up, not read; `faint` to be overlooked. `inverse` stands on `accent`.
	'text',
	'quiet',
	'faint',
	'accent',
	'heading',
	'link',
	'code',
	'inverse',
	// State.
	'success',
	'failure',
	'warning',
	'running',
	// Diff: grounds, all but the last, which is of line numbers.
	'added-row',
	'removed-row',
	'added-word',
	'removed-word',
	'moved-row',
	'gutter',
	// Surfaces: grounds, and the frame of what has the keys and of what has not.
	'prompt-row',
	'panel',
	'selection',
	'match',
	'focus',
	'frame',
] as const

export type ThemeToken = (typeof THEME_TOKENS)[number]

/** Signs of a diff, and the parts of a programming language: each has the colour of a token. */
export type DerivedTone =
	| 'added'
	| 'removed'
	| 'hunk'
	| 'code-keyword'
	| 'code-string'
	| 'code-number'
	| 'code-comment'
	| 'code-title'
	| 'code-type'
	| 'code-attribute'

export type Tone = ThemeToken | DerivedTone

/** How a piece of text looks. */
export type Style = {
	tone?: Tone
	/** What it stands on; where a terminal has too few colours for that, it is marked otherwise or not at all. */
	background?: Tone
	bold?: boolean
	italic?: boolean
	underline?: boolean
	strike?: boolean
	inverse?: boolean
}

export type Theme = {
	/** @param text - one line, already sanitized */
	paint(text: string, style: Style): string
	/** For Ink's own borders. */
	borderColor(tone: Tone): string | undefined
}

/**
 * How many colours a terminal has: `none` under `NO_COLOR`, as https://no-color.org says by any value but an empty
 * one. Bold and underlined text is no colour and stays.
 */
export type ColourDepth = 'none' | 'ansi16' | 'ansi256'

export function colourDepth(environment: Readonly<Record<string, string | undefined>>): ColourDepth {
	const { NO_COLOR = '', TERM = '', FORCE_COLOR, COLORTERM = '' } = environment
	if (NO_COLOR !== '' || TERM === 'dumb' || FORCE_COLOR === '0') return 'none'
	return COLORTERM !== '' || /256color|truecolor|direct|kitty|alacritty|ghostty|foot/.test(TERM)
		? 'ansi256'
		: 'ansi16'
}

/** A theme that learns the terminal's background: asked for before the first frame, answered some time after it. */
export type TerminalTheme = Theme & { setBackground(background: Rgb): void }

/** @param environment - for what it says of the background until the terminal has answered */
export function createTheme(
	depth: ColourDepth,
	environment: Readonly<Record<string, string | undefined>> = {},
): TerminalTheme {
	let quiet = quietColour(depth, backgroundOfVariable(environment.COLORFGBG))
	const colourOf = (tone: Tone): Colour | undefined => {
		if (depth === 'none') return undefined
		const colour = TONES[tone]
		return colour === 'quiet' ? quiet : colour
	}
	const groundOf = (tone: Tone | undefined) => (tone === undefined ? undefined : colourOf(tone))
	return {
		paint: (text, { tone, background, ...style }) => {
			if (text === '') return ''
			const ground = groundOf(background)
			const isMarked = background !== undefined && !ground && MARKED_BY_INVERSE.has(background)
			const inverse = style.inverse || isMarked
			return paint(
				text,
				{ ...style, inverse },
				{ colour: tone === undefined ? undefined : colourOf(tone), ground },
			)
		},
		borderColor: tone => colourOf(tone)?.name,
		setBackground(background) {
			quiet = quietColour(depth, background)
		},
	}
}

/** SGR parameters, and the name Ink has for them. */
type Colour = { sgr: string; name: string }

/**
 * Secondary text. Bright black is the background itself in some palettes (Solarized), and faint is what a terminal makes
 * of it; so it is one of the fixed greys, and where there are none, the colour of all text.
 */
function quietColour(depth: ColourDepth, background: Rgb | undefined): Colour | undefined {
	if (depth !== 'ansi256') return undefined
	const grey = greyOn(background, QUIET_CONTRAST)
	return { sgr: `38;5;${grey}`, name: `ansi256(${grey})` }
}

/** WCAG 2.2, 1.4.3: the least for text. */
const QUIET_CONTRAST = 4.5

/** Sixteen colours every terminal has and every user's own palette decides about. Names are Ink's. */
const TONES: Record<Tone, Colour | 'quiet' | undefined> = {
	text: undefined,
	quiet: 'quiet',
	faint: 'quiet',
	accent: { sgr: '36', name: 'cyan' },
	heading: { sgr: '36', name: 'cyan' },
	link: { sgr: '34', name: 'blue' },
	code: { sgr: '33', name: 'yellow' },
	inverse: { sgr: '30', name: 'black' },
	success: { sgr: '32', name: 'green' },
	failure: { sgr: '31', name: 'red' },
	warning: { sgr: '33', name: 'yellow' },
	running: { sgr: '36', name: 'cyan' },
	'added-row': undefined,
	'removed-row': undefined,
	'added-word': undefined,
	'removed-word': undefined,
	'moved-row': undefined,
	gutter: 'quiet',
	'prompt-row': undefined,
	panel: undefined,
	selection: undefined,
	match: undefined,
	focus: { sgr: '36', name: 'cyan' },
	frame: 'quiet',
	added: { sgr: '32', name: 'green' },
	removed: { sgr: '31', name: 'red' },
	hunk: { sgr: '36', name: 'cyan' },
	'code-keyword': { sgr: '35', name: 'magenta' },
	'code-string': { sgr: '32', name: 'green' },
	'code-number': { sgr: '33', name: 'yellow' },
	'code-comment': 'quiet',
	'code-title': { sgr: '34', name: 'blue' },
	'code-type': { sgr: '36', name: 'cyan' },
	'code-attribute': { sgr: '33', name: 'yellow' },
}

/** What has to be seen where no ground can be painted. */
const MARKED_BY_INVERSE: ReadonlySet<Tone> = new Set<Tone>([
	'selection',
	'match',
	'added-word',
	'removed-word',
])

// Each attribute is closed by its own code, never by a reset: text can be painted inside painted text.
function paint(
	text: string,
	style: Omit<Style, 'tone' | 'background'>,
	{ colour, ground }: { colour: Colour | undefined; ground: Colour | undefined },
): string {
	let open = ''
	let close = ''
	const wrap = (on: number | string, off: number) => {
		open += `\x1b[${on}m`
		close = `\x1b[${off}m${close}`
	}
	if (style.bold) wrap(1, 22)
	if (style.italic) wrap(3, 23)
	if (style.underline) wrap(4, 24)
	if (style.strike) wrap(9, 29)
	if (style.inverse) wrap(7, 27)
	if (colour) wrap(colour.sgr, 39)
	if (ground) wrap(groundSgr(ground.sgr), 49)
	return open + text + close
}

function groundSgr(sgr: string): string {
	return sgr.startsWith('38;') ? `48;${sgr.slice(3)}` : String(Number(sgr) + 10)
}
