import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { AgentEvent } from '../../../src/core/events.ts'
import { type ScreenSettings, USUAL_SCREEN } from '../../../src/core/screen/screen-settings.ts'
import { okResult } from '../../../src/core/tool.ts'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { startTui } from '../../../src/tui/start.tsx'
import type { ScreenServices, TuiOptions } from '../../../src/tui/state/tui-options.ts'
import {
	approvalRequest,
	call,
	FakePort,
	opened,
	runEnd,
	runStart,
	said,
	text,
	toolEnd,
	toolStart,
} from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
})

type Given = { screen?: Partial<ScreenSettings>; environment?: TuiOptions['environment'] }

function started({ screen = {}, environment = {} }: Given = {}) {
	const terminal = new ScreenTerminal(80, 24)
	const port = new FakePort()
	const commands: { command: string; environment: unknown }[] = []
	const first = { ...USUAL_SCREEN, ...screen }
	const services: ScreenServices = {
		first,
		settled: async () => first,
		runCommand: async (command, given) => {
			commands.push({ command, environment: given.environment })
			return ''
		},
	}
	const exited = startTui({
		version: '1',
		environment: { HOME: '/home/me', TERM: 'xterm-256color', ...environment },
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		screen: services,
	})
	const end = async () => {
		port.close()
		await exited
	}
	leave.push(end)
	port.emit(opened)
	return { port, terminal, commands, end }
}

const FAILED: AgentEvent = {
	type: 'run-end',
	reason: 'failed',
	usage: NO_USAGE,
	costMicroUsd: 0,
	turns: 1,
}

const written = (terminal: ScreenTerminal, what: string | RegExp) =>
	terminal.until(() =>
		typeof what === 'string' ? terminal.written.includes(what) : what.test(terminal.written),
	)
const title = (words: string) => `\x1b]2;${words}\x1b\\`
const titles = (terminal: ScreenTerminal) =>
	[...terminal.written.matchAll(/\x1b\]2;([^\x1b]*)\x1b\\/g)].map(match => match[1]!)

describe('the title', () => {
	test('says whose window it is, what runs, and who is waited for; afterwards it is as it was', async () => {
		const { port, terminal, end } = started()
		await written(terminal, title('✳ project — keelson'))
		port.emit(runStart('Please fix the parser. It is broken.'), runEnd())
		await written(terminal, title('✳ fix the parser — keelson'))
		port.emit(
			{ type: 'session-rename', name: 'parser\x1b]2;evil\x07 work' },
			runStart('test it'),
			said('Look.', call('c1', 'shell', { command: 'npm test' })),
			toolStart('c1', 'shell', { command: 'npm test' }),
		)
		await written(terminal, /\x1b\]2;. running npm test\x1b/)
		port.emit(approvalRequest('a1', {}))
		await written(terminal, title('? needs you'))
		port.emit(toolEnd('c1', 'shell', okResult('fine')), runEnd())
		await written(terminal, title('✳ parser work — keelson'))
		await end()
		assert(terminal.written.indexOf('\x1b[22;2t') < terminal.written.indexOf('\x1b]2;'))
		assert.equal(titles(terminal).at(-1), '')
		assert(terminal.written.lastIndexOf('\x1b[23;2t') > terminal.written.lastIndexOf('\x1b]2;'))
	})

	test('stays what it was where that is wished for, and in a console', async () => {
		const wished = started({ screen: { title: false } })
		await written(wished.terminal, '\x1b[?1004h')
		const console = started({ environment: { TERM: 'linux' } })
		console.port.emit(runStart('hi'), text('Hello.'), said('Hello.'), runEnd())
		await console.terminal.until('Hello.')
		await Promise.all([wished.end(), console.end()])
		assert.deepEqual([titles(wished.terminal), titles(console.terminal)], [[], []])
		assert.doesNotMatch(console.terminal.written, /\x1b\]133|\x1b\[\?1004h/)
	})
})

test('a run shows as progress until it ends, also where the screen is left in the middle of it', async () => {
	const { port, terminal, end } = started()
	port.emit(runStart('go'))
	await written(terminal, '\x1b]9;4;3;0\x1b\\')
	port.emit(approvalRequest('a1', {}))
	await written(terminal, '\x1b]9;4;4;100\x1b\\')
	port.emit(runEnd())
	await written(terminal, '\x1b]9;4;0;0\x1b\\')
	port.emit(runStart('again'))
	await written(terminal, /9;4;0;0[\s\S]*9;4;3;0/)
	await end()
	assert(terminal.written.lastIndexOf('\x1b]9;4;0;0') > terminal.written.lastIndexOf('\x1b]9;4;3;0'))
})

test('where it would be taken for a notification, there is no progress', async () => {
	const { port, terminal } = started({ environment: { TERM: 'xterm-kitty', KITTY_WINDOW_ID: '1' } })
	port.emit(runStart('go'))
	await written(terminal, /\x1b\]2;. thinking/)
	assert.doesNotMatch(terminal.written, /\x1b\]9;4/)
})

test('prompts and answers stand between marks, and the text between them is what was written', async () => {
	const { port, terminal } = started()
	port.emit(runStart('fix it'), text('All **good**.'), said('All good.'), runEnd())
	await written(terminal, '\x1b]133;D;0\x1b\\')
	const { written: all } = terminal
	const at = (mark: string) => all.indexOf(`\x1b]133;${mark}`)
	assert(at('A') < at('B') && at('B') < at('C') && at('C') < at('D'), all.replaceAll('\x1b', 'ESC'))
	assert.match(all.slice(at('A'), at('B')), /fix it/)
	assert.match(all.slice(at('C'), at('D')), /All/)
	// What has been written stands there a moment later.
	await terminal.settled()
	assert.match(terminal.screen(), /❯ fix it\n\nAll good\./)
	port.emit(runStart('once more'), FAILED)
	await written(terminal, '\x1b]133;D;1\x1b\\')
})

describe('links', () => {
	test('of pages and of places in files can be clicked, and nothing else', async () => {
		const { port, terminal } = started({ screen: { editorLinks: 'vscode' } })
		const answer =
			'See [the page](https://example.com/a?b=1), src/a.ts:3:5, `b.go:7`, [run](javascript:alert(1)), db.example.com:443.\n'
		port.emit(runStart('where'), text(answer), said(answer), runEnd())
		await terminal.until('443')
		const links = [...terminal.written.matchAll(/\x1b\]8;;([^\x1b]+)\x1b\\/g)].map(match => match[1])
		const folder = opened.cwd
		assert.deepEqual(
			[...new Set(links)],
			['https://example.com/a?b=1', `vscode://file${folder}/src/a.ts:3:5`, `vscode://file${folder}/b.go:7`],
		)
		assert.match(terminal.screen(), /src\/a\.ts:3:5, b\.go:7, run\n\(javascript:alert\(1\)\), db/)
	})
})

describe('notifications', () => {
	const LONG_AGO = { notifyAfterMs: 0 }
	const notices = (terminal: ScreenTerminal) =>
		terminal.written.match(
			/\x1b\]9;(?!4;)[^\x1b]*|\x1b\]777;[^\x1b]*|\x1b\]99;[^\x1b]*|(?<!\][^\x1b]*)\x07/g,
		) ?? []

	async function run(given: Given, focus: string, ...events: readonly AgentEvent[]) {
		const { port, terminal, commands, end } = started(given)
		await written(terminal, '\x1b[?1004h')
		if (focus !== '') terminal.type(focus)
		port.emit(runStart('go'))
		await written(terminal, '\x1b]9;4;3')
		port.emit(...events)
		await written(terminal, '\x1b]9;4;0')
		await end()
		return { told: notices(terminal), commands, terminal }
	}
	const ITERM = { TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.6.10' }

	test('are sent to who looks elsewhere, in the terminal’s way', async () => {
		const end = await run({ screen: LONG_AGO, environment: ITERM }, '\x1b[O', runEnd())
		assert.deepEqual(end.told, ['\x1b]9;Keelson · go: The run has ended.'])
		const vte = await run({ screen: LONG_AGO, environment: { VTE_VERSION: '7800' } }, '\x1b[O', FAILED)
		assert.deepEqual(vte.told, ['\x1b]777;notify;Keelson · go;The run has failed.'])
		const plain = await run({ screen: { ...LONG_AGO, notifyCommand: 'say' } }, '\x1b[O', runEnd())
		assert.deepEqual(plain.told, ['\x07'])
		assert.deepEqual(plain.commands, [
			{
				command: 'say',
				environment: {
					KEELSON_NOTIFICATION: 'end',
					KEELSON_MESSAGE: 'Keelson · go: The run has ended.',
				},
			},
		])
	})

	test('of a question say what is asked, without what could act on the terminal', async () => {
		const { port, terminal } = started({ screen: LONG_AGO, environment: ITERM })
		await written(terminal, '\x1b[?1004h')
		terminal.type('\x1b[O')
		port.emit(runStart('go'))
		await written(terminal, '\x1b]9;4;3')
		port.emit(approvalRequest('a1', { title: 'rm\x1b]9;x\x07 -rf;y' }))
		await written(terminal, '\x1b]9;4;4')
		assert.equal(notices(terminal)[0], '\x1b]9;Keelson · go: Needs you: rm -rf;y')
	})

	test('are not sent to who looks, to who may be looking, for short runs, or for what is not wished for', async () => {
		const none = [
			await run({ screen: LONG_AGO, environment: ITERM }, '\x1b[I', runEnd()),
			await run({ screen: LONG_AGO, environment: ITERM }, '', runEnd()),
			await run({ screen: { notifyAfterMs: 4e12 }, environment: ITERM }, '\x1b[O', runEnd()),
			await run({ screen: { ...LONG_AGO, notifyOn: ['ask'] }, environment: ITERM }, '\x1b[O', runEnd()),
			await run(
				{ screen: { ...LONG_AGO, notify: 'off', notifyCommand: 'x', notifyOn: [] } },
				'\x1b[O',
				runEnd(),
			),
		]
		assert.deepEqual(
			none.map(({ told, commands }) => [told, commands]),
			none.map(() => [[], []]),
		)
	})

	test('reports of the focus are asked for, are no keys, and end with the screen', async () => {
		const { terminal } = await run({ screen: LONG_AGO }, '\x1b[O\x1b[I', runEnd())
		assert.doesNotMatch(terminal.screen(), />.*[OI]\b/)
		assert(terminal.written.lastIndexOf('\x1b[?1004l') > terminal.written.lastIndexOf('\x1b[?1004h'))
	})
})
