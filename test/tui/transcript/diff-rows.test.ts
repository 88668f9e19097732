import assert from 'node:assert/strict'
import { test } from 'vitest'
import { unifiedDiff } from '../../../src/tools/files/diff.ts'
import { diffRows } from '../../../src/tui/transcript/diff-rows.ts'

const shown = (diff: string) => diffRows(diff, 80, 'fold').map(row => row.map(({ text }) => text).join(''))

async function diffOf(
	...changes: readonly [path: string, before: string | undefined, after: string | undefined][]
) {
	const diffs = await Promise.all(
		changes.map(([path, before, after]) => unifiedDiff({ path, before, after })),
	)
	return diffs.map(({ diff }) => diff).join('')
}

test('a patch over several files names each of them, and none of the names is a changed line', async () => {
	const diff = await diffOf(
		['a.ts', 'one\n', 'two\n'],
		['b.ts', undefined, 'new\n'],
		['c.ts', 'x\ny\n', 'x\n'],
	)
	assert.deepEqual(shown(diff), [
		'a.ts',
		'  1 -one',
		'  1 +two',
		'b.ts',
		'  1 +new',
		'c.ts',
		'  1  x',
		'  2 -y',
	])
})

test('a line of the file that looks like the head of another one stays a line of this one', async () => {
	const diff = await diffOf(['q.sql', '-- a/evil.ts\nkeep\n', '++ b/evil.ts\nkeep\n'], ['z.ts', 'a\n', 'b\n'])
	assert.deepEqual(shown(diff), [
		'q.sql',
		'  1 --- a/evil.ts',
		'  1 +++ b/evil.ts',
		'  2  keep',
		'z.ts',
		'  1 -a',
		'  1 +b',
	])
})

test('two places in one file have a gap between them, two files have none', async () => {
	const long = Array.from({ length: 20 }, (_, index) => `line ${index}\n`)
	const before = long.join('')
	const after = before.replace('line 0\n', 'first\n').replace('line 19\n', 'last\n')
	const rows = shown(await diffOf(['a.ts', before, after], ['b.ts', 'a\n', 'b\n']))
	assert.equal(rows.filter(row => row === '⋮').length, 1)
})
