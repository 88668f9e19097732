import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { foundItems, type ListItem } from '../../../src/tui/list/found-items.ts'
import { listTitle, shownList } from '../../../src/tui/list/list-rows.ts'
import { cellWidth } from '../../../src/tui/text/cell-width.ts'
import { plainText } from '../../../src/tui/text/spans.ts'

const ITEMS: readonly ListItem<number>[] = [
	{ value: 1, label: 'gpt-5', cells: ['400k', '$1.25'], detail: 'images', group: 'openai', sign: '★' },
	{ value: 2, label: 'gpt-5-mini', cells: ['400k', '$0.25'], detail: 'images, reasoning', group: 'openai' },
	{ value: 3, label: 'claude-sonnet', cells: ['1m', '$3'], detail: 'images', group: 'anthropic' },
	{ value: 4, label: '模型一号', cells: ['32k', ''], detail: '', group: 'local' },
]

function rows(
	width: number,
	{ query = '', selected = 0, limit = 20, chosen = [] as readonly number[] } = {},
) {
	return shownList({ found: foundItems(ITEMS, query), selected, limit, width, chosen }).rows.map(row =>
		plainText(row).trimEnd(),
	)
}

describe('a list', () => {
	test('has groups and aligned columns', () => {
		assert.deepEqual(rows(60, { selected: 1 }), [
			'openai',
			'  ★ gpt-5          400k  $1.25  images',
			'❯   gpt-5-mini     400k  $0.25  images, reasoning',
			'anthropic',
			'    claude-sonnet  1m    $3     images',
			'local',
			'    模型一号       32k',
		])
	})

	test('is never wider or higher than there is room for, and what is selected is in it', () => {
		for (const width of [10, 20, 40, 80, 200])
			for (const limit of [1, 2, 3, 5, 9])
				for (const selected of [0, 1, 2, 3]) {
					const found = foundItems(ITEMS, '')
					const { rows: shown } = shownList({ found, selected, limit, width })
					assert.ok(shown.length <= limit)
					for (const row of shown)
						assert.ok(cellWidth(plainText(row)) <= width, `${width}: ${plainText(row)}`)
					assert.equal(shown.filter(row => plainText(row).startsWith('❯')).length, 1)
				}
	})

	test('says which item stands in each row, and stays where it was while the cursor is in sight', () => {
		const found = foundItems(ITEMS, '')
		const { items, top } = shownList({ found, selected: 1, limit: 20, width: 60 })
		assert.deepEqual([items, top], [[undefined, 0, 1, undefined, 2, undefined, 3], 0])
		const low = shownList({ found, selected: 2, limit: 3, width: 60 })
		assert.deepEqual([low.items, low.top], [[undefined, 2, undefined], 3])
		const held = shownList({ found, selected: 1, limit: 3, width: 60, top: 0 })
		assert.deepEqual([held.items, held.top], [[undefined, 0, 1], 0])
		const gone = shownList({ found, selected: 3, limit: 3, width: 60, top: 0 })
		assert.deepEqual([gone.items, gone.top], [[undefined, undefined, 3], 4])
	})

	test('says in which order several were chosen', () => {
		assert.deepEqual(
			rows(60, { chosen: [3, 1] }).filter(row => /^.\d/.test(row)),
			['❯2 ★ gpt-5          400k  $1.25  images', ' 1   claude-sonnet  1m    $3     images'],
		)
	})

	test('finds in columns and groups too, and marks what it found in the label', () => {
		assert.deepEqual(rows(60, { query: 'anthropic images' }), [
			'anthropic',
			'❯ claude-sonnet  1m  $3  images',
		])
		const [, row = []] = shownList({
			found: foundItems(ITEMS, 'mini'),
			selected: 0,
			limit: 9,
			width: 60,
		}).rows
		assert.deepEqual(
			row.filter(({ style }) => style.underline).map(({ text }) => text),
			['mini'],
		)
	})

	test('a key stands at the right edge', () => {
		const item: ListItem<number> = { value: 1, label: '/diff', detail: 'review', right: 'Alt+D' }
		const [row = []] = shownList({ found: [{ item, marks: [] }], selected: 0, limit: 1, width: 40 }).rows
		assert.equal(plainText(row), '❯ /diff  review                    Alt+D')
		assert.equal(cellWidth(plainText(row)), 40)
	})
})

test('the title has the query and how many of how many', () => {
	const title = (query: string, width: number) =>
		plainText(listTitle({ title: 'Model', query, hints: ['(type to search)'], count: '4/25', width }))
	assert.equal(title('gpt', 30), 'Model gpt▏                4/25')
	assert.equal(title('', 40), 'Model (type to search)              4/25')
	for (const width of [4, 6, 8, 12, 20]) assert.ok(cellWidth(title('a long query', width)) <= width)
})
