// Suspending the process (Ctrl+Z): stops it, and says when it goes on.

/**
 * Resolves when the process runs again, at once where the system has stopped nothing: a process that has no shell above
 * it to say `fg` is not stopped by SIGTSTP.
 * @param stop - stops the process, the whole group of it unless told otherwise
 */
export async function suspendProcess(stop = stopGroup): Promise<void> {
	await new Promise<void>(resolve => {
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

/** Longer than a signal to oneself takes to stop a process. */
const STILL_RUNNING_MS = 100

/** So that the shell sees its job stop and not only a part of it. */
function stopGroup(): void {
	process.kill(0, 'SIGTSTP')
}
