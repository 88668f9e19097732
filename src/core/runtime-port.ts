// The runtime port: all that a front end ever sees of the program.

import type { Command, NoteScope, RunningSession, SessionSummary } from './commands.ts'
import type { CompactionCheck, Envelope, RunEndReason, StoredEvent } from './events.ts'
import type { ServerStatus } from './extensions/mcp-servers.ts'
import type { SessionId, UnixMs } from './ids.ts'
import type { MemoryState } from './memory.ts'
import type { MediaUri } from './messages.ts'
import type { ModelInfo, ToolSpec } from './model.ts'
import type { ChangeQueries } from './review/changes.ts'
import type { StatisticsWish, UseStatistics } from './statistics/use-statistics.ts'
import type { ToolFacts } from './tool.ts'
import type { CostMicroUsd } from './usage.ts'

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
	readonly queries: RuntimeQueries
}

/** Questions with an answer and no effect on the session. */
export type RuntimeQueries = {
	sessions(): Promise<readonly SessionSummary[]>
	/** Those that processes have open, this one too. Left out where nobody can tell. */
	runningSessions?(): Promise<ReadonlyMap<SessionId, RunningSession>>
	models(): Promise<readonly ModelInfo[]>
	/** Paths inside the workspace for `@` completion, relative, folders with a final slash. */
	files(): Promise<readonly string[]>
	/** Earlier prompts of this folder, newest last. */
	promptHistory(): Promise<readonly string[]>
	/** A prompt as it would be sent where it has what is certain to be a secret, and else nothing. */
	maskedPrompt?(prompt: string): Promise<string | undefined>
	gitBranch(): Promise<string | undefined>
	/** How many files git sees changed; undefined where there is no git. Left out where nobody looks. */
	gitDirty?(): Promise<number | undefined>
	/** Finds out whether commands can be held; `sandbox-state` tells. Left out where no commands are run. */
	probeSandbox?(): Promise<void>
	/** Somebody is typing, and goes on: what the prompt will need is loaded and connected meanwhile. Left out where nothing is. */
	expectPrompt?(): Promise<void>
	/** What the model may call, in the order in which it is shown. Left out where nothing is called. */
	offeredTools?(): Promise<readonly OfferedTool[]>
	/** An image on the clipboard, already stored, or undefined. */
	clipboardImage(): Promise<{ uri: MediaUri; mediaType: string; sizeBytes: number } | undefined>
	/**
	 * A picture in a file, already stored, or undefined for what is none. Left out where nothing is kept.
	 * @param path - absolute, or with `~/` in front
	 * @throws AgentError `usage` for one that is too large, cannot be read, or that a rule denies reading
	 */
	pictureAt?(path: string): Promise<{ uri: MediaUri; mediaType: string; sizeBytes: number } | undefined>
	/** Keeps a picture that came with a prompt; its bytes never enter the log. Left out where nothing is kept. */
	storeImage?(bytes: Uint8Array): Promise<MediaUri>
	/** The bytes of a picture in the session; undefined when they are gone. Left out where none are kept. */
	readMedia?(uri: MediaUri): Promise<Uint8Array | undefined>
	/** What all sessions used over some days. Left out where nobody adds it up. */
	statistics?(wish: StatisticsWish): Promise<UseStatistics | undefined>
	/**
	 * Who uses how many tokens of the window, for `/context`.
	 * @param when - `at-once`: by an estimate where counting would have to load a vocabulary first, which takes a while
	 */
	contextUse(when?: 'at-once'): Promise<ContextUse>
	/**
	 * Where `rewind` can go, newest first.
	 * @param toSeq - only that one, with what would become of its files
	 */
	rewindPoints(toSeq?: number): Promise<readonly RewindPoint[]>
	/** Messages of this and other sessions that hold the words, best first. */
	searchSessions(query: string): Promise<readonly SessionHit[]>
	/** The sub-agents of this session, the one begun last first. */
	agents(): Promise<readonly AgentState[]>
	/** What is noted, for each scope. */
	notes(): Promise<readonly NoteList[]>
	/** What memory did about the last prompt, and how far its index is. Left out where there is none. */
	memoryState?(): Promise<MemoryState>
	/** MCP servers, in the order of their configs. */
	servers(): Promise<readonly ServerStatus[]>
	/** Commands, skills, agents and plugins that may be used. Left out where nobody looks for them. */
	extensions?(): Promise<ExtensionList>
	/** The hooks in force, for `/hooks`. */
	hooks(): Promise<HookList>
	/** The last few messages of a session, as text to look at. */
	previewSession(sessionId: SessionId): Promise<string>
	/** What has changed in the folder, for a review. Left out where nobody looks. */
	changes?: ChangeQueries
	/** A page of what is stored of a session, or of one of its agents. Left out where nothing is to be looked through. */
	readLog?(request: SessionPageRequest): Promise<LogPage>
	/**
	 * The whole of an output that was cut, by the path that its result names. Left out where none is kept.
	 * @returns undefined for what is no such output, or is no longer there
	 */
	readArtefact?(path: string): Promise<string | undefined>
}

/** `facts` left out: it may do anything. */
export type OfferedTool = { spec: ToolSpec; facts?: ToolFacts }
/** Names and descriptions are foreign text. `from`: `user`, `project`, or the plugin in words. */
export type ExtensionList = {
	/** What `/name` stands for beside the commands of the screen: custom commands, and skills that are for the user. */
	commands: readonly {
		name: string
		description: string
		argumentHint?: string
		from: string
		path: string
	}[]
	/** `isForModel`: it may load them by itself. */
	skills: readonly { name: string; description: string; from: string; path: string; isForModel: boolean }[]
	/** `tools` left out: all that there are. */
	agents: readonly {
		name: string
		description: string
		from: string
		path: string
		tools?: readonly string[]
		model?: string
	}[]
	plugins: readonly { name: string; description?: string; version?: string; root: string; isUsed: boolean }[]
}

/** The budget of the next request, in tokens. The parts add up to what would be sent. */
export type ContextUse = {
	windowTokens: number
	/** Nothing was counted: the figures come near. */
	isEstimated?: true
	/** `instructions`: what stands before the first prompt, but for `map`: the repository map, wherever it stands. `memory`: what was found and put in front of prompts. */
	parts: readonly {
		part: 'system' | 'tools' | 'instructions' | 'summary' | 'history' | 'memory' | 'map'
		tokens: number
	}[]
	/** Above this history is compacted; undefined when that is switched off. */
	compactAtTokens: number | undefined
	/** Of the last request: what the server had already, of how much. */
	cached: { cachedTokens: number; inputTokens: number } | undefined
	/** Why the last request did not begin like the one before it. */
	prefixBreak: string | undefined
	/** What a compaction would take out first, oldest first. */
	nextToGo: readonly { text: string; tokens: number }[]
	/** What the last compaction found to be lost from its summary. Left out where that was nothing. */
	check?: CompactionCheck
}

export type RewindPoint = {
	/** For the command: everything after it is gone back on. */
	toSeq: number
	at: UnixMs
	/** Empty for a checkpoint with a name, which goes back to itself. */
	prompt: string
	name?: string
	/** Undefined when nothing was changed since. */
	changedFiles: number | undefined
	/** What would become of the files, the first of them, and what would stay as it is and why. */
	preview?: {
		changes: readonly {
			path: string
			what: 'changed' | 'back' | 'removed'
			/** Not only runs have changed it since. */
			isChangedByHand?: true
		}[]
		left: readonly string[]
	}
	/** Files were changed since, but how they were is no longer kept. */
	isLost?: true
	/** Files were changed since, so long ago that what would become of them is only told when it is asked for. */
	isUncounted?: true
	/** Takes back that the session went back; there is no prompt then. */
	isUndo?: true
}

/** The newest notes of one file, oldest first. */
export type NoteList = { scope: NoteScope; path: string; notes: readonly string[] }

/** `problems`: whole sentences about what stands in the files and never runs. */
export type HookList = { hooks: readonly ListedHook[]; problems: readonly string[] }

export type ListedHook = {
	event: string
	/** Empty: whatever comes. */
	matcher: string
	type: string
	/** The command line or the request. */
	does: string
	/** The permission rule that a call must fit. */
	if?: string
	timeoutMs: number
	once: boolean
	async: boolean
	onFailure: string
	/** `user`, `project` or `plugin NAME`. */
	origin: string
	/** The file it stands in. */
	path: string
}

export type SessionHit = {
	sessionId: SessionId
	seq: number
	at: UnixMs
	role: 'user' | 'assistant' | 'tool'
	title: string
	snippet: string
}

/** A sub-agent: what it was asked, what it does, and what it has come to. */
export type AgentState = {
	/** Also of its session, which has its whole log. */
	agentId: SessionId
	agent: string
	/** The first line of what it was asked. */
	task: string
	state: 'running' | 'in-background' | 'ended'
	/** Once it has ended. */
	reason?: RunEndReason
	/** What it does just now. */
	doing: string
	turns: number
	tokens: number
	costMicroUsd: CostMicroUsd
	startedAt: UnixMs
	durationMs: number
	/** The folder it works in, where that is not the session's. */
	worktree?: string
}

/** Where in a log an event begins. Only the store that told it knows what it counts; it grows with the log. */
export type LogPosition = number

/** One end of a page. `before` left out: the end of the log. */
export type LogPageRequest = { before?: LogPosition } | { after: LogPosition }

export type LogPage = {
	/** In the order of the log, each with the place where it begins. */
	entries: readonly { place: LogPosition; envelope: Envelope<StoredEvent> }[]
	/** What to ask on from, backwards and forwards. */
	start: LogPosition
	end: LogPosition
	/** There is nothing before it, or at this moment nothing behind it. */
	isFirst: boolean
	isLast: boolean
}

/** What a page of a session is asked for with. `sessionId` left out: the one that is open. */
export type SessionPageRequest = LogPageRequest & { sessionId?: SessionId }
