// What a file system can hold beside plain files: after going back it is what it was, to the byte and to the link.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
	chmodSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	unlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import { differences, exactPicture } from '../../support/exact-picture.ts'
import { makeWorkTree, type WorkTree } from './work-tree.ts'

type Case = [what: string, first: (tree: WorkTree) => void, work: (tree: WorkTree) => void]

function linked(tree: WorkTree): void {
	tree.write('a', 'shared')
	tree.write('dir/other', 'shared')
	linkSync(tree.path('a'), tree.path('b'))
	linkSync(tree.path('a'), tree.path('dir/c'))
}

function replace(tree: WorkTree, name: string, content: string): void {
	unlinkSync(tree.path(name))
	tree.write(name, content)
}

function swap(tree: WorkTree, one: string, other: string): void {
	renameSync(tree.path(one), tree.path('swap'))
	renameSync(tree.path(other), tree.path(one))
	renameSync(tree.path('swap'), tree.path(other))
}

function bytes(tree: WorkTree, name: string): Buffer {
	return Buffer.concat([Buffer.from(`${tree.root}/`), Buffer.from(name, 'latin1')])
}

const HARD_LINKS: readonly Case[] = [
	['written through one of its names', linked, tree => writeFileSync(tree.path('b'), 'changed')],
	['replaced by its first name', linked, tree => replace(tree, 'a', 'new')],
	['replaced by a later name', linked, tree => replace(tree, 'dir/c', 'new')],
	[
		'deleted with all its names',
		linked,
		tree => ['a', 'b', 'dir/c'].forEach(name => rmSync(tree.path(name))),
	],
	[
		'of which one name is replaced and the others get another mode',
		linked,
		tree => {
			replace(tree, 'b', 'new')
			chmodSync(tree.path('a'), 0o755)
		},
	],
	['of which one name is deleted', linked, tree => rmSync(tree.path('b'))],
	['whose folder is deleted', linked, tree => rmSync(tree.path('dir'), { recursive: true })],
	[
		'parted into files of the same content',
		linked,
		tree => {
			unlinkSync(tree.path('b'))
			tree.write('b', 'shared')
		},
	],
	[
		'joined with a file of the same content',
		linked,
		tree => {
			unlinkSync(tree.path('dir/other'))
			linkSync(tree.path('a'), tree.path('dir/other'))
		},
	],
	['given one more name', linked, tree => linkSync(tree.path('a'), tree.path('d'))],
	['given another mode', linked, tree => chmodSync(tree.path('b'), 0o600)],
	['emptied', linked, tree => truncateSync(tree.path('a'), 0)],
	['swapped with another', linked, tree => swap(tree, 'b', 'dir/other')],
	[
		'of two groups that change members',
		tree => {
			linked(tree)
			linkSync(tree.path('dir/other'), tree.path('dir/too'))
		},
		tree => {
			unlinkSync(tree.path('dir/too'))
			linkSync(tree.path('a'), tree.path('dir/too'))
			unlinkSync(tree.path('b'))
			linkSync(tree.path('dir/other'), tree.path('b'))
		},
	],
	[
		'that is too large to be kept and loses a name',
		tree => {
			tree.write('big', Buffer.alloc(1_100_000, 1))
			linkSync(tree.path('big'), tree.path('big-too'))
		},
		tree => unlinkSync(tree.path('big-too')),
	],
]

const OTHERS: readonly Case[] = [
	[
		'that are too large to be kept and renamed',
		tree => tree.write('big', Buffer.alloc(1_100_000, 1)),
		tree => {
			mkdirSync(tree.path('moved'))
			renameSync(tree.path('big'), tree.path('moved/big'))
		},
	],
	[
		'of the same size, with the time set back',
		tree => tree.write('a', 'one'),
		tree => {
			const { atime, mtime } = lstatSync(tree.path('a'))
			tree.write('a', 'two')
			utimesSync(tree.path('a'), atime, mtime)
		},
	],
	[
		'swapped',
		tree => {
			tree.write('a', '1')
			tree.write('b', '2')
		},
		tree => swap(tree, 'a', 'b'),
	],
	[
		'of another case',
		tree => tree.write('Run', 'run'),
		tree => renameSync(tree.path('Run'), tree.path('run')),
	],
	[
		'whose names are no UTF-8',
		tree => {
			mkdirSync(bytes(tree, '\xfe-dir'))
			writeFileSync(bytes(tree, 'caf\xe9'), 'latin')
			writeFileSync(bytes(tree, '\xfe-dir/\xff'), 'deep')
			symlinkSync(Buffer.from('caf\xe9', 'latin1'), bytes(tree, 'to-\xe9'))
			symlinkSync(Buffer.from('\xff/gone', 'latin1'), tree.path('dangling'))
		},
		tree => {
			writeFileSync(bytes(tree, 'caf\xe9'), 'changed')
			rmSync(bytes(tree, '\xfe-dir').toString('latin1') && bytes(tree, '\xfe-dir/\xff'))
			unlinkSync(bytes(tree, 'to-\xe9'))
			unlinkSync(tree.path('dangling'))
			writeFileSync(bytes(tree, 'new-\xe9\x80'), 'new')
		},
	],
	[
		'with lines, quotes and signs in their names',
		tree =>
			['a\nb', `'"\``, '\t', '$(x)', '-rf', '😀', '\u{10ffff}', '\ufffd'].forEach(name =>
				tree.write(name, name),
			),
		tree =>
			['a\nb', `'"\``, '\t', '$(x)', '-rf', '😀', '\u{10ffff}', '\ufffd'].forEach(name =>
				tree.write(name, ''),
			),
	],
	[
		'of all modes, in folders that nobody may write in',
		tree => {
			for (const [index, mode] of [0o644, 0o755, 0o600, 0o444, 0o4755, 0o000].entries()) {
				tree.write(`d/${index}`, 'x')
				chmodSync(tree.path(`d/${index}`), mode)
			}
			mkdirSync(tree.path('d/empty'))
			chmodSync(tree.path('d/empty'), 0o1777)
			chmodSync(tree.path('d'), 0o555)
		},
		tree => {
			chmodSync(tree.path('d'), 0o755)
			for (let index = 0; index < 5; index++) chmodSync(tree.path(`d/${index}`), 0o640)
			tree.write('d/3', 'changed')
			rmSync(tree.path('d/empty'), { recursive: true })
			chmodSync(tree.path('d'), 0o555)
		},
	],
	[
		'that are links, into circles and out of the tree',
		tree => {
			symlinkSync('.', tree.path('circle'))
			symlinkSync('two', tree.path('one'))
			symlinkSync('one', tree.path('two'))
			symlinkSync('../outside', tree.path('out'))
			tree.write('../outside/theirs', 'theirs')
		},
		tree => {
			for (const name of ['circle', 'one', 'out']) unlinkSync(tree.path(name))
			tree.write('circle/file', 'x')
			symlinkSync('/etc', tree.path('one'))
		},
	],
	[
		'with holes',
		tree => {
			tree.write('a', 'x')
			truncateSync(tree.path('a'), 900_000)
		},
		tree => truncateSync(tree.path('a'), 12),
	],
	[
		'that is empty before a large one',
		tree => tree.write('a', ''),
		tree => tree.write('b', Buffer.alloc(600_000)),
	],
	[
		'that are empty, and one over half a megabyte, deleted',
		tree => {
			tree.write('a', '')
			tree.write('b', Buffer.alloc(600_000, 3))
			tree.write('c', '')
		},
		tree => ['a', 'b', 'c'].forEach(name => rmSync(tree.path(name))),
	],
]

for (const [kind, cases] of [
	['a hard-linked file', HARD_LINKS],
	['files', OTHERS],
] as const)
	describe(kind, () => {
		for (const [what, first, work] of cases)
			test(`${what}: as it was, and back again`, async () => {
				const tree = makeWorkTree({ 'plain.txt': 'plain' })
				first(tree)
				const before = exactPicture(tree.root)
				const checkpoints = tree.open()
				const { id } = await checkpoints.take('before')
				work(tree)
				await checkpoints.take('after')
				const after = exactPicture(tree.root)
				assert.notDeepEqual(after, before)
				const { undo, skipped, left } = await tree.open().rewind(id)
				assert.deepEqual(differences(exactPicture(tree.root), before), [])
				assert.deepEqual([skipped, left], [[], []])
				await checkpoints.rewind(undo).catch(() => tree.open().rewind(undo))
				assert.deepEqual(differences(exactPicture(tree.root), after), [])
			})
	})

test('a file with a name out of the tree goes back there too, unless somebody has written to it since', async () => {
	const tree = makeWorkTree({ a: 'one' })
	const outside = join(dirname(tree.root), 'outside')
	linkSync(tree.path('a'), outside)
	const checkpoints = tree.open()
	const { id } = await checkpoints.take('before')
	writeFileSync(tree.path('a'), 'by the run')
	await checkpoints.take('after')
	const { undo } = await checkpoints.rewind(id)
	assert.deepEqual([tree.read('a'), readFileSync(outside, 'utf8')], ['one', 'one'])
	assert.equal(lstatSync(outside).ino, lstatSync(tree.path('a')).ino)
	await checkpoints.rewind(undo)
	writeFileSync(outside, 'by hand')
	await checkpoints.rewind(id)
	assert.deepEqual([tree.read('a'), readFileSync(outside, 'utf8')], ['one', 'by hand'])
})

test('pipes are left alone and told of when a run has made or replaced one', async () => {
	const tree = makeWorkTree({ a: 'a' })
	execFileSync('mkfifo', [tree.path('theirs')])
	const checkpoints = tree.open()
	const { id } = await checkpoints.take('before')
	unlinkSync(tree.path('a'))
	execFileSync('mkfifo', [tree.path('a'), tree.path('new')])
	await checkpoints.take('after')
	const { left } = await checkpoints.rewind(id)
	assert.deepEqual(left.map(({ path, why }) => [path, why]).sort(), [
		[tree.path('a'), 'special'],
		[tree.path('new'), 'special'],
	])
})
