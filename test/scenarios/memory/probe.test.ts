import assert from 'node:assert/strict'
import { test } from 'vitest'
import { probeMemory, tokensOf } from '../../support/memory/probe-measure.ts'
import { WAYS } from '../../support/memory/probe-questions.ts'
import { longer, SOAK_TIMES } from '../../support/soak.ts'

test('what was said before a compaction comes back, whatever kind it is and however it is asked', {
	timeout: longer(120_000),
}, async () => {
	const { asked, recalled, unrelated, session } = await probeMemory({
		requests: 30,
		seed: 3,
		share: 9,
		ways: ({ kind }, index) =>
			kind === 'taken back' ? ['near'] : index % 8 === 0 ? ['misspelt'] : index % 8 === 4 ? ['language'] : [],
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
const RECALLED: readonly string[] = ['in a file', 'thought', 'before a fork', 'japanese']

test.skipIf(SOAK_TIMES === 1)(
	'of all facts, as many come back as are said to',
	{ timeout: longer(120_000) },
	async () => {
		const { asked, recalled, unrelated } = await probeMemory({ requests: 700, seed: 5 })
		const living = asked.filter(({ fact }) => fact.kind !== 'taken back')
		const back = Object.fromEntries(
			WAYS.map(way => {
				const questions = living.filter(each => each.way === way)
				return [way, questions.filter(each => each.isKept || each.isPutIn).length / questions.length]
			}),
		)
		const told = JSON.stringify(back)
		assert.ok(back.near! >= 0.95 && back.misspelt! >= 0.9 && back.language! >= 0.85, told)
		assert.deepEqual(
			recalled.filter(({ fact, isReached }) => fact.kind !== 'taken back' && !isReached),
			[],
		)
		assert.ok(asked.every(({ isShownAsTrue, fact }) => fact.kind !== 'taken back' || !isShownAsTrue))
		const disturbed = unrelated.filter(({ memory }) => memory !== '')
		assert.ok(
			disturbed.length <= (2 / 30) * unrelated.length,
			disturbed.map(({ prompt }) => prompt).join('\n'),
		)
		assert.ok(disturbed.every(({ memory }) => tokensOf(memory) <= 200))
	},
)
