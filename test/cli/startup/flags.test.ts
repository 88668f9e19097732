import assert from 'node:assert/strict'
import { test } from 'vitest'
import { flagSettings } from '../../../src/cli/startup/flags.ts'

test('what flags say of settings is within what the settings can be, and what is not says so', () => {
	assert.equal(flagSettings({ timeout: '48h' })['budget.timeoutMs'], 172_800_000)
	for (const [flags, message] of [
		[{ timeout: '1000h' }, '--timeout 1000h: expected at most 24 days, such as 48h'],
		[{ timeout: `${'9'.repeat(400)}s` }, /^--timeout 9+s: expected at most 24 days/],
		[{ timeout: 'soon' }, '--timeout soon: expected a duration such as 90s, 10m or 1h30m'],
		[{ maxTurns: '9'.repeat(20) }, /^--max-turns 9+: expected a whole number of at least 1$/],
		[{ maxTurns: '0' }, '--max-turns 0: expected a whole number of at least 1'],
		[{ maxCost: '-1' }, '--max-cost -1: expected US dollars such as 0.50'],
		[{ effort: 'extreme' }, '--effort extreme: expected none, low, medium or high'],
		[{ sandbox: 'maybe' }, '--sandbox maybe: expected read-only, workspace-write or off'],
		[{ logLevel: 'loud' }, '--log-level loud: expected error, warn, info, debug'],
	] as const)
		assert.throws(() => flagSettings(flags), { code: 'usage', message })
})
