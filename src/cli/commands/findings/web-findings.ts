// What `agent doctor` says of the web: where `fetch` may go, and whether the search engine answers.

import { messageOf } from '../../../core/errors.ts'
import { proxyRoutes } from '../../../runtime/tools/web-network.ts'
import { hostText, readWebAddress } from '../../../tools/web/web-address.ts'
import { askWeb } from '../../../tools/web/web-request.ts'
import type { Settings } from '../../../workspace/settings/settings-schema.ts'
import type { Finding } from './finding.ts'

export type WebSettings = Pick<Settings, 'fetch' | 'webSearch'>
type WebEnvironment = Readonly<Record<string, string | undefined>>

/** Asks the engine for its first page: no words are searched for, and the key stays here. */
export async function webFindings(
	{ fetch, webSearch }: WebSettings,
	env: WebEnvironment,
): Promise<readonly Finding[]> {
	return [fetchFinding(fetch), ...(await searchFindings(webSearch, env))]
}

function fetchFinding({ allowedHosts }: Settings['fetch']): Finding {
	const reached = allowedHosts.length === 0 ? 'nothing' : `only ${allowedHosts.join(', ')}`
	const vague = allowedHosts.filter(entry => /[*/]/.test(entry))
	if (vague.length === 0)
		return { state: 'ok', text: `fetch: of this machine and its network ${reached} (fetch.allowedHosts)` }
	const text = `fetch.allowedHosts: ${vague.join(', ')} allows nothing; name each host in full, as in docs.intra or 127.0.0.1:8080`
	return { state: 'missing', text }
}

async function searchFindings(
	{ url, apiKeyEnv }: Settings['webSearch'],
	env: WebEnvironment,
): Promise<readonly Finding[]> {
	if (url === undefined) return []
	const address = readWebAddress(url.replaceAll('{query}', ''))
	if ('problem' in address)
		return [{ state: 'failed', text: `web_search: the setting webSearch.url ${address.problem.told}` }]
	const keyless = apiKeyEnv !== undefined && !env[apiKeyEnv]
	const noKey: readonly Finding[] = keyless
		? [{ state: 'missing', text: `web_search: ${apiKeyEnv} is not set, so it finds nothing` }]
		: []
	const first = readWebAddress('/', address.url)
	const network = {
		userAgent: 'keelson doctor',
		allowedHosts: [address.host],
		proxyRoute: proxyRoutes(env),
	}
	try {
		const answer = await askWeb(
			'problem' in first ? address : first,
			network,
			AbortSignal.timeout(PATIENCE_MS),
		)
		answer.destroy()
		return [{ state: 'ok', text: `web_search: ${hostText(address)} answers` }, ...noKey]
	} catch (error) {
		const why = error instanceof DOMException ? `no answer within ${PATIENCE_MS / 1000} s` : messageOf(error)
		return [{ state: 'missing', text: `web_search: ${hostText(address)}: ${why}` }, ...noKey]
	}
}

const PATIENCE_MS = 2_000
