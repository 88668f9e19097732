import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ProviderConfig } from '../../src/core/model.ts'
import { modelInfo } from '../../src/providers/discovery/catalogue.ts'
import { createProviders } from '../../src/providers/registry.ts'

const config = (id: string, api: ProviderConfig['api']): ProviderConfig => ({
	id,
	api,
	baseUrl: 'http://127.0.0.1:1/v1',
	key: async () => undefined,
	keyName: undefined,
	keyOptional: true,
})

const providers = createProviders({
	configs: [config('openai', 'responses'), config('mine', 'chat'), config('anthropic', 'messages')],
	media: { put: () => Promise.reject(new Error('nothing is stored')), get: async () => undefined },
	info: modelInfo,
	clock: Date,
})

test('each provider is made once, under the id it has in the settings', async () => {
	for (const id of ['openai', 'mine', 'anthropic']) {
		const provider = await providers.get(id)
		assert.equal(provider.id, id)
		assert.equal(await providers.get(id), provider)
	}
})

test('a base URL that is none is told before anything is asked', async () => {
	const bad = createProviders({
		configs: [
			{ ...config('mine', 'chat'), baseUrl: 'http://127.0.0.1:99999/v1' },
			{ ...config('openai', 'responses'), baseUrl: 'nonsense', baseUrlName: 'OPENAI_BASE_URL' },
		],
		media: { put: () => Promise.reject(new Error('nothing is stored')), get: async () => undefined },
		info: modelInfo,
		clock: Date,
	})
	await assert.rejects(bad.get('mine'), {
		code: 'config-invalid',
		message:
			'the base URL of mine is no address: "http://127.0.0.1:99999/v1"; it looks like https://api.example/v1',
	})
	await assert.rejects(bad.get('openai'), /of openai \(from OPENAI_BASE_URL\) is no address: "nonsense"/)
})

test('an unknown provider is named, with those there are', async () => {
	await assert.rejects(providers.get('opnai'), {
		code: 'config-invalid',
		message: 'there is no provider "opnai"; there are openai, mine, anthropic',
	})
})
