// How the groups of commands are put together: what they are given to answer with.

import type { Output } from './output.ts'

/** Keeps the exit code of the command that was typed. */
export type Answer = <Args extends unknown[]>(
	command: (...args: Args) => Promise<number>,
) => (...args: Args) => Promise<void>

export type GroupContext = { version: string; output: Output }
