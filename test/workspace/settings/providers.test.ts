import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { modelName } from '../../../src/core/model-ref.ts'
import type { ProviderSettings } from '../../../src/workspace/settings/groups/provider-settings.ts'
import { chooseModels } from '../../../src/workspace/settings/model-choice.ts'
import { configureProviders } from '../../../src/workspace/settings/provider-settings.ts'

function configure(env: Record<string, string>, providers: Record<string, ProviderSettings> = {}) {
	const { configs, keys } = configureProviders({ providers }, env)
	const byId = new Map(configs.map(config => [config.id, config]))
	return { configs, keys, byId }
}

describe('providers', () => {
	test('the built-in ones are there without settings or variables', async () => {
		const { configs } = configure({})
		const described = await Promise.all(
			configs.map(async config => [
				config.id,
				config.api,
				config.baseUrl,
				config.keyName,
				await config.key(),
			]),
		)
		assert.deepEqual(described, [
			['anthropic', 'messages', 'https://api.anthropic.com', 'ANTHROPIC_API_KEY', undefined],
			['openai', 'responses', 'https://api.openai.com/v1', 'OPENAI_API_KEY', undefined],
			['openai-chat', 'chat', 'https://api.openai.com/v1', 'OPENAI_API_KEY', undefined],
			[
				'gemini',
				'chat',
				'https://generativelanguage.googleapis.com/v1beta/openai/',
				'GEMINI_API_KEY',
				undefined,
			],
			['openrouter', 'chat', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY', undefined],
			['ollama', 'chat', 'http://127.0.0.1:11434/v1', undefined, undefined],
			['lmstudio', 'chat', 'http://127.0.0.1:1234/v1', 'LM_API_TOKEN', undefined],
			['llamacpp', 'chat', 'http://127.0.0.1:8080/v1', 'LLAMA_API_KEY', undefined],
			['vllm', 'chat', 'http://127.0.0.1:8000/v1', 'VLLM_API_KEY', undefined],
			['demo', 'demo', '', undefined, undefined],
		])
	})

	test('base URLs of the environment move their providers, also over a settings file', () => {
		const { byId } = configure(
			{ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', ANTHROPIC_BASE_URL: 'http://127.0.0.1:2' },
			{ openai: { baseUrl: 'http://from.settings/v1' }, gemini: { baseUrl: 'http://moved/v1' } },
		)
		assert.deepEqual(
			['openai', 'openai-chat', 'anthropic', 'gemini', 'openrouter'].map(id => byId.get(id)?.baseUrl),
			[
				'http://127.0.0.1:1/v1',
				'http://127.0.0.1:1/v1',
				'http://127.0.0.1:2',
				'http://moved/v1',
				'https://openrouter.ai/api/v1',
			],
		)
	})

	test('a key comes with the variable it was read from, and without the line break it was pasted with', async () => {
		const { byId } = configure({ ANTHROPIC_AUTH_TOKEN: 'token-123\n', OPENAI_API_KEY: 'sk-456' })
		assert.deepEqual(
			[await byId.get('anthropic')?.key(), await byId.get('openai-chat')?.key()],
			[
				{ value: 'token-123', source: 'ANTHROPIC_AUTH_TOKEN' },
				{ value: 'sk-456', source: 'OPENAI_API_KEY' },
			],
		)
	})

	test('an API key is stronger than a token', async () => {
		const { byId } = configure({ ANTHROPIC_AUTH_TOKEN: 'token-123', ANTHROPIC_API_KEY: 'key-123' })
		assert.equal((await byId.get('anthropic')?.key())?.source, 'ANTHROPIC_API_KEY')
	})

	test('every key there is becomes known as a secret, short values do not', () => {
		const { keys } = configure(
			{
				OPENAI_API_KEY: 'sk-long-enough',
				GEMINI_API_KEY: 'short',
				MY_KEY: 'my-own-secret',
				OTHER_KEY: 'not a provider key',
			},
			{ mine: { api: 'chat', baseUrl: 'http://x', apiKeyEnv: 'MY_KEY' } },
		)
		assert.deepEqual([...keys.known()].sort(), ['my-own-secret', 'sk-long-enough'])
	})

	test("the user's own, with a key, headers, or neither", async () => {
		const { byId } = configure(
			{ MY_KEY: 'my-own-secret' },
			{
				mine: { api: 'responses', baseUrl: 'http://x/v1', apiKeyEnv: 'MY_KEY', headers: { 'X-Team': 'a' } },
				local: { api: 'chat', baseUrl: 'http://127.0.0.1:8000/v1' },
			},
		)
		const { key, refresh, ...mine } = byId.get('mine')!
		assert.deepEqual(mine, {
			id: 'mine',
			api: 'responses',
			baseUrl: 'http://x/v1',
			keyName: 'MY_KEY',
			keyOptional: false,
			headers: { 'X-Team': 'a' },
		})
		const own = { value: 'my-own-secret', source: 'MY_KEY' }
		assert.deepEqual([await key(), await refresh?.(own)], [own, undefined])
		assert.equal(byId.get('local')?.keyOptional, true)
	})

	test('a key of the environment comes before those from elsewhere, which are asked with the command', async () => {
		const owners: unknown[] = []
		const other = { value: 'from-elsewhere', source: 'elsewhere' }
		const { configs, keys, keySource } = configureProviders(
			{ providers: { gemini: { apiKeyCommand: 'pass gemini' } } },
			{ OPENAI_API_KEY: 'openai-key' },
			{
				known: () => ['from-elsewhere'],
				source: ({ id }) => (id === 'ollama' ? undefined : 'elsewhere'),
				key: async ({ withheld, ...owner }) => {
					owners.push([owner, withheld()])
					return other
				},
				refresh: async () => ({ ...other, value: 'renewed' }),
			},
		)
		const [openai, gemini] = ['openai', 'gemini'].map(id => configs.find(config => config.id === id)!)
		assert.deepEqual(await openai!.key(), { value: 'openai-key', source: 'OPENAI_API_KEY' })
		assert.deepEqual([await openai!.refresh?.(other), await gemini!.key()], [undefined, other])
		assert.equal((await gemini!.refresh?.(other))?.value, 'renewed')
		assert.deepEqual(owners, [[{ id: 'gemini', apiKeyCommand: 'pass gemini' }, ['openai-key']]])
		assert.deepEqual(keys.known(), ['openai-key', 'from-elsewhere'])
		const sources = ['openai', 'gemini', 'ollama', 'nobody'].map(keySource)
		assert.deepEqual(sources, ['OPENAI_API_KEY', 'elsewhere', undefined, undefined])
	})

	test('an own one that is incomplete says what it needs', () => {
		assert.throws(
			() => configure({}, { mine: { baseUrl: 'http://x' } }),
			new AgentError('config-invalid', 'providers.mine needs api: "responses", "chat" or "messages"'),
		)
		assert.throws(
			() => configure({}, { mine: { api: 'chat' } }),
			new AgentError(
				'config-invalid',
				'providers.mine needs baseUrl: for example "http://127.0.0.1:8000/v1"',
			),
		)
	})
})

describe('headers that vendors’ own clients take from the environment', () => {
	const env = {
		OPENAI_ORG_ID: 'org-1',
		OPENAI_PROJECT_ID: 'proj-1',
		OPENAI_CUSTOM_HEADERS: 'X-A: one\nX-B:two: three\nnone',
		ANTHROPIC_CUSTOM_HEADERS: 'X-C: four',
	}
	const headersOf = (id: string, ...given: Parameters<typeof configure>) =>
		configure(...given).byId.get(id)?.headers

	test('go to the vendor they are meant for', () => {
		const account = { 'OpenAI-Organization': 'org-1', 'OpenAI-Project': 'proj-1' }
		const own = { 'X-A': 'one', 'X-B': 'two: three' }
		assert.deepEqual(headersOf('openai', env), { ...account, ...own })
		assert.deepEqual(headersOf('openai-chat', env), { ...account, ...own })
		assert.deepEqual(headersOf('anthropic', env), { 'X-C': 'four' })
		assert.equal(headersOf('openrouter', env), undefined)
	})

	test('an account at OpenAI is told to nobody else', () => {
		for (const url of ['http://127.0.0.1:9/v1', 'https://openai.com.test/v1', 'https://notopenai.com/v1'])
			assert.deepEqual(headersOf('openai', { ...env, OPENAI_BASE_URL: url }), {
				'X-A': 'one',
				'X-B': 'two: three',
			})
	})

	test('what the settings say is stronger', () => {
		const headers = headersOf('openai', env, { openai: { headers: { 'X-A': 'mine' } } })
		assert.equal(headers?.['X-A'], 'mine')
	})
})

describe('models', () => {
	const choose = (model: string | readonly string[] | undefined, env: Record<string, string> = {}) => {
		const { configs, keySource } = configureProviders({ providers: {} }, env)
		return chooseModels({ model, providers: configs.map(config => config.id), keySource }).map(modelName)
	}

	test('a chain may be a list, a text with commas, or both', () => {
		assert.deepEqual(choose(['openai/a , gemini/b', 'ollama/c:7b']), ['openai/a', 'gemini/b', 'ollama/c:7b'])
	})

	test('everything after the first slash is the name of the model', () => {
		const names = ['openrouter/anthropic/claude-x']
		assert.deepEqual(chooseModels({ model: names, providers: ['openrouter'], keySource: () => undefined }), [
			{ provider: 'openrouter', model: 'anthropic/claude-x' },
		])
	})

	test('without a setting the first key decides, and the demo answers where there is none', () => {
		const keys = {
			OPENROUTER_API_KEY: 'k',
			GEMINI_API_KEY: 'k',
			OPENAI_API_KEY: 'k',
			ANTHROPIC_AUTH_TOKEN: 'k',
		}
		const chosen: string[] = []
		const env: Record<string, string> = {}
		for (const [name, value] of Object.entries({ none: '', ...keys })) {
			env[name] = value
			chosen.push(choose(undefined, env)[0]!.split('/')[0]!)
		}
		assert.deepEqual(chosen, ['demo', 'openrouter', 'gemini', 'openai', 'anthropic'])
	})

	test('"demo" alone is enough', () => {
		assert.deepEqual(choose('demo'), ['demo/demo'])
	})

	const refused: readonly [text: string, code: string, message: string][] = [
		['gpt-5.4', 'usage', '"gpt-5.4" is not a model: write provider/model, for example openai/gpt-5.4'],
		['/x', 'usage', '"/x" is not a model: write provider/model, for example anthropic/claude-sonnet-5-5'],
		['openai/', 'usage', '"openai/" is not a model: write provider/model, for example openai/gpt-6.1-sol'],
		[
			'openai/a,',
			'usage',
			'"" is not a model: write provider/model, for example anthropic/claude-sonnet-5-5',
		],
		[
			'antropic/claude-x',
			'model-unknown',
			'there is no provider "antropic" (from "antropic/claude-x"); did you mean anthropic/claude-x? There are anthropic, openai, openai-chat, gemini, openrouter, ollama, lmstudio, llamacpp, vllm, demo',
		],
	]
	for (const [text, code, message] of refused)
		test(`"${text}" is refused with the way out`, () => {
			assert.throws(
				() => choose(text),
				(error: unknown) => {
					assert(error instanceof AgentError)
					assert.deepEqual([error.code, error.message], [code, message])
					return true
				},
			)
		})
})
