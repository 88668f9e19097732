// One question to an OpenAI-like server that is answered whole, not streamed: a picture, a list of vectors.

import type { Clock } from '../core/host.ts'
import type { ProviderConfig } from '../core/model.ts'
import { createHttpFetch, type HttpInit, type HttpLimits, type HttpResponse } from './http-fetch.ts'
import { fromNetwork, fromRefusal, missingKey } from './map-error.ts'
import { sendOpenAi } from './openai-client.ts'

/**
 * @returns the text of a good answer, which may still hold an error
 * @throws AgentError for every other answer; nothing is tried again
 */
export async function askOnce(
	question: {
		path: string
		body: object
		config: ProviderConfig
		clock: Pick<Clock, 'now'>
		limits: HttpLimits
	},
	signal: AbortSignal,
): Promise<string> {
	const { path, config, clock } = question
	const key = await config.key()
	if (!key && !config.keyOptional) throw missingKey(config)
	const endpoint = { config, key }
	const http = createHttpFetch(question.limits)
	const body = Buffer.from(JSON.stringify(question.body))
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
		await sendOpenAi(path, { config, key, body, fetch: sdkFetch, signal })
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
