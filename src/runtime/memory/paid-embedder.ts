// An embedder that is paid for: it asks who pays before each request, and tells what that came to.

import { AgentError } from '../../core/errors.ts'
import type { StoredEvent } from '../../core/events.ts'
import type { Clock } from '../../core/host.ts'
import type { Embedder } from '../../core/memory.ts'
import type { ModelInfo } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { type Account, NO_USAGE } from '../../core/usage.ts'
import { costOf } from '../../providers/routing/pricing.ts'
import { requestCost } from '../context/request-cost.ts'
import { estimateText } from '../context/tokens/context-estimate.ts'

export type EmbeddingPayer = Pick<Account, 'exceeded'> & {
	/** A request that was answered. Those that failed cost nothing, and there may be many of them. */
	paid(attempt: EmbeddingAttempt): void
}

export type EmbeddingAttempt = Extract<StoredEvent, { type: 'attempt-end' }>

export type PaidEmbedder = {
	readonly id: string
	/** @throws AgentError `config-invalid` or `cost-limit` when it may not be asked, and whatever the embedder throws */
	embed(
		texts: readonly string[],
		payer: EmbeddingPayer,
		signal: AbortSignal,
	): Promise<readonly Float32Array[]>
	/** Ends what runs for it. */
	close?(): void
}

export function paidEmbedder(
	embedder: Embedder,
	given: { model: ModelRef; info(ref: ModelRef): ModelInfo; clock: Pick<Clock, 'monotonicMs'> },
): PaidEmbedder {
	const { model, info, clock } = given
	return {
		id: embedder.id,
		async embed(texts, payer, signal) {
			const tokens = () => texts.reduce((sum, text) => sum + estimateText(text), 0)
			const over = payer.exceeded(() => requestCost([model], info, { tokens: tokens() }))
			if (over) throw new AgentError(over.code, over.message)
			const startedMs = clock.monotonicMs()
			const { vectors, usage, rateLimits } = await embedder.embed(texts, signal)
			payer.paid({
				type: 'attempt-end',
				attempt: 1,
				model,
				usage: usage ?? NO_USAGE,
				costMicroUsd: costOf(usage, info(model).price),
				durationMs: clock.monotonicMs() - startedMs,
				spender: 'embedding',
				...(rateLimits && { rateLimits }),
			})
			return vectors
		},
	}
}
