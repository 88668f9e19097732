// Token estimates, near enough to plan with. The provider's own count corrects it afterwards.

import type { Message } from '../../../core/messages.ts'
import type { ToolSpec } from '../../../core/model.ts'
import { type ModelRef, sameModel } from '../../../core/model-ref.ts'
import { byteLength } from '../../../core/text/bytes.ts'

/** English and code come to about four bytes a token with today's vocabularies; images to about this many. */
const BYTES_PER_TOKEN = 4
const IMAGE_TOKENS = 1_500
const TOKENS_AROUND_A_CALL = 4

export function estimateText(text: string): number {
	return Math.ceil(byteLength(text) / BYTES_PER_TOKEN)
}

/** @param count - of one text; the estimate unless something better is at hand */
export function estimateMessages(messages: readonly Message[], count = estimateText): number {
	return messages.reduce((sum, message) => sum + estimateMessage(message, count), 0)
}

/** For a history that is estimated again and again as it grows: each message is read once. */
export function createHistoryEstimate(): (messages: readonly Message[]) => number {
	const known = new WeakMap<Message, number>()
	function tokensOf(message: Message): number {
		const tokens = known.get(message) ?? estimateMessage(message, estimateText)
		known.set(message, tokens)
		return tokens
	}
	return messages => messages.reduce((sum, message) => sum + tokensOf(message), 0)
}

export function estimateTools(specs: readonly ToolSpec[]): number {
	return estimateText(JSON.stringify(specs))
}

/** @param reader - the model that is asked: sealed reasoning goes back only to the one that wrote it */
export function estimateMessage({ content }: Message, count: typeof estimateText, reader?: ModelRef): number {
	return content.reduce((sum, part) => sum + estimatePart(part, count, reader), 4)
}

function estimatePart(
	part: Message['content'][number],
	count: typeof estimateText,
	reader: ModelRef | undefined,
): number {
	switch (part.type) {
		case 'text':
			return count(part.text)
		case 'image':
			return IMAGE_TOKENS
		case 'reasoning':
			if (!part.opaque || (reader && !sameModel(part.opaque.by, reader))) return 0
			// Sealed text is no language: a vocabulary would take it for twice as much as it is.
			return estimateText(JSON.stringify(part.opaque.data))
		case 'tool-call':
			return count(part.arguments) + count(part.tool) + TOKENS_AROUND_A_CALL
	}
}
