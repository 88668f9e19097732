// The end of a command in words: exit code or signal, and how much of its output is gone.

import type { CommandEnd } from '../../core/host.ts'
import type { KeptOutput } from './bounded-output.ts'

/** How a command ended, first thing in a result: `exit code 1`, `ended by SIGKILL`. */
export function endLine({ exitCode, signal, error }: CommandEnd): string {
	if (error !== undefined) return `could not be started: ${error}`
	return exitCode === undefined ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`
}

/** For the detail of a result. */
export function lossOf({ lostCharacters }: Pick<KeptOutput, 'lostCharacters'>): { lostCharacters?: number } {
	return lostCharacters > 0 ? { lostCharacters } : {}
}
