import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { NO_USAGE } from '../../../src/core/usage.ts'
import { modelInfo } from '../../../src/providers/discovery/catalogue.ts'
import { costOf } from '../../../src/providers/routing/pricing.ts'

const PRICE = { input: 2_000_000, cachedInput: 200_000, cacheWrite: 2_500_000, output: 10_000_000 }

describe('the cost of an attempt', () => {
	test('counts each token once, at its own price', () => {
		const usage = {
			inputTokens: 1_500,
			cachedInputTokens: 1_000,
			cacheWriteTokens: 300,
			outputTokens: 50,
			reasoningTokens: 20,
		}
		assert.equal(costOf(usage, PRICE), 200 * 2 + 1_000 * 0.2 + 300 * 2.5 + 50 * 10)
	})

	test('counts searches of the web apart, and is unknown where nobody knows what one costs', () => {
		const usage = { ...NO_USAGE, inputTokens: 1_000, webSearches: 3 }
		assert.equal(costOf(usage, { ...PRICE, webSearch: 10_000 }), 2_000 + 30_000)
		assert.equal(costOf(usage, PRICE), undefined)
	})

	test('is unknown without a price, and without a bill', () => {
		assert.equal(costOf(NO_USAGE, undefined), undefined)
		assert.equal(costOf(undefined, PRICE), undefined)
	})

	test('is nothing for a model on this machine, bill or no bill', () => {
		assert.equal(costOf(undefined, modelInfo({ provider: 'ollama', model: 'qwen' }).price), 0)
	})

	test('is a whole number and never negative, whatever a server counts', () => {
		const tokens = fc.nat(10_000_000)
		const usage = fc.record({
			inputTokens: tokens,
			cachedInputTokens: tokens,
			cacheWriteTokens: tokens,
			outputTokens: tokens,
			reasoningTokens: tokens,
		})
		fc.assert(
			fc.property(usage, each => {
				const cost = costOf(each, PRICE)
				assert.ok(cost !== undefined && Number.isSafeInteger(cost) && cost >= 0)
			}),
		)
	})
})
