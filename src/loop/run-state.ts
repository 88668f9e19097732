// What a run knows from one turn to the next.

import type { Message, UserMessage } from '../core/messages.ts'
import type { ModelRef } from '../core/model-ref.ts'
import { type CostMicroUsd, NO_USAGE, type Usage } from '../core/usage.ts'
import type { Corrections } from './corrections.ts'
import type { LoopDeps } from './deps.ts'
import type { Repeating } from './stuck.ts'

export type RunState = {
	messages: Message[]
	usedIds: Set<string>
	usage: Usage
	costMicroUsd: CostMicroUsd
	turns: number
	corrections: Corrections
	/** Replies in a row that ended in a call nobody could read. */
	unreadCalls: number
	brokenTurns: number
	denials: string[]
	/** The last turn is in the log. */
	stored: Promise<unknown>
	/** Answers that were not what was asked for. */
	wrongAnswers: number
	/** Goes out before the next request. */
	correction: UserMessage | undefined
	repeating: Repeating | undefined
	prompt: UserMessage
	/** Of the request after the last compaction. */
	lastAfterTokens: number | undefined
	/** A server said that the last request was too long, and how often in a row one has. */
	overflow: { model: ModelRef; sentTokens: number; words: string } | undefined
	overflows: number
	/** What that says about the window: for this run, and for later ones once the smaller request was taken. */
	windowTokens: number | undefined
	believed: { model: ModelRef; windowTokens: number } | undefined
}

export function startState(prompt: UserMessage, deps: LoopDeps): RunState {
	return {
		messages: [...deps.context.preface, ...deps.history, prompt],
		usedIds: new Set(deps.history.flatMap(message => (message.role === 'tool' ? [message.callId] : []))),
		usage: NO_USAGE,
		costMicroUsd: 0,
		turns: 0,
		corrections: new Map(),
		unreadCalls: 0,
		brokenTurns: 0,
		denials: [],
		stored: Promise.resolve(),
		wrongAnswers: 0,
		correction: undefined,
		repeating: undefined,
		prompt,
		lastAfterTokens: undefined,
		overflow: undefined,
		overflows: 0,
		windowTokens: undefined,
		believed: undefined,
	}
}
