// The final part of a stream: finished with something in it, with nothing in it, or torn.

import { AgentError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { FinishReason, ModelPart } from '../../core/model.ts'
import type { Usage } from '../../core/usage.ts'

export type FinalPart = Extract<ModelPart, { type: 'finish' | 'error' }>

/** A reply without a word and without a call is of no use to anyone, however properly it ended. */
export function finishedPart(ending: {
	reason: FinishReason
	hasContent: boolean
	usage: Usage | undefined
}): FinalPart {
	const { reason, hasContent, usage } = ending
	if (reason !== 'stop' || hasContent) return { type: 'finish', reason, usage }
	return failedPart(new AgentError('empty-reply', 'the model answered with nothing'), usage)
}

export function brokenOffPart(usage: Usage | undefined): FinalPart {
	return failedPart(new AgentError('stream-broken', 'the reply broke off before it was complete'), usage)
}

export function failedPart(error: AgentError, usage: Usage | undefined): FinalPart {
	return usage ? { type: 'error', error, usage } : { type: 'error', error }
}

/**
 * The stream ends at an event that is no JSON (`unreadable-event.ts`).
 * @param end - what the fold says of a stream that ends here: where its reason to end was known, nothing was lost
 */
export function endAtUnreadable(end: readonly ModelPart[], { data }: JsonObject): readonly ModelPart[] {
	const error = new AgentError('stream-broken', `the reply holds what is no JSON: ${JSON.stringify(data)}`)
	return end.map(part => {
		const isBroken = part.type === 'error' && part.error.code === 'stream-broken'
		return isBroken ? failedPart(error, part.usage) : part
	})
}
