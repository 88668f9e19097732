import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { unifiedDiff } from '../../../src/tools/files/diff.ts'
import { parseDiff } from '../../../src/tui/diff/diff-model.ts'
import type { DiffLook } from '../../../src/tui/diff/diff-row.ts'
import { diffRows } from '../../../src/tui/diff/diff-rows.ts'
import { cellWidth } from '../../../src/tui/text/cell-width.ts'
import { plainText, span } from '../../../src/tui/text/spans.ts'
import { codeColours } from '../../../src/tui/transcript/markdown/code-colours.ts'
import { loadHighlighter } from '../../../src/tui/transcript/markdown/highlight.ts'

const rowsOf = (diff: string, look: Partial<DiffLook> = {}) =>
	diffRows(parseDiff(diff), { width: 80, style: 'unified', long: 'fold', ...look })
const shown = (diff: string, look: Partial<DiffLook> = {}) =>
	rowsOf(diff, look).map(row => plainText(row.spans()).trimEnd())

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
		'a.ts  +1 −1',
		'  1 -one',
		'  1 +two',
		'b.ts  +1  new',
		'  1 +new',
		'c.ts  −1',
		'  1  x',
		'  2 -y',
	])
})

test('a line of the file that looks like the head of another one stays a line of this one', async () => {
	const diff = await diffOf(['q.sql', '-- a/evil.ts\nkeep\n', '++ b/evil.ts\nkeep\n'], ['z.ts', 'a\n', 'b\n'])
	assert.deepEqual(shown(diff), [
		'q.sql  +1 −1',
		'  1 --- a/evil.ts',
		'  1 +++ b/evil.ts',
		'  2  keep',
		'z.ts  +1 −1',
		'  1 -a',
		'  1 +b',
	])
})

const LONG = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('')
const TWO_PLACES = LONG.replace('line 0\n', 'first\n').replace('line 19\n', 'last\n')

test('two places in one file have the lines between them counted, two files have none', async () => {
	const rows = shown(await diffOf(['a.ts', LONG, TWO_PLACES], ['b.ts', 'a\n', 'b\n']))
	assert.deepEqual(
		rows.filter(row => row.startsWith('⋯')),
		['⋯ 12 lines'],
	)
})

describe('side by side', () => {
	const change = ['one\nold name = 1\nthree\n', 'one\nnew name = 1\nthree\nfour\n'] as const

	test('at 120 columns the two sides stand beside each other, below that under each other', async () => {
		const diff = await diffOf(['a.txt', ...change])
		const rows = shown(diff, { width: 120, style: 'auto' })
		const half = (text: string) => text.padEnd(59)
		assert.deepEqual(rows, [
			'a.txt  +2 −1',
			`${half('  1  one')}│  1  one`,
			`${half('  2 -old name = 1')}│  2 +new name = 1`,
			`${half('  3  three')}│  3  three`,
			`${half('')}│  4 +four`,
		])
		assert.deepEqual(shown(diff, { width: 119, style: 'auto' }), shown(diff, { width: 119 }))
		assert.deepEqual(
			shown(diff, { width: 60, style: 'split' })[2],
			'  2 -old name = 1            │  2 +new name = 1',
		)
	})

	test('a new file has nothing to stand beside', async () => {
		const diff = await diffOf(['a.ts', undefined, 'a\nb\n'])
		assert.deepEqual(shown(diff, { width: 160, style: 'split' }), shown(diff, { width: 160 }))
	})

	test('a line is opposite the one it was made of, not the one that happens to come as early', async () => {
		const diff = await diffOf([
			'a.txt',
			'const alpha = first(1)\nconst beta = second(2)\n',
			'import everything\nconst beta = second(3)\n',
		])
		const rows = shown(diff, { width: 100, style: 'split' }).slice(1)
		assert.match(
			rows.find(row => row.includes('second(2)')) ?? '',
			/second\(2\) +│ {2}2 \+const beta = second\(3\)/,
		)
	})

	test('a folded line keeps both sides in their columns, to the last character', async () => {
		const [old, next] = [`${'a'.repeat(90)}Z`, `${'a'.repeat(30)}Y`]
		const diff = await diffOf(['a.txt', `${old}\n`, `${next}\n`])
		const rows = shown(diff, { width: 80, style: 'split' }).slice(1)
		const sides = rows.map(row => row.split('│') as [string, string])
		const text = (side: 0 | 1) =>
			sides
				.map(each => (each[side] ?? '').slice(5))
				.join('')
				.replaceAll(' ', '')
		assert.deepEqual([text(0), text(1)], [old, next])
		for (const row of rows) assert.ok(cellWidth(row) <= 80, row)
	})
})

describe('marks', () => {
	const marked = (diff: string, look: Partial<DiffLook> = {}) =>
		rowsOf(diff, look).flatMap(row =>
			row
				.spans()
				.filter(({ style }) => style.background?.endsWith('-word'))
				.map(({ text, style }) => `${style.background} ${text}`),
		)

	test('changed words of a line that is mostly the same stand on a ground of their own', async () => {
		const diff = await diffOf(['a.txt', 'return greet(name, 1)\n', 'return greet(person, 1)\n'])
		const words = ['removed-word name', 'added-word person']
		assert.deepEqual([marked(diff), marked(diff, { style: 'split', width: 90 })], [words, words])
	})

	test('a line that became another one has no words marked', async () => {
		assert.deepEqual(marked(await diffOf(['a.txt', 'alpha beta gamma\n', 'one two three four\n'])), [])
	})

	test('over five thousand lines no words are marked, and it says so', async () => {
		const many = (word: string) => `${`keep this line and ${word}\n`.repeat(2_501)}`
		const diff = `--- a/a.txt\n+++ b/a.txt\n@@ -1,2501 +1,2501 @@\n${many('x').replaceAll(/^/gm, '-').slice(0, -1)}${many('y').replaceAll(/^/gm, '+').slice(0, -1)}`
		const rows = rowsOf(diff)
		assert.equal(
			plainText(rows[0]?.spans() ?? []),
			'5002 lines: changed words are not marked in a diff this long',
		)
		assert.deepEqual(
			rows
				.slice(0, 20)
				.flatMap(row => row.spans().filter(({ style }) => style.background?.endsWith('-word'))),
			[],
		)
	})

	test('a block that has only moved is tinted as such on both sides, however far it is indented now', async () => {
		const block = 'function moved(first) {\n\tconst value = first + 1\n\treturn value\n}\n'
		const rest = LONG
		const diff = await diffOf([
			'a.ts',
			`${block}${rest}`,
			`${rest}${block.replaceAll(/^/gm, '  ').trimEnd()}\n`,
		])
		const grounds = rowsOf(diff).flatMap(row => row.spans().flatMap(({ style }) => style.background ?? []))
		assert.deepEqual([...new Set(grounds)], ['moved-row'])
	})

	test('a block that is indented where it stands has not moved', async () => {
		const block = 'const alpha = one\nconst beta = two\nconst gamma = three\n'
		const rows = rowsOf(await diffOf(['a.ts', block, block.replaceAll(/^(?=.)/gm, '  ')]))
		assert.ok(!rows.some(row => row.spans().some(({ style }) => style.background === 'moved-row')))
	})

	test('blanks at the end of a new line are seen, those of an old one are nobody’s doing', async () => {
		const rows = shown(await diffOf(['a.txt', 'old  \nkeep  \n', 'new \t\nkeep  \n']))
		assert.deepEqual(
			rows.slice(1),
			['  1 -old', '  1 +new→', '  2  keep']
				.map((row, index) => (index === 1 ? '  1 +new·→' : row))
				.map(row => row.trimEnd()),
		)
	})

	test('line ends are marked where they are not what the file has', async () => {
		const toWindows = 'a.txt,  1 -one,  1 +one␍,  2  two'
		assert.equal(
			shown('--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+one\r\n two\n')
				.join(',')
				.replace(/ {2}\+1.*?(?=,)/, ''),
			toWindows,
		)
		assert.deepEqual(shown('--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\r\n+one\n two\r\n two\r\n'), [
			'a.txt  +1 −1  mixed line ends',
			'  1 -one',
			'  1 +one␊',
			'  2  two',
			'  3  two',
		])
		assert.deepEqual(shown('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\r\n+two\r\n'), [
			'a.txt  +1 −1  CRLF',
			'  1 -one',
			'  1 +two',
		])
	})

	test('a file that does not end with a line end says so, on its side', () => {
		const diff = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-x y\n\\ No newline at end of file\n+x z\n'
		assert.deepEqual(shown(diff), [
			'a.txt  +1 −1',
			'  1 -x y',
			'     \\ No newline at end of file',
			'  1 +x z',
		])
		assert.equal(
			shown(diff, { width: 90, style: 'split' })[2],
			`     \\ No newline at end of file`.padEnd(44).concat('│'),
		)
	})
})

test('syntax colours stand on the ground of the row, and the text is the same with and without them', async () => {
	const code =
		'import { a } from "a"\n/* begins\nends */ const x: number = 1 < 2 && "</span>" // &amp; ok\n\tlet tab\t= 1\n'
	const diff = await diffOf(['a.ts', code, code.replace('1 < 2', '1 < 3').replace('tab\t', 'tabs\t')])
	const colours = codeColours(await loadHighlighter())
	for (const look of [{}, { style: 'split', width: 60 }, { long: 'cut', width: 30 }] as const) {
		assert.deepEqual(shown(diff, { ...look, colours }), shown(diff, look))
	}
	const row = rowsOf(diff, { colours }).find(each => plainText(each.spans()).includes('+ends'))
	const styles = row?.spans().map(({ text, style }) => [text, style.tone, style.background])
	assert.deepEqual(styles?.slice(1, 5), [
		['+', 'added', 'added-row'],
		['ends */', 'code-comment', 'added-row'],
		[' ', undefined, 'added-row'],
		['const', 'code-keyword', 'added-row'],
	])
})

test('a tint goes to the end of the row where it is drawn anew', async () => {
	const diff = await diffOf(['a.txt', 'x\n', 'a longer line\n'])
	const ends = rowsOf(diff, { width: 30, isFilled: true })
		.slice(1)
		.map(row => row.spans().at(-1))
	assert.deepEqual(ends, [
		span(' '.repeat(24), { background: 'removed-row' }),
		span(' '.repeat(12), { background: 'added-row' }),
	])
})

test('no row is wider than there is room for, whatever the characters', async () => {
	const wide = `漢字${'é'.repeat(30)}\t👩‍👩‍👧‍👦 ${'字'.repeat(40)}  \n`
	const diff = await diffOf(['ä/漢字.ts', `${wide}b\n`, `${wide.slice(1)}b\n`])
	for (const width of [24, 40, 81])
		for (const style of ['unified', 'split'] as const)
			for (const long of ['cut', 'fold'] as const)
				for (const row of rowsOf(diff, { width, style, long }).slice(1))
					assert.ok(
						cellWidth(plainText(row.spans())) <= width,
						`${width} ${style} ${long}: ${plainText(row.spans())}`,
					)
})

test('a row says which lines it shows, so that a comment can be put on them', async () => {
	const diff = await diffOf(['a.txt', 'x\ny\n', 'x\nz\n'])
	const places = (look: Partial<DiffLook>) =>
		rowsOf(diff, look).map(({ kind, file, hunk, line, left, right }) => [kind, file, hunk, line, left, right])
	assert.deepEqual(places({}), [
		['file', 0, undefined, undefined, undefined, undefined],
		['line', 0, 0, 0, undefined, undefined],
		['line', 0, 0, 1, undefined, undefined],
		['line', 0, 0, 2, undefined, undefined],
	])
	assert.deepEqual(places({ style: 'split' }).slice(1), [
		['line', 0, 0, undefined, 0, 0],
		['line', 0, 0, undefined, 1, 2],
	])
})
