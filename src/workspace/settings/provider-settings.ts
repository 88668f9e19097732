// From settings and environment to the providers that can be asked: the built-in ones, moved or changed where the
// user said so, and the user's own.

import { AgentError } from '../../core/errors.ts'
import type { Secrets } from '../../core/host.ts'
import type { KeyOwner, ProviderConfig, ProviderKey } from '../../core/model.ts'
import type { Environment } from '../places/home-folders.ts'
import type { ProviderSettings } from './groups/provider-settings.ts'
import { type ProviderKeys, readProviderKeys } from './provider-keys.ts'
import type { Settings } from './settings-schema.ts'

export type ConfiguredProviders = {
	configs: readonly ProviderConfig[]
	/** Those of the environment to be found, and all there are to be kept out of what is stored or shown. */
	keys: ProviderKeys
	/** Where a provider's key would come from, without fetching it; undefined when there is none. */
	keySource(provider: string): string | undefined
}

/** Keys from elsewhere than the environment. Handed down, because getting them takes files, programs and requests. */
export type OtherKeys = Secrets & {
	source(owner: KeyOwner): string | undefined
	key(owner: KeyOwner): Promise<ProviderKey | undefined>
	refresh(owner: KeyOwner, refused: ProviderKey): Promise<ProviderKey | undefined>
}

const NO_OTHER_KEYS: OtherKeys = {
	known: () => [],
	source: () => undefined,
	key: async () => undefined,
	refresh: async () => undefined,
}

/** @throws AgentError `config-invalid` for a provider of the user's own without `api` or `baseUrl` */
export function configureProviders(
	settings: Pick<Settings, 'providers'> & Partial<Pick<Settings, 'webSearch' | 'profiles'>>,
	env: Environment,
	otherKeys: OtherKeys = NO_OTHER_KEYS,
): ConfiguredProviders {
	const described = new Map(BUILT_IN_PROVIDERS.map(provider => [provider.id, provider]))
	for (const [id, changes] of Object.entries(settings.providers)) {
		const builtIn = described.get(id)
		described.set(id, builtIn ? applyChanges(builtIn, changes) : ownProvider(id, changes))
	}
	const providers = [...described.values()]
	const keys = readProviderKeys(env, [
		...providers.flatMap(provider => provider.keyNames),
		...[settings.webSearch?.apiKeyEnv ?? []].flat(),
		...profileKeyNames(settings.profiles),
	])
	const sources = { keys, otherKeys, env }
	return {
		configs: providers.map(provider => configOf(provider, sources)),
		keys: { find: keys.find, known: () => [...keys.known(), ...otherKeys.known()] },
		keySource: id => {
			const provider = providers.find(each => each.id === id)
			if (!provider) return undefined
			const fromEnvironment = provider.login === undefined ? keys.find(provider.keyNames)?.source : undefined
			return fromEnvironment ?? otherKeys.source(ownerOf(provider, keys))
		},
	}
}

/** Those of profiles that are not in force are secrets all the same. */
function profileKeyNames(profiles: Settings['profiles'] = {}): readonly string[] {
	return Object.values(profiles).flatMap(({ providers = {} }) =>
		Object.values(providers).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []),
	)
}

type KeySources = { keys: ProviderKeys; otherKeys: OtherKeys; env: Environment }

/** A provider before the environment has been asked for its key. */
type ProviderDescription = {
	id: string
	api: ProviderConfig['api']
	baseUrl: string
	/** The variable that moves it. As everywhere, the environment is stronger than a settings file. */
	baseUrlEnv?: string
	/** The first that is set counts; the first of all is the one named when none is. */
	keyNames: readonly string[]
	/** A variable with more headers, one a line, as the vendor's own clients read it. */
	headersEnv?: string
	apiKeyCommand?: string
	/** The account whose stored key is the only one that counts. */
	login?: string
	account?: ProviderConfig['account']
	keyOptional?: boolean
	headers?: Readonly<Record<string, string>>
	socket?: boolean
	retries?: number
	maxWaitMs?: number
}

export const BUILT_IN_PROVIDERS: readonly ProviderDescription[] = [
	{
		id: 'anthropic',
		api: 'messages',
		baseUrl: 'https://api.anthropic.com',
		baseUrlEnv: 'ANTHROPIC_BASE_URL',
		keyNames: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
		headersEnv: 'ANTHROPIC_CUSTOM_HEADERS',
	},
	{
		id: 'openai',
		api: 'responses',
		baseUrl: 'https://api.openai.com/v1',
		baseUrlEnv: 'OPENAI_BASE_URL',
		keyNames: ['OPENAI_API_KEY'],
		headersEnv: 'OPENAI_CUSTOM_HEADERS',
	},
	{
		id: 'openai-chat',
		api: 'chat',
		baseUrl: 'https://api.openai.com/v1',
		baseUrlEnv: 'OPENAI_BASE_URL',
		keyNames: ['OPENAI_API_KEY'],
		headersEnv: 'OPENAI_CUSTOM_HEADERS',
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
	onThisMachine('ollama', 'http://127.0.0.1:11434/v1'),
	onThisMachine('lmstudio', 'http://127.0.0.1:1234/v1', 'LM_API_TOKEN'),
	onThisMachine('llamacpp', 'http://127.0.0.1:8080/v1', 'LLAMA_API_KEY'),
	onThisMachine('vllm', 'http://127.0.0.1:8000/v1', 'VLLM_API_KEY'),
	{ id: 'demo', api: 'demo', baseUrl: '', keyNames: [], keyOptional: true },
]

/** @param keyName - only counts where its owner has locked the server */
function onThisMachine(id: string, baseUrl: string, keyName?: string): ProviderDescription {
	return { id, api: 'chat', baseUrl, keyNames: keyName === undefined ? [] : [keyName], keyOptional: true }
}

function applyChanges(builtIn: ProviderDescription, changes: ProviderSettings): ProviderDescription {
	return {
		...builtIn,
		...(changes.api && { api: changes.api }),
		...(changes.baseUrl && { baseUrl: changes.baseUrl }),
		...(changes.apiKeyEnv && { keyNames: [changes.apiKeyEnv] }),
		...(changes.apiKeyCommand && { apiKeyCommand: changes.apiKeyCommand }),
		...(changes.login && { login: changes.login, keyOptional: false }),
		...(changes.oauth?.account && { account: changes.oauth.account }),
		...(changes.headers && { headers: changes.headers }),
		...(changes.socket !== undefined && { socket: changes.socket }),
		...retryLimits(changes),
	}
}

function ownProvider(id: string, settings: ProviderSettings): ProviderDescription {
	const { api, baseUrl, apiKeyEnv, apiKeyCommand, headers, login, oauth, socket } = settings
	if (api === undefined) throw incomplete(id, 'api', '"responses", "chat" or "messages"')
	if (baseUrl === undefined) throw incomplete(id, 'baseUrl', 'for example "http://127.0.0.1:8000/v1"')
	return {
		id,
		api,
		baseUrl,
		keyNames: apiKeyEnv === undefined ? [] : [apiKeyEnv],
		keyOptional: [apiKeyEnv, apiKeyCommand, oauth, login].every(way => way === undefined),
		...(apiKeyCommand && { apiKeyCommand }),
		...(login && { login }),
		...(oauth?.account && { account: oauth.account }),
		...(headers && { headers }),
		...(socket !== undefined && { socket }),
		...retryLimits(settings),
	}
}

function retryLimits({ retries, maxWaitMs }: { retries?: number; maxWaitMs?: number }) {
	return { ...(retries !== undefined && { retries }), ...(maxWaitMs !== undefined && { maxWaitMs }) }
}

function incomplete(id: string, key: string, example: string): AgentError {
	return new AgentError('config-invalid', `providers.${id} needs ${key}: ${example}`)
}

function configOf(provider: ProviderDescription, { keys, otherKeys, env }: KeySources): ProviderConfig {
	const moved = provider.baseUrlEnv && env[provider.baseUrlEnv]
	const { login } = provider
	const fromEnvironment = () => (login === undefined ? keys.find(provider.keyNames) : undefined)
	const owner = ownerOf(provider, keys)
	const baseUrl = moved || provider.baseUrl
	const headers = { ...headersIn(env, provider, baseUrl), ...provider.headers }
	return {
		id: provider.id,
		api: provider.api,
		baseUrl,
		...(moved && { baseUrlName: provider.baseUrlEnv }),
		key: async () => fromEnvironment() ?? otherKeys.key(owner),
		refresh: async refused => (fromEnvironment() ? undefined : otherKeys.refresh(owner, refused)),
		keyName: login === undefined ? provider.keyNames[0] : undefined,
		...(login !== undefined && { login }),
		...(provider.account && { account: provider.account }),
		keyOptional: provider.keyOptional ?? false,
		...(Object.keys(headers).length > 0 && { headers }),
		...(provider.socket !== undefined && { socket: provider.socket }),
		...retryLimits(provider),
	}
}

/** What the vendors' own clients take from the environment. An account at OpenAI is nobody else's business. */
function headersIn(
	env: Environment,
	{ headersEnv }: ProviderDescription,
	baseUrl: string,
): Record<string, string> {
	const headers: Record<string, string> = {}
	if (/^https:\/\/(?:[\w-]+\.)*openai\.com(?:[:/]|$)/.test(baseUrl)) {
		if (env.OPENAI_ORG_ID) headers['OpenAI-Organization'] = env.OPENAI_ORG_ID
		if (env.OPENAI_PROJECT_ID) headers['OpenAI-Project'] = env.OPENAI_PROJECT_ID
	}
	const lines = headersEnv === undefined ? [] : (env[headersEnv] ?? '').split('\n')
	for (const line of lines) {
		const colon = line.indexOf(':')
		if (colon > 0) headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim()
	}
	return headers
}

function ownerOf({ id, apiKeyCommand, login }: ProviderDescription, keys: ProviderKeys): KeyOwner {
	if (login !== undefined) return { id, apiKeyCommand: undefined, login, withheld: keys.known }
	return { id, apiKeyCommand, withheld: keys.known }
}
