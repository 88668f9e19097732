// Local server discovery: which model servers run on this machine right now, and what they serve.

import type { Clock } from '../../core/host.ts'
import type { ProviderConfig } from '../../core/model.ts'
import { inTime } from '../../core/time/in-time.ts'
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
	limit: { clock: Clock; timeoutMs: number },
): Promise<readonly AnsweringServer[]> {
	// No proxy stands between two programs of one machine.
	const fetch = createHttpFetch()
	const ask = async (server: LocalServer, signal: AbortSignal): Promise<readonly AnsweringServer[]> => {
		const config = configs.find(({ id }) => id === server.id)
		if (!config) return []
		const models = await listModels({ config, fetch, signal, now: Date.now }).catch(() => undefined)
		return models ? [{ server, config, models }] : []
	}
	const looked = await inTime(limit, signal => Promise.all(LOCAL_SERVERS.map(server => ask(server, signal))))
	return looked.flat()
}
