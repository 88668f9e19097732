// Loop dependencies. The loop does no I/O: everything it can reach is an argument here.

import type { StoredEvent } from '../core/events.ts'
import type { Clock } from '../core/host.ts'
import type { Logger } from '../core/logging/logger.ts'
import type { Message, ToolCall, UnreadCall, UserMessage } from '../core/messages.ts'
import type { StreamModel } from '../core/model.ts'
import type { ModelRef } from '../core/model-ref.ts'
import type { Tier } from '../core/permission.ts'
import type { ToolResult } from '../core/tool.ts'
import type { Account, RequestEstimate } from '../core/usage.ts'
import type { ChangedCall } from '../tools/executor/answered-call.ts'
import type { AnswerRule } from './answer-check.ts'
import type { CompactDeps } from './context/context-deps.ts'
import type { PhaseClock } from './phase-clock.ts'

export type LoopDeps = CompactDeps & {
	/** The whole fallback chain behind one stream. */
	streamModel: StreamModel
	chain: readonly ModelRef[]
	/** What was said before this run. */
	history: readonly Message[]
	/** Calls that the prompt wants made before the first request. */
	opening?: readonly ToolCall[]
	/** What the final answer must be. A wrong one is sent back once. */
	answer?: AnswerRule
	/** Told of each whole reply to a turn's request. What it returns is waited for before the next request. */
	replied(reply: GoodReply, messages: readonly Message[]): Promise<void> | undefined
	/** Reads a call, once. */
	prepare(call: ToolCall): Promise<RunnableCall>
	/** Whether an answer is a call that nobody made, because the model wrote it as text in a form that is not read. */
	unreadCall(answer: string): UnreadCall | undefined
	/** What was typed since the last request, taken out of the queue. */
	takeSteering(): readonly UserMessage[]
	/** What has happened meanwhile that the model is to know. Asking takes it. Left out, nothing ever has. */
	takeNews?(): string | undefined
	/** A reply without calls does not end the run while something typed is waiting to get in. */
	hasSteering(): boolean
	limits: Limits
	/**
	 * Of the next request, from its size. It may be any model of the chain that has no price.
	 * @param sentTokens - in the request before: what was sent a moment ago is charged at the price of the cache
	 */
	estimateCost(messages: readonly Message[], sentTokens: number): RequestEstimate
	/** Told what pays for this run, for whatever is spent on it beside its turns. */
	account?(account: Account): void
	spentBefore: number
	/** What agents have spent since that earlier runs have left behind. */
	spentBeside?(): number
	/** The run this one works for, which pays. */
	above?: Account | undefined
	/** Agents in the background have something to say yet: resolves when one of them has, or none is left. */
	waitForMore?(signal: AbortSignal): Promise<void>
	clock: Clock
	/** Left out, nobody wants to know. */
	logger?: Logger | undefined
	/** Told of what the run is about; whoever made it reads it. */
	phases: PhaseClock
	/** Left out, nobody has any. */
	hooks?: LoopHooks | undefined
}

/** Hooks between the turns of a run. None of them rejects. */
export type LoopHooks = {
	/** All calls of a turn have ended. `added`: the message that made them, and their results in call order. */
	afterCalls(added: readonly Message[]): Promise<void>
	/** The model has answered and calls nothing more. @returns what it is told, to go on */
	beforeEnd(answer: string): Promise<string | undefined>
	/** Why the run is to end, as soon as a hook wants it to. */
	halted(): string | undefined
	/** What the model is to know before the next request. Asking takes it. */
	takeContext(): string | undefined
}

export type GoodReply = Pick<Extract<StoredEvent, { type: 'attempt-end' }>, 'model' | 'usage'>

export type RunnableCall = {
	/** As far as order is concerned; a call that cannot be read is read-only, for nothing will run. */
	tier: Tier
	/** May run beside others whatever its tier. */
	isParallel?: boolean
	/** What it is about, as its tool puts it. */
	subject?: string
	/** Never rejects: every way a call can go is a result. `denied` is called for refusals nobody was asked about. */
	execute(hooks: CallHooks, signal: AbortSignal): Promise<ToolResult>
}

/** The account is the run's: what the call has used of models. */
export type CallHooks = Account & {
	/**
	 * @param changed - what runs instead of what the model has called
	 * @returns what has to be waited for before the effect, where there is one
	 */
	started(tier: Tier, changed?: ChangedCall): Promise<void> | undefined
	progress(text: string): void
	denied(reason: string): void
}

export type Limits = {
	/** Turns in one run. */
	maxTurns: number
	runMicroUsd: number | undefined
	sessionMicroUsd: number | undefined
}
