import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import type { MouseReport } from '../../../src/tui/mouse/mouse-reports.ts'
import { RowClicks } from '../../../src/tui/mouse/row-clicks.ts'

const ROWS = ['title', 'one', 'two', 'three']

function list(names: readonly string[] = ROWS) {
	const clicks = new RowClicks()
	const done: string[] = []
	let shown = names
	const take = (kind: 'press' | 'drag' | 'release', row: number) =>
		clicks.take({ kind, row, column: 3 }, shown.length, {
			at: cell =>
				cell.row === 0 || shown[cell.row] === undefined
					? undefined
					: { index: cell.row, name: shown[cell.row]! },
			mark: index => done.push(`mark ${shown[index]}`),
			choose: index => done.push(`choose ${shown[index]}`),
		})
	return {
		done,
		clicks,
		take,
		click: (row: number) => [take('press', row), take('release', row)],
		show: (others: readonly string[]) => {
			shown = others
		},
	}
}

test('the first click marks, the second one on the same row chooses', () => {
	const { done, click } = list()
	assert.deepEqual(click(2), [true, true])
	assert.deepEqual(done, ['mark two'])
	click(2)
	assert.deepEqual(done, ['mark two', 'mark two', 'choose two'])
	// And then anew.
	click(2)
	assert.equal(done.filter(each => each.startsWith('choose')).length, 1)
})

test('a click on another row, on the title or after a key is a first one', () => {
	const { done, click, clicks } = list()
	click(1)
	click(3)
	click(1)
	clicks.forget()
	click(1)
	click(0)
	click(1)
	assert.deepEqual(
		done.filter(each => each.startsWith('choose')),
		[],
	)
})

test('what has come in under the mouse meanwhile is not chosen', () => {
	const { done, click, show, take } = list()
	click(2)
	show(['title', 'new', 'one', 'two', 'three'])
	click(2)
	assert.deepEqual(done, ['mark two', 'mark one'])
	take('press', 2)
	show(['title', 'one', 'new', 'two', 'three'])
	take('release', 2)
	assert.deepEqual(done, ['mark two', 'mark one', 'mark one'])
})

test('whoever lets go elsewhere has not clicked, and what began elsewhere is not its', () => {
	const { done, click, take } = list()
	click(2)
	take('press', 2)
	assert.equal(take('drag', 3), true)
	assert.equal(take('release', 3), true)
	assert.equal(take('release', 2), false)
	assert.equal(take('press', -1), false)
	assert.equal(take('press', 9), false)
	assert.deepEqual(done, ['mark two', 'mark two'])
})

test('whatever the mouse does, nothing is chosen that was not marked by the click before', () => {
	const kinds = fc.constantFrom<MouseReport['kind'][]>('press', 'release', 'drag')
	const step = fc.tuple(kinds, fc.integer({ min: -1, max: 5 }))
	fc.assert(
		fc.property(fc.array(step), steps => {
			const { done, take } = list()
			for (const [kind, row] of steps) if (kind !== 'wheel') take(kind, row)
			for (const [index, each] of done.entries())
				if (each.startsWith('choose'))
					assert.deepEqual(
						done.slice(index - 2, index),
						[1, 2].map(() => each.replace('choose', 'mark')),
					)
		}),
	)
})
