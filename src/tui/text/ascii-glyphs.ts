// The glyphs of the screen, and what stands for each in a terminal that takes nothing but ASCII: one cell for one cell, so
// that nothing moves. What somebody has written in other letters stays as it is.

import type { ScreenSettings } from '../../core/screen/screen-settings.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Whether only ASCII is drawn. */
export function drawsAscii(glyphs: ScreenSettings['glyphs'], environment: Variables): boolean {
	return glyphs === 'ascii' || (glyphs === 'auto' && !isUtf8(environment))
}

/** By the first variable that says something, as C libraries read them. Nothing said is no reason to doubt it. */
function isUtf8({ LC_ALL, LC_CTYPE, LANG }: Variables): boolean {
	const locale = LC_ALL || LC_CTYPE || LANG
	return !locale || /utf-?8/i.test(locale)
}

/** Every glyph of the table in a text, sequences and all, as ASCII. */
export function asAscii(text: string): string {
	return text.replace(GLYPH, glyph => ASCII_OF.get(glyph) ?? glyph)
}

export const ASCII_OF: ReadonlyMap<string, string> = new Map([
	// Frames and rules.
	...pairs('─│╭╮╰╯┌┐└┘├┤┬┴┼', '-|+++++++++++++'),
	...pairs('━┃', '=|'),
	// Bars, and columns of charts.
	...pairs('█▉▊▋▌▍▎▏', '####||||'),
	...pairs('▁▂▃▄▅▆▇░', '__--==#.'),
	// What a row begins with: a prompt, a call, its end, a place in a list.
	...pairs('❯›▸▾↪●○◌◆•★✳', '>>>v>*oo****'),
	...pairs('✓✗☐☑✎⧗↻⑂≡±', 'vx_x*~oY=~'),
	...pairs('←→↑↓', '<>^v'),
	// Punctuation.
	...pairs('·…⋯⋮−–—×≥“”‘’⟨⟩', '-..:---x>""\'\'<>'),
	// What stands for a character that is not drawn.
	...pairs('⏎␍␊␤␡', ';^$$?'),
	// Something is going on.
	...pairs('⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', '|/-\\|/-\\|/'),
])

const GLYPH = new RegExp(`[${[...ASCII_OF.keys()].join('')}]`, 'gu')

function pairs(glyphs: string, ascii: string): readonly (readonly [string, string])[] {
	return [...glyphs].map((glyph, index) => [glyph, ascii[index] ?? '?'])
}
