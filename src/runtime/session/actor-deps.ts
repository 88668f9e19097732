// The session actor's contracts: what it is made with, what a run may do with its session, and the handle the port
// has.

import type { Command, NoteScope } from '../../core/commands.ts'
import type { Envelope, Preamble, StoredEvent } from '../../core/events.ts'
import type { Clock } from '../../core/host.ts'
import type { IdSource, SessionId } from '../../core/ids.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { SandboxWish } from '../../core/sandbox.ts'
import type { RunEnd } from '../../loop/run.ts'
import type { StoredEnvelope } from '../../sessions/session-store.ts'
import type { Above } from '../agents/above.ts'
import type { SessionAgents } from '../agents/session-agents.ts'
import type { SessionReview } from '../review/session-review.ts'
import type { SessionTools } from '../tools/session-tools.ts'
import type { Envelopes } from './envelopes.ts'
import type { ExpandedPrompt } from './own-run.ts'
import type { CompactContext, IdleContext, RunContext } from './run-capabilities.ts'
import type { SessionSettings } from './session-handle.ts'
import type { SessionModels } from './session-settings.ts'

export type ActorDeps = {
	sessionId: SessionId
	cwd: string
	version: string
	parent: { sessionId: SessionId; seq: number } | undefined
	/** Of a sub-agent's session: the run it works for. */
	above?: Above | undefined
	agents: Pick<SessionAgents, 'sendAway' | 'stop'>
	envelopes: Envelopes
	ids: IdSource
	clock: Clock
	/** Somebody is there to answer. Without anybody a question is a refusal at once. */
	isInteractive: boolean
	settings: SessionSettings
	tools: Pick<SessionTools, 'toolsFor' | 'knows' | 'ready'>
	/** What is to hold commands just now. */
	sandboxed?(): SandboxWish
	/** Commands and skills that a prompt calls. */
	extensions: { expand(message: UserMessage, chain: readonly ModelRef[]): Promise<ExpandedPrompt> }
	checkpoints: ActorCheckpoints
	review: Pick<SessionReview, 'putBack' | 'takeBack' | 'markSeen'>
	models: SessionModels
	memory: {
		/** What the project is known by, where that is known by now and not its folder. */
		projectName?(): string | undefined
		/** The prompt of a run with what memory has to say about it in front. */
		withMemory(
			message: UserMessage,
			before: readonly Envelope<StoredEvent>[],
			signal: AbortSignal,
		): Promise<UserMessage>
		/** Keeps a note. @returns what came of it, in words for the user */
		remember(text: string, scope: NoteScope): Promise<string>
	}
	/** What stands before history, and what has changed of it since it was sent first. */
	preamble: { withChanges(prompt: UserMessage): Promise<{ prompt: UserMessage; preamble?: Preamble }> }
	/** @throws AgentError when another session has this name */
	requireFreeName(name: string): Promise<void>
	/** That the folder is on now. Left out, nobody asks. */
	branch?: (() => Promise<string | undefined>) | undefined
	maxTurns: number
	/** Wall time for one run, waiting for answers included. */
	runLimitMs: number | undefined
	/**
	 * The message with the images it names.
	 * @throws AgentError when the model takes none, or not this one
	 */
	withImages(message: UserMessage, model: ModelRef): Promise<UserMessage>
	/** The prompt without what is certain to be a secret, and what the user is told of it. */
	withoutSecrets(message: UserMessage): { message: UserMessage; notice: string | undefined }
	/** Keeps permission rules for the project. Left out, there is nowhere to. */
	allowForProject?: ((rules: readonly string[]) => Promise<void>) | undefined
	run(context: RunContext): Promise<RunEnd>
	/** What was said in events that no longer count, in a few lines. @returns undefined when that is nothing */
	summarizeLeft(left: readonly Envelope<StoredEvent>[]): Promise<string | undefined>
	/** The summary that is begun before it is needed. Left out, none is. */
	early?: {
		drop(): void
		/** Resolves when nothing of it goes on any more. */
		settled(): Promise<void>
		/** A run has ended, and another one is not waiting. Left out where nobody goes on from it. */
		idle?(context: IdleContext): Promise<void>
	}
	/** Compacts history between two runs. */
	compact(context: CompactContext): Promise<void>
}

/** Places to go back to, and going back to them. */
export type ActorCheckpoints = {
	/**
	 * Keeps the work tree as it is now.
	 * @returns the event that gives the place a name, and what the user has to know
	 * @throws AgentError `usage` for what is no name, `rejected` for one that is taken
	 */
	name(
		name: string,
		stored: readonly StoredEnvelope[],
	): Promise<{ event: Extract<StoredEvent, { type: 'checkpoint' }>; notices: readonly string[] }>
	/**
	 * @param store - for what has to be in the log before a file changes
	 * @throws AgentError `rejected` when there is no such place to go back to, or its files are no longer kept
	 */
	rewind(
		command: Extract<Command, { type: 'rewind' }>,
		stored: readonly StoredEnvelope[],
		store: (event: StoredEvent) => Promise<void> | undefined,
	): Promise<RewindResult>
}

/**
 * `needed`: what has to be at hand before the event is stored.
 * `told`: what the user has to know, in whole sentences.
 */
export type RewindResult = {
	event: Extract<StoredEvent, { type: 'rewind' }>
	needed: readonly StoredEnvelope[]
	notices: readonly string[]
}
