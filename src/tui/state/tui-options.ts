// What the program that starts the screen gives it, beside the runtime: the terminal and what reaches beyond it.

import type { NewRule, SessionMarks } from '../../core/commands.ts'
import type { UnixMs } from '../../core/ids.ts'
import type { JsonValue } from '../../core/json.ts'
import type { Effort } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { ScreenSettings } from '../../core/screen/screen-settings.ts'
import type { TerminalSource } from '../terminal/terminal-input.ts'
import type { Terminal } from '../terminal/terminal-wire.ts'
import type { FoldServices } from './fold-services.ts'

export type TuiOptions = {
	port: RuntimePort
	version: string
	stdin: TerminalSource
	stdout: Terminal
	/** Sent as soon as the session is open; a slash command is run. */
	initialPrompt?: string | undefined
	/** Begin on the whole window, whatever the settings say. */
	isFull?: boolean
	/** Begin with the list of sessions. */
	picker?: boolean
	/** Fires when the process is asked to end: the screen leaves the terminal as it found it and returns. */
	stop?: AbortSignal
	/** For the colours and for writing the home folder as `~`. */
	environment?: Readonly<Record<string, string | undefined>>
	/** Runs a command of the user's own. Ends it when the signal fires. @param stdin - left out, it has none */
	runShell?(command: string, signal: AbortSignal, stdin?: string): Promise<ShellOutput>
	/** Shows a page to the user. @returns false where there is nothing that could */
	openPage?(url: URL): Promise<boolean>
	/**
	 * Gives a program of the machine a text on its stdin, with a time limit of its own. Never a program of the folder.
	 * @returns whether it took the text; false as well where there is no such program
	 */
	feedProgram?(program: string, args: readonly string[], input: Uint8Array): Promise<boolean>
	/** What is folded in each session. Left out, it is forgotten with the process. */
	folds?: FoldServices
	/** Opens the user's editor on a text, with the terminal to itself. @returns undefined when nothing is to change */
	/** @param name - of the file, for the editor's colours */
	editText?(text: string, name?: string): Promise<string | undefined>
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
	/** How the screen is worked with; left out, as usual. */
	screen?: ScreenServices
	/** What is there of what is needed, and what is missing. */
	doctor?(
		model: ModelRef | undefined,
	): Promise<readonly { state: 'ok' | 'missing' | 'failed'; text: string }[]>
	/** The user's own keys. */
	keyBindings?: KeyBindingFile
	/** All settings, to look at and to change. */
	settings?: SettingServices
	/** A stored session is played: the keys are for this, and nothing is asked of the port. */
	playback?: Playback
	/** The working folder, whose sessions a list begins with. */
	folder?: string | undefined
	/** Writes a session to a file, named or not. @returns where it is now */
	exportSession?(sessionId: string, file: string): Promise<string>
	/** Writes an AGENTS.md from what the files say. @returns what it changes, and what became of it */
	writeInstructions?(how: { force: boolean }): Promise<{ diff: string; said: string }>
	/** Themes of the user's own, and where the one that was chosen is kept. Left out, there are none. */
	themes?: ThemeServices
	renameSession?(sessionId: string, name: string): Promise<void>
	/** With everything it stored. Until it is purged it can be had back, where that is there. */
	deleteSession?(sessionId: string): Promise<void>
	restoreSession?(sessionId: string): Promise<void>
	/** Ends that for all that were deleted. */
	purgeSessions?(): Promise<void>
	/** What the user puts on a session, which may be open elsewhere. */
	markSession?(sessionId: string, marks: SessionMarks): Promise<void>
	/** A copy of it. @returns the id of the copy */
	copySession?(sessionId: string): Promise<string>
	/** What is said of the folder while nothing has been asked. Called after the first frame. */
	startFacts?(given: { isWithoutModel: boolean }): Promise<StartFacts>
	/** Those that `logIn` can be asked for. @param which - also those that can do without a key */
	loginProviders?(which?: 'all'): Promise<readonly string[]>
	/** Stores a key or logs in, with the terminal to itself. @returns whether that was done */
	logIn?(words: readonly string[]): Promise<boolean>
	/** Of whom a key, a login or a command for a key is stored. */
	storedLogins?(): Promise<readonly string[]>
	/** Forgets it. @returns what became of it */
	logOut?(provider: string): Promise<string>
	/** Stops the process; left out, its whole group, as Ctrl+Z does outside of raw mode. */
	stopProcess?(): void
}

/** `instructions`: the file that was found. `tip`: one a start; `{app cycle-mode}` in it stands for the key of that action. */
export type StartFacts = {
	instructions: string | undefined
	/** Prompts that fit this folder. */
	examples: readonly string[]
	lastSession: { name: string | undefined; title: string; usedAt: UnixMs } | undefined
	/** Asked for only where no model can be used. */
	localServers: readonly string[]
	tip: string
}

export type ThemeServices = ThemeFiles & {
	/** Writes it to the user's own settings. @returns the file */
	keep(name: string): Promise<string>
}

/** Themes of the user's own. */
export type ThemeFiles = {
	list(): Promise<readonly ThemeFile[]>
	read(file: ThemeFile): Promise<string>
}

/** `name`: the file's, without its ending. */
export type ThemeFile = { name: string; path: string }

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

export type ScreenServices = {
	/** What is known of it before anything is drawn. */
	first: ScreenSettings
	/** As all layers of the settings say. @param isChanged - since they were read the last time */
	settled(isChanged?: boolean): Promise<ScreenSettings>
	/**
	 * Runs a command of the user's own, in the session's folder, with a text on its stdin, and with a time limit of its own.
	 * @returns what it printed; rejects when it failed or took too long
	 */
	runCommand(
		command: string,
		given: { stdin?: string; environment?: Readonly<Record<string, string>>; timeoutMs: number },
	): Promise<string>
}

export type KeyBindingFile = {
	/** For messages. */
	path: string
	/** Undefined where there is none. */
	read(): Promise<string | undefined>
	write(text: string): Promise<void>
}

export type SettingServices = {
	list(): Promise<SettingsReport>
	/**
	 * @param text - as it would stand on the command line
	 * @returns what there is to say of it, in whole sentences; rejects with what is wrong with it
	 */
	set(key: string, text: string, layer: WritableLayer): Promise<readonly string[]>
	unset(key: string, layer: WritableLayer): Promise<readonly string[]>
}

/** `local`: of the project, and for this user alone. */
export type WritableLayer = 'user' | 'project' | 'local'

/** `problems`: what stands in the files and does not count, and why. */
export type SettingsReport = { settings: readonly ShownSetting[]; problems: readonly string[] }

export type ShownSetting = {
	/** `section.key`. */
	key: string
	/** In force, with what is secret in it masked; undefined when it is not set. */
	value: JsonValue | undefined
	fallback: JsonValue | undefined
	layer: 'built-in' | 'user' | 'profile' | 'project' | 'local' | 'environment' | 'flags'
	/** A file, a variable, a profile or `flags`. */
	from: string
	description: string
	/** In words, such as `whole number, at least 1`. */
	type: string
	/** Left out, it is written. */
	choices?: readonly string[]
	/** What a project may do with it, and why not more. */
	inProject: string
	/** Has entries of its own below it. */
	isOpen?: true
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
