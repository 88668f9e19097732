import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { type DiffFile, parseDiff } from '../../../src/tui/diff/diff-model.ts'
import { hiddenLines, withContext } from '../../../src/tui/diff/hunk-gaps.ts'

const headOf = ({ path, oldPath, change, mode, isBinary, added, removed }: DiffFile) => ({
	path,
	...(oldPath !== undefined && { oldPath }),
	change,
	...(mode && { mode }),
	...(isBinary && { isBinary }),
	added,
	removed,
})

test('what git writes of every kind of change is understood', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-diff-'))
	const git = (...args: readonly string[]) =>
		execFileSync(
			'git',
			['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'core.fileMode=true', ...args],
			{
				cwd: folder,
				encoding: 'utf8',
				env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
			},
		)
	const write = (name: string, text: string | Uint8Array) => writeFile(join(folder, name), text)
	try {
		git('init', '-q')
		await write('changed.txt', 'one\ntwo\n')
		await write('old name.txt', 'a\nb\nc\nd\ne\nf\n')
		await write('gone.txt', 'bye\n')
		await write('empty-gone.txt', '')
		await write('script.sh', 'echo\n')
		await write('picture.bin', new Uint8Array([0, 1, 2, 0]))
		await write('ümläut\t.txt', 'x\n')
		git('add', '-A')
		git('commit', '-qm', 'x')
		await write('changed.txt', 'one\n2\n')
		await rename(join(folder, 'old name.txt'), join(folder, 'new name.txt'))
		await write('new name.txt', 'a\nb\nc\nd\ne\nF\n')
		await rm(join(folder, 'gone.txt'))
		await rm(join(folder, 'empty-gone.txt'))
		await chmod(join(folder, 'script.sh'), 0o755)
		await write('picture.bin', new Uint8Array([0, 9, 2, 0]))
		await write('ümläut\t.txt', 'y\n')
		await write('added.txt', 'hi')
		git('add', '-A')
		const { files } = parseDiff(git('diff', '--cached', '-M'))
		assert.deepEqual(files.map(headOf), [
			{ path: 'added.txt', change: 'added', added: 1, removed: 0 },
			{ path: 'changed.txt', change: 'changed', added: 1, removed: 1 },
			{ path: 'empty-gone.txt', change: 'deleted', added: 0, removed: 0 },
			{ path: 'gone.txt', change: 'deleted', added: 0, removed: 1 },
			{ path: 'new name.txt', oldPath: 'old name.txt', change: 'renamed', added: 1, removed: 1 },
			{ path: 'picture.bin', change: 'changed', isBinary: true, added: 0, removed: 0 },
			{
				path: 'script.sh',
				change: 'changed',
				mode: { before: '100644', after: '100755' },
				added: 0,
				removed: 0,
			},
			{ path: 'ümläut\t.txt', change: 'changed', added: 1, removed: 1 },
		])
		assert.deepEqual(
			files.flatMap(({ notes }) => notes),
			[],
		)
		assert.equal(files[0]?.hunks[0]?.lines[0]?.hasNoEnd, true)
	} finally {
		await rm(folder, { recursive: true })
	}
})

describe('what is no diff', () => {
	test('is kept and shown, so that nothing is allowed unseen', () => {
		const { files } = parseDiff(
			'commit abc\n\n    a message\n+not in a hunk\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nand more\n',
		)
		assert.deepEqual(
			files.flatMap(({ notes }) => notes),
			['commit abc', '', '    a message', '+not in a hunk', 'and more'],
		)
		assert.deepEqual(parseDiff('').files, [])
	})

	test('more lines than a hunk has announced are lines of it all the same', () => {
		const { files } = parseDiff('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+rm -rf /\n')
		assert.deepEqual(
			files[0]?.hunks[0]?.lines.map(({ text }) => text),
			['a', 'b', 'rm -rf /'],
		)
	})
})

test('control characters do not reach the screen, and where it matters each is written out and counted', () => {
	const diff = '--- a/x\u001b[2J\n+++ b/x\u001b[2J\n@@ -1 +1 @@\n-a\n+b\u001b[31m\rrm\u202e\u2028c\u200b\n'
	const lines = (how: 'sanitize' | 'reveal') => {
		const { files, hidden } = parseDiff(diff, how)
		return [files[0]?.path, files[0]?.hunks[0]?.lines[1]?.text, hidden]
	}
	assert.deepEqual(lines('sanitize'), ['x', 'b␍rm\ufffd␤c', 0])
	assert.deepEqual(lines('reveal'), ['x⟨U+001B⟩[2J', 'b⟨U+001B⟩[31m␍rm⟨U+202E⟩␤c⟨U+200B⟩', 5])
})

describe('gaps', () => {
	const fileLines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
	const diff = '--- a/x\n+++ b/x\n@@ -5,2 +5,3 @@ head\n line 5\n+line 6\n line 7\n@@ -20 +21,0 @@\n-gone\n'

	test('are as long as the lines that are not shown', () => {
		const file = parseDiff(diff).files[0]!
		assert.deepEqual(
			[0, 1, 2].map(hunk => hiddenLines(file, hunk)),
			[4, 14, undefined],
		)
	})

	test('are shown a piece at a time: the end of one first, but of the last one the beginning', () => {
		let model = withContext(parseDiff(diff), { file: 0, hunk: 1, fileLines, count: 2 })
		const file = () => model.files[0]!
		const numbered = (hunk: number) =>
			file().hunks[hunk]?.lines.map(line => `${line.oldNumber ?? ''}/${line.newNumber ?? ''} ${line.text}`)
		assert.deepEqual(numbered(1), ['18/20 line 20', '19/21 line 21', '20/ gone'])
		assert.deepEqual([hiddenLines(file(), 1), hiddenLines(file(), 2)], [12, 9])
		model = withContext(model, { file: 0, hunk: 2, fileLines, count: 3 })
		assert.deepEqual(numbered(1)?.slice(3), ['21/22 line 22', '22/23 line 23', '23/24 line 24'])
		model = withContext(model, { file: 0, hunk: 1, fileLines, count: 100 })
		model = withContext(model, { file: 0, hunk: 0, fileLines, count: 100 })
		assert.deepEqual(
			[0, 1, 2].map(hunk => hiddenLines(file(), hunk)),
			[0, 0, 6],
		)
		assert.equal(numbered(0)?.[0], '1/1 line 1')
	})
})
