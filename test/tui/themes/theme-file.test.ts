import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { THEME_TOKENS } from '../../../src/tui/text/theme.ts'
import { readTheme } from '../../../src/tui/themes/theme-file.ts'

const FILE = '/home/me/themes/mine.json'

test('a theme of Keelson’s own keys takes the rest from the theme it extends', async () => {
	const own = Object.fromEntries(THEME_TOKENS.map((token, index) => [token, `#0000${10 + index}`]))
	assert.deepEqual(
		THEME_TOKENS.map(token => own[token]),
		await readTheme(FILE, JSON.stringify(own)).then(({ colours }) =>
			THEME_TOKENS.map(token => colours[token]),
		),
	)
	const light = await readTheme(
		FILE,
		'{"extends": "light", "colours": {"accent": "bright-red", "quiet": "#777"}}',
	)
	assert.deepEqual(
		[light.colours.accent, light.colours.quiet, light.colours.heading, light.ground],
		['bright-red', '#777', '#0a57a3', [255, 255, 255]],
	)
})

describe('what is wrong with a file is said with its name, the key and the value', () => {
	const bad: readonly [string, string, RegExp][] = [
		[
			'a colour',
			'{"accent": "#12345"}',
			/^\/home\/me\/themes\/mine\.json: accent is "#12345"; a colour is #rgb, /,
		],
		['a number', '{"accent": 7}', /mine\.json: accent is 7; a colour is/],
		['a name that is none', '{"acent": "red"}', /mine\.json: a theme has no acent\. Did you mean accent\?/],
		['nothing like it', '{"zebra": "red"}', /mine\.json: a theme has no zebra\. There are text, quiet, /],
		['a word of another kind', '{"accent": "mauve"}', /mine\.json: accent is "mauve"/],
		[
			'what it extends',
			'{"extends": "darkk"}',
			/mine\.json: extends is "darkk"; it must be one of dark, light,/,
		],
		['no JSON', '{"accent": ', /mine\.json cannot be read: .*JSON/],
		['a list', '[]', /mine\.json is no theme: it must be an object/],
		['VS Code', '{"colors": {"editor.foreground": "reddish"}}', /mine\.json: text is "reddish"/],
		['base16', '{"base00": "000000", "base05": "zz"}', /mine\.json: text is "zz"/],
	]
	test.each(bad)('%s', async (_what, text, message) => {
		await assert.rejects(
			readTheme(FILE, text),
			error => error instanceof Error && message.test(error.message),
		)
	})

	test('TOML that cannot be read', async () => {
		await assert.rejects(
			readTheme('/t/mine.toml', '"ui.text" = "red"\n"ui.linenr" ==\n'),
			/mine\.toml cannot be read: line 2 is not TOML that is known here: "ui\.linenr" ==/,
		)
	})
})

test('a theme of VS Code, with its comments and commas', async () => {
	const { colours, ground } = await readTheme(
		FILE,
		`{
	// made by somebody
	"type": "dark",
	"colors": {
		"editor.background": "#282a36",
		"editor.foreground": "#f8f8f2",
		"textLink.foreground": "#8be9fd", /* a link */
		"diffEditor.insertedTextBackground": "#50fa7b20",
		"editorLineNumber.foreground": "#6272a4",
	},
	"tokenColors": [
		{"scope": ["comment", "punctuation.definition.comment"], "settings": {"foreground": "#6272a4"}},
		{"scope": "keyword, storage.type", "settings": {"foreground": "#ff79c6"}},
		{"scope": "keyword.operator", "settings": {"foreground": "#ffffff"}},
		{"scope": "string.quoted", "settings": {"foreground": "#f1fa8c"}},
		{"settings": {"background": "#282a36"}},
	],
}`,
	)
	assert.deepEqual(ground, [0x28, 0x2a, 0x36])
	assert.deepEqual(
		[colours.text, colours.link, colours['added-row'], colours.gutter, colours['code-keyword']],
		['#f8f8f2', '#8be9fd', '#50fa7b20', '#6272a4', '#ff79c6'],
	)
	assert.deepEqual([colours.quiet, colours['code-string']], ['#6272a4', '#f1fa8c'])
})

test('a scheme of base16, as YAML and under palette', async () => {
	const roles = [...'0123456789ABCDEF'].map(digit => `base0${digit}: "${digit.repeat(6)}"`)
	const flat = await readTheme('/t/ocean.yaml', `scheme: "Ocean"\nauthor: "A"\n${roles.join('\n')}\n`)
	assert.deepEqual(
		[flat.ground, flat.colours.text, flat.colours['added-row'], flat.colours['code-keyword']],
		[[0, 0, 0], '#555555', '#BBBBBB33', '#EEEEEE'],
	)
	const nested = await readTheme(
		'/t/ocean.yml',
		`system: base16\npalette:\n${roles.map(role => `  ${role.replace('"', '"#')}`).join('\n')}\n`,
	)
	assert.equal(nested.colours.failure, '#888888')
})

test('a theme of Helix', async () => {
	const { colours, ground } = await readTheme(
		'/t/night.toml',
		`# Author: somebody
"attribute" = "yellow"
"keyword" = { fg = "pink", modifiers = ["bold"] }
"constant" = "#aabbcc"
'ui.background' = { bg = "night" }
"ui.text" = "light-gray"
"ui.linenr" = { fg = "#445566" }
"ui.menu.selected" = { bg = "pink", fg = "night" }
"diff.plus" = "green"

[palette]
night = "#f0f0f0" # light
pink = "#ff79c6"
`,
	)
	assert.deepEqual(ground, [0xf0, 0xf0, 0xf0])
	assert.deepEqual(
		[colours['code-keyword'], colours['code-number'], colours.text, colours.gutter, colours.selection],
		['#ff79c6', '#aabbcc', 'light-gray', '#445566', '#ff79c6'],
	)
	// What it does not say is as in the theme for its kind of background.
	assert.deepEqual([colours.success, colours['added-row']], ['green', '#2da44e2e'])
})
