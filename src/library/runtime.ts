// The runtime as a program holds it: agents, their sessions, and one machine behind all of them.

import type { SessionSummary } from '../core/commands.ts'
import type { Envelope, StoredEvent } from '../core/events.ts'
import type { JsonSchema, JsonValue } from '../core/json.ts'
import type { UserMessage } from '../core/messages.ts'
import type { AgentOptions } from './options/runtime-options.ts'
import type { OutputOf, StandardSchema } from './schema/standard-schema.ts'
import type { RuntimeServer, ServeOptions } from './serve/serve-options.ts'
import type { PromptOptions } from './session/run.ts'
import type { RunResult } from './session/run-result.ts'
import type { Session } from './session/session.ts'
import type { DefinedTool } from './tools/define-tool.ts'

/** An agent: a prompt, tools and a model, for as many sessions as are wanted, also side by side. */
export type Agent = {
	/** A new session. It leaves no trace before its first prompt. */
	session(): Promise<Session>
	/**
	 * Goes on with a session that is kept.
	 * @param selector - its id, an unambiguous beginning of one, its name, or `{ last: true }` for the newest of the folder
	 * @throws AgentError `session-not-found`, `session-ambiguous`, `session-busy`
	 */
	resume(selector: string | { last: true }, options?: ResumeOptions): Promise<Session>
	/**
	 * One prompt in a session of its own.
	 * @throws RunError unless the run finished; `error.result` has what there is
	 */
	run(prompt: string | UserMessage, options?: PromptOptions): Promise<RunResult>
	/**
	 * The typed call: asks until the answer fits, which takes one correction at most.
	 * @param schema - a JSON Schema (`ask<Person>(…)`), or a Standard Schema such as zod's, whose output is returned
	 * @throws RunError unless the run finished, with the code `invalid-output` where no answer fitted; AgentError
	 * `invalid-output` where the validator took none, `usage` for a schema that cannot be used
	 */
	ask<Schema extends StandardSchema>(
		prompt: string | UserMessage,
		schema: Schema,
		options?: PromptOptions,
	): Promise<OutputOf<Schema>>
	ask<Value = JsonValue>(
		prompt: string | UserMessage,
		schema: JsonSchema,
		options?: PromptOptions,
	): Promise<Value>
	/**
	 * One more tool, or another in the place of the one with its name. Sessions that are open have it from their next run on.
	 * @returns takes it away again
	 */
	registerTool(tool: DefinedTool): () => void
}

/** `fork`: in a copy, and the session itself stays as it is. */
export type ResumeOptions = { fork?: boolean }

/** The agent it was created with, and others beside it. */
export type Runtime = Agent & {
	/**
	 * One more agent. What is left out is as in the runtime; `tools` are in the place of the runtime's.
	 * @throws AgentError `usage` where there is one of that name, `model-unknown`
	 */
	agent(name: string, options: AgentOptions): Agent
	/** @returns undefined where there is none of that name */
	findAgent(name: string): Agent | undefined
	/** In the order in which they were made. */
	agentNames(): readonly string[]
	/**
	 * Takes tasks over HTTP as `agent serve` does, for this runtime's agents, with its tools, providers and services; a
	 * handler works for whoever gave the task. Ends with the runtime.
	 * @throws AgentError `usage` for options that cannot be right, `rejected` while another server has the home
	 */
	serve(options?: ServeOptions): Promise<RuntimeServer>
	/** The sessions that are kept, the one used last first. */
	list(): Promise<readonly SessionSummary[]>
	/** What is stored of a session, without opening it. @throws AgentError `session-not-found`, `session-unreadable` */
	read(selector: string): Promise<readonly Envelope<StoredEvent>[]>
	/** @throws AgentError `session-not-found`, `session-busy` while it is open */
	remove(selector: string): Promise<void>
	/** Closes all sessions, and ends what they have started. */
	close(): Promise<void>
}
