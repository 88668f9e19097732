import assert from 'node:assert/strict'
import { test } from 'vitest'
import { outstanding } from '../../../src/memory/store/vectors.ts'

test('of what is all alike to an embedder nothing stands apart, of what is not, what is alike does', () => {
	const rest = Array.from({ length: 60 }, (_, id) => ({ id, cosines: [0.2 + (id % 10) / 100] }))
	// Sentences in a language that it has no words of.
	const same = Array.from({ length: 12 }, (_, at) => ({ id: 100 + at, cosines: [1] }))
	assert.ok(outstanding([...rest, ...same], 50).every(({ apart }) => apart < 1))
	const [best, ...others] = outstanding([...rest, { id: 100, cosines: [0.1, 0.8] }], 50)
	assert.ok(best?.id === 100 && best.apart > 4 && best.part === 1)
	assert.deepEqual(others, [])
	assert.ok(
		outstanding([{ id: 1, cosines: [0.9] }], 50)[0]!.apart > 4,
		'among few nothing is known of the rest',
	)
})
