// Runs the user's own command that prints a key: of a password manager, of a company's token service.

import { spawn } from 'node:child_process'
import { AgentError } from '../../core/errors.ts'

export type KeyCommand = {
	/** For bash. Comes from the user's own settings only. */
	command: string
	/** What it is called in a message: nothing the command says is ever repeated there. */
	name: string
	env: Readonly<Record<string, string | undefined>>
	/** Values that are taken out of its environment: it may need the user's own, but not our keys. */
	withheld: readonly string[]
	timeoutMs?: number
}

/**
 * @returns what it printed, trimmed
 * @throws AgentError `auth-failed` when it fails, prints nothing or takes too long
 */
export async function runKeyCommand(given: KeyCommand): Promise<string> {
	const { command, name, withheld, timeoutMs = 10_000 } = given
	const kept = Object.entries(given.env).filter(
		([, value]) => value !== undefined && !withheld.includes(value.trim()),
	)
	// In a group of its own, so that what it has started ends with it, and without the terminal: nobody can answer.
	const child = spawn('bash', ['-c', command], {
		detached: true,
		stdio: ['ignore', 'pipe', 'ignore'],
		env: Object.fromEntries(kept),
	})
	let problem: string | undefined
	function stop(why: string): void {
		problem ??= why
		if (child.pid !== undefined) endGroup(child.pid)
	}
	const onExit = () => stop('was interrupted')
	const timer = setTimeout(() => stop(`did not end within ${timeoutMs / 1_000} s`), timeoutMs)
	process.once('exit', onExit)
	try {
		let text = ''
		child.stdout.setEncoding('utf8').on('data', (more: string) => {
			text += more
			if (text.length > LONGEST_KEY) stop('printed far more than a key')
		})
		const ended = await new Promise<{ exitCode: number | null; error?: Error }>(resolve => {
			child.once('error', error => resolve({ exitCode: null, error }))
			child.once('close', exitCode => resolve({ exitCode }))
		})
		const key = text.trim()
		if (ended.error) problem ??= `could not be started: ${ended.error.message}`
		if (ended.exitCode !== 0) problem ??= `ended with exit code ${ended.exitCode}`
		if (key === '') problem ??= 'printed nothing'
		if (problem === undefined) return key
		throw new AgentError('auth-failed', `${name} ${problem}; run it by hand to see why`)
	} finally {
		clearTimeout(timer)
		process.off('exit', onExit)
	}
}

const LONGEST_KEY = 65_536

function endGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL')
	} catch {
		// It is gone already.
	}
}
