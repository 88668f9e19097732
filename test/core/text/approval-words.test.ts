import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { approvalModeOf } from '../../../src/core/text/approval-words.ts'

/** By the clock on the wall, wherever the test runs. */
const NOW = new Date(2026, 10, 22, 14, 30).getTime()
const at = (day: number, hours: number, minutes: number) => ({
	kind: 'until' as const,
	at: new Date(2026, 10, day, hours, minutes).getTime(),
})

describe('an approval mode in words', () => {
	test.each(['ask', 'all', 'none', 'auto-edit', 'plan', 'ALL'])('%s', word => {
		assert.deepEqual(approvalModeOf(word, NOW), { kind: word.toLowerCase() })
	})

	test('is a time from now on, one of the clock, or one of the calendar', () => {
		assert.deepEqual(approvalModeOf('10m', NOW), { kind: 'until', at: NOW + 600_000 })
		assert.deepEqual(approvalModeOf('10 min', NOW), { kind: 'until', at: NOW + 600_000 })
		assert.deepEqual(approvalModeOf('until 1h30m', NOW), { kind: 'until', at: NOW + 5_400_000 })
		assert.deepEqual(approvalModeOf('23:59', NOW), at(22, 23, 59))
		assert.deepEqual(approvalModeOf('until 9:05', NOW), at(23, 9, 5))
		assert.deepEqual(approvalModeOf('14:30', NOW), at(23, 14, 30))
		assert.deepEqual(approvalModeOf('2026-11-30T18:00', NOW), at(30, 18, 0))
	})

	test('is nothing else', () => {
		for (const word of ['', 'yes', '10', '24:00', '9:5', '2020-01-01', '2026-13-01', 'until', 'all night'])
			assert.equal(approvalModeOf(word, NOW), undefined, word)
	})
})
