import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import {
	backgroundOfVariable,
	contrast,
	greyOf,
	greyOn,
	type Rgb,
	reportedBackground,
} from '../../../src/tui/text/contrast.ts'
import { createTheme } from '../../../src/tui/text/terminal-theme.ts'

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
	['a grey in the middle', [0x77, 0x77, 0x77]],
]

describe('secondary text', () => {
	test.each(BACKGROUNDS)('can be read on %s', (_, background) => {
		const theme = createTheme('ansi256')
		theme.setBackground(background)
		const [, grey] = /^\x1b\[38;5;(\d+)mx\x1b\[39m$/.exec(theme.paint('x', { tone: 'quiet' })) ?? []
		const ratio = contrast(greyOf(Number(grey)), background)
		assert.ok(ratio >= 4.5, `${ratio}`)
		// And is quieter than what is as strong as it can be, where there is room for that.
		const strongest = Math.max(contrast([0, 0, 0], background), contrast([255, 255, 255], background))
		assert.ok(ratio <= Math.max(6, strongest / 2) || strongest < 6, `${ratio} of ${strongest}`)
	})

	test('is a middle grey until the background is known, and the colour of all text where there are sixteen', () => {
		const middle = greyOf(greyOn(undefined, 4.5))
		assert.ok(contrast(middle, [0, 0, 0]) >= 4.5 && contrast(middle, [255, 255, 255]) >= 4.5)
		assert.equal(createTheme('ansi16').paint('x', { tone: 'quiet' }), 'x')
		assert.equal(createTheme('none').paint('x', { tone: 'failure', bold: true }), '\x1b[1mx\x1b[22m')
	})
})

test('contrast is what the WCAG says', () => {
	assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21)
	assert.equal(contrast([9, 9, 9], [9, 9, 9]), 1)
	assert.equal(contrast([0x76, 0x76, 0x76], [255, 255, 255]).toFixed(2), '4.54')
})

test('a background is read as terminals tell it', () => {
	const told: readonly [string, Rgb | undefined][] = [
		['\x1b]11;rgb:0000/2b2b/3636\x1b\\', [0, 0x2b, 0x36]],
		['\x1b]11;rgb:ff/ff/ff\x07', [255, 255, 255]],
		['\x1b]11;rgba:0000/0000/0000/ffff\x07', [0, 0, 0]],
		['\x1b]11;rgb:f/0/8\x07', [255, 0, 136]],
		['\x1b]10;rgb:ff/ff/ff\x07', undefined],
		['\x1b]11;?\x07', undefined],
		['\x1bP>|XTerm(388)\x1b\\', undefined],
	]
	for (const [reply, background] of told) assert.deepEqual(reportedBackground(reply), background, reply)
	assert.deepEqual(['15;0', '0;15', '0;default;7', '7', 'x', undefined].map(backgroundOfVariable), [
		[0, 0, 0],
		[255, 255, 255],
		[255, 255, 255],
		[255, 255, 255],
		undefined,
		undefined,
	])
})
