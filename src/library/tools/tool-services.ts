// What the handler of a host's own tool is given beside its arguments.

import type { CallId, SessionId } from '../../core/ids.ts'
import type { JsonValue } from '../../core/json.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { LogLevel } from '../../core/services/logging.ts'

/** Handed to `run` of a tool, for one call. */
export type HandlerContext = {
	/** Fires when the call is to stop: the run was cancelled, or the call took longer than 15 minutes. */
	readonly signal: AbortSignal
	/** Unique within the session. */
	readonly callId: CallId
	readonly sessionId: SessionId
	/** Shows something while the call goes on (`tool-progress`). Never stored. */
	progress(text: string): void
	/**
	 * Asks the user a question.
	 * @param options - answers to choose from
	 * @returns undefined when nobody is there, or they would not say
	 */
	ask(question: string, options?: readonly string[]): Promise<string | undefined>
	readonly services: ToolServices
}

/** The runtime's services, for the handler of a tool. */
export type ToolServices = {
	/** Whose session it is. */
	readonly auth: AuthContext
	/** What is kept by name for this user. */
	readonly keyValues: KeyValueMemory
	readonly artifacts: ArtifactShelf
	/** For whoever runs the program; never throws. */
	log(level: LogLevel, message: string, fields?: Readonly<Record<string, JsonValue>>): void
	/**
	 * Asks the model of this run one question, with nothing of the conversation. The run pays for it.
	 * @throws AgentError as the request failed; `cost-limit` when the run has no budget for it
	 */
	askModel(prompt: string, options?: { system?: string }): Promise<string>
}

/** What a call leaves for whoever gave the task: it stands in the task beside its answer. */
export type ArtifactShelf = {
	/** @throws AgentError `usage` for more than 20 of one call, and what is too large: 256 KiB of text or JSON, 4 MiB of bytes */
	add(artifact: NewArtifact): Promise<void>
}

/** `mediaType` left out: `text/plain`, `application/json`, `application/octet-stream`. */
export type NewArtifact = { name: string; mediaType?: string } & (
	| { text: string }
	| { value: JsonValue }
	| { bytes: Uint8Array }
)

/** Of one user. Keys hold 1 to 512 characters, values at most 1 MiB of JSON. */
export type KeyValueMemory = {
	get(key: string): Promise<JsonValue | undefined>
	/** @throws AgentError `usage` for a key or a value beyond the limits */
	set(key: string, value: JsonValue): Promise<void>
	/** @returns whether there was one */
	remove(key: string): Promise<boolean>
	/** In order, at most 1000. */
	keys(prefix?: string): Promise<readonly string[]>
}
