// Opens a session's envelopes: what is stored goes to its log and is indexed from there, all of it to the subscribers.

import type { EmbeddingPayer } from '../memory/paid-embedder.ts'
import { Envelopes } from '../session/envelopes.ts'
import type { LoadedSession } from '../session/open-session.ts'
import type { SharedParts } from './shared-parts.ts'

export function openEnvelopes(
	{ sessionId, envelopes: before, log }: Pick<LoadedSession, 'sessionId' | 'envelopes' | 'log'>,
	{
		clock,
		memory,
		subscribers,
		runtimeLog,
		telemetry,
	}: Pick<SharedParts, 'clock' | 'memory' | 'subscribers' | 'runtimeLog' | 'telemetry'>,
	{ payer, mayGoUnstored }: { payer: EmbeddingPayer; mayGoUnstored: boolean },
): Envelopes {
	return new Envelopes({
		sessionId,
		before,
		mayGoUnstored,
		clock,
		append: (envelopes, durability) => {
			const appended = log.append(envelopes, durability)
			// Nothing is indexed of a session that cannot be stored.
			if (appended) return appended.then(() => memory?.noted(sessionId, payer))
			memory?.noted(sessionId, payer)
			return undefined
		},
		deliver: envelope => {
			runtimeLog?.follow(envelope)
			telemetry?.follow(envelope)
			subscribers.deliver(envelope)
		},
	})
}
