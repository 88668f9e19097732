// Suspending the process (Ctrl+Z): stops it, and says when it goes on.

import { readFileSync } from 'node:fs'

/**
 * Resolves when the process has the terminal again, at once where the system has stopped nothing: a process that has no
 * shell above it to say `fg` is not stopped by SIGTSTP. In the background (`bg`) it stops again, as whatever has the whole
 * screen does.
 * @param options.stop - stops the process, the whole group of it unless told otherwise
 * @param options.ending - the program is told to end, also while it is stopped: a shell's `kill` lets it go on first
 */
export async function suspendProcess({
	stop = stopGroup,
	hasTerminal = isInForeground,
	ending,
}: {
	stop?: (() => void) | undefined
	hasTerminal?: () => boolean
	ending?: AbortSignal | undefined
} = {}): Promise<void> {
	do {
		await stopped(stop)
		// Both signals are there at once, and this one's listener may be called first.
		await new Promise(resolve => setTimeout(resolve, BOTH_SIGNALS_MS))
	} while (!ending?.aborted && !hasTerminal())
}

function stopped(stop: () => void): Promise<void> {
	return new Promise<void>(resolve => {
		const goOn = () => {
			clearTimeout(timer)
			process.off('SIGCONT', goOn)
			resolve()
		}
		process.once('SIGCONT', goOn)
		// Waiting for a signal keeps no program alive, and the keyboard is given away: with nothing running the program
		// would end as soon as it goes on. What is stopped does not see this time pass.
		const timer = setTimeout(goOn, STILL_RUNNING_MS)
		stop()
	})
}

/** Where the system does not say, or there is no terminal, nothing is in the way. */
function isInForeground(): boolean {
	try {
		// The name before them may hold blanks, but ends with `)`: state, parent, group, session, terminal, its group.
		const [, , group, , , terminalGroup] =
			readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
		return terminalGroup === '-1' || terminalGroup === group
	} catch {
		return true
	}
}

const BOTH_SIGNALS_MS = 20

/** Longer than a signal to oneself takes to stop a process. */
const STILL_RUNNING_MS = 100

/** So that the shell sees its job stop and not only a part of it. */
function stopGroup(): void {
	process.kill(0, 'SIGTSTP')
}
