// Themes of the Helix editor: scopes with a colour, or with `fg` and `bg`, by names of a `palette`.

import { isObject, type JsonObject } from '../../../core/json.ts'

export function isHelix(theme: JsonObject): boolean {
	return Object.keys(theme).some(key => /^ui(?:\.|$)/.test(key))
}

export function helixColours(theme: JsonObject): {
	ground: string | undefined
	colours: Readonly<Record<string, string>>
} {
	const palette = isObject(theme.palette) ? theme.palette : {}
	const at = (place: string): string | undefined => {
		const [scope = '', part = 'fg'] = place.split(' ')
		const value = scopeOf(theme, scope)
		const colour = isObject(value) ? value[part] : part === 'fg' ? value : undefined
		if (typeof colour !== 'string') return undefined
		return Object.hasOwn(palette, colour) ? String(palette[colour]) : colour
	}
	const colours = new Map<string, string>()
	for (const [key, places] of Object.entries(PLACES)) {
		const value = places.map(at).find(each => each !== undefined)
		if (value !== undefined) colours.set(key, value)
	}
	return { ground: at('ui.background bg'), colours: Object.fromEntries(colours) }
}

/** A scope that is not there looks as the one above it: `constant.numeric` as `constant`. */
function scopeOf(theme: JsonObject, scope: string): unknown {
	for (let name = scope; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.'))))
		if (Object.hasOwn(theme, name)) return theme[name]
	return undefined
}

const PLACES: Readonly<Record<string, readonly string[]>> = {
	text: ['ui.text'],
	quiet: ['ui.text.inactive', 'comment'],
	faint: ['ui.linenr', 'comment'],
	accent: ['ui.text.focus', 'special', 'function'],
	heading: ['markup.heading'],
	link: ['markup.link.url', 'markup.link'],
	code: ['markup.raw', 'string'],
	inverse: ['ui.background bg'],
	success: ['diff.plus'],
	failure: ['error', 'diff.minus'],
	warning: ['warning'],
	running: ['info', 'hint'],
	gutter: ['ui.linenr'],
	'prompt-row': ['ui.cursorline bg', 'ui.cursorline.primary bg'],
	panel: ['ui.popup bg', 'ui.menu bg'],
	selection: ['ui.menu.selected bg', 'ui.selection bg'],
	match: ['ui.highlight bg', 'ui.selection bg'],
	focus: ['ui.text.focus', 'function'],
	frame: ['ui.window', 'ui.linenr'],
	'code-keyword': ['keyword'],
	'code-string': ['string'],
	'code-number': ['constant.numeric'],
	'code-comment': ['comment'],
	'code-title': ['function'],
	'code-type': ['type'],
	'code-attribute': ['attribute', 'variable'],
}
