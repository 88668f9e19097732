// Context dependencies of a run: what it is told about the window, and what it needs to compact.

import type {
	Compaction,
	CompactionCause,
	CompactionSnapshot,
	FailedCall,
	KeptFact,
	KnownFile,
	ShownEvent,
	StoredEvent,
} from '../../core/events.ts'
import type { Clock } from '../../core/host.ts'
import type { CallId } from '../../core/ids.ts'
import type { Message } from '../../core/messages.ts'
import type { Effort, StreamModel, ToolSpec } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { TodoItem } from '../../core/tool.ts'
import type { RequestEstimate } from '../../core/usage.ts'
import type { EarlySummary } from './early-summary.ts'
import type { Measured } from './measured-request.ts'
import type { WindowLimits } from './window-budget.ts'

/** What compacting history takes of all that a run is given. */
export type CompactDeps = {
	system: string
	tools: readonly ToolSpec[]
	/** The window, and what makes room in it. */
	context: ContextDeps
	cacheKey: string
	/** Left out: as much as the model thinks by itself. */
	effort?: Effort
	/** Resolves when the event is where it outlives the process, or the disk where that counts; nothing is returned when it is. */
	store(event: StoredEvent): Promise<void> | undefined
	show(event: ShownEvent): void
}

export type ContextDeps = {
	/** Stands before history in every request, and never leaves. */
	preamble: readonly Message[]
	/** A promise when counting takes a vocabulary that is not loaded yet. */
	measure(messages: readonly Message[], sureBelowTokens: number): Measured | Promise<Measured>
	/** Of the model that is asked first, unless another is named. */
	window(model?: ModelRef): WindowLimits
	/** The server refused this many tokens as too many. */
	learnWindow(model: ModelRef, windowTokens: number): void
	/** Share of the window at which history is compacted; undefined: only where nothing else helps. */
	compactAt: number | undefined
	summary: {
		streamModel: StreamModel
		estimateCost(promptTokens: number): RequestEstimate
		/** When it is another model that writes it. */
		window?: WindowLimits
		limits: SummaryLimits
	}
	/** What a compaction keeps beside the summary. Asked for when there is one. */
	facts(): CompactionFacts
	/** What finds again that which has left history, if the model has it. */
	recallTool?: string
	/** Where summaries are begun before they are needed. Left out, none is. */
	early?: EarlySummary
	/** Who wants to be heard about compactions. Left out, nobody does. */
	hooks?: CompactionHooks | undefined
	/** Somebody has asked for a compaction since the last request. Asking takes it. */
	takeRequest(): { focus: string | undefined } | undefined
}

/** `idleMs`: without a word of it, waits between two tries included. `totalMs`: for all that is asked. */
export type SummaryLimits = { clock: Clock; idleMs: number; totalMs: number }

export type CompactionHooks = {
	/** @returns who wants history to stay as it is, and why; the user has been told */
	before(cause: CompactionCause, focus: string | undefined): Promise<string | undefined>
	after(compaction: Compaction): Promise<void>
}

export type CompactionFacts = {
	todo: readonly TodoItem[]
	open: readonly string[]
	notes: readonly string[]
	files: CompactionSnapshot['files']
	/** What was told of changes to the preamble, which stays as it was. */
	changed: string | undefined
	/** Commands that were run, oldest first. */
	commands: readonly RanCommand[]
	/** What the last compaction kept, and what its summary was. */
	before: {
		said: readonly string[]
		failed: readonly FailedCall[]
		/** Commands and skills that were called. */
		loaded: readonly string[]
		/** What earlier summaries had lost. */
		facts: readonly KeptFact[]
		/** What it kept of files that were read. */
		read: readonly KnownFile[]
		summary: string | undefined
	}
	/** Something a user said, as against what the program put into history. */
	isSaid(message: Message): boolean
	/** What the event carries besides. */
	carried: CompactionSnapshot
}

/** `exitCode` is missing when it did not end by itself. */
export type RanCommand = { callId: CallId; command: string; exitCode: number | undefined; timedOut: boolean }
