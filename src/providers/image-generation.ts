// Pictures from OpenAI's Images endpoint, or from a server that answers like it. Loaded when the first one is asked for.

import { AgentError } from '../core/errors.ts'
import type { Clock } from '../core/host.ts'
import { type JsonObject, parseJson } from '../core/json.ts'
import type { ProviderConfig } from '../core/model.ts'
import { NO_USAGE, type RateLimits, type Usage } from '../core/usage.ts'
import { askOnce } from './ask-once.ts'
import { fromPayload } from './errors/map-error.ts'
import type { HttpLimits } from './http/http-fetch.ts'
import { objectIn, objectsIn, textIn } from './http/read-json.ts'

export type ImageOrder = {
	prompt: string
	/** `1536x1024`; left out, the model decides. */
	size?: string
	format: 'png' | 'jpeg' | 'webp'
}

/** `usage` undefined: the server does not say. */
export type GeneratedImage = { bytes: Uint8Array; usage: Usage | undefined; rateLimits?: RateLimits }

export type ImageSource = {
	config: ProviderConfig
	model: string
	clock: Pick<Clock, 'now'>
	proxyEnv: NonNullable<HttpLimits['proxyEnv']>
}

/** A picture comes whole or not at all, and a good one takes minutes. */
const LONGEST_WAIT_MS = 5 * 60_000

/** @throws AgentError for everything that leaves us without a picture; nothing is tried again */
export async function generateImage(
	{ prompt, size, format }: ImageOrder,
	{ config, model, clock, proxyEnv }: ImageSource,
	signal: AbortSignal,
): Promise<GeneratedImage> {
	const body = { model, prompt, n: 1, output_format: format, ...(size !== undefined && { size }) }
	const limits = { headersTimeoutMs: LONGEST_WAIT_MS, proxyEnv }
	const { said, ...limited } = await askOnce(
		{ path: '/images/generations', body, config, clock, limits },
		signal,
	)
	const value = objectIn(parseJson(said))
	return { bytes: pictureIn(value, config.id), usage: usageIn(objectIn(value.usage)), ...limited }
}

function pictureIn(value: JsonObject, provider: string): Uint8Array {
	if (value.error !== undefined) throw fromPayload(value)
	const [first = {}] = objectsIn(value.data)
	const base64 = textIn(first.b64_json)
	if (base64 !== '') return Buffer.from(base64, 'base64')
	const instead = textIn(first.url) === '' ? 'without a picture' : 'with a link in place of the picture'
	throw new AgentError('empty-reply', `${provider} answered ${instead}`)
}

function usageIn({ input_tokens, output_tokens }: JsonObject): Usage | undefined {
	if (typeof input_tokens !== 'number' || typeof output_tokens !== 'number') return undefined
	return { ...NO_USAGE, inputTokens: input_tokens, outputTokens: output_tokens }
}
