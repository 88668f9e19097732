import assert from 'node:assert/strict'
import { test } from 'vitest'
import { measureRecall } from '../../support/memory/recall-measure.ts'

test('what was said before a compaction can be answered after it', { timeout: 120_000 }, async () => {
	const { results, disturbed, mostTokens, compactions } = await measureRecall({ messages: 1_000, seed: 11 })
	const share = (holds: (result: (typeof results)[number]) => boolean) =>
		results.filter(holds).length / results.length
	const lost = results.filter(({ isKept }) => !isKept)
	const missed = results.filter(({ isKept, isPutIn, isRecalled }) => !isKept && !isPutIn && !isRecalled)

	assert.ok(results.length >= 40)
	assert.ok(compactions >= 1, 'history was condensed')
	assert.ok(lost.length >= 25, `a summary that says nothing loses most facts: ${lost.length}`)
	assert.deepEqual(
		missed.map(({ probe }) => probe.question),
		[],
		'every fact can be reached',
	)
	// The model need not do anything for these.
	assert.ok(share(({ isKept, isPutIn }) => isKept || isPutIn) >= 0.9)
	assert.ok(lost.filter(({ isPutIn }) => isPutIn).length >= 0.88 * lost.length)
	assert.deepEqual(disturbed, [], 'a prompt about something else is left alone')
	assert.ok(mostTokens <= 1_500, `${mostTokens} tokens were put in front of a prompt`)
})
