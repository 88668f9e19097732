import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Clipboard, clipboardPrograms } from '../../../src/tui/outside/clipboard.ts'

const names = (environment: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
	clipboardPrograms(environment, platform).map(({ program }) => program)

test('the programs are those of the system and of what the user sits at; over SSH there are none', () => {
	assert.deepEqual(names({}), [])
	assert.deepEqual(names({ DISPLAY: ':0' }), ['xclip', 'xsel'])
	assert.deepEqual(names({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }), ['wl-copy', 'xclip', 'xsel'])
	assert.deepEqual(names({ WSL_DISTRO_NAME: 'Debian', DISPLAY: ':0' }), ['clip.exe', 'xclip', 'xsel'])
	assert.deepEqual(names({}, 'win32'), ['clip.exe'])
	assert.deepEqual(names({}, 'darwin'), ['pbcopy'])
	for (const remote of ['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'])
		for (const platform of ['darwin', 'linux', 'win32'] as const)
			assert.deepEqual(names({ [remote]: 'x', DISPLAY: ':0', WAYLAND_DISPLAY: 'w' }, platform), [])
})

const OSC = (text: string) => `\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`

/** @param takes - what each program that there is answers, and when */
function clipboard(
	environment: Record<string, string>,
	takes: (call: string) => boolean | Promise<boolean> = () => false,
) {
	const fed: string[] = []
	const written: string[] = []
	const board = new Clipboard({
		environment: { TERM: 'xterm', ...environment },
		platform: 'linux',
		control: sequence => void written.push(sequence),
		async feedProgram(program, args, input) {
			const call = [program, ...args].join(' ')
			fed.push(`${call} < ${Buffer.from(input)}`)
			return takes(call)
		},
	})
	return { board, fed, written }
}

test('the terminal is told at once, and a program that is there says for certain that it is copied', async () => {
	const { board, fed, written } = clipboard({ DISPLAY: ':0' }, call => call.startsWith('xsel'))
	const said = board.copy('héllo')
	assert.deepEqual([fed, written], [[], [OSC('héllo')]])
	assert.equal(await said, 'Copied')
	assert.deepEqual(fed, ['xclip -selection clipboard -in < héllo', 'xsel --clipboard --input < héllo'])
	assert.match(await clipboard({ DISPLAY: ':0' }).board.copy('x'), /if your terminal lets programs/)
	const console = clipboard({ TERM: 'linux' })
	await console.board.copy('x')
	assert.deepEqual(console.written, [])
})

test('in tmux its buffer is set, and the clipboard through it; an older one is gone past', async () => {
	const inTmux = { TMUX: '/tmp/tmux-1/default,1,0', SSH_CONNECTION: 'x' }
	const now = clipboard(inTmux, call => call === 'tmux load-buffer -w -')
	assert.match(await now.board.copy('a\nb'), /tmux’s buffer/)
	assert.deepEqual([now.fed, now.written], [['tmux load-buffer -w - < a\nb'], []])
	const older = clipboard(inTmux, call => call === 'tmux load-buffer -')
	assert.match(await older.board.copy('ab'), /tmux’s buffer/)
	const past = `\x1bPtmux;\x1b${OSC('ab')}\x1b\\`
	assert.deepEqual(older.written, [OSC('ab') + past])
	const none = clipboard(inTmux)
	assert.match(await none.board.copy('ab'), /if your terminal lets programs/)
	assert.deepEqual(none.written, [OSC('ab') + past])
})

test('of several copies the last one stays, however slow a program is', async () => {
	const waiting: (() => void)[] = []
	const { board, fed, written } = clipboard(
		{ DISPLAY: ':0' },
		() => new Promise(resolve => waiting.push(() => resolve(true))),
	)
	const first = board.copy('one')
	await new Promise(setImmediate)
	const others = [board.copy('two'), board.copy('three')]
	assert.deepEqual(written, [OSC('one'), OSC('two'), OSC('three')])
	assert.deepEqual(fed, ['xclip -selection clipboard -in < one'])
	waiting.shift()?.()
	await first
	await new Promise(setImmediate)
	waiting.shift()?.()
	await Promise.all(others)
	assert.deepEqual(fed.slice(1), ['xclip -selection clipboard -in < three'])
})

test('Windows gets UTF-16 where ASCII is not enough', async () => {
	const inputs: Uint8Array[] = []
	const board = new Clipboard({
		environment: { WSL_INTEROP: '/run/x' },
		platform: 'linux',
		control() {},
		async feedProgram(_program, _args, input) {
			inputs.push(input)
			return true
		},
	})
	await board.copy('plain')
	await board.copy('größer')
	assert.deepEqual(
		inputs.map(input => [...input]),
		[[...Buffer.from('plain')], [...Buffer.from('größer', 'utf16le')]],
	)
})

test('behind a tmux on another machine it goes both ways there are, and says what tmux needs for its buffer', async () => {
	const { board, fed, written } = clipboard({ TERM: 'tmux-256color', SSH_CONNECTION: 'x', TMUX: '' })
	assert.equal(await board.copy('ab'), 'Copied, if tmux lets programs do that: tmux set -s set-clipboard on')
	const through = `\x1bPtmux;\x1b${OSC('ab')}\x1b\\`
	assert.deepEqual([fed, written], [[], [OSC('ab') + through]])
})
