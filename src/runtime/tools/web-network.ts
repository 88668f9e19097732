// The web as this session's tools may reach it: the user's settings, the proxies of the environment, the rules in force.

import { type ProxyEnvironment, proxyAuthorization, proxyFor } from '../../providers/http/proxy.ts'
import type { StandingRule } from '../../safety/permissions/rule.ts'
import { WEB_SEARCH } from '../../tools/builtin/web-search.ts'
import type { FetchDeps } from '../../tools/web/fetch-calls.ts'
import type { SearchDeps } from '../../tools/web/search-calls.ts'
import type { ProxyRoute, WebNetwork } from '../../tools/web/web-request.ts'
import type { RuntimeOptions } from '../options.ts'

export function webNetwork({ version, settings, env, internet }: RuntimeOptions): WebNetwork {
	return {
		userAgent: `keelson/${version}`,
		allowedHosts: settings.fetch.allowedHosts,
		proxyRoute: proxyRoutes(env),
		internet,
	}
}

export function webRules({ permissions, home }: RuntimeOptions): FetchDeps['rules'] {
	return permissions && (() => ({ rules: permissions.rules(), base: { root: permissions.root, home } }))
}

/** @returns the one that is configured, or none */
export function searchEngine(options: RuntimeOptions): readonly SearchDeps[] {
	const { url, format, apiKeyEnv } = options.settings.webSearch
	if (url === undefined) return []
	const key =
		apiKeyEnv === undefined ? {} : { key: { name: apiKeyEnv, value: options.env[apiKeyEnv]?.trim() } }
	return [{ network: webNetwork(options), endpoint: { url, format, ...key } }]
}

/** Nobody can be asked about a search that a provider makes, so what says to ask rules it out like what denies it. */
export function searchesAtProvider({
	settings,
	tools,
	permissions,
}: Pick<RuntimeOptions, 'settings' | 'tools'> & {
	permissions?: { rules(): readonly StandingRule[] } | undefined
}): boolean {
	const { native, url } = settings.webSearch
	if (!native || url !== undefined) return false
	const isRuledOut = permissions
		?.rules()
		.some(({ list, rule }) => list !== 'allow' && rule.kind === 'tool' && rule.name === WEB_SEARCH)
	const isGranted = tools.only === undefined || tools.only.includes(WEB_SEARCH)
	return !isRuledOut && isGranted && !tools.without.includes(WEB_SEARCH)
}

/** What the environment names for models holds for pages, too. */
export function proxyRoutes(env: ProxyEnvironment): (url: URL) => Promise<ProxyRoute | undefined> {
	return async url => {
		const proxy = proxyFor(url, env)
		if (!proxy) return undefined
		if (url.protocol === 'https:') {
			const { createTunnelAgent } = await import('../../providers/http/proxy-tunnel.ts')
			return { options: { agent: createTunnelAgent(proxy, CONNECT_MS) } }
		}
		const authorization = proxyAuthorization(proxy)
		const headers = { host: url.host, ...(authorization && { 'proxy-authorization': authorization }) }
		return { address: proxy.url.origin, options: { path: url.href, headers } }
	}
}

const CONNECT_MS = 10_000
