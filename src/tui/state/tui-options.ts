// What the program that starts the screen gives it, beside the runtime: the terminal and what reaches beyond it.

import type { NewRule } from '../../core/commands.ts'
import type { Effort } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { TerminalSource } from '../terminal/terminal-input.ts'
import type { Terminal } from '../terminal/terminal-output.ts'

export type TuiOptions = {
	port: RuntimePort
	version: string
	stdin: TerminalSource
	stdout: Terminal
	/** Sent as soon as the session is open; a slash command is run. */
	initialPrompt?: string | undefined
	/** Begin with the list of sessions. */
	picker?: boolean
	/** Fires when the process is asked to end: the screen leaves the terminal as it found it and returns. */
	stop?: AbortSignal
	/** For the colours and for writing the home folder as `~`. */
	environment?: Readonly<Record<string, string | undefined>>
	/** Runs a command the user wrote with `!`. Ends it when the signal fires. */
	runShell?(command: string, signal: AbortSignal): Promise<ShellOutput>
	/** Opens the user's editor on a text, with the terminal to itself. @returns undefined when nothing is to change */
	editText?(text: string): Promise<string | undefined>
	/** Opens a file of the user's in their editor, with the terminal to itself. @param line - from 1 */
	editFile?(path: string, line: number): Promise<void>
	/** Resolves with a question that comes before the session; never when there is none. */
	trust?: Promise<TrustRequest>
	/** Nothing is asked, so the screen says so instead of the mode. */
	isYolo?: boolean
	/** Named sets of model, providers and account, of the user's settings. */
	profiles?(): Promise<Profiles>
	/** The permission rules, to look at and to change. */
	permissions?: PermissionServices
	/** A stored session is played: the keys are for this, and nothing is asked of the port. */
	playback?: Playback
	/** The working folder, whose sessions a list begins with. */
	folder?: string | undefined
	/** Writes a session to a file, named or not. @returns where it is now */
	exportSession?(sessionId: string, file: string): Promise<string>
	/** Writes an AGENTS.md from what the files say. @returns what it changes, and what became of it */
	writeInstructions?(how: { force: boolean }): Promise<{ diff: string; said: string }>
	renameSession?(sessionId: string, name: string): Promise<void>
	/** With everything it stored. */
	deleteSession?(sessionId: string): Promise<void>
	/** Stops the process; left out, its whole group, as Ctrl+Z does outside of raw mode. */
	stopProcess?(): void
}

export type ShellOutput = { text: string; exitCode: number | undefined }

export type TrustRequest = { question: TrustQuestion; answer(answer: TrustAnswer): void }

/** Whether what a folder brings along may act. */
export type TrustQuestion = {
	folder: string
	/** What is different since it was trusted; empty when it never was. */
	changes: readonly string[]
	offers: readonly { kind: string; file: string; effect: string }[]
}

/** `go-on`: without what it brings. */
export type TrustAnswer = 'trust' | 'go-on' | 'quit'

export type Profiles = { inForce: string | undefined; all: readonly OfferedProfile[] }

export type OfferedProfile = {
	name: string
	/** Empty when it leaves the model as it is. */
	chain: readonly ModelRef[]
	effort: Effort | undefined
	/** What of it is only read when the program starts. */
	needsStart: 'providers' | 'login' | undefined
	/** Its mode, which choosing it does not change. */
	approvals: string | undefined
}

export type PermissionServices = {
	list(): Promise<readonly ShownRule[]>
	/** Rejects with what is wrong with the rule. */
	add(rule: NewRule): Promise<void>
	remove(rule: ShownRule): Promise<void>
}

export type ShownRule = {
	list: 'allow' | 'ask' | 'deny'
	text: string
	/** `session`: in this process alone. `folder`: in a file the project brings along. */
	scope: 'user' | 'project' | 'session' | 'folder'
	from: string
}

export type Playback = {
	subscribe(listener: () => void): () => void
	state(): { speed: 1 | 4 | 'max'; isPaused: boolean; played: number; total: number }
	/** Pauses, or goes on. */
	pause(): void
	faster(): void
	slower(): void
}

/** What is left to say when the screen is gone. */
export type TuiExit = { sessionId?: string; hasMessages: boolean }
