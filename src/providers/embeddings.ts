// Vectors from OpenAI's Embeddings endpoint, or from a server that answers like it. Loaded when the first is asked for.

import { AgentError } from '../core/errors.ts'
import type { Clock } from '../core/host.ts'
import { parseJson } from '../core/json.ts'
import type { Embedder } from '../core/memory.ts'
import type { ProviderConfig } from '../core/model.ts'
import { askOnce } from './ask-once.ts'
import { fromPayload } from './errors/map-error.ts'
import type { HttpLimits } from './http/http-fetch.ts'
import { objectIn, objectsIn } from './http/read-json.ts'

export type EmbeddingSource = {
	config: ProviderConfig
	model: string
	clock: Pick<Clock, 'now'>
	proxyEnv: NonNullable<HttpLimits['proxyEnv']>
}

/** Each call is one request, and none is tried again: the caller knows how long it can wait. */
export function createEmbedder(source: EmbeddingSource): Embedder {
	const { config, model } = source
	return {
		id: `${config.id}/${model}`,
		embed: async (texts, signal) => vectorsIn(await ask(texts, source, signal), texts.length, config.id),
	}
}

const HEADERS_LIMIT_MS = 60_000

function ask(
	texts: readonly string[],
	{ config, model, clock, proxyEnv }: EmbeddingSource,
	signal: AbortSignal,
): Promise<string> {
	const body = { model, input: texts, encoding_format: 'float' }
	const limits = { headersTimeoutMs: HEADERS_LIMIT_MS, proxyEnv }
	return askOnce({ path: '/embeddings', body, config, clock, limits }, signal)
}

/** In the order that was asked for, whatever the order of the answer. */
function vectorsIn(said: string, count: number, provider: string): readonly Float32Array[] {
	const value = objectIn(parseJson(said))
	if (value.error !== undefined) throw fromPayload(value)
	const vectors = new Map<unknown, Float32Array>()
	for (const [place, { index, embedding }] of objectsIn(value.data).entries()) {
		if (!Array.isArray(embedding) || !embedding.every(each => typeof each === 'number')) continue
		vectors.set(index ?? place, Float32Array.from(embedding))
	}
	return Array.from({ length: count }, (_, place) => {
		const vector = vectors.get(place)
		if (vector) return vector
		throw new AgentError('empty-reply', `${provider} answered ${vectors.size} vectors for ${count} texts`)
	})
}
