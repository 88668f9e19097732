// A program on a real pseudo-terminal with a terminal emulator behind it: what a person would see, and type.

import headless from '@xterm/headless'
import { AGENT, baseEnvironment, type Desk } from '../run-agent.ts'
import { PATIENCE_MS } from '../soak.ts'
import { openPty } from './pty.ts'

export type Shown = string | RegExp | ((screen: string) => boolean)

export type AgentTerminal = {
	pid: number
	/** The exit code, when all that was written is on the screen. */
	ended: Promise<number>
	/** Everything from the first row, also what was scrolled out; without what is blank at the end. */
	screen(): string
	/** As it was written, sequences and all. */
	written(): string
	isPasteBracketed(): boolean
	type(text: string): void
	until(shown: Shown): Promise<void>
	kill(): void
}

export type TerminalSetup = {
	desk: Desk
	/** Beside what every program gets. */
	environment: Readonly<Record<string, string>>
	columns?: number
	rows?: number
}

/** The built program. */
export function openAgent(args: readonly string[], setup: TerminalSetup): AgentTerminal {
	return openTerminal([process.execPath, AGENT, ...args], setup)
}

export function openTerminal(
	[program, ...args]: readonly [string, ...string[]],
	{ desk, environment, columns = 80, rows = 24 }: TerminalSetup,
): AgentTerminal {
	const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true })
	const child = openPty(program, args, {
		cwd: desk.cwd,
		cols: columns,
		rows,
		name: 'xterm-256color',
		env: { ...baseEnvironment(desk), ...environment },
	})
	let written = ''
	const looking = new Set<() => void>()
	child.onData(data => {
		written += data
		terminal.write(data, () => {
			for (const look of looking) look()
		})
	})
	// The emulator takes in what it gets a moment later, so the program's last words may not be on the screen yet when
	// it has ended. This write comes behind them.
	const ended = new Promise<number>(resolve => {
		child.onExit(({ exitCode }) => terminal.write('', () => resolve(exitCode)))
	})
	const screen = () => {
		const { active } = terminal.buffer
		const lines = Array.from(
			{ length: active.length },
			(_, row) => active.getLine(row)?.translateToString(true) ?? '',
		)
		return lines.join('\n').trimEnd()
	}
	return {
		pid: child.pid,
		ended,
		screen,
		written: () => written,
		isPasteBracketed: () => terminal.modes.bracketedPasteMode,
		type: text => child.write(text),
		until: shown =>
			new Promise<void>((resolve, reject) => {
				const fail = (what: string) => () => reject(new Error(`${what} ${shown}:\n${screen()}`))
				const late = setTimeout(fail('never came:'), PATIENCE_MS)
				const look = () => {
					if (!isShown(shown, screen())) return
					clearTimeout(late)
					looking.delete(look)
					resolve()
				}
				looking.add(look)
				look()
				void ended.then(fail('ended without'))
			}),
		kill: () => child.kill('SIGKILL'),
	}
}

function isShown(shown: Shown, screen: string): boolean {
	if (typeof shown === 'function') return shown(screen)
	return typeof shown === 'string' ? screen.includes(shown) : shown.test(screen)
}
