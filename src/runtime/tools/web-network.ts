// The web as this session's tools may reach it: the user's settings, the proxies of the environment, the rules in force.

import { isProxied } from '../../providers/http/proxy.ts'
import type { FetchDeps } from '../../tools/web/fetch-calls.ts'
import type { WebNetwork } from '../../tools/web/web-request.ts'
import type { RuntimeOptions } from '../options.ts'

export function webNetwork({ version, settings, env, internet }: RuntimeOptions): WebNetwork {
	return {
		userAgent: `keelson/${version}`,
		allowedHosts: settings.fetch.allowedHosts,
		proxies: { env, isProxied: url => isProxied(url, env) },
		internet,
	}
}

export function webRules({ permissions, home }: RuntimeOptions): FetchDeps['rules'] {
	return permissions && (() => ({ rules: permissions.rules(), base: { root: permissions.root, home } }))
}
