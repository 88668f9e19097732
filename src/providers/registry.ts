// From settings to providers by id. A wire format is loaded when the first model that speaks it is asked.

import { AgentError } from '../core/errors.ts'
import type { Clock, Media } from '../core/host.ts'
import type { ModelInfo, Provider, ProviderConfig } from '../core/model.ts'
import type { ModelRef } from '../core/model-ref.ts'
import { advisedCommand } from '../core/text/advised-command.ts'
import { requireBaseUrl } from './http/base-url.ts'
import { createHttpClient, type HttpFetch } from './http/http-fetch.ts'
import type { ProviderSetup, WireLimits } from './wire/wire.ts'

export type Providers = {
	/** @throws AgentError `config-invalid` for an id that no setting knows */
	get(id: string): Promise<Provider>
	/** It will be asked soon: its wire format is loaded, and its server reached. Nothing is asked, and no key is sent. */
	expect(id: string): Promise<void>
}

export type ProvidersSetup = {
	configs: readonly ProviderConfig[]
	media: Media
	info: (ref: ModelRef) => ModelInfo
	clock: Pick<Clock, 'now'>
	limits?: WireLimits
	/** Looks at what is asked and answered. */
	watch?: ((fetch: HttpFetch) => HttpFetch) | undefined
}

export function createProviders(setup: ProvidersSetup): Providers {
	const { configs, media, info, clock, limits, watch } = setup
	const client = createHttpClient(limits)
	const fetch = watch?.(client.fetch) ?? client.fetch
	const loaded = new Map<string, Promise<Provider>>()

	async function get(id: string): Promise<Provider> {
		const known = loaded.get(id)
		if (known) return known
		const config = configs.find(each => each.id === id)
		if (!config) throw unknownProvider(id, configs)
		const provider = load({ config, media, fetch, info, clock, ...(limits && { limits }) })
		loaded.set(id, provider)
		return provider
	}

	return {
		get,
		async expect(id) {
			await get(id)
			const config = configs.find(each => each.id === id)
			if (config) client.connect(config.baseUrl)
		},
	}
}

async function load(setup: ProviderSetup): Promise<Provider> {
	const { api } = setup.config
	if (api !== 'demo' && api !== 'own') requireBaseUrl(setup.config)
	switch (api) {
		case 'responses': {
			const { createResponsesProvider } = await import('./formats/openai-responses/provider.ts')
			return createResponsesProvider(setup)
		}
		case 'chat': {
			const { createChatProvider } = await import('./formats/openai-chat/provider.ts')
			return createChatProvider(setup)
		}
		case 'messages': {
			const { createMessagesProvider } = await import('./formats/anthropic-messages/provider.ts')
			return createMessagesProvider(setup)
		}
		case 'demo': {
			const { createDemoProvider } = await import('./demo/provider.ts')
			return createDemoProvider({ command: advisedCommand(setup.limits?.proxyEnv ?? {}) })
		}
		case 'own': {
			const { id, own } = setup.config
			if (!own) throw new AgentError('config-invalid', `provider ${id} is one of its own, and is not there`)
			return own
		}
	}
}

function unknownProvider(id: string, configs: readonly ProviderConfig[]): AgentError {
	const known = configs.map(config => config.id).join(', ')
	return new AgentError('config-invalid', `there is no provider "${id}"; there are ${known}`)
}
