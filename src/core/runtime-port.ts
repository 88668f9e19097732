// All that a front end ever sees of the program.

import type { Command, SessionSummary } from './commands.ts'
import type { Envelope } from './events.ts'
import type { MediaUri } from './messages.ts'
import type { ModelInfo } from './model.ts'

export type RuntimePort = {
	/**
	 * Resolves when the command is accepted, not when its work is done.
	 * @throws AgentError `rejected` when it cannot be carried out now, with the reason
	 */
	send(command: Command): Promise<void>
	/**
	 * Stored events after `fromSeq` in order, then everything live; from 0 the first is `session-open`.
	 * Nothing is missed from the moment of the call. Ends when `signal` fires or the runtime shuts down.
	 */
	events(fromSeq: number, signal: AbortSignal): AsyncIterable<Envelope>
	readonly lookups: Lookups
}

/** Questions with an answer and no effect on the session. */
export type Lookups = {
	sessions(): Promise<readonly SessionSummary[]>
	models(): Promise<readonly ModelInfo[]>
	/** Paths inside the workspace for `@` completion, relative, folders with a final slash. */
	files(): Promise<readonly string[]>
	/** Earlier prompts of this folder, newest last. */
	promptHistory(): Promise<readonly string[]>
	gitBranch(): Promise<string | undefined>
	/** An image on the clipboard, already stored, or undefined. */
	clipboardImage(): Promise<{ uri: MediaUri; mediaType: string; sizeBytes: number } | undefined>
	/** Who uses how many tokens of the window, for `/context`. */
	contextUse(): Promise<readonly { part: string; tokens: number }[]>
}
