// How many tokens text will be, near enough to plan with. The provider's own count corrects it afterwards.

import type { Message } from '../core/messages.ts'
import type { ToolSpec } from '../core/model.ts'

/** English and code come to about four bytes a token with today's vocabularies; images to about this many. */
const BYTES_PER_TOKEN = 4
const IMAGE_TOKENS = 1_500

export function estimateText(text: string): number {
	return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)
}

export function estimateMessages(messages: readonly Message[]): number {
	return messages.reduce((sum, message) => sum + estimateMessage(message), 0)
}

/** For a history that is estimated again and again as it grows: each message is read once. */
export function createHistoryEstimate(): typeof estimateMessages {
	const known = new WeakMap<Message, number>()
	function tokensOf(message: Message): number {
		const tokens = known.get(message) ?? estimateMessage(message)
		known.set(message, tokens)
		return tokens
	}
	return messages => messages.reduce((sum, message) => sum + tokensOf(message), 0)
}

export function estimateTools(specs: readonly ToolSpec[]): number {
	return estimateText(JSON.stringify(specs))
}

function estimateMessage({ content }: Message): number {
	return content.reduce((sum, part) => sum + estimatePart(part), 4)
}

function estimatePart(part: Message['content'][number]): number {
	switch (part.type) {
		case 'text':
			return estimateText(part.text)
		case 'image':
			return IMAGE_TOKENS
		case 'reasoning':
			return part.opaque ? estimateText(JSON.stringify(part.opaque.data)) : 0
		case 'tool-call':
			return estimateText(part.arguments) + estimateText(part.tool)
	}
}
