// A call of `web_search`: judged by the host of the engine, asked within limits, shown as untrusted text.

import type { PermissionDecision } from '../../core/permission.ts'
import { problem } from '../../core/problems/problem.ts'
import { failedResult, okResult, resultWithout, type ToolContext, type ToolResult } from '../../core/tool.ts'
import type { CallPlan } from '../executor/define-tool.ts'
import { invalidPlan } from '../executor/hopeless.ts'
import { decodeText } from './charset.ts'
import { ACCEPT_ENCODING, decodeBody } from './decoded-body.ts'
import { type SearchEndpoint, type SearchHit, searchHits, searchOrder } from './search-endpoint.ts'
import { holdsSecret } from './secret-in-text.ts'
import { framed } from './untrusted.ts'
import { readWebAddress, type WebAddress } from './web-address.ts'
import { askWeb, WEB_LIMITS, WebFailure, type WebNetwork } from './web-request.ts'

export type SearchDeps = {
	network: WebNetwork
	endpoint: Omit<SearchEndpoint, 'key'> & {
		/** Where the key stands; left out, it wants none. */
		key?: { name: string; value: string | undefined }
	}
}

export function prepareSearch({ query }: { query: string }, { network, endpoint }: SearchDeps): CallPlan {
	const key = endpoint.key?.value
	const { url, order } = searchOrder({ ...endpoint, key }, query)
	const address = readWebAddress(url)
	return {
		tier: 'privileged',
		async assess({ host }) {
			if ('problem' in address)
				return invalidPlan(NAME, problem`The setting webSearch.url ${address.problem}.`)
			if (endpoint.key && !key)
				return invalidPlan(NAME, `There is no key for ${address.host}: ${endpoint.key.name} is not set.`)
			// The user has named it, so it may be on this machine.
			const reaching = { ...network, allowedHosts: [...network.allowedHosts, address.host] }
			return {
				permission: searchDecision(query, address, holdsSecret(query, host.secrets.known())),
				touches: { host: address.host },
				run: context => search({ address, order, query, format: endpoint.format }, reaching, context),
			}
		},
	}
}

const NAME = 'search'

function searchDecision(query: string, { host }: WebAddress, isTelling: boolean): PermissionDecision {
	return {
		tier: 'privileged',
		outcome: isTelling ? 'ask-always' : 'ask',
		isWorkspaceEdit: false,
		title: `search the web: ${query.replace(/\s+/g, ' ').trim()}`,
		reasons: [
			isTelling
				? `The words hold a secret of yours, and ${host} would get it.`
				: `${host} gets these words, and what it answers is read by the model.`,
		],
		sessionKeys: isTelling ? [] : [`search:${host}`],
	}
}

type WebSearch = {
	address: WebAddress
	order: ReturnType<typeof searchOrder>['order']
	query: string
	format: SearchEndpoint['format']
}

async function search(
	{ address, order, query, format }: WebSearch,
	network: WebNetwork,
	{ signal }: ToolContext,
): Promise<ToolResult> {
	const { totalMs, bodyBytes } = { ...WEB_LIMITS, ...network.limits }
	const late = AbortSignal.timeout(totalMs)
	const until = AbortSignal.any([signal, late])
	const { host } = address
	try {
		const headers = { ...order.headers, 'accept-encoding': ACCEPT_ENCODING }
		const answer = await askWeb(address, network, until, { ...order, headers })
		try {
			const body = await decodeBody(answer, answer.headers['content-encoding'], bodyBytes)
			const text = decodeText(body.bytes, 'utf-8')
			const status = answer.statusCode ?? 0
			if (status !== 200)
				return failedResult(`${host} answered ${status}: ${text.slice(0, 300)}${advice(status, format)}`)
			const hits = searchHits(format, text)
			if (!hits) return failedResult(`${host} did not answer as ${format} does: ${text.slice(0, 300)}`)
			return found(query, hits)
		} finally {
			answer.destroy()
		}
	} catch (error) {
		if (signal.aborted) return resultWithout('cancelled', 'the search was stopped')
		if (late.aborted) return failedResult(`${host} did not answer in full within ${totalMs / 1000} s.`)
		if (error instanceof WebFailure) return failedResult(error.problem)
		throw error
	}
}

function found(query: string, hits: readonly SearchHit[]): ToolResult {
	const detail = { type: 'counted' as const, count: hits.length, unit: 'results' }
	if (hits.length === 0) return okResult('Nothing was found. Try fewer or other words.', detail)
	const rows = hits.map(({ title, url, excerpt }, index) =>
		`${index + 1}. ${title}\n   ${url}\n   ${excerpt}`.trimEnd(),
	)
	return okResult(framed('search_results', { query }, rows.join('\n')), detail)
}

function advice(status: number, format: SearchEndpoint['format']): string {
	if (status === 403 && format === 'searxng')
		return ' (SearXNG answers in JSON only where search.formats allows it)'
	if (status === 401 || status === 403) return ' (the key that webSearch.apiKeyEnv names was refused)'
	return status >= 300 && status < 400
		? ' (redirects are not followed with a key; put the right address into webSearch.url)'
		: ''
}
