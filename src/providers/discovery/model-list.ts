// The model list of a server, read in whichever of the dialects it answers.

import { AgentError } from '../../core/errors.ts'
import type { UnixMs } from '../../core/ids.ts'
import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { ProviderConfig } from '../../core/model.ts'
import { type Endpoint, fromNetwork, fromPage, fromRefusal, missingKey } from '../errors/map-error.ts'
import type { HttpBody } from '../http/answer-body.ts'
import type { HttpFetch } from '../http/http-fetch.ts'
import { countIn, objectIn, objectsIn, textIn } from '../http/read-json.ts'
import { endpointOf } from '../wire/account.ts'

/** What a list does not say is left out. */
export type ListedModel = { model: string; windowTokens?: number; maxOutputTokens?: number }

export type ListRequest = {
	config: ProviderConfig
	fetch: HttpFetch
	signal: AbortSignal
	now: () => UnixMs
}

/** @throws AgentError in the words a request for a reply would fail with */
export async function listModels({
	config,
	fetch,
	signal,
	now,
}: ListRequest): Promise<readonly ListedModel[]> {
	const key = await config.key()
	if (!key && !config.keyOptional) throw missingKey(config)
	const endpoint = endpointOf(config, key)
	const response = await fetch(addressOf(endpoint.config), { headers: headersOf(endpoint), signal }).catch(
		error => {
			throw fromNetwork(error, endpoint)
		},
	)
	const text = await readUpTo(LIMIT_BYTES, response.body).catch(error => {
		throw fromNetwork(error, endpoint)
	})
	const { ok, status, headers } = response
	if (!ok) throw fromRefusal({ status, headers, text }, endpoint, now())
	const models = readModelList(text)
	if (models) return models
	if (/^\s*</.test(text)) throw fromPage(endpoint)
	throw new AgentError(
		'bad-request',
		`${config.id}: ${addressOf(endpoint.config)} did not answer with a list of models`,
	)
}

/** OpenRouter's list is near to one of them. */
const LIMIT_BYTES = 16_000_000

function addressOf({ api, baseUrl }: ProviderConfig): string {
	return api === 'messages'
		? `${baseUrl.replace(/\/(?:v1\/?)?$/, '')}/v1/models?limit=1000`
		: `${baseUrl.replace(/\/$/, '')}/models`
}

function headersOf({ config, key }: Endpoint): Record<string, string> {
	return { accept: 'application/json', ...authOf(config, key), ...config.headers }
}

function authOf({ api }: ProviderConfig, key: Endpoint['key']): Record<string, string> {
	const version = api === 'messages' ? { 'anthropic-version': '2023-06-01' } : undefined
	if (!key) return { ...version }
	const isToken = api !== 'messages' || key.isToken || key.source.endsWith('AUTH_TOKEN')
	return { ...version, ...(isToken ? { authorization: `Bearer ${key.value}` } : { 'x-api-key': key.value }) }
}

async function readUpTo(limitBytes: number, body: HttpBody): Promise<string> {
	const chunks: Uint8Array[] = []
	let sizeBytes = 0
	for await (const chunk of body) {
		chunks.push(chunk)
		sizeBytes += chunk.length
		if (sizeBytes > limitBytes) throw new Error(`the answer is longer than ${limitBytes} bytes`)
	}
	return Buffer.concat(chunks).toString('utf8')
}

/** @returns models that can hold a conversation, or undefined for what is no list of models */
export function readModelList(text: string): readonly ListedModel[] | undefined {
	const answer = parseJson(text)
	if (!isObject(answer) || !Array.isArray(answer.data)) return undefined
	const models = objectsIn(answer.data).flatMap(entry => {
		const model = textIn(entry.id).replace(/^models\//, '')
		return isName(model) && converses(model, entry) ? [{ model, ...limitsOf(entry) }] : []
	})
	return [...new Map(models.map(entry => [entry.model, entry])).values()]
}

/** These go to the terminal: a name with control characters in it is somebody's joke. */
function isName(model: string): boolean {
	return /^\P{C}+$/u.test(model)
}

const OTHER_TRADES =
	/(?:^|[^a-z])(?:embed(?:ding)?s?|whisper|tts|dall-e|moderation|realtime|transcribe|image|imagen|veo|sora|audio|rerank(?:er)?|babbage|davinci)(?:[^a-z]|$)/i

function converses(model: string, { type }: JsonObject): boolean {
	return !OTHER_TRADES.test(model) && type !== 'embeddings' && type !== 'embedding'
}

/** Each server has its own names for the two, and vLLM and llama.cpp mean what is loaded, not what could be. */
function limitsOf(entry: JsonObject): Omit<ListedModel, 'model'> {
	const windowTokens = firstCount(
		entry.max_model_len,
		objectIn(entry.meta).n_ctx,
		entry.loaded_context_length,
		entry.context_length,
		entry.context_window,
		entry.max_input_tokens,
		entry.max_context_length,
	)
	const maxOutputTokens = firstCount(
		objectIn(entry.top_provider).max_completion_tokens,
		entry.max_completion_tokens,
		entry.max_output_tokens,
		entry.max_tokens,
	)
	return { ...(windowTokens && { windowTokens }), ...(maxOutputTokens && { maxOutputTokens }) }
}

function firstCount(...values: readonly unknown[]): number | undefined {
	return values.map(countIn).find(count => count > 0)
}
