import assert from 'node:assert/strict'
import { test } from 'vitest'
import { probeMemory, tokensOf } from '../../support/memory/probe-measure.ts'

test('what was said before a compaction comes back, whatever kind it is and however it is asked', {
	timeout: 120_000,
}, async () => {
	const { asked, recalled, unrelated, session } = await probeMemory({
		requests: 30,
		seed: 3,
		share: 9,
		ways: ({ kind }, index) =>
			kind === 'taken back' ? ['near'] : index % 4 === 0 ? ['misspelt'] : index % 4 === 2 ? ['language'] : [],
		unrelated: 1,
		isRecalled: ({ kind }) => RECALLED.includes(kind),
	})
	assert.ok(session.compactions >= 1, `${session.compactions}`)
	assert.equal(recalled.length, RECALLED.length)
	assert.deepEqual(
		recalled.filter(({ isReached }) => !isReached).map(({ fact }) => fact.keywords),
		[],
	)
	const back = asked.filter(({ fact }) => fact.kind === 'taken back')
	assert.equal(back.length, 1)
	assert.ok(back.every(({ isShownAsTrue }) => !isShownAsTrue))
	const others = asked.filter(({ fact }) => fact.kind !== 'taken back')
	const missing = others.filter(({ isKept, isPutIn }) => !isKept && !isPutIn)
	assert.ok(missing.length <= 1, missing.map(({ question }) => question).join('\n'))
	assert.ok(asked.every(({ isNewestFirst }) => isNewestFirst))
	const disturbed = unrelated.filter(({ memory }) => memory !== '')
	assert.ok(disturbed.length <= 1, disturbed.map(({ prompt }) => prompt).join('\n'))
	assert.ok(disturbed.every(({ memory }) => tokensOf(memory) <= 200))
})

/** Of which the other test of facts has none. */
const RECALLED: readonly string[] = ['in a file', 'written', 'thought', 'asked', 'before a fork', 'japanese']
