import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { USUAL_SCREEN } from '../../../src/core/screen/screen-settings.ts'
import { startTui } from '../../../src/tui/start.tsx'
import type { ThemeServices } from '../../../src/tui/state/tui-options.ts'
import { ScreenTheme } from '../../../src/tui/themes/screen-theme.ts'
import { FakePort, opened, runEnd, runStart, said } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const ASKS_BACKGROUND = '\x1b]11;?\x1b\\'
const DARK = '\x1b]11;rgb:0000/2b2b/3636\x1b\\'
const LIGHT = '\x1b]11;rgb:fdfd/f6f6/e3e3\x07'

/** A theme, and what has been told about it since: each change is waited for. */
function followed(depth: 'truecolor' | 'ansi256' | 'ansi16' = 'truecolor', environment = {}) {
	let told = () => {}
	const theme = new ScreenTheme({ depth, environment, onChange: () => told() })
	const changedBy = async (act: () => void) => {
		const changed = new Promise<void>(resolve => {
			told = resolve
		})
		act()
		await changed
		return theme.paint('x', { tone: 'accent' })
	}
	return { theme, changedBy }
}

describe('auto', () => {
	test('is the sixteen colours until the terminal has told its background, then dark or light', async () => {
		const { theme, changedBy } = followed()
		assert.equal(theme.paint('x', { tone: 'accent' }), '\x1b[36mx\x1b[39m')
		assert.ok(theme.questions.includes(ASKS_BACKGROUND) && theme.questions.includes('\x1b[?2031h'))
		const dark = await changedBy(() => theme.takeReply(DARK))
		assert.match(dark, /^\x1b\[38;2;79;184;204mx/)
		assert.match(await changedBy(() => theme.takeReply(LIGHT)), /^\x1b\[38;2;11;114;133mx/)
	})

	test('follows the switch between light and dark, and asks for the new background', async () => {
		const { theme, changedBy } = followed()
		await changedBy(() => assert.equal(theme.takeReply('\x1b[?997;1n'), ''))
		const dark = theme.paint('x', { tone: 'accent' })
		await changedBy(() => theme.takeReply(DARK))
		assert.equal(theme.paint('x', { tone: 'accent' }), dark)
		await changedBy(() => assert.equal(theme.takeReply('\x1b[?997;2n'), ASKS_BACKGROUND))
		await changedBy(() => theme.takeReply(LIGHT))
		assert.notEqual(theme.paint('x', { tone: 'accent' }), dark)
	})

	test('takes what COLORFGBG says where nothing is answered', async () => {
		const { changedBy } = followed('truecolor', { COLORFGBG: '0;15' })
		assert.match(await changedBy(() => {}), /^\x1b\[38;2;11;114;133mx/)
	})

	test('asks nothing where there are sixteen colours, and none of its own', async () => {
		const { theme } = followed('ansi16', { COLORFGBG: '0;15' })
		assert.equal(theme.questions + theme.silence, '')
		await theme.choose('auto')
		assert.equal(theme.paint('x', { tone: 'accent' }), '\x1b[36mx\x1b[39m')
	})
})

test('ansi16 has sixteen colours wherever it is', async () => {
	const { theme } = followed()
	theme.takeReply(DARK)
	await theme.choose('ansi16')
	for (const tone of ['quiet', 'accent', 'gutter', 'code-string'] as const)
		assert.doesNotMatch(theme.paint('x', { tone, background: 'added-row' }), /[34]8;/)
})

test('what no ground can be painted for is marked by inverse, bold and underlined text stays', () => {
	const theme = new ScreenTheme({ depth: 'none', environment: {}, onChange() {} })
	assert.equal(
		theme.paint('x', { tone: 'failure', background: 'selection', bold: true, underline: true }),
		'\x1b[1m\x1b[4m\x1b[7mx\x1b[27m\x1b[24m\x1b[22m',
	)
	assert.equal(theme.paint('x', { background: 'prompt-row' }), 'x')
})

test('a name that is none is refused with the nearest, and the theme stays', async () => {
	const { theme } = followed()
	await theme.choose('mono')
	await assert.rejects(theme.choose('drak'), /^Error: There is no theme “drak”\. Did you mean dark\?$/)
	await assert.rejects(
		theme.choose('zebra'),
		/There are auto, dark, light, ansi16, deuteranopia, high-contrast, mono\./,
	)
	assert.equal(theme.name, 'mono')
})

describe('on the screen', () => {
	let leave: (() => Promise<unknown>)[] = []
	afterEach(async () => {
		const all = leave
		leave = []
		for (const one of all) await one()
	})

	function started({
		chosen = 'auto',
		columns = 100,
		rows = 40,
	}: {
		chosen?: string
		columns?: number
		rows?: number
	} = {}) {
		const terminal = new ScreenTerminal(columns, rows)
		const port = new FakePort()
		const kept: string[] = []
		const themes: ThemeServices = {
			list: async () => [
				{ name: 'mine', path: '/t/mine.json' },
				{ name: 'torn', path: '/t/torn.json' },
			],
			read: async ({ name }) => (name === 'mine' ? '{"accent": "#ff00ff"}' : '{"accent": 7}'),
			keep: async name => {
				kept.push(name)
				return '/t/settings.json'
			},
		}
		const exited = startTui({
			version: '1',
			environment: { HOME: '/home/me', COLORTERM: 'truecolor', TERM: 'xterm-256color' },
			port,
			themes,
			screen: {
				first: USUAL_SCREEN,
				settled: async () => ({ ...USUAL_SCREEN, theme: chosen }),
				runCommand: async () => '',
			},
			stdin: terminal.stdin,
			stdout: terminal.stdout,
		})
		leave.push(() => {
			port.close()
			return exited
		})
		port.emit(opened)
		return { terminal, port, kept }
	}

	test('the theme of the settings is there before anything of a session is drawn', async () => {
		const { terminal, port } = started({ chosen: 'mine' })
		port.emit(runStart('make greet polite'), said('Done.'), runEnd())
		await terminal.until('Done.')
		assert.ok(terminal.written.includes('\x1b[38;2;255;0;255m'), 'the mark of the prompt')
		assert.ok(!terminal.written.includes('\x1b[36m'), 'none of another theme')
	})

	test('one that is wrong is said, and what the screen does by itself stands', async () => {
		const { terminal } = started({ chosen: 'torn' })
		await terminal.until(/! \/t\/torn\.json: accent is 7; a colour is #rgb/)
	})

	test.each([
		[100, 40],
		[40, 12],
	])(
		'/theme at %d × %d shows each as it would be; Esc puts the old one back, Enter keeps',
		async (columns, rows) => {
			const { terminal, kept } = started({ chosen: 'dark', columns, rows })
			await terminal.until('Ask for anything')
			const before = terminal.scrollback()
			terminal.type('half a draft')
			await terminal.until('half a draft')
			terminal.type('\x15/theme\r')
			await terminal.until('❯ dark  in use')
			terminal.type('\x1b[B')
			await terminal.until('❯ light')
			await terminal.until(() => terminal.written.includes('38;2;11;114;133'))
			terminal.type('\x1b')
			await terminal.until(screen => !screen.includes('❯ light'))
			assert.deepEqual(kept, [])
			assert.ok(!terminal.scrollback().slice(before.length).includes('high-contrast'))
			terminal.type('/theme\r')
			await terminal.until('❯ dark  in use')
			terminal.type('\x1b[F')
			await terminal.until('❯ torn')
			await terminal.until('accent is 7')
			terminal.type('\r\x1b[A')
			await terminal.until('❯ mine')
			terminal.type('\r')
			await terminal.until('Theme: mine (/t/settings.json)')
			assert.deepEqual(kept, ['mine'])
		},
	)

	test('a name that is typed is taken and kept, one that is none is said; both are completed', async () => {
		const { terminal, kept } = started()
		await terminal.until('Ask for anything')
		terminal.type('/theme deut')
		await terminal.until(/deuteranopia/)
		terminal.type('\t\r')
		await terminal.until('Theme: deuteranopia')
		terminal.type('/theme zebra\r')
		await terminal.until('There is no theme “zebra”.')
		assert.deepEqual(kept, ['deuteranopia'])
	})

	test('what the terminal tells of its light and dark is no key, and nobody is told any more at the end', async () => {
		const { terminal, port } = started()
		await terminal.until('Ask for anything')
		terminal.type('\x1b[?997;1n')
		terminal.type(DARK)
		terminal.type('\x1b[?997;2n')
		await terminal.until(() => terminal.written.split(ASKS_BACKGROUND).length === 3)
		assert.ok(terminal.screen().includes('Ask for anything'))
		port.close()
		for (const end of leave.splice(0)) await end()
		assert.ok(terminal.written.lastIndexOf('\x1b[?2031l') > terminal.written.lastIndexOf('\x1b[?2031h'))
	})
})
