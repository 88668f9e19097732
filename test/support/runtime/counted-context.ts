// A window for the loop that counts four characters as a token, with facts read from the log as the runtime reads them.

import type { StoredEvent } from '../../../src/core/events.ts'
import { type Message, userText } from '../../../src/core/messages.ts'
import type { StreamModel } from '../../../src/core/model.ts'
import type { ContextDeps } from '../../../src/loop/context/context-deps.ts'
import { compactionFacts } from '../../../src/runtime/context/compaction-facts.ts'
import { handClock } from '../hand-clock.ts'
import { story } from '../sessions/story.ts'

export const FIXED_TOKENS = 100
export const PREFACE = [userText('Instructions of the folder.')]

export function countText(text: string): number {
	return Math.ceil(text.length / 4)
}

export function countMessage({ content }: Message): number {
	return content.reduce((sum, part) => {
		if (part.type === 'text') return sum + countText(part.text)
		return part.type === 'tool-call' ? sum + countText(part.tool + part.arguments) : sum
	}, 4)
}

export function countRequest(messages: readonly Message[]): number {
	return messages.reduce((sum, message) => sum + countMessage(message), FIXED_TOKENS)
}

/** A summary that takes as long as it takes. */
export const UNLIMITED: ContextDeps['summary']['limits'] = {
	clock: handClock(),
	idleMs: 60_000,
	totalMs: 300_000,
}

export function countedContext(
	log: readonly StoredEvent[],
	options: {
		windowTokens: number
		summarise: StreamModel
		history?: readonly StoredEvent[]
	} & Partial<ContextDeps>,
): ContextDeps {
	const { windowTokens, summarise, history = [], ...rest } = options
	return {
		preamble: PREFACE,
		measure: messages => ({
			totalTokens: countRequest(messages),
			fixedTokens: FIXED_TOKENS,
			tokensOf: countMessage,
			count: countText,
		}),
		window: () => ({ windowTokens, replyTokens: 1_000 }),
		learnWindow: () => undefined,
		compactAt: 0.8,
		summary: {
			streamModel: summarise,
			estimateCost: () => ({ model: 'test/scripted', costMicroUsd: 0 }),
			limits: UNLIMITED,
		},
		facts: () => compactionFacts(story([...history, ...log]), []),
		takeRequest: () => undefined,
		...rest,
	}
}
