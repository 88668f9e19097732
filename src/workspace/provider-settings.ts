// From settings and environment to the providers that can be asked: the built-in ones, moved or changed where the
// user said so, and the user's own.

import { AgentError } from '../core/errors.ts'
import type { ProviderConfig } from '../core/model.ts'
import type { Environment } from './home-folders.ts'
import { type ProviderKeys, readProviderKeys } from './provider-keys.ts'
import type { ProviderSettings, Settings } from './settings-schema.ts'

export type ConfiguredProviders = { configs: readonly ProviderConfig[]; keys: ProviderKeys }

/** @throws AgentError `config-invalid` for a provider of the user's own without `api` or `baseUrl` */
export function configureProviders(
	settings: Pick<Settings, 'providers'>,
	env: Environment,
): ConfiguredProviders {
	const described = new Map(BUILT_IN_PROVIDERS.map(provider => [provider.id, provider]))
	for (const [id, changes] of Object.entries(settings.providers)) {
		const builtIn = described.get(id)
		described.set(id, builtIn ? changed(builtIn, changes) : own(id, changes))
	}
	const providers = [...described.values()]
	const keys = readProviderKeys(
		env,
		providers.flatMap(provider => provider.keyNames),
	)
	return { configs: providers.map(provider => configOf(provider, keys, env)), keys }
}

/** A provider before the environment has been asked for its key. */
type ProviderDescription = {
	id: string
	api: ProviderConfig['api']
	baseUrl: string
	/** The variable that moves it. As everywhere, the environment is stronger than a settings file. */
	baseUrlEnv?: string
	/** The first that is set counts; the first of all is the one named when none is. */
	keyNames: readonly string[]
	keyOptional?: boolean
	headers?: Readonly<Record<string, string>>
}

export const BUILT_IN_PROVIDERS: readonly ProviderDescription[] = [
	{
		id: 'anthropic',
		api: 'messages',
		baseUrl: 'https://api.anthropic.com',
		baseUrlEnv: 'ANTHROPIC_BASE_URL',
		keyNames: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
	},
	{
		id: 'openai',
		api: 'responses',
		baseUrl: 'https://api.openai.com/v1',
		baseUrlEnv: 'OPENAI_BASE_URL',
		keyNames: ['OPENAI_API_KEY'],
	},
	{
		id: 'openai-chat',
		api: 'chat',
		baseUrl: 'https://api.openai.com/v1',
		baseUrlEnv: 'OPENAI_BASE_URL',
		keyNames: ['OPENAI_API_KEY'],
	},
	{
		id: 'gemini',
		api: 'chat',
		baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai/',
		keyNames: ['GEMINI_API_KEY'],
	},
	{
		id: 'openrouter',
		api: 'chat',
		baseUrl: 'https://openrouter.ai/api/v1',
		keyNames: ['OPENROUTER_API_KEY'],
	},
	{ id: 'ollama', api: 'chat', baseUrl: 'http://127.0.0.1:11434/v1', keyNames: [], keyOptional: true },
	{ id: 'demo', api: 'demo', baseUrl: '', keyNames: [], keyOptional: true },
]

function changed(builtIn: ProviderDescription, changes: ProviderSettings): ProviderDescription {
	return {
		...builtIn,
		...(changes.api && { api: changes.api }),
		...(changes.baseUrl && { baseUrl: changes.baseUrl }),
		...(changes.apiKeyEnv && { keyNames: [changes.apiKeyEnv] }),
		...(changes.headers && { headers: changes.headers }),
	}
}

function own(id: string, { api, baseUrl, apiKeyEnv, headers }: ProviderSettings): ProviderDescription {
	if (api === undefined) throw incomplete(id, 'api', '"responses", "chat" or "messages"')
	if (baseUrl === undefined) throw incomplete(id, 'baseUrl', 'for example "http://127.0.0.1:8000/v1"')
	return {
		id,
		api,
		baseUrl,
		keyNames: apiKeyEnv === undefined ? [] : [apiKeyEnv],
		keyOptional: apiKeyEnv === undefined,
		...(headers && { headers }),
	}
}

function incomplete(id: string, key: string, example: string): AgentError {
	return new AgentError('config-invalid', `providers.${id} needs ${key}: ${example}`)
}

function configOf(provider: ProviderDescription, keys: ProviderKeys, env: Environment): ProviderConfig {
	const moved = provider.baseUrlEnv && env[provider.baseUrlEnv]
	return {
		id: provider.id,
		api: provider.api,
		baseUrl: moved || provider.baseUrl,
		key: async () => keys.find(provider.keyNames),
		keyName: provider.keyNames[0],
		keyOptional: provider.keyOptional ?? false,
		...(provider.headers && { headers: provider.headers }),
	}
}
