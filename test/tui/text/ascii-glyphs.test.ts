import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { startTui } from '../../../src/tui/start.tsx'
import { ASCII_OF, asAscii, drawsAscii } from '../../../src/tui/text/ascii-glyphs.ts'
import { cellWidth } from '../../../src/tui/text/cell-width.ts'
import { approvalRequest, FakePort, opened, runEnd, runStart, said } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

test('every glyph that the screen is drawn with stands in the table, and takes one cell there and here', () => {
	const sources = ['src/tui', 'src/core/text', 'src/core/screen'].flatMap(folder =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter(name => /\.tsx?$/.test(name))
			.map(name => readFileSync(join(folder, name), 'utf8')),
	)
	const drawn = sources
		.map(text => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, ''))
		.flatMap(text => text.match(/[^\x00-\x7f]/gu) ?? [])
	assert.ok(drawn.length > 300)
	assert.deepEqual(
		[...new Set(drawn)].filter(glyph => !ASCII_OF.has(glyph)),
		[],
	)
	for (const [glyph, ascii] of ASCII_OF) {
		assert.match(ascii, /^[ -~]$/, glyph)
		assert.equal(cellWidth(glyph), 1, glyph)
	}
})

test('what is no glyph of ours stays as it was written, sequences as they are', () => {
	assert.equal(asAscii('\x1b[32m✓\x1b[39m Grüße · 日本 …'), '\x1b[32mv\x1b[39m Grüße - 日本 .')
})

test('the locale decides, by the first of its variables that says something, and the setting before it', () => {
	const cases: readonly [Record<string, string>, boolean][] = [
		[{}, false],
		[{ LANG: 'de_DE.UTF-8' }, false],
		[{ LANG: 'C.utf8' }, false],
		[{ LANG: 'C' }, true],
		[{ LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, true],
		[{ LC_ALL: '', LC_CTYPE: 'en_US.ISO-8859-1', LANG: 'en_US.UTF-8' }, true],
		[{ LC_CTYPE: 'UTF-8', LANG: 'C' }, false],
	]
	for (const [environment, isAscii] of cases) {
		assert.equal(drawsAscii('auto', environment), isAscii, JSON.stringify(environment))
		assert.equal(drawsAscii('unicode', environment), false)
		assert.equal(drawsAscii('ascii', environment), true)
	}
})

test('in such a locale the frame, a question and the rows of a run are drawn in ASCII', async () => {
	const terminal = new ScreenTerminal(80, 24)
	const port = new FakePort()
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me', TMUX: '', LC_ALL: 'C' },
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	onTestFinished(async () => {
		port.close()
		await exited
	})
	port.emit(opened, runStart('first'), said('- one\n- two'), runEnd())
	await terminal.until(screen => screen.includes('| > Ask for anything') && screen.includes('* one'))
	assert.match(terminal.screen(), /^\+-{70,}\+$/m)
	port.emit(runStart('second'), approvalRequest('a1', { outcome: 'ask' }))
	await terminal.until(/^== .* =+$/m)
	assert.match(terminal.scrollback(), /^> first/m)
	assert.doesNotMatch(terminal.scrollback() + terminal.written, /[^\x00-\x7f]/)
})
