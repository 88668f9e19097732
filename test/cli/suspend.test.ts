// Ctrl+Z and `fg` in a real shell with job control on a real pseudo-terminal.

import pty from '@lydell/node-pty'
import headless from '@xterm/headless'
import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { AGENT, type Desk, makeDesk } from '../support/run-agent.ts'

let server: ModelServer
let desk: Desk
let shells: pty.IPty[] = []
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk()
})
afterEach(async () => {
	for (const shell of shells.splice(0)) shell.kill('SIGKILL')
	shells = []
	await server.close()
	await desk.remove()
})

/** A shell at its prompt, `$`, which starts the built program when `agent` is typed. */
function openShell() {
	const terminal = new headless.Terminal({ cols: 80, rows: 24, allowProposedApi: true })
	const shell = pty.spawn('bash', ['--norc', '--noprofile', '-i'], {
		cwd: desk.cwd,
		cols: 80,
		rows: 24,
		name: 'xterm-256color',
		env: {
			PATH: process.env.PATH,
			HOME: desk.home,
			KEELSON_HOME: desk.home,
			PS1: '$ ',
			HISTFILE: '/dev/null',
			AGENT: `${process.execPath} ${AGENT}`,
			...server.environment,
		},
	})
	shells.push(shell)
	const looking = new Set<() => void>()
	shell.onData(data => {
		terminal.write(data, () => {
			for (const look of looking) look()
		})
	})
	const screen = () => {
		const { active } = terminal.buffer
		const rows = Array.from({ length: 24 }, (_, row) => active.getLine(active.baseY + row))
		return rows.map(row => row?.translateToString(true) ?? '').join('\n')
	}
	return {
		screen,
		terminal,
		type: (text: string) => shell.write(text),
		until: (isMet: (screen: string) => boolean) =>
			new Promise<void>((resolve, reject) => {
				const late = setTimeout(() => reject(new Error(`never came:\n${screen()}`)), 15_000)
				const look = () => {
					if (!isMet(screen())) return
					clearTimeout(late)
					looking.delete(look)
					resolve()
				}
				looking.add(look)
				look()
			}),
	}
}

type Shell = ReturnType<typeof openShell>

async function suspend(shell: Shell): Promise<void> {
	shell.type('\x1a')
	await shell.until(screen => /Stopped/.test(screen) && screen.trimEnd().endsWith('$'))
	// The shell's own line: what is typed is shown, and run, as before.
	shell.type('echo "sane:$((6*7))"\r')
	await shell.until(screen => screen.includes('sane:42'))
}

test('Ctrl+Z with nothing running, then fg: the draft is there and the program goes on', async () => {
	const shell = openShell()
	// Without a server that a connection is kept to, so that nothing at all is going on.
	shell.type('$AGENT -m demo/demo\r')
	// The last thing that is found out at the start.
	await shell.until(screen => /· ask · (no )?sandbox/.test(screen))
	shell.type('half a prom')
	await shell.until(screen => screen.includes('> half a prom'))
	for (const _ of ['once', 'twice', 'and again']) {
		await suspend(shell)
		shell.type('fg\r')
		await shell.until(screen => screen.slice(screen.lastIndexOf('sane:42')).includes('> half a prom'))
		await shell.until(() => shell.terminal.modes.bracketedPasteMode)
	}
	// Raw: a paste comes as one, a key without Enter, and Ctrl+J is no end of a line.
	shell.type('\x1b[200~pt\nin two rows\x1b[201~')
	await shell.until(screen => /> half a prompt +│\n│ +in two rows/.test(screen))
	shell.type('\r')
	await shell.until(screen => screen.includes('This is the built-in demo'))
	shell.type('\x04')
	await shell.until(screen => screen.trimEnd().endsWith('$'))
	shell.type('echo "left:$?"\r')
	await shell.until(screen => screen.includes('left:0'))
})

test('Ctrl+Z while a run is active, then fg: the run goes on to its end', async () => {
	const shell = openShell()
	const reply = server.hold({ text: 'After the pause.' })
	shell.type('$AGENT -m openai/test-model "say it"\r')
	await reply.arrived
	await shell.until(screen => screen.includes('Steer the run'))
	await suspend(shell)
	shell.type('fg\r')
	await shell.until(screen => screen.slice(screen.lastIndexOf('sane:42')).includes('Steer the run'))
	await reply.release()
	await shell.until(screen => screen.includes('After the pause.') && screen.includes('Ask for anything'))
	shell.type('\x04')
	await shell.until(screen => screen.trimEnd().endsWith('$'))
	server.assertFinished()
})

test('Ctrl+Z where no shell could say fg leaves the program as it was', async () => {
	const shell = openShell()
	// A session of its own has no shell above it, and the system stops nothing there.
	shell.type('exec $AGENT -m demo/demo\r')
	await shell.until(screen => screen.includes('Ask for anything'))
	shell.type('draft')
	await shell.until(screen => screen.includes('> draft'))
	shell.type('\x1a')
	shell.type('ed')
	await shell.until(screen => screen.includes('> drafted'))
})
