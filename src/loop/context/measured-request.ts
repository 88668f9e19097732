// How large a request is. The runtime counts; the loop only plans with the figures.

import type { Message } from '../../core/messages.ts'

export type Measured = {
	/** The whole request: system prompt, tools, messages. */
	totalTokens: number
	/** System prompt and tools. */
	fixedTokens: number
	tokensOf(message: Message): number
	count(text: string): number
}

export function sumTokens(messages: readonly Message[], { tokensOf }: Pick<Measured, 'tokensOf'>): number {
	return messages.reduce((sum, message) => sum + tokensOf(message), 0)
}
