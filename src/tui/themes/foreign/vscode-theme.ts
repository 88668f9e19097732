// Colour themes of VS Code: `colors` of the workbench, and `tokenColors` of TextMate scopes.

import { isObject, type JsonObject } from '../../../core/json.ts'

export function isVsCode(theme: JsonObject): boolean {
	if (Array.isArray(theme.tokenColors)) return true
	return isObject(theme.colors) && Object.keys(theme.colors).some(key => key.includes('.'))
}

export function vsCodeColours(theme: JsonObject): {
	ground: string | undefined
	colours: Readonly<Record<string, string>>
} {
	const workbench = isObject(theme.colors) ? theme.colors : {}
	const scopes = scopeColours(theme.tokenColors)
	const colours = new Map<string, string>()
	for (const [key, places] of Object.entries(PLACES)) {
		const value = firstOf(places, place =>
			place.startsWith('scope ') ? scopes(place.slice(6)) : workbench[place],
		)
		if (value !== undefined) colours.set(key, value)
	}
	return {
		ground: firstOf(['editor.background', 'terminal.background'], place => workbench[place]),
		colours: Object.fromEntries(colours),
	}
}

/** Where each of ours is looked for: the first that is there counts. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
	text: ['editor.foreground', 'foreground'],
	quiet: ['descriptionForeground', 'scope comment'],
	faint: ['editorLineNumber.foreground', 'scope comment'],
	accent: ['terminal.ansiCyan', 'focusBorder', 'textLink.foreground'],
	heading: ['scope markup.heading', 'scope entity.name.section', 'scope entity.name.function'],
	link: ['textLink.foreground', 'terminal.ansiBlue'],
	code: ['textPreformat.foreground', 'scope markup.inline.raw', 'scope string'],
	inverse: ['button.foreground', 'editor.background'],
	success: ['gitDecoration.addedResourceForeground', 'terminal.ansiGreen', 'scope markup.inserted'],
	failure: ['errorForeground', 'editorError.foreground', 'terminal.ansiRed', 'scope markup.deleted'],
	warning: ['editorWarning.foreground', 'terminal.ansiYellow'],
	running: ['progressBar.background', 'terminal.ansiCyan'],
	'added-row': ['diffEditor.insertedLineBackground', 'diffEditor.insertedTextBackground'],
	'removed-row': ['diffEditor.removedLineBackground', 'diffEditor.removedTextBackground'],
	'added-word': ['diffEditor.insertedTextBackground'],
	'removed-word': ['diffEditor.removedTextBackground'],
	'moved-row': ['diffEditor.move.border', 'merge.commonContentBackground'],
	gutter: ['editorLineNumber.foreground'],
	'prompt-row': ['editor.lineHighlightBackground', 'input.background'],
	panel: ['editorWidget.background', 'sideBar.background'],
	selection: ['list.activeSelectionBackground', 'editor.selectionBackground'],
	match: ['editor.findMatchHighlightBackground', 'editor.findMatchBackground'],
	focus: ['focusBorder'],
	frame: ['editorGroup.border', 'panel.border', 'sideBar.border'],
	'code-keyword': ['scope keyword', 'scope storage'],
	'code-string': ['scope string'],
	'code-number': ['scope constant.numeric', 'scope constant'],
	'code-comment': ['scope comment'],
	'code-title': ['scope entity.name.function'],
	'code-type': ['scope entity.name.type', 'scope support.type', 'scope entity.name.class'],
	'code-attribute': ['scope entity.other.attribute-name', 'scope variable'],
}

function firstOf(places: readonly string[], valueAt: (place: string) => unknown): string | undefined {
	for (const place of places) {
		const value = valueAt(place)
		if (value !== undefined && value !== null) return String(value)
	}
	return undefined
}

/** A scope has the colour of the longest rule that begins it, and the later of two alike, as in TextMate. */
function scopeColours(rules: unknown): (scope: string) => string | undefined {
	const known = (Array.isArray(rules) ? rules : []).flatMap((rule: unknown) => {
		if (!isObject(rule) || !isObject(rule.settings)) return []
		const colour = rule.settings.foreground
		if (typeof colour !== 'string') return []
		return scopesOf(rule.scope).map(scope => ({ scope, colour }))
	})
	return scope =>
		known
			.filter(rule => scope === rule.scope || scope.startsWith(`${rule.scope}.`))
			.toSorted((a, b) => a.scope.length - b.scope.length)
			.at(-1)?.colour ?? known.find(rule => rule.scope.startsWith(`${scope}.`))?.colour
}

function scopesOf(scope: unknown): readonly string[] {
	const texts = Array.isArray(scope) ? scope.map(String) : typeof scope === 'string' ? scope.split(',') : []
	return texts.map(text => text.trim())
}
