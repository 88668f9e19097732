// Providers a program brings along, as the runtime knows providers: its own code, or a server of the usual wires.

import { AgentError } from '../../core/errors.ts'
import type { Provider, ProviderConfig } from '../../core/model.ts'
import type { ProviderServer } from './runtime-options.ts'

export type OwnProviders = {
	configs: readonly ProviderConfig[]
	/** Keys that were handed out, to be masked wherever they show up. */
	known(): readonly string[]
}

/** @throws AgentError `usage` for an id that no model could be named with, or that is there twice */
export function ownProviders(given: readonly (Provider | ProviderServer)[] = []): OwnProviders {
	const secrets = new Set<string>()
	const ids = new Set<string>()
	const configs = given.map((provider): ProviderConfig => {
		const { id } = provider
		if (!/^[A-Za-z0-9._-]+$/.test(id))
			throw new AgentError(
				'usage',
				`a provider cannot be called ${JSON.stringify(id)}: letters, digits, ., _ and -`,
			)
		if (ids.has(id)) throw new AgentError('usage', `two providers are called ${id}`)
		ids.add(id)
		const common = { id, keyName: undefined, keyOptional: true }
		if ('stream' in provider)
			return { ...common, api: 'own', own: provider, baseUrl: '', key: async () => undefined }
		const { api, baseUrl, apiKey, headers } = provider
		if (!URL.canParse(baseUrl)) throw new AgentError('usage', `provider ${id}: ${baseUrl} is no address`)
		if (typeof apiKey === 'string') remember(secrets, apiKey)
		return {
			...common,
			api,
			baseUrl,
			...(headers && { headers }),
			key: async () => {
				const value = typeof apiKey === 'function' ? await apiKey() : apiKey
				if (value === undefined) return undefined
				remember(secrets, value)
				return { value, source: `apiKey of the provider ${id}` }
			},
		}
	})
	return { configs, known: () => [...secrets] }
}

/** A shorter one would mask what is none. */
function remember(secrets: Set<string>, value: string): void {
	if (value.length >= 8) secrets.add(value)
}
