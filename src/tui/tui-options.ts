// What the program that starts the screen gives it, beside the runtime: the terminal and what reaches beyond it.

import type { RuntimePort } from '../core/runtime-port.ts'
import type { TerminalSource } from './input/terminal-input.ts'
import type { Terminal } from './terminal/terminal-output.ts'

export type TuiOptions = {
	port: RuntimePort
	version: string
	stdin: TerminalSource
	stdout: Terminal
	/** Sent as soon as the session is open. */
	initialPrompt?: string | undefined
	/** Begin with the list of sessions. */
	picker?: boolean
	/** Fires when the process is asked to end: the screen leaves the terminal as it found it and returns. */
	stop?: AbortSignal
	/** For the colours and for writing the home folder as `~`. */
	environment?: Readonly<Record<string, string | undefined>>
	/** Keeps a note the user wrote with `#`. @returns where it is now */
	saveNote?(text: string): Promise<string>
	/** Runs a command the user wrote with `!`. Ends it when the signal fires. */
	runShell?(command: string, signal: AbortSignal): Promise<ShellOutput>
	/** Opens the user's editor on a text, with the terminal to itself. @returns undefined when nothing is to change */
	editText?(text: string): Promise<string | undefined>
	/** Stops the process group as Ctrl+Z does outside of raw mode. */
	stopProcess?(): void
}

export type ShellOutput = { text: string; exitCode: number | undefined }

/** What is left to say when the screen is gone. */
export type TuiExit = { sessionId?: string; hasMessages: boolean }
