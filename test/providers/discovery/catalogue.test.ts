import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { knownModels, modelInfo } from '../../../src/providers/discovery/catalogue.ts'

describe('what is known about a model', () => {
	test('is found by its name, its dated name, and its name at a reseller', () => {
		const plain = modelInfo({ provider: 'anthropic', model: 'claude-sonnet-4-5' })
		const facts = {
			windowTokens: 200_000,
			maxOutputTokens: 64_000,
			price: { input: 3_000_000, cachedInput: 300_000, cacheWrite: 3_750_000, output: 15_000_000 },
			images: true,
			reasoning: true,
		}
		assert.deepEqual(plain, { ref: plain.ref, ...facts })
		for (const ref of [
			{ provider: 'anthropic', model: 'claude-sonnet-4-5-20250929' },
			{ provider: 'openrouter', model: 'anthropic/claude-sonnet-4.5' },
		]) {
			assert.deepEqual(modelInfo(ref), { ref, ...facts })
		}
	})

	test('is a fair guess for a model nobody has heard of', () => {
		const ref = { provider: 'mine', model: 'unheard-of' }
		assert.deepEqual(modelInfo(ref), {
			ref,
			windowTokens: 128_000,
			maxOutputTokens: 16_384,
			isOutputGuessed: true,
			price: undefined,
			images: true,
			reasoning: false,
		})
	})

	test('has no price where someone else sets it', () => {
		assert.equal(modelInfo({ provider: 'mine', model: 'gpt-5' }).price, undefined)
	})

	test('lists the models of a provider', () => {
		assert.equal(knownModels('anthropic')[0]?.ref.provider, 'anthropic')
		assert.deepEqual(knownModels('mine'), [])
	})
})
