import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { runScenario } from '../../../scripts/conformance/suite.ts'

// The rest is `npm run conformance`.
describe('the conformance suite of MCP', () => {
	for (const scenario of ['auth/scope-step-up', 'auth/cross-app-access-complete-flow'])
		test(`is content with our client in ${scenario}`, async () => {
			const { isWhole, passed, output } = await runScenario(scenario)
			assert.ok(isWhole && passed > 0, output)
		})
})
