import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { diffBlocks } from '../../../src/server/acp/diff-blocks.ts'
import { unifiedDiff } from '../../../src/tools/files/diff.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`)

async function blocksOf(before: string | undefined, after: string | undefined) {
	const { diff } = await unifiedDiff({ path: 'src/a.ts', before, after })
	return diffBlocks(diff, '/project')
}

describe('a diff for an editor', () => {
	test('has each passage with the lines around it, and where it is', async () => {
		const before = numbered(40)
		const after = before.with(1, 'changed\n').with(30, 'too\n')
		const { content, locations } = await blocksOf(before.join(''), after.join(''))
		assert.deepEqual(content, [
			{
				type: 'diff',
				path: '/project/src/a.ts',
				oldText: before.slice(0, 5).join(''),
				newText: after.slice(0, 5).join(''),
			},
			{
				type: 'diff',
				path: '/project/src/a.ts',
				oldText: before.slice(27, 34).join(''),
				newText: after.slice(27, 34).join(''),
			},
		])
		assert.deepEqual(locations, [
			{ path: '/project/src/a.ts', line: 1 },
			{ path: '/project/src/a.ts', line: 28 },
		])
	})

	test('knows a new file and one that goes', async () => {
		const path = '/project/src/a.ts'
		assert.deepEqual((await blocksOf(undefined, 'x\n')).content, [
			{ type: 'diff', path, oldText: null, newText: 'x\n' },
		])
		assert.deepEqual((await blocksOf('x\n', undefined)).content, [
			{ type: 'diff', path, oldText: 'x\n', newText: '' },
		])
	})

	test('takes lines that look like its own marks for what they are', async () => {
		const before = '-- a comment\n@@ -1 +1 @@\n'
		const after = '++ a comment\n@@ -2 +2 @@\n'
		const { content } = await blocksOf(before, after)
		assert.deepEqual(content, [{ type: 'diff', path: '/project/src/a.ts', oldText: before, newText: after }])
	})

	test('is none for bytes that are no text', () => {
		assert.deepEqual(diffBlocks('Binary file a.bin changes\n', '/project'), { content: [], locations: [] })
	})
})
