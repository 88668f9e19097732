// Requests of an account login: to the server that the login is for, with the headers and fields it insists on. What is
// rewritten is data of the user's settings; a key that comes from anywhere else changes nothing.

import type { JsonObject } from '../../core/json.ts'
import type { ProviderConfig, ProviderKey } from '../../core/model.ts'
import type { Endpoint } from '../errors/map-error.ts'
import type { ParameterFallback } from './fallback-parameters.ts'

/** Where a request with this key goes. */
export function endpointOf(config: ProviderConfig, key: ProviderKey | undefined): Endpoint {
	const { account } = config
	if (!account || !key?.isToken) return { config, key }
	const headers = { ...config.headers, ...account.headers }
	return { config: { ...config, baseUrl: account.baseUrl ?? config.baseUrl, headers }, key }
}

/** Whether requests are rewritten, which is only known of plain ones over HTTPS. */
export function isRewritten({ config, key }: Endpoint): boolean {
	return config.account !== undefined && key?.isToken === true
}

/** The body as the account's server wants it; a field that is null is left out. */
export function accountBody(body: JsonObject, endpoint: Endpoint): JsonObject {
	const wanted = fieldsOf(endpoint)
	if (!wanted) return body
	const left = new Set(Object.keys(wanted).filter(name => wanted[name] === null))
	// In their old places: the history has to stay the last field.
	const known = Object.entries(body).filter(([name]) => !left.has(name))
	const added = Object.entries(wanted).filter(([name]) => !left.has(name) && !Object.hasOwn(body, name))
	return Object.fromEntries([...added, ...known.map(([name, value]) => [name, wanted[name] ?? value])])
}

/** Those that take back nothing of what the account's server insists on. */
export function concessionsTo(
	endpoint: Endpoint,
	fallbacks: readonly ParameterFallback[],
): readonly ParameterFallback[] {
	const wanted = fieldsOf(endpoint)
	return wanted ? fallbacks.filter(({ name }) => !Object.hasOwn(wanted, name)) : fallbacks
}

function fieldsOf(endpoint: Endpoint): JsonObject | undefined {
	return isRewritten(endpoint) ? endpoint.config.account?.body : undefined
}
