// Vectors from OpenAI's Embeddings endpoint, or from a server that answers like it. Loaded when the first is asked for.

import { AgentError } from '../core/errors.ts'
import type { Clock } from '../core/host.ts'
import { type JsonObject, parseJson } from '../core/json.ts'
import type { Embedded, Embedder } from '../core/memory.ts'
import type { ProviderConfig } from '../core/model.ts'
import { NO_USAGE } from '../core/usage.ts'
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
		embed: async (texts, signal) => {
			const { said, ...limited } = await ask(texts, source, signal)
			const value = objectIn(parseJson(said))
			return { vectors: vectorsIn(value, texts.length, config.id), ...usageIn(value), ...limited }
		},
	}
}

const HEADERS_LIMIT_MS = 60_000

function ask(
	texts: readonly string[],
	{ config, model, clock, proxyEnv }: EmbeddingSource,
	signal: AbortSignal,
): ReturnType<typeof askOnce> {
	const body = { model, input: texts, encoding_format: 'float' }
	const limits = { headersTimeoutMs: HEADERS_LIMIT_MS, proxyEnv }
	return askOnce({ path: '/embeddings', body, config, clock, limits }, signal)
}

/** In the order that was asked for, whatever the order of the answer. */
function vectorsIn(value: JsonObject, count: number, provider: string): readonly Float32Array[] {
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

function usageIn(value: JsonObject): Pick<Embedded, 'usage'> {
	const { prompt_tokens, total_tokens } = objectIn(value.usage)
	const inputTokens = prompt_tokens ?? total_tokens
	return typeof inputTokens === 'number' ? { usage: { ...NO_USAGE, inputTokens } } : {}
}
