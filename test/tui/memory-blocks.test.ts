import assert from 'node:assert/strict'
import { test } from 'vitest'
import { MEMORY_OPENING, PASSAGE_MARK } from '../../src/core/memory.ts'
import { blockRows } from '../../src/tui/blocks/block-rows.ts'
import { memoryBlocks } from '../../src/tui/memory-blocks.ts'
import { plainText } from '../../src/tui/text/spans.ts'
import { EMPTY_VIEW, foldView } from '../../src/tui/view-state.ts'
import { envelope, runStart } from '../support/fake-port.ts'

test('a prompt is shown as it was typed, with a word about what memory put in front of it', () => {
	const found = `${MEMORY_OPENING}${PASSAGE_MARK}>\na\n</passage>${PASSAGE_MARK}>\nb\n</passage>`
	const start = runStart('what was it?')
	assert.ok(start.type === 'run-start')
	const content = [{ type: 'text' as const, text: found }, ...start.prompt.content]
	const view = foldView(EMPTY_VIEW, envelope({ ...start, prompt: { role: 'user', content } }, 1))
	const block = view.blocks.recent.find(each => each.kind === 'prompt')!
	const rows = blockRows(block, 60).rows.map(plainText)
	assert.deepEqual(rows, ['❯ what was it?', '  2 passages from memory'])
})

test('notes are listed by scope with the file to edit; scopes without any are left out', () => {
	const blocks = memoryBlocks(
		[
			{
				scope: 'project',
				path: '/home/me/notes/app.md',
				notes: ['- 2026-11-21: uses pnpm\n  everywhere', 'by hand'],
			},
			{ scope: 'user', path: '/home/me/notes/user.md', notes: [] },
		],
		'/home/me',
	)
	assert.deepEqual(blocks[0], {
		kind: 'table',
		title: 'Notes of this project: ~/notes/app.md',
		rows: [
			['2026-11-21', 'uses pnpm everywhere'],
			['', 'by hand'],
		],
	})
	assert.equal(blocks.length, 2)
})
