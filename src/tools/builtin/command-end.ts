// How a command ended, in words.

import type { CommandEnd } from '../../core/host.ts'

/** How a command ended, first thing in a result: `exit code 1`, `ended by SIGKILL`. */
export function endLine({ exitCode, signal, error }: CommandEnd): string {
	if (error !== undefined) return `could not be started: ${error}`
	return exitCode === undefined ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`
}
