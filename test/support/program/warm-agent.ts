// The built program without a process of its own for each run: starting one takes four fifths of what a short run takes.
// A run has what a process would give it (see agent-host.ts), but for stdin, which is empty.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type WarmRun = { args: readonly string[]; cwd: string; env: Readonly<Record<string, string>> }
/** `code` is null where the process that ran it has ended before it could tell. */
export type WarmEnd = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

const HOST = fileURLToPath(new URL('./agent-host.ts', import.meta.url))
/** What a process decides once, by what it finds in its environment. */
const DECIDES_ONCE = /^NODE_|COLOR|^(?:TERM|LANG|LC_\w+|TZ|CI)$/

let host: ChildProcess | undefined
let isBusy = false

/** @returns undefined where it has to be a process of its own: for what only that can have, or because one runs already */
export function runWarm(main: string, run: WarmRun): Promise<WarmEnd> | undefined {
	if (isBusy || Object.keys(run.env).some(name => DECIDES_ONCE.test(name) && name !== 'NODE_COMPILE_CACHE'))
		return
	isBusy = true
	host ??= start(main)
	return inHost(host, run).finally(() => {
		isBusy = false
	})
}

function start(main: string): ChildProcess {
	const { PATH = '', NODE_COMPILE_CACHE } = process.env
	const child = fork(HOST, [main], {
		// Those of a test's own process are not for the program.
		execArgv: ['--no-warnings'],
		env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	})
	child.once('exit', () => {
		host = undefined
	})
	return child
}

function inHost(child: ChildProcess, run: WarmRun): Promise<WarmEnd> {
	child.ref()
	child.channel?.ref()
	return new Promise(resolve => {
		const end = (ended: WarmEnd) => {
			child.off('message', onMessage).off('exit', onExit)
			child.unref()
			child.channel?.unref()
			resolve(ended)
		}
		const onMessage = (message: unknown) => end(message as WarmEnd)
		const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
			end({ code, signal, stdout: '', stderr: 'the process that ran it has ended' })
		child.once('message', onMessage).once('exit', onExit)
		child.send(run)
	})
}
