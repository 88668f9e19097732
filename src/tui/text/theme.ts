// The theme: colours by what they mean. Everything on the screen names a tone; which colour that is is decided elsewhere.

import type { Rgb } from './contrast.ts'

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
	/** What a click on it opens, where the terminal has such a thing. */
	link?: TextLink
	inverse?: boolean
}

/** A page, or a place in a file: absolute, from the home folder (`~/`), or from the session's folder. */
export type TextLink = { url: string } | { path: string; line?: number; column?: number }

export type Theme = {
	/** @param text - one line, already sanitized */
	paint(text: string, style: Style): string
	/** For Ink's own borders. */
	borderColor(tone: Tone): string | undefined
	/** The address for the terminal; left out, nothing is a link. */
	linkTo?(link: TextLink): string | undefined
}

/** A colour for each token, and for those derived ones that are to be another than their token's. */
export type Palette = {
	colours: Readonly<Record<ThemeToken, string>> & Readonly<Partial<Record<DerivedTone, string>>>
	/** What it was made for: stands in for a background that nobody tells. */
	ground?: Rgb
	/** WCAG 2.2, 1.4.6 instead of 1.4.3: 7 for text, 4.5 for what is faint. */
	isStrong?: boolean
}

export function tokenOf(tone: Tone): ThemeToken {
	return isDerived(tone) ? DERIVED[tone] : tone
}

function isDerived(tone: Tone): tone is DerivedTone {
	return Object.hasOwn(DERIVED, tone)
}

const DERIVED: Readonly<Record<DerivedTone, ThemeToken>> = {
	added: 'success',
	removed: 'failure',
	hunk: 'accent',
	'code-keyword': 'heading',
	'code-string': 'success',
	'code-number': 'warning',
	'code-comment': 'quiet',
	'code-title': 'link',
	'code-type': 'accent',
	'code-attribute': 'code',
}
