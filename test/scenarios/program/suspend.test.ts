// Ctrl+Z and `fg` in a real shell with job control on a real pseudo-terminal.

import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { AGENT, type Desk, makeDesk } from '../../support/run-agent.ts'
import { type AgentTerminal, openTerminal } from '../../support/screen/agent-terminal.ts'

let server: ModelServer
let desk: Desk
let shells: AgentTerminal[] = []
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk()
})
afterEach(async () => {
	for (const shell of shells.splice(0)) shell.kill()
	shells = []
	await server.close()
	await desk.remove()
})

/** A shell at its prompt, `$`, which starts the built program when `"$NODE" "$AGENT"` is typed. */
function openShell(): AgentTerminal {
	const environment = {
		...server.environment,
		PS1: '$ ',
		HISTFILE: '/dev/null',
		NODE: process.execPath,
		AGENT,
	}
	const shell = openTerminal(['bash', '--norc', '--noprofile', '-i'], { desk, environment })
	shells.push(shell)
	return shell
}

/** @param round - told apart by it. @returns what the shell has written last */
async function suspend(shell: AgentTerminal, round: number): Promise<string> {
	shell.type('\x1a')
	await shell.until(screen => /Stopped/.test(screen) && screen.endsWith('$'))
	// The shell's own line: what is typed is shown, and run, as before.
	shell.type(`echo "sane:$((100+${round}))"\r`)
	const said = `sane:${100 + round}`
	await shell.until(said)
	return said
}

test('Ctrl+Z with nothing running, then fg: the draft is there and the program goes on', async () => {
	const shell = openShell()
	// Without a server that a connection is kept to, so that nothing at all is going on.
	shell.type('"$NODE" "$AGENT" -m demo/demo\r')
	// The last thing that is found out at the start.
	await shell.until(screen => /· ask · (no )?sandbox/.test(screen))
	shell.type('half a prom')
	await shell.until('> half a prom')
	for (const round of [1, 2, 3]) {
		const said = await suspend(shell, round)
		shell.type('fg\r')
		await shell.until(screen => screen.slice(screen.indexOf(said)).includes('> half a prom'))
		await shell.until(() => shell.isPasteBracketed())
	}
	// Raw: a paste comes as one, a key without Enter, and Ctrl+J is no end of a line.
	shell.type('\x1b[200~pt\nin two rows\x1b[201~')
	await shell.until(screen => /> half a prompt +│\n│ +in two rows/.test(screen))
	shell.type('\r')
	await shell.until('This is the built-in demo')
	shell.type('\x04')
	await shell.until(screen => screen.endsWith('$'))
	shell.type('echo "left:$?"\r')
	await shell.until('left:0')
})

test('Ctrl+Z while a run is active, then fg: the run goes on to its end', async () => {
	const shell = openShell()
	const reply = server.hold({ text: 'After the pause.' })
	shell.type('"$NODE" "$AGENT" -m openai/test-model "say it"\r')
	await reply.arrived
	await shell.until('Steer the run')
	const said = await suspend(shell, 1)
	shell.type('fg\r')
	await shell.until(screen => screen.slice(screen.indexOf(said)).includes('Steer the run'))
	await reply.release()
	await shell.until(screen => screen.includes('After the pause.') && screen.includes('Ask for anything'))
	shell.type('\x04')
	await shell.until(screen => screen.endsWith('$'))
	server.assertFinished()
})

test('Ctrl+Z where no shell could say fg leaves the program as it was', async () => {
	const shell = openShell()
	// A session of its own has no shell above it, and the system stops nothing there.
	shell.type('exec "$NODE" "$AGENT" -m demo/demo\r')
	await shell.until('Ask for anything')
	shell.type('draft')
	await shell.until('> draft')
	shell.type('\x1a')
	shell.type('ed')
	await shell.until('> drafted')
})
