// OpenAI's SDK, asked for one request at a time and for nothing but making it: no retries, no limits of its
// own, no logging, nothing from the environment. Only the lazily loaded providers import this.

import OpenAI from 'openai'
import { isOpenAiHost } from './openai-host.ts'
import { JSON_HEADERS, NO_TIMEOUT_MS, type SdkCall } from './wire-format.ts'

/** Resolves when the headers are there. */
export async function sendOpenAi(path: string, call: SdkCall): Promise<unknown> {
	const { body, signal } = call
	return clientFor(call).post(path, { body, headers: JSON_HEADERS, signal }).asResponse()
}

export type UpgradeCall = Omit<SdkCall, 'body'> & { headers: Readonly<Record<string, string>> }

/** Asks for another protocol at the same address. */
export async function upgradeOpenAi(path: string, call: UpgradeCall): Promise<unknown> {
	const { headers, signal } = call
	return clientFor(call).get(path, { headers, signal }).asResponse()
}

function clientFor({ config, key, fetch }: Pick<SdkCall, 'config' | 'key' | 'fetch'>): OpenAI {
	const isOpenAi = isOpenAiHost(config.baseUrl)
	return new OpenAI({
		baseURL: config.baseUrl,
		// The SDK insists on a key; where there is none, the header is taken out again.
		apiKey: key?.value ?? 'none',
		adminAPIKey: null,
		webhookSecret: null,
		// Read from the environment, and nobody else's business.
		...(!isOpenAi && { organization: null, project: null }),
		defaultHeaders: { ...(!key && { Authorization: null }), ...config.headers },
		fetch,
		maxRetries: 0,
		timeout: NO_TIMEOUT_MS,
		logLevel: 'off',
	})
}
