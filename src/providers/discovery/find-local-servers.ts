// Local server discovery: which model servers run on this machine right now, and what they serve.

import type { ProviderConfig } from '../../core/model.ts'
import { createHttpFetch } from '../http/http-fetch.ts'
import { LOCAL_SERVERS, type LocalServer } from '../http/local-servers.ts'
import { type ListedModel, listModels } from './model-list.ts'

export type AnsweringServer = { server: LocalServer; config: ProviderConfig; models: readonly ListedModel[] }

/**
 * Those that answer in time, where they are configured to be. Some other program may well listen on such a port:
 * whatever does not answer with a list of models is passed over.
 */
export async function findLocalServers(
	configs: readonly ProviderConfig[],
	timeoutMs: number,
): Promise<readonly AnsweringServer[]> {
	// No proxy stands between two programs of one machine.
	const fetch = createHttpFetch({ connectTimeoutMs: timeoutMs, headersTimeoutMs: timeoutMs })
	const signal = AbortSignal.timeout(timeoutMs)
	const looked = LOCAL_SERVERS.map(async (server): Promise<readonly AnsweringServer[]> => {
		const config = configs.find(({ id }) => id === server.id)
		if (!config) return []
		const models = await listModels({ config, fetch, signal, now: Date.now }).catch(() => undefined)
		return models ? [{ server, config, models }] : []
	})
	return (await Promise.all(looked)).flat()
}
