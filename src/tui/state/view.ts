// The view: all that the screen shows, as a value. How envelopes become one is in view-state.ts.

import type { ApprovalMode, ApprovalRequest } from '../../core/approval.ts'
import type { Question, QueuedPrompt } from '../../core/events.ts'
import type { RunId, SessionId, UnixMs } from '../../core/ids.ts'
import type { Effort } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { SandboxState } from '../../core/sandbox.ts'
import type { TodoItem } from '../../core/tool.ts'
import type { PhaseTimes } from '../../core/usage.ts'
import { FRESH_SANITIZER, type SanitizerState } from '../text/sanitize.ts'
import type { RunTotals, SessionEdits } from './run-totals.ts'
import type { AgentView } from './view-agents.ts'
import {
	type Block,
	type Blocks,
	type CallView,
	NO_BLOCKS,
	type NoticeBlock,
	withBlocks,
} from './view-block.ts'
import { withoutGathered } from './view-groups.ts'
import { NOTHING_SPENT, type ViewSpending } from './view-spending.ts'

export type View = ViewSpending & {
	/** Of the program. */
	version: string
	/** The user's home folder, written as `~`. */
	home: string | undefined
	sessionId: SessionId | undefined
	cwd: string | undefined
	/** As it was given. */
	name: string | undefined
	/** What it is called without one: after its first prompt, where that is known. */
	madeName: string | undefined
	model: ModelRef | undefined
	/** How much the model thinks; undefined is as much as it does by itself. */
	effort: Effort | undefined
	approvals: ApprovalMode
	/** What holds commands; undefined until the first one. */
	sandbox: SandboxState | undefined
	blocks: Blocks
	/** What the screen says meanwhile, until the answer that is coming has ended: it would stand in the middle of a sentence. */
	held: readonly Block[]
	/** What came of something that changed nothing. It stands above the prompt until the next thing is sent, and leaves no trace. */
	passing: NoticeBlock | undefined
	/** Something is stored, so there is something to come back to. */
	hasMessages: boolean
	run: RunView | undefined
	reply: ReplyView
	/** The calls of this turn that are not yet among the blocks, in the model's order. */
	calls: readonly CallView[]
	/** Those that ended last and only looked at something, or were agents: one block, as soon as something else comes. */
	gathered: readonly CallView[]
	/** Sub-agents at work. */
	agents: readonly AgentView[]
	/** What the run waits to hear from the user, oldest first; the first is on the screen. */
	asked: readonly PendingRequest[]
	queue: readonly QueuedPrompt[]
	todo: readonly TodoItem[]
	/** A run has begun since: it is the plan of one before, and no longer to be seen. */
	isPlanPast: boolean
	/** The plan as it became, by the number of the event that made it so: where the session goes back, it does too. */
	plans: readonly { seq: number; todo: readonly TodoItem[] }[]
	/** Of the event with which the session went back the last time. */
	rewindSeq: number | undefined
	context: { usedTokens: number; windowTokens: number } | undefined
	/** Lines that calls of this session have added and removed. */
	edits: SessionEdits
	/** Of the run that ended last. */
	phases: PhaseTimes | undefined
}

export type PendingRequest =
	| { kind: 'approval'; request: ApprovalRequest }
	| { kind: 'question'; question: Question }

export type RunView = {
	runId: RunId | undefined
	startedAt: UnixMs
	progress: string
	isCancelling: boolean
	/** A pause before the next try. */
	retry: { cause: string; retry: number; maxRetries: number; until: UnixMs } | undefined
	totals: RunTotals
	/** No run of a prompt's: history is being compacted between two of them. */
	isUpkeep?: boolean
}

/** The reply that is streaming. */
export type ReplyView = {
	/** Sanitized. Only grows while a reply lasts. */
	text: string
	sanitizer: SanitizerState
	reasoning: string
	/** Its reasoning is among the blocks already. */
	isReasoned: boolean
	/** Its message has ended, so its calls may become blocks. */
	isComplete: boolean
}

export const EMPTY_VIEW: View = {
	version: '',
	home: undefined,
	sessionId: undefined,
	cwd: undefined,
	name: undefined,
	madeName: undefined,
	model: undefined,
	effort: undefined,
	approvals: { kind: 'ask' },
	sandbox: undefined,
	blocks: NO_BLOCKS,
	held: [],
	passing: undefined,
	hasMessages: false,
	run: undefined,
	reply: {
		text: '',
		sanitizer: FRESH_SANITIZER,
		reasoning: '',
		isReasoned: false,
		isComplete: false,
	},
	calls: [],
	gathered: [],
	agents: [],
	asked: [],
	queue: [],
	todo: [],
	isPlanPast: false,
	plans: [],
	rewindSeq: undefined,
	context: undefined,
	...NOTHING_SPENT,
	edits: { added: 0, removed: 0 },
	phases: undefined,
}

/** The plan of the run that goes on, or of the last one until the next begins. */
export function planOf({ todo, isPlanPast }: Pick<View, 'todo' | 'isPlanPast'>): readonly TodoItem[] {
	return isPlanPast ? [] : todo
}

export function inRun(view: View, change: Partial<RunView>): View {
	return view.run ? { ...view, run: { ...view.run, ...change } } : view
}
/** Puts blocks of the screen's own among the others: help, a status, what a command printed. */
export function withShownBlocks(view: View, ...blocks: readonly Block[]): View {
	const shown = withoutGathered(view)
	return { ...shown, blocks: withBlocks(shown.blocks, blocks) }
}
