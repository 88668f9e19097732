import assert from 'node:assert/strict'
import { test } from 'vitest'
import { chooseImageModel } from '../../../src/workspace/settings/image-model-choice.ts'
import { configureProviders } from '../../../src/workspace/settings/provider-settings.ts'

const own = { mine: { api: 'chat', baseUrl: 'http://127.0.0.1:9/v1' } } as const
const choose = (imageModel: string | undefined, env: Record<string, string> = {}, providers = {}) =>
	chooseImageModel(imageModel, configureProviders({ providers }, env))

test('OpenAI draws when there is a key for it', () => {
	const key = { OPENAI_API_KEY: 'sk-0123456789' }
	assert.equal(choose(undefined, key)?.provider, 'openai')
	assert.equal(choose(undefined, { ANTHROPIC_API_KEY: 'sk-0123456789' }), undefined)
	const moved = { openai: { api: 'messages', baseUrl: 'http://127.0.0.1:9' } }
	assert.equal(choose(undefined, key, moved), undefined)
})

test('whom the user names draws, key or no key', () => {
	assert.deepEqual(choose('mine/flux', {}, own), { provider: 'mine', model: 'flux' })
})

test('a provider that cannot draw is told at once, and so is one there is not', () => {
	assert.throws(
		() => choose('anthropic/claude-x'),
		/^AgentError: imageModel is anthropic\/claude-x, but anthropic has no Images endpoint/,
	)
	assert.throws(() => choose('nobody/x'), /no provider "nobody"/)
})
