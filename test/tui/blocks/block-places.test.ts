import assert from 'node:assert/strict'
import { test } from 'vitest'
import { placeName, placesOf } from '../../../src/tui/blocks/block-places.ts'
import type { Block } from '../../../src/tui/state/view-block.ts'

test('places are pages and files that there are, each once, with the line where one is told', () => {
	const block: Block = {
		kind: 'answer',
		text: 'See https://example.com/a_(b), (https://example.com/x). In src/a.ts and src/a.ts:12:3, `lib/b.ts`, not/there.ts:4, host.com:443, /abs/c.ts:7 and ftp://no.example.',
	}
	const files = new Set(['src/a.ts', 'lib/b.ts', 'In'])
	const isFile = (path: string) => path.startsWith('/') || files.has(path)
	assert.deepEqual(placesOf(block, isFile).map(placeName), [
		'https://example.com/a_(b)',
		'https://example.com/x',
		'In',
		'src/a.ts:12',
		'lib/b.ts',
		'/abs/c.ts:7',
	])
})
