import assert from 'node:assert/strict'
import { test } from 'vitest'
import { foldedRows } from '../../../src/tui/blocks/folded-rows.ts'
import { rowsSource } from '../../../src/tui/blocks/row-source.ts'
import type { Block } from '../../../src/tui/state/view-block.ts'
import { PLAIN } from '../../support/screen/plain-theme.ts'

test('rows that were broken at the edge are one line again, and of Markdown only the lines that are meant', () => {
	const options = { width: 20, fold: 'open', isRaw: false, theme: PLAIN, highlighter: undefined } as const
	const long = 'one two three four five six seven eight nine ten'
	const blocks: readonly Block[] = [
		{ kind: 'answer', text: `# Title\n\n${long} **bold**\n\n- item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n` },
		{ kind: 'prompt', text: `${long}\nsecond line`, images: 0, isSteer: false, at: 0 as never },
		{ kind: 'output', command: 'cat a', text: `${'x'.repeat(50)}\nend\n`, exitCode: 0 },
	]
	const copied = blocks.map(block => {
		const rows = foldedRows(block, options)
		const at = rows.findIndex(row => /one two|xxx/.test(row))
		return [rowsSource(block, options, 0, rows.length), rowsSource(block, options, at, at + 1)]
	})
	assert.deepEqual(copied, [
		[`# Title\n\n${long} **bold**\n\n- item\n\n| a | b |\n|---|---|\n| 1 | 2 |`, `${long} **bold**`],
		[`❯ ${long}\n  second line`, '❯ one two three'],
		[`! cat a\n${'x'.repeat(50)}\nend`, 'x'.repeat(20)],
	])
})

test('a row below a code block is copied without the end of the fence, and all of it with', () => {
	const options = { width: 20, fold: 'open', isRaw: false, theme: PLAIN, highlighter: undefined } as const
	const text = 'a\n\n```sh\nls\n```\n\nSee https://a.b/c\n\n```\nx\n```'
	const block: Block = { kind: 'answer', text }
	const rows = foldedRows(block, options)
	assert.deepEqual(rows, ['a', '', 'ls', '', 'See https://a.b/c', '', 'x'])
	const copied = rows.map((_, row) => rowsSource(block, options, row, row + 1))
	assert.deepEqual(copied, ['a', '\n```sh', 'ls', '```\n', 'See https://a.b/c', '\n```', 'x\n```'])
	assert.equal(rowsSource(block, options, 0, rows.length), text)
})
