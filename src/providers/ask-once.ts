// A single non-streaming request to an OpenAI-like server: a picture, a list of vectors.

import type { Clock } from '../core/host.ts'
import type { ProviderConfig } from '../core/model.ts'
import type { RateLimits } from '../core/usage.ts'
import { fromNetwork, fromRefusal, missingKey } from './errors/map-error.ts'
import { createHttpFetch, type HttpLimits } from './http/http-fetch.ts'
import { rateLimitsIn } from './http/rate-limit-headers.ts'
import { endpointOf } from './wire/account.ts'
import { openAiAddress } from './wire/address.ts'

/**
 * @returns the text of a good answer, which may still hold an error, and the limits that came with it
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
): Promise<{ said: string; rateLimits?: RateLimits }> {
	const { path, config, clock } = question
	const key = await config.key()
	if (!key && !config.keyOptional) throw missingKey(config)
	const endpoint = endpointOf(config, key)
	const fetch = createHttpFetch(question.limits)
	const { url, headers } = openAiAddress(path, endpoint)
	const body = Buffer.from(JSON.stringify(question.body))
	try {
		const answer = await fetch(url, { method: 'POST', headers, body, signal })
		const said = await answer.text()
		if (answer.ok) {
			const rateLimits = rateLimitsIn(answer.headers, clock.now())
			return { said, ...(rateLimits && { rateLimits }) }
		}
		throw fromRefusal({ ...answer, text: said }, endpoint, clock.now())
	} catch (error) {
		throw fromNetwork(error, endpoint)
	}
}
