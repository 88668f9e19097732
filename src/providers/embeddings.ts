// Vectors from OpenAI's Embeddings endpoint, or from a server that answers like it. Loaded when the first is asked for.

import { AgentError } from '../core/errors.ts'
import type { Clock } from '../core/host.ts'
import { parseJson } from '../core/json.ts'
import type { Embedder } from '../core/memory.ts'
import type { ProviderConfig } from '../core/model.ts'
import { createHttpFetch, type HttpInit, type HttpLimits, type HttpResponse } from './http-fetch.ts'
import { fromNetwork, fromPayload, fromRefusal, missingKey } from './map-error.ts'
import { sendOpenAi } from './openai-client.ts'
import { objectIn, objectsIn } from './read-json.ts'

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

async function ask(
	texts: readonly string[],
	{ config, model, clock, proxyEnv }: EmbeddingSource,
	signal: AbortSignal,
): Promise<string> {
	const key = await config.key()
	if (!key && !config.keyOptional) throw missingKey(config)
	const endpoint = { config, key }
	const http = createHttpFetch({ headersTimeoutMs: HEADERS_LIMIT_MS, proxyEnv })
	const body = Buffer.from(JSON.stringify({ model, input: texts, encoding_format: 'float' }))
	const answer: { response?: HttpResponse; failure?: unknown } = {}

	async function fetch(url: string | URL, init?: HttpInit): Promise<HttpResponse> {
		answer.response = await http(url, init).catch((failure: unknown) => {
			answer.failure = failure
			throw failure
		})
		// Before the SDK reads what we want to read ourselves.
		if (!answer.response.ok) throw new Error('refused')
		return answer.response
	}

	try {
		// The SDK reads nothing of a response that ours does not have.
		const sdkFetch = fetch as unknown as typeof globalThis.fetch
		await sendOpenAi('/embeddings', { config, key, body, fetch: sdkFetch, signal })
	} catch (error) {
		if (!answer.response) throw fromNetwork(answer.failure ?? error, endpoint)
	}
	const { status, headers, ok, text } = answer.response!
	const said = await text().catch((error: unknown) => {
		throw fromNetwork(error, endpoint)
	})
	if (!ok) throw fromRefusal({ status, headers, text: said }, endpoint, clock.now())
	return said
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
