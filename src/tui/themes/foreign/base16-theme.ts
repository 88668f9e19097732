// base16 schemes: sixteen colours with fixed roles, in one object or under `palette`, with or without `#`.

import { isObject, type JsonObject } from '../../../core/json.ts'

export function isBase16(theme: JsonObject): boolean {
	return paletteOf(theme) !== undefined
}

/** Roles as the base16 styling guide has them. */
export function base16Colours(theme: JsonObject): {
	ground: string | undefined
	colours: Readonly<Record<string, string>>
} {
	const palette = paletteOf(theme) ?? {}
	const colour = (digit: string) => {
		const value = String(palette[`base0${digit}`] ?? palette[`base0${digit.toLowerCase()}`])
		return /^[\da-f]{6}$/i.test(value) ? `#${value}` : value
	}
	return {
		ground: colour('0'),
		colours: {
			text: colour('5'),
			quiet: colour('4'),
			faint: colour('3'),
			accent: colour('C'),
			heading: colour('D'),
			link: colour('D'),
			code: colour('9'),
			inverse: colour('0'),
			success: colour('B'),
			failure: colour('8'),
			warning: colour('A'),
			running: colour('C'),
			'added-row': `${colour('B')}33`,
			'removed-row': `${colour('8')}33`,
			'added-word': `${colour('B')}73`,
			'removed-word': `${colour('8')}73`,
			'moved-row': `${colour('E')}33`,
			gutter: colour('3'),
			'prompt-row': colour('1'),
			panel: colour('1'),
			selection: colour('2'),
			match: `${colour('A')}66`,
			focus: colour('C'),
			frame: colour('3'),
			'code-keyword': colour('E'),
			'code-string': colour('B'),
			'code-number': colour('9'),
			'code-comment': colour('3'),
			'code-title': colour('D'),
			'code-type': colour('A'),
			'code-attribute': colour('A'),
		},
	}
}

function paletteOf(theme: JsonObject): JsonObject | undefined {
	return [theme, theme.palette].filter(isObject).find(each => 'base00' in each && 'base05' in each)
}
