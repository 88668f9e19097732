import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { type ColourDepth, parseColour } from '../../../src/tui/text/colour.ts'
import { contrast, type Rgb } from '../../../src/tui/text/contrast.ts'
import { type Palette, THEME_TOKENS, type Tone, tokenOf } from '../../../src/tui/text/theme.ts'
import { createColours } from '../../../src/tui/text/theme-colours.ts'
import { BUILT_IN_THEMES } from '../../../src/tui/themes/built-in-themes.ts'

// Backgrounds of palettes that people use, and what no palette is made for.
const BACKGROUNDS: readonly [name: string, background: Rgb][] = [
	['black', [0, 0, 0]],
	['white', [255, 255, 255]],
	['Solarized Dark', [0x00, 0x2b, 0x36]],
	['Solarized Light', [0xfd, 0xf6, 0xe3]],
	['Gruvbox Dark', [0x28, 0x28, 0x28]],
	['Gruvbox Light', [0xfb, 0xf1, 0xc7]],
	['Nord', [0x2e, 0x34, 0x40]],
	['Dracula', [0x28, 0x2a, 0x36]],
	['One Dark', [0x28, 0x2c, 0x34]],
	['Tokyo Night', [0x1a, 0x1b, 0x26]],
	['Catppuccin Latte', [0xef, 0xf1, 0xf5]],
	['Monokai', [0x27, 0x28, 0x22]],
	['a grey in the middle', [0x77, 0x77, 0x77]],
]

const FAINT: readonly Tone[] = ['faint', 'gutter', 'focus', 'frame']
const TEXT: readonly Tone[] = [
	'quiet',
	'accent',
	'heading',
	'link',
	'code',
	'success',
	'failure',
	'warning',
	'running',
	'added',
	'removed',
	'hunk',
	'code-keyword',
	'code-string',
	'code-number',
	'code-comment',
	'code-title',
	'code-type',
	'code-attribute',
]
const GROUNDS: readonly Tone[] = [
	'added-row',
	'removed-row',
	'added-word',
	'removed-word',
	'moved-row',
	'prompt-row',
	'panel',
	'selection',
	'match',
]

const PALETTES: readonly (readonly [name: string, palette: Palette])[] = BUILT_IN_THEMES.flatMap(
	({ name, dark, light }) => [
		[`${name} (dark)`, dark] as const,
		...(light === dark ? [] : [[`${name} (light)`, light] as const]),
	],
)

type Depth = Exclude<ColourDepth, 'none' | 'ansi16'>
const DEPTHS: readonly Depth[] = ['truecolor', 'ansi256']

/** One of the terminal's sixteen is whatever the user has made of it. */
function isMeasured(palette: Palette, tone: Tone): boolean {
	const colour = parseColour(palette.colours[tone] ?? palette.colours[tokenOf(tone)])
	return colour?.kind === 'rgb' || colour?.kind === 'grey'
}

describe.each(BACKGROUNDS)('on %s', (_name, background) => {
	test.each(DEPTHS)('in %s every theme can be read, quiet text and faint text too', depth => {
		for (const [name, palette] of PALETTES) {
			const colours = createColours({ palette, depth, background })
			const shown = (tone: Tone, on?: Tone) => {
				const colour = colours.text(tone, on)
				assert.ok(colour?.rgb, `${name}: ${tone} on ${on}`)
				return colour.rgb
			}
			for (const tone of TEXT.filter(each => isMeasured(palette, each)))
				assert.ok(contrast(shown(tone), background) >= 4.5, `${name}: ${tone}`)
			for (const tone of FAINT.filter(each => isMeasured(palette, each)))
				assert.ok(contrast(shown(tone), background) >= 3, `${name}: ${tone}`)
			for (const on of GROUNDS) {
				const ground = colours.ground(on)
				if (!ground?.rgb) continue
				for (const tone of ['text', ...TEXT] as const) {
					if (tone !== 'text' && !isMeasured(palette, tone)) continue
					const ratio = contrast(shown(tone, on), ground.rgb)
					assert.ok(ratio >= 4.5, `${name}: ${tone} on ${on}: ${ratio.toFixed(2)}`)
				}
				assert.ok(contrast(shown('gutter', on), ground.rgb) >= 3, `${name}: gutter on ${on}`)
			}
		}
	})
})

test('a theme of strong contrast has seven to one wherever there is so much', () => {
	for (const [name, palette] of PALETTES.filter(([, { isStrong }]) => isStrong))
		for (const background of [
			[0, 0, 0],
			[255, 255, 255],
			[0, 0x2b, 0x36],
		] as const) {
			const colours = createColours({ palette, depth: 'truecolor', background })
			for (const tone of TEXT)
				assert.ok(contrast(colours.text(tone, undefined)!.rgb!, background) >= 7, `${name}: ${tone}`)
		}
})

describe('fewer colours', () => {
	const dark = BUILT_IN_THEMES[0]!.dark
	const of = (depth: ColourDepth) => createColours({ palette: dark, depth, background: [0x1b, 0x1f, 0x24] })

	test('256: rows of a diff keep their hue', () => {
		for (const [tone, isOfHue] of [
			['added-row', ([red, green, blue]: Rgb) => green > red && green > blue],
			['removed-row', ([red, green, blue]: Rgb) => red > green && red > blue],
		] as const)
			assert.ok(isOfHue(of('ansi256').ground(tone)!.rgb!), tone)
	})

	test('sixteen: text has the hue, and what is grey is as all text; there are no grounds', () => {
		const sgr = (tone: Tone) => of('ansi16').text(tone, undefined)?.sgr
		assert.deepEqual(
			(['failure', 'success', 'warning', 'link', 'accent', 'code-keyword', 'quiet', 'text'] as const).map(
				sgr,
			),
			['31', '32', '33', '34', '36', '35', undefined, undefined],
		)
		assert.deepEqual(
			THEME_TOKENS.filter(tone => of('ansi16').ground(tone)),
			[],
		)
	})

	test('none: nothing has one', () => {
		assert.deepEqual(
			THEME_TOKENS.filter(tone => of('none').text(tone, undefined) ?? of('none').ground(tone)),
			[],
		)
	})
})
