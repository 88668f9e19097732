// The base URL of a provider, taken for one before anything is asked there.

import { AgentError } from '../../core/errors.ts'
import type { ProviderConfig } from '../../core/model.ts'

/** @throws AgentError `config-invalid` that names the provider, the value, and the variable it came from */
export function requireBaseUrl({
	id,
	baseUrl,
	baseUrlName,
}: Pick<ProviderConfig, 'id' | 'baseUrl' | 'baseUrlName'>): URL {
	const name = `the base URL of ${id}${baseUrlName === undefined ? '' : ` (from ${baseUrlName})`}`
	if (!URL.canParse(baseUrl))
		throw new AgentError(
			'config-invalid',
			`${name} is no address: ${JSON.stringify(baseUrl)}; it looks like https://api.example/v1`,
		)
	const url = new URL(baseUrl)
	if (url.protocol !== 'http:' && url.protocol !== 'https:')
		throw new AgentError(
			'config-invalid',
			`${name} begins with http:// or https://, not with ${url.protocol}`,
		)
	return url
}
