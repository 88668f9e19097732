// Reviewed requests: a host sees every request to a model before it leaves, summaries included, and may keep it from
// leaving. What it does with what it sees is its own affair.

import { AgentError, messageOf } from '../../core/errors.ts'
import type { RequestVerdict, ReviewRequest, StreamModel } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'

/** @returns the streams as they are where nobody wants to look */
export function reviewedStreams(
	streamFor: (models: readonly ModelRef[]) => StreamModel,
	review: ReviewRequest | undefined,
): (models: readonly ModelRef[]) => StreamModel {
	if (!review) return streamFor
	return models => {
		const stream = streamFor(models)
		return async function* (request, signal) {
			const verdict = await verdictOf(review, { ...request, models })
			if (verdict === 'allow') return yield* stream(request, signal)
			const error = new AgentError('request-denied', `the request was not sent: ${verdict.deny}`)
			yield { type: 'error', error, model: models[0]! }
		}
	}
}

async function verdictOf(
	review: ReviewRequest,
	request: Parameters<ReviewRequest>[0],
): Promise<RequestVerdict> {
	try {
		return await review(request)
	} catch (error) {
		return { deny: `its review failed: ${messageOf(error)}` }
	}
}
