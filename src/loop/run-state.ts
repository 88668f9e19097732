// The state of a run between turns.

import type { Message, UserMessage } from '../core/messages.ts'
import { type CostMicroUsd, NO_USAGE, type Usage } from '../core/usage.ts'
import { createRepair } from './context/repair.ts'
import { NOTHING_LEARNED, type WindowState } from './context/window-state.ts'
import type { Corrections } from './corrections.ts'
import type { LoopDeps } from './deps.ts'
import type { Repeating } from './stuck.ts'

export type RunState = {
	messages: Message[]
	repair: ReturnType<typeof createRepair>
	usedIds: Set<string>
	usage: Usage
	costMicroUsd: CostMicroUsd
	/** What of it is known: limits hold for that. */
	knownMicroUsd: number
	turns: number
	/** In the last request: as much of the next one is cached by now. */
	sentTokens: number
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
	window: WindowState
}

export function startState(prompt: UserMessage, deps: LoopDeps): RunState {
	return {
		messages: [...deps.context.preamble, ...deps.history, prompt],
		repair: createRepair(),
		usedIds: new Set(deps.history.flatMap(message => (message.role === 'tool' ? [message.callId] : []))),
		usage: NO_USAGE,
		costMicroUsd: 0,
		knownMicroUsd: 0,
		turns: 0,
		sentTokens: 0,
		corrections: new Map(),
		unreadCalls: 0,
		brokenTurns: 0,
		denials: [],
		stored: Promise.resolve(),
		wrongAnswers: 0,
		correction: undefined,
		repeating: undefined,
		prompt,
		window: NOTHING_LEARNED,
	}
}
