import assert from 'node:assert/strict'
import { test } from 'vitest'
import { historySearch } from '../../../src/tui/composer/history-search.ts'
import { historyOf, remember, step, withOlder } from '../../../src/tui/composer/prompt-history.ts'

/** What is shown after each step of a walk. */
function walk(steps: readonly (-1 | 1)[], draft: string): readonly (string | undefined)[] {
	let history = historyOf(['one', 'two'])
	let shown = draft
	return steps.map(by => {
		const next = step(history, shown, by)
		if (!next) return undefined
		history = next.history
		shown = next.text
		return shown
	})
}

test('the walk goes to the oldest and back to the draft', () => {
	assert.deepEqual(walk([-1, -1, -1, 1, 1, 1], 'draft'), ['two', 'one', undefined, 'two', 'draft', undefined])
})

test('what was changed on the way is still there on the way back', () => {
	const up = step(historyOf(['one', 'two']), 'draft', -1)
	const further = up && step(up.history, 'two, changed', -1)
	const back = further && step(further.history, further.text, 1)
	assert.equal(back?.text, 'two, changed')
})

test('the same prompt twice is remembered once', () => {
	assert.deepEqual(remember(remember(historyOf(['a']), 'b'), 'b\n').entries, ['a', 'b'])
})

test('what is read from the disk stands before what was sent meanwhile, once', () => {
	const sent = remember(historyOf([]), 'new')
	assert.deepEqual(withOlder(sent, ['old', 'new']), { ...historyOf(['old', 'new']), position: 2 })
})

test('a search finds the newest first, each once, and minds capitals only when they are typed', () => {
	const history = historyOf(['Run tests', 'fix it', 'run all', 'Run tests'])
	assert.deepEqual(historySearch(history, 'run').matches, ['Run tests', 'run all'])
	assert.deepEqual(historySearch(history, 'Run').matches, ['Run tests'])
})
