import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import type { Question } from '../../../src/core/events.ts'
import type { CallId, QuestionId } from '../../../src/core/ids.ts'
import { optionRows } from '../../../src/tui/dialogs/question-rows.ts'
import { plainText, spansWidth } from '../../../src/tui/text/spans.ts'

function question(change: Partial<Question>): Question {
	return { questionId: 'q1' as QuestionId, callId: 'c1' as CallId, text: 'Which?', options: [], ...change }
}

function rowsOf(change: Partial<Question>, width: number, { selected = 0, room = 99 } = {}) {
	const look = { selected, isMarked: true, marked: new Set<number>(), width, room }
	return optionRows(question(change), look)
}

const LONG = {
	options: ['Move the parser into a package of its own, with its tests', 'Leave it'],
	descriptions: ['two days, and the imports of every file change', 'nothing to do'],
}

test('an option and what it means are whole, however narrow the window is', () => {
	assert.deepEqual(rowsOf(LONG, 40).rows.map(plainText), [
		'❯ 1 Move the parser into a package of',
		'    its own, with its tests',
		'    two days, and the imports of every',
		'    file change',
		'  2 Leave it',
		'    nothing to do',
	])
	assert.deepEqual(rowsOf(LONG, 120).rows.map(plainText), [
		'❯ 1 Move the parser into a package of its own, with its tests  two days, and the imports of every file change',
		'  2 Leave it                                                   nothing to do',
	])
})

test('of more options than there is room for, the chosen one is in sight and the others are counted', () => {
	const options = Array.from({ length: 12 }, (_, index) => `option ${index}`)
	const shown = (selected: number) => rowsOf({ options }, 40, { selected, room: 5 }).rows.map(plainText)
	assert.deepEqual(shown(0), ['❯ 1 option 0', '  2 option 1', '  3 option 2', '  4 option 3', '  ↓ 8 more'])
	assert.deepEqual(shown(6), [
		'  6 option 5',
		'❯ 7 option 6',
		'  8 option 7',
		'  9 option 8',
		'  ↑ 5  ↓ 3 more',
	])
	assert.deepEqual(shown(11).slice(-2), ['❯ 12 option 11', '  ↑ 8 more'])
})

test('whatever is asked fits, and has the chosen option in it', () => {
	const words = fc.string({ maxLength: 90 })
	fc.assert(
		fc.property(
			fc.record({ options: fc.array(words, { minLength: 1, maxLength: 12 }), descriptions: fc.array(words) }),
			fc.integer({ min: 12, max: 90 }),
			fc.integer({ min: 1, max: 12 }),
			fc.nat(11),
			(given, width, room, at) => {
				const selected = at % given.options.length
				const { rows, optionOf } = rowsOf(given, width, { selected, room })
				assert.ok(rows.length <= room && rows.length === optionOf.length)
				assert.ok(optionOf.includes(selected))
				for (const row of rows) assert.ok(spansWidth(row) <= width)
			},
		),
	)
})
