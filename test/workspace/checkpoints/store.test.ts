import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readlinkSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import { differences, exactPicture } from '../../support/exact-picture.ts'
import { makeWorkTree, pictureOf, type WorkTree } from './work-tree.ts'

/** Takes a run's first state, lets it change the tree, takes the last one. */
async function run(tree: WorkTree, work: () => void | Promise<void>, checkpoints = tree.open()) {
	const { id } = await checkpoints.take('before')
	await work()
	await checkpoints.take('after')
	return { id, checkpoints }
}

test('what a run changed, made, deleted and renamed is as it was, and going back can be taken back', async () => {
	const tree = makeWorkTree({
		'src/a.ts': 'one\n',
		'src/b.ts': 'two\n',
		'src/deep/c.ts': 'three\n',
		'untracked.txt': 'mine\n',
		'picture.png': Buffer.from([0, 1, 2, 255, 254, 0, 10]),
		'run.sh': '#!/bin/sh\n',
	})
	chmodSync(tree.path('run.sh'), 0o755)
	symlinkSync('src/a.ts', tree.path('link'))
	mkdirSync(tree.path('empty'))
	const before = pictureOf(tree.root)
	const { id, checkpoints } = await run(tree, () => {
		tree.write('src/a.ts', 'changed\n')
		unlinkSync(tree.path('src/b.ts'))
		renameSync(tree.path('src/deep'), tree.path('moved'))
		tree.write('new/one/two.txt', 'new\n')
		tree.write('picture.png', Buffer.from([9, 9]))
		chmodSync(tree.path('run.sh'), 0o644)
		unlinkSync(tree.path('link'))
		symlinkSync('/etc/passwd', tree.path('link'))
		rmSync(tree.path('empty'), { recursive: true })
	})
	const after = pictureOf(tree.root)

	const rewound = await checkpoints.rewind(id)
	assert.deepEqual(pictureOf(tree.root), before)
	assert.deepEqual([rewound.left, rewound.skipped], [[], []])

	await checkpoints.rewind(rewound.undo)
	assert.deepEqual(pictureOf(tree.root), after)
	await tree.open().rewind(id)
	assert.deepEqual(pictureOf(tree.root), before)
})

test('a file takes the place of a folder, a folder that of a link, and back', async () => {
	const tree = makeWorkTree({ 'a/one.txt': '1', b: 'file' })
	symlinkSync('a', tree.path('c'))
	const before = pictureOf(tree.root)
	const { id, checkpoints } = await run(tree, () => {
		rmSync(tree.path('a'), { recursive: true })
		tree.write('a', 'now a file')
		unlinkSync(tree.path('b'))
		tree.write('b/inner/x.txt', 'x')
		unlinkSync(tree.path('c'))
		tree.write('c/y.txt', 'y')
	})
	const after = pictureOf(tree.root)
	const { undo, skipped } = await checkpoints.rewind(id)
	assert.deepEqual(skipped, [])
	assert.deepEqual(pictureOf(tree.root), before)
	await checkpoints.rewind(undo)
	assert.deepEqual(pictureOf(tree.root), after)
})

describe('what somebody else did', () => {
	test('a file made by hand after a run stays, and so does the folder it is in', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a' })
		const { id, checkpoints } = await run(tree, () => tree.write('made/by-run.txt', 'run'))
		tree.write('made/by-hand.txt', 'hand')
		tree.write('hand.txt', 'hand')
		await checkpoints.rewind(id)
		assert.deepEqual([...pictureOf(tree.root).keys()].sort(), [
			'a.txt',
			'hand.txt',
			'made',
			'made/by-hand.txt',
		])
	})

	test('a file changed by hand before or after the runs is left alone when no run touched it', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a', 'b.txt': 'b' })
		const first = await run(tree, () => tree.write('a.txt', 'run'))
		tree.write('b.txt', 'hand')
		await run(tree, () => tree.write('a.txt', 'run again'), first.checkpoints)
		await first.checkpoints.rewind(first.id)
		assert.deepEqual([tree.read('a.txt'), tree.read('b.txt')], ['a', 'hand'])
	})

	test('a file that both changed goes back, is told of, and is there again when that is taken back', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a' })
		const { id, checkpoints } = await run(tree, () => tree.write('a.txt', 'run'))
		tree.write('a.txt', 'run, and then hand')
		const { steps, undo } = await checkpoints.rewind(id)
		assert.deepEqual(
			steps.map(({ path, isChangedByHand }) => [path, isChangedByHand]),
			[[tree.path('a.txt'), true]],
		)
		assert.equal(tree.read('a.txt'), 'a')
		await checkpoints.rewind(undo)
		assert.equal(tree.read('a.txt'), 'run, and then hand')
	})

	test('a file that a run made and somebody made anew by hand stays', async () => {
		const tree = makeWorkTree()
		const { id, checkpoints } = await run(tree, () => tree.write('new.txt', 'run'))
		unlinkSync(tree.path('new.txt'))
		await run(tree, () => {}, checkpoints)
		tree.write('new.txt', 'hand')
		await checkpoints.rewind(id)
		assert.equal(tree.read('new.txt'), 'hand')
	})

	test('what came up in a run whose process died is not removed, because nobody knows who made it', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a' })
		const { id } = await tree.open().take('before')
		tree.write('a.txt', 'changed')
		tree.write('new.txt', 'new')
		const { left } = await tree.open().rewind(id)
		assert.deepEqual(left, [{ path: tree.path('new.txt'), why: 'unknown-maker' }])
		assert.deepEqual([tree.read('a.txt'), tree.read('new.txt')], ['a', 'new'])
	})
})

describe('ignored files', () => {
	const content = {
		'.gitignore': 'dist/\n*.log\n.env\n',
		'dist/out.js': 'out',
		'.env': 'KEY=1',
		'a.txt': 'a',
	}

	test('are not walked and not touched', async () => {
		const tree = makeWorkTree(content)
		const { id, checkpoints } = await run(tree, () => {
			tree.write('dist/out.js', 'built again')
			tree.write('debug.log', 'log')
			tree.write('a.txt', 'b')
		})
		await checkpoints.rewind(id)
		assert.deepEqual(
			[tree.read('dist/out.js'), tree.read('debug.log'), tree.read('a.txt')],
			['built again', 'log', 'a'],
		)
	})

	test('are kept when they are changed by name', async () => {
		const tree = makeWorkTree(content)
		const checkpoints = tree.open()
		const { id } = await checkpoints.take('before')
		await checkpoints.keepNamed([tree.path('.env'), tree.path('dist/new.js')])
		tree.write('.env', 'KEY=2')
		tree.write('dist/new.js', 'new')
		await checkpoints.take('after')
		const { undo } = await tree.open().rewind(id)
		assert.equal(tree.read('.env'), 'KEY=1')
		assert.equal(existsSync(tree.path('dist/new.js')), false)
		await tree.open().rewind(undo)
		assert.deepEqual([tree.read('.env'), tree.read('dist/new.js')], ['KEY=2', 'new'])
	})

	test('stay when a run makes the rules forget them', async () => {
		const tree = makeWorkTree(content)
		const { id, checkpoints } = await run(tree, () => tree.write('.gitignore', ''))
		await checkpoints.rewind(id)
		assert.equal(tree.read('.gitignore'), content['.gitignore'])
		assert.deepEqual([tree.read('.env'), tree.read('dist/out.js')], ['KEY=1', 'out'])
	})

	test('a file that a run has ignored and deleted comes back', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a', 'b.txt': 'b' })
		const { id, checkpoints } = await run(tree, () => {
			tree.write('.gitignore', '*.txt\n')
			tree.write('a.txt', 'changed')
			unlinkSync(tree.path('b.txt'))
		})
		await checkpoints.rewind(id)
		assert.deepEqual([...pictureOf(tree.root).values()].sort(), ['file 644 a', 'file 644 b'])
	})
})

describe('what is not kept', () => {
	test('a file that is too large is told of and left', async () => {
		const tree = makeWorkTree({ 'big.bin': Buffer.alloc(2_000_000, 1), 'a.txt': 'a' })
		const { id, checkpoints } = await run(tree, () => {
			tree.write('big.bin', Buffer.alloc(2_000_001, 2))
			tree.write('big-new.bin', Buffer.alloc(2_000_001, 3))
			tree.write('a.txt', 'b')
		})
		const { left, steps } = await checkpoints.rewind(id)
		assert.deepEqual(left.map(({ path, why }) => [path, why]).sort(), [
			[tree.path('big-new.bin'), 'would-be-lost'],
			[tree.path('big.bin'), 'not-kept'],
		])
		assert.deepEqual(
			steps.map(({ path }) => path),
			[tree.path('a.txt')],
		)
		assert.equal(statSync(tree.path('big.bin')).size, 2_000_001)
	})

	test('pipes are passed over and do not hold anything up', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a' })
		execFileSync('mkfifo', [tree.path('pipe')])
		const { id, checkpoints } = await run(tree, () => tree.write('a.txt', 'b'))
		await checkpoints.rewind(id)
		assert.equal(tree.read('a.txt'), 'a')
		assert.ok(lstatSync(tree.path('pipe')).isFIFO())
	})

	test('in a tree of too many files only those changed by name are kept', async () => {
		const tree = makeWorkTree(
			Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}.txt`, 'x'])),
		)
		const checkpoints = tree.open('session-1', { maxEntries: 50 })
		const { id, isTooLarge } = await checkpoints.take('before')
		assert.equal(isTooLarge, true)
		await checkpoints.keepNamed([tree.path('f1.txt')])
		tree.write('f1.txt', 'changed')
		tree.write('f2.txt', 'changed')
		tree.write('new.txt', 'new')
		await checkpoints.take('after')
		await checkpoints.rewind(id)
		assert.deepEqual(
			[tree.read('f1.txt'), tree.read('f2.txt'), tree.read('new.txt')],
			['x', 'changed', 'new'],
		)
	})
})

describe('git', () => {
	const git = (tree: WorkTree, ...args: string[]) =>
		execFileSync('git', ['-C', tree.root, ...args], {
			encoding: 'utf8',
			env: {
				PATH: process.env.PATH,
				GIT_CONFIG_GLOBAL: '/dev/null',
				GIT_OPTIONAL_LOCKS: '0',
				HOME: tree.root,
			},
		})

	test('of a dirty tree has the same status and not one other byte in .git', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', '.gitignore': 'ignored/\n' })
		git(tree, 'init', '-q')
		git(tree, 'add', '.')
		git(tree, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first')
		tree.write('a.txt', 'staged\n')
		git(tree, 'add', 'a.txt')
		tree.write('a.txt', 'and changed again\n')
		tree.write('untracked.txt', 'untracked\n')
		unlinkSync(tree.path('c.txt'))
		const status = git(tree, 'status', '--porcelain')
		const inside = pictureOf(tree.path('.git'))
		const { id, checkpoints } = await run(tree, () => {
			tree.write('a.txt', 'run\n')
			tree.write('b.txt', 'run\n')
			tree.write('c.txt', 'run\n')
			unlinkSync(tree.path('untracked.txt'))
			tree.write('new.txt', 'run\n')
		})
		await checkpoints.rewind(id)
		assert.equal(git(tree, 'status', '--porcelain'), status)
		assert.deepEqual(pictureOf(tree.path('.git')), inside)
	})

	const commit = (tree: WorkTree, message: string) =>
		git(tree, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qam', message)

	const repository = () => {
		const tree = makeWorkTree({ 'a.txt': 'a\n' })
		git(tree, 'init', '-q')
		git(tree, 'add', '.')
		commit(tree, 'first')
		return tree
	}

	test('is as it was when a run staged, committed and branched, and can be had again', async () => {
		const tree = repository()
		const before = exactPicture(tree.root)
		const { id, checkpoints } = await run(tree, () => {
			tree.write('new.txt', 'new\n')
			git(tree, 'checkout', '-qb', 'other')
			git(tree, 'add', '.')
			commit(tree, 'second')
			tree.write('a.txt', 'run\n')
			git(tree, 'stash', '-q')
		})
		const after = exactPicture(tree.root)
		const { undo } = await checkpoints.rewind(id)
		assert.deepEqual(differences(exactPicture(tree.root), before), [])
		await checkpoints.rewind(undo)
		assert.deepEqual(differences(exactPicture(tree.root), after), [])
		git(tree, 'fsck', '--strict')
	})

	test('that a run deleted is back, and one that it made is gone', async () => {
		const tree = repository()
		git(tree, 'init', '-q', 'nested')
		const before = exactPicture(tree.root)
		const { id, checkpoints } = await run(tree, () => {
			rmSync(tree.path('.git'), { recursive: true })
			rmSync(tree.path('nested'), { recursive: true })
			git(tree, 'init', '-q', 'vendor')
		})
		await checkpoints.rewind(id)
		assert.deepEqual(differences(exactPicture(tree.root), before), [])
	})

	test('in which somebody else has committed since stays as it is, and only the files go back', async () => {
		const tree = repository()
		const { id, checkpoints } = await run(tree, () => {
			tree.write('a.txt', 'run\n')
			commit(tree, 'by the run')
		})
		tree.write('hand.txt', 'hand\n')
		git(tree, 'add', '.')
		commit(tree, 'by hand')
		const inside = exactPicture(tree.path('.git'))
		const { left } = await checkpoints.rewind(id)
		assert.deepEqual(left, [{ path: tree.path('.git'), why: 'git-by-hand' }])
		assert.deepEqual(differences(exactPicture(tree.path('.git')), inside), [])
		assert.deepEqual([tree.read('a.txt'), tree.read('hand.txt')], ['a\n', 'hand\n'])
	})

	test('keeps the objects of a run that a branch made by hand is built on', async () => {
		const tree = repository()
		const { id, checkpoints } = await run(tree, () => {
			tree.write('a.txt', 'run\n')
			commit(tree, 'by the run')
		})
		git(tree, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
		await checkpoints.rewind(id)
		assert.equal(git(tree, 'log', '-1', '--format=%s').trim(), 'first')
		assert.equal(git(tree, 'log', '-1', '--format=%s', 'origin/main').trim(), 'by the run')
		git(tree, 'fsck', '--strict')
	})

	test('with a work tree elsewhere stays as it is', async () => {
		const tree = repository()
		const elsewhere = join(dirname(tree.root), 'elsewhere')
		git(tree, 'worktree', 'add', '-q', elsewhere)
		const { id, checkpoints } = await run(tree, () => {
			tree.write('a.txt', 'run\n')
			commit(tree, 'by the run')
		})
		const { left } = await checkpoints.rewind(id)
		assert.deepEqual(left, [{ path: tree.path('.git'), why: 'other-work-tree' }])
		assert.equal(git(tree, 'log', '-1', '--format=%s').trim(), 'by the run')
		assert.equal(tree.read('a.txt'), 'a\n')
	})

	test('keeps the index of a pack that is too large to be kept', async () => {
		const tree = repository()
		const { id, checkpoints } = await run(tree, () => {
			tree.write('big.bin', randomBytes(1_100_000))
			git(tree, 'add', '.')
			commit(tree, 'large')
			git(tree, 'gc', '-q')
		})
		const { left } = await checkpoints.rewind(id)
		assert.ok(left.some(({ path, why }) => path.endsWith('.pack') && why === 'would-be-lost'))
		assert.equal(git(tree, 'log', '-1', '--format=%s').trim(), 'first')
		git(tree, 'fsck', '--strict')
	})
})

describe('links', () => {
	test('nothing is written or removed through a folder that has become a link', async () => {
		const tree = makeWorkTree({ 'inner/a.txt': 'a' })
		const outside = join(dirname(tree.root), 'outside')
		mkdirSync(outside)
		writeFileSync(join(outside, 'a.txt'), 'theirs')
		const { id, checkpoints } = await run(tree, () => tree.write('inner/a.txt', 'run'))
		rmSync(tree.path('inner'), { recursive: true })
		symlinkSync(outside, tree.path('inner'))
		const { skipped } = await checkpoints.rewind(id)
		assert.deepEqual(skipped, [
			{ path: tree.path('inner/a.txt'), why: 'a folder above it has become a link or a file' },
		])
		assert.deepEqual([...pictureOf(outside)], [['a.txt', 'file 644 theirs']])
	})

	test('are kept as links, also when they lead nowhere or out of the tree', async () => {
		const tree = makeWorkTree()
		symlinkSync('nowhere', tree.path('dangling'))
		symlinkSync('/', tree.path('everything'))
		const { id, checkpoints } = await run(tree, () => {
			unlinkSync(tree.path('dangling'))
			unlinkSync(tree.path('everything'))
			tree.write('everything', 'a file')
		})
		await checkpoints.rewind(id)
		assert.deepEqual(
			[readlinkSync(tree.path('dangling')), readlinkSync(tree.path('everything'))],
			['nowhere', '/'],
		)
	})
})

describe('sessions', () => {
	test('a second one reads nothing anew that the first has kept, and outlives it', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a'.repeat(50_000), 'b.txt': 'b' })
		await tree.open('first').take('before')
		const { id, checkpoints } = await run(tree, () => tree.write('a.txt', 'run'), tree.open('second'))
		const packs = (session: string) => readdirSync(join(tree.store, session, 'packs'))
		assert.ok(packs('first').every(name => packs('second').includes(name)))
		rmSync(join(tree.store, 'first'), { recursive: true })
		await checkpoints.rewind(id)
		assert.equal(tree.read('a.txt').length, 50_000)
	})

	test('a copy of a session can go back to what the original kept', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a' })
		const { id } = await run(tree, () => tree.write('a.txt', 'run'), tree.open('first'))
		await tree.open('copy', { parentId: 'first' }).rewind(id)
		assert.equal(tree.read('a.txt'), 'a')
	})

	test('the oldest ones make room for the newest', async () => {
		const tree = makeWorkTree()
		for (const session of ['one', 'two', 'three', 'four']) {
			tree.write('a.bin', randomBytes(100_000))
			await tree.open(session, { maxTotalBytes: 250_000 }).take('before')
		}
		const left = readdirSync(tree.store).sort()
		assert.ok(left.includes('four') && !left.includes('one'), left.join())
	})

	test('one that fills its room lets go of its oldest states and keeps the newest', async () => {
		const tree = makeWorkTree({ 'a.txt': '' })
		const checkpoints = tree.open('session-1', { maxTotalBytes: 400_000 })
		const ids: string[] = []
		for (let index = 0; index < 20; index++) {
			const { id } = await run(tree, () => tree.write('a.txt', randomBytes(50_000)), checkpoints)
			ids.push(id)
		}
		await assert.rejects(checkpoints.rewind(ids[0]!), /no longer kept/)
		const before = pictureOf(tree.root)
		const { id } = await run(tree, () => tree.write('a.txt', 'last'), checkpoints)
		await tree.open().rewind(id)
		assert.deepEqual(pictureOf(tree.root), before)
	})

	test('nobody else may look at what is kept', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a' })
		await tree.open().take('before')
		const modes = [...pictureOf(tree.store)].map(([, what]) => what.split(' ', 2).join(' '))
		assert.deepEqual(new Set(modes), new Set(['folder 700', 'file 600']))
	})

	test('what a process left that died is cleared away, and nothing that only looks like it', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a' })
		const { id } = await run(tree, () => tree.write('a.txt', 'b'))
		const own = join(tree.store, 'session-1')
		tree.write('.keelson-dead-1.tmp', 'half')
		tree.write('.keelson-other-1.tmp', 'theirs')
		const journal = {
			temporaryName: '.keelson-dead-',
			paths: [tree.path('a.txt'), tree.path('gone/b')],
			closed: [],
		}
		writeFileSync(join(own, 'restoring.json'), JSON.stringify(journal))
		writeFileSync(join(own, 'packs', 'half.pack'), 'half')
		await tree.open().rewind(id)
		assert.deepEqual([...pictureOf(tree.root).keys()].sort(), ['.keelson-other-1.tmp', 'a.txt'])
		assert.equal(existsSync(join(own, 'restoring.json')), false)
		assert.equal(existsSync(join(own, 'packs', 'half.pack')), false)
		assert.equal(tree.read('a.txt'), 'a')
	})

	test('states that cannot be read are gone, and new ones are kept all the same', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a' })
		await run(tree, () => tree.write('a.txt', 'b'))
		const states = join(tree.store, 'session-1', 'states')
		for (const name of readdirSync(states)) writeFileSync(join(states, name), 'damaged')
		const { id } = await run(tree, () => tree.write('a.txt', 'c'))
		await tree.open().rewind(id)
		assert.equal(tree.read('a.txt'), 'b')
	})

	test('a content that was damaged is not put in the place of a good one', async () => {
		const tree = makeWorkTree({ 'a.txt': 'a', 'b.txt': 'b' })
		const { id } = await run(tree, () => tree.write('a.txt', 'changed'))
		const packs = join(tree.store, 'session-1', 'packs')
		for (const name of readdirSync(packs))
			if (name.endsWith('.pack'))
				writeFileSync(join(packs, name), Buffer.alloc(statSync(join(packs, name)).size))
		const { skipped } = await tree.open().rewind(id)
		assert.deepEqual(
			skipped.map(({ path }) => path),
			[tree.path('a.txt')],
		)
		assert.equal(tree.read('a.txt'), 'changed')
	})
})
