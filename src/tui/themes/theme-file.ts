// A theme file of the user's own: Keelson's keys, or a theme made for VS Code, base16 or Helix, which its shape tells apart.

import { isObject, type JsonObject } from '../../core/json.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { parseColour } from '../text/colour.ts'
import type { Rgb } from '../text/contrast.ts'
import { type Palette, THEME_TOKENS } from '../text/theme.ts'
import { BUILT_IN_THEMES } from './built-in-themes.ts'
import { base16Colours, isBase16 } from './foreign/base16-theme.ts'
import { helixColours, isHelix } from './foreign/helix-theme.ts'
import { parseToml } from './foreign/toml.ts'
import { isVsCode, vsCodeColours } from './foreign/vscode-theme.ts'

/** What a theme made for another program says in our words. `ground`: its background. */
export type ForeignColours = { ground: string | undefined; colours: Readonly<Record<string, string>> }

/**
 * @param path - for messages, and for the ending, which says how it is written: `.json`, `.toml`, `.yaml`
 * @throws Error naming the file, the key and the value that are wrong
 */
export async function readTheme(path: string, text: string): Promise<Palette> {
	const theme = await parsed(path, text)
	if (isVsCode(theme)) return foreignPalette(path, vsCodeColours(theme))
	if (isBase16(theme)) return foreignPalette(path, base16Colours(theme))
	if (isHelix(theme)) return foreignPalette(path, helixColours(theme))
	return ownPalette(path, theme)
}

async function parsed(path: string, text: string): Promise<JsonObject> {
	let value: unknown
	try {
		if (/\.ya?ml$/i.test(path)) value = (await import('yaml')).parse(text)
		else value = /\.toml$/i.test(path) ? parseToml(text) : JSON.parse(withoutComments(text))
	} catch (error) {
		throw new Error(`${path} cannot be read: ${error instanceof Error ? firstLine(error.message) : error}`)
	}
	if (!isObject(value))
		throw new Error(`${path} is no theme: it must be an object with colours by their names`)
	return value
}

function firstLine(text: string): string {
	return text.split('\n')[0] ?? ''
}

/** VS Code's JSON has comments and commas behind the last value. */
function withoutComments(text: string): string {
	const bare = text.replaceAll(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, part =>
		part.startsWith('"') ? part : '',
	)
	return bare.replaceAll(/"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g, part => (part === ',' ? '' : part))
}

function ownPalette(path: string, theme: JsonObject): Palette {
	const { colours, colors, name: _name, extends: base = 'dark', $schema: _schema, ...flat } = theme
	const given = colours ?? colors ?? flat
	if (!isObject(given)) throw new Error(`${path}: colours must be an object with colours by their names`)
	const from = BUILT_IN_THEMES.find(each => each.name === base)
	if (!from)
		throw new Error(
			`${path}: extends is ${JSON.stringify(base)}; it must be one of ${BUILT_IN_THEMES.map(each => each.name).join(', ')}`,
		)
	const checked = new Map<string, string>()
	for (const [key, value] of Object.entries(given)) {
		if (!KEYS.includes(key)) {
			const [near] = nearestNames(key, KEYS, { allowedEdits: length => Math.max(1, Math.floor(length / 3)) })
			const advice = near === undefined ? `There are ${THEME_TOKENS.join(', ')}.` : `Did you mean ${near}?`
			throw new Error(`${path}: a theme has no ${key}. ${advice}`)
		}
		checked.set(key, colourOf(path, key, value))
	}
	return { ...from.dark, colours: { ...from.dark.colours, ...Object.fromEntries(checked) } }
}

function foreignPalette(path: string, { ground, colours }: ForeignColours): Palette {
	const background = ground === undefined ? undefined : rgbOf(colourOf(path, 'background', ground))
	const isLight = background !== undefined && background[0] + background[1] + background[2] > 382
	const base = BUILT_IN_THEMES.find(each => each.name === (isLight ? 'light' : 'dark'))
	if (!base) throw new Error('the themes dark and light are missing')
	const checked = Object.entries(colours).map(([key, value]) => [key, colourOf(path, key, value)] as const)
	return {
		...(background ? { ground: background } : base.dark.ground && { ground: base.dark.ground }),
		colours: { ...base.dark.colours, ...Object.fromEntries(checked) },
	}
}

function colourOf(path: string, key: string, value: unknown): string {
	if (typeof value === 'string' && parseColour(value)) return value
	throw new Error(
		`${path}: ${key} is ${JSON.stringify(value)}; a colour is #rgb, #rrggbb, #rrggbbaa, a name such as red or bright-red, or default`,
	)
}

function rgbOf(text: string): Rgb | undefined {
	const colour = parseColour(text)
	return colour?.kind === 'rgb' ? colour.rgb : undefined
}

const KEYS: readonly string[] = [
	...THEME_TOKENS,
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
