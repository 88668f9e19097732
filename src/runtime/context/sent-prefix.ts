// Sent prefixes: what of a request was not as in the one before it, found by comparing the two, not by what is known to
// have happened in between.

import type { Message } from '../../core/messages.ts'
import type { ToolSpec } from '../../core/model.ts'

export type SentRequest = { system: string; tools: readonly ToolSpec[]; messages: readonly Message[] }

export type SentPrefix = {
	sent(request: SentRequest, preambleLength: number): void
	/** Of the last request: the first part in which it differs. Undefined when it only goes on. */
	difference(): string | undefined
}

export function createSentPrefix(): SentPrefix {
	let before: SentRequest | undefined
	let found: string | undefined
	return {
		sent: (request, preambleLength) => {
			found = before && firstDifference(before, request, preambleLength)
			before = request
		},
		difference: () => found,
	}
}

function firstDifference(before: SentRequest, now: SentRequest, preambleLength: number): string | undefined {
	if (before.system !== now.system) return 'another system prompt'
	if (!isSame(before.tools, now.tools)) return 'other tools, or other words about them'
	const at = before.messages.findIndex((message, index) => {
		const other = now.messages[index]
		// History that has only grown holds the same objects.
		return !other || (message.content !== other.content && !isSame(message, other))
	})
	if (at === -1) return undefined
	return at < preambleLength ? 'another preamble' : `message ${at + 1 - preambleLength} is another`
}

function isSame(one: unknown, other: unknown): boolean {
	return one === other || JSON.stringify(one) === JSON.stringify(other)
}
