import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { createRunGit } from '../../../src/runtime/host/run-git.ts'
import { newRepositoryMemory } from '../../../src/safety/repositories/remembered-files.ts'
import { repositoryProblem } from '../../../src/safety/repositories/repository-check.ts'
import { borrowedObjects } from '../../../src/workspace/worktrees/borrowed-objects.ts'
import { leftWorktrees } from '../../../src/workspace/worktrees/left-worktrees.ts'
import { mergeOf } from '../../../src/workspace/worktrees/merge.ts'
import { changesIn, makeWorktree, removeWorktree } from '../../../src/workspace/worktrees/worktree.ts'

type Scene = {
	root: string
	repository: string
	git: ReturnType<typeof createRunGit>
	user(...args: string[]): string
}

async function scene(
	files: Readonly<Record<string, string>> = { 'a.txt': 'one\ntwo\nthree\n' },
): Promise<Scene> {
	const root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-worktree-')))
	onTestFinished(() => rm(root, { recursive: true, force: true }))
	const repository = join(root, 'project')
	const home = join(root, 'home')
	await mkdir(home)
	const env = { PATH: process.env.PATH, HOME: home }
	const user = (...args: string[]) => execFileSync('git', args, { cwd: repository, env, encoding: 'utf8' })
	await mkdir(repository)
	user('init', '-q', '-b', 'main')
	user('config', 'user.name', 'U')
	user('config', 'user.email', 'u@example.com')
	await put(repository, files)
	user('add', '-A')
	user('commit', '-qm', 'first')
	return { root, repository, git: createRunGit({ env }), user }
}

async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, name)), { recursive: true })
		await writeFile(join(folder, name), text)
	}
}

const make = ({ root, repository, git }: Scene, cwd = repository) =>
	makeWorktree({ cwd, folder: join(root, 'worktrees', 'w1'), agent: 'general' }, git)

const reading = (folder: string) => (path: string) => readFile(join(folder, path)).catch(() => undefined)

describe('a worktree', () => {
	test('borrows its objects from where git in it may read, which is known from outside of it', async () => {
		const here = await scene({ 'a.txt': 'one\n' })
		const { tree, cwd } = await make(here)
		const worktrees = join(here.root, 'worktrees')
		const borrowed = await borrowedObjects(cwd, worktrees)
		assert.deepEqual(borrowed, [join(here.repository, '.git/objects')])
		const problem = (readableRoots: readonly string[]) =>
			repositoryProblem(tree, {
				files: createNodeFiles(),
				roots: [tree],
				readableRoots,
				home: here.root,
				memory: newRepositoryMemory(),
			})
		assert.equal(await problem(borrowed), undefined)
		assert.match((await problem([]))?.reason ?? '', /The objects of .* are in .*project/)
		assert.deepEqual(await borrowedObjects(here.repository, worktrees), [])
	})

	test('is the folder as it is now: committed or not, new or changed, and nothing ignored', async () => {
		const here = await scene({ 'a.txt': 'one\n', 'sub/b.txt': 'b\n', '.gitignore': 'out/\n' })
		await put(here.repository, { 'a.txt': 'one, changed\n', 'new.txt': 'new\n', 'out/made.txt': 'x' })
		await rm(join(here.repository, 'sub/b.txt'))
		await symlink('a.txt', join(here.repository, 'link'))
		const { tree, cwd } = await make(here, here.repository)

		assert.equal(cwd, tree)
		assert.equal(await readFile(join(tree, 'a.txt'), 'utf8'), 'one, changed\n')
		assert.equal(await readFile(join(tree, 'link'), 'utf8'), 'one, changed\n')
		assert.equal(await readFile(join(tree, 'new.txt'), 'utf8'), 'new\n')
		await assert.rejects(access(join(tree, 'out')))
		await assert.rejects(access(join(tree, 'sub/b.txt')))
		const status = execFileSync('git', ['status', '--short'], { cwd: tree, encoding: 'utf8' })
		assert.equal(status, ' M a.txt\n D sub/b.txt\n?? link\n?? new.txt\n')
		assert.match(execFileSync('git', ['log', '--oneline', 'main'], { cwd: tree, encoding: 'utf8' }), /first/)
	})

	test('starts no program that the repository names, and leaves no trace in it', async () => {
		const here = await scene({ 'a.txt': 'one\n', '.gitattributes': '*.txt filter=evil diff=evil\n' })
		const fired = join(here.root, 'fired')
		for (const name of ['filter.evil.clean', 'filter.evil.smudge', 'core.fsmonitor', 'diff.evil.textconv'])
			here.user('config', name, `touch ${fired}; cat`)
		await put(here.repository, { '.git/hooks/post-checkout': `#!/bin/sh\ntouch ${fired}\n` })
		await chmod(join(here.repository, '.git/hooks/post-checkout'), 0o755)
		// Newer than the index, so that git has a reason to look into it.
		await put(here.repository, { 'a.txt': 'two\n' })
		const index = await readFile(join(here.repository, '.git/index'))

		const worktree = await make(here)
		await put(worktree.tree, { 'a.txt': 'three\n' })
		execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qam', 'mine'], {
			cwd: worktree.tree,
			stdio: 'ignore',
		})
		execFileSync('git', ['stash', 'list'], { cwd: worktree.tree })
		assert.equal((await changesIn(worktree, here.git)).length, 1)
		await mergeOf(worktree, reading(here.repository), here.git)

		await assert.rejects(access(fired))
		assert.deepEqual(await readFile(join(here.repository, '.git/index')), index)
		assert.doesNotMatch(await readFile(join(here.repository, '.git/HEAD'), 'utf8'), /worktree/)
		await assert.rejects(access(join(here.repository, '.git/worktrees')))
		await removeWorktree(worktree)
		await assert.rejects(access(worktree.folder))
	})

	test('holds nothing from elsewhere, wherever the repository says that its files are', async () => {
		const here = await scene({ 'a.txt': 'a\n', 'keys/id': 'mine\n' })
		await put(join(here.root, 'secret'), { id: 'a private key\n' })
		await rm(join(here.repository, 'keys'), { recursive: true })
		await symlink('../secret', join(here.repository, 'keys'))
		const { tree } = await make(here)
		await assert.rejects(readFile(join(tree, 'keys/id')))
		await removeWorktree({ folder: join(here.root, 'worktrees') })

		here.user('config', 'core.worktree', here.root)
		await assert.rejects(make(here), { code: 'rejected', message: /its settings \(core\.worktree\) say/ })
	})

	test('of a folder below the top begins in the same folder', async () => {
		const here = await scene({ 'deep/er/b.txt': 'b\n' })
		const { cwd, tree } = await make(here, join(here.repository, 'deep/er'))
		assert.equal(cwd, join(tree, 'deep/er'))
	})

	test('needs a repository, and says so', async () => {
		const here = await scene()
		await assert.rejects(make(here, here.root), {
			code: 'rejected',
			message: `isolation: worktree needs a git repository, and ${here.root} is in none`,
		})
	})

	test('works where nothing has been committed yet', async () => {
		const here = await scene()
		await rm(join(here.repository, '.git'), { recursive: true })
		here.user('init', '-q', '-b', 'main')
		const worktree = await make(here)
		assert.deepEqual(await changesIn(worktree, here.git), [])
	})
})

describe('merging', () => {
	const merged = async (here: Scene, theirs: Record<string, string>, ours: Record<string, string>) => {
		const worktree = await make(here)
		await put(worktree.tree, theirs)
		await put(here.repository, ours)
		const { files, ...rest } = await mergeOf(worktree, reading(here.repository), here.git)
		const texts = files.map(({ path, after }) => [path, after && Buffer.from(after).toString('utf8')])
		return { files: Object.fromEntries(texts), ...rest }
	}

	test('takes what only the agent changed', async () => {
		const here = await scene()
		assert.deepEqual(await merged(here, { 'a.txt': 'ONE\ntwo\nthree\n', 'new.txt': 'n\n' }, {}), {
			files: { 'a.txt': 'ONE\ntwo\nthree\n', 'new.txt': 'n\n' },
			conflicts: [],
			others: [],
		})
	})

	test('puts both sides together where they changed other lines', async () => {
		const here = await scene({ 'a.txt': '1\n2\n3\n4\n5\n6\n7\n' })
		const { files } = await merged(
			here,
			{ 'a.txt': 'agent\n2\n3\n4\n5\n6\n7\n' },
			{ 'a.txt': '1\n2\n3\n4\n5\n6\nuser\n' },
		)
		assert.deepEqual(files, { 'a.txt': 'agent\n2\n3\n4\n5\n6\nuser\n' })
	})

	test('names what both have changed, and has nothing to say where both did the same', async () => {
		const here = await scene({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
		assert.deepEqual(
			await merged(
				here,
				{ 'a.txt': 'agent\n', 'b.txt': 'same\n', 'd.txt': 'agent\n' },
				{ 'a.txt': 'user\n', 'b.txt': 'same\n', 'd.txt': 'user\n' },
			),
			{ files: {}, conflicts: ['a.txt', 'd.txt'], others: [] },
		)
	})

	test('keeps line ends and bytes as they are', async () => {
		const here = await scene({ 'a.txt': '1\r\n2\r\n', '.gitattributes': '* text=auto eol=lf\n' })
		const { files } = await merged(here, { 'a.txt': '1\r\n2\r\n3\r\n' }, {})
		assert.deepEqual(files, { 'a.txt': '1\r\n2\r\n3\r\n' })
	})

	test('removes what was removed, and knows a file that became a program', async () => {
		const here = await scene({ 'a.txt': 'a\n', 'run.sh': 'echo\n' })
		const worktree = await make(here)
		await rm(join(worktree.tree, 'a.txt'))
		await chmod(join(worktree.tree, 'run.sh'), 0o755)
		await symlink('run.sh', join(worktree.tree, 'link'))
		const { files, others } = await mergeOf(worktree, reading(here.repository), here.git)
		assert.deepEqual(
			files.map(({ path, after, isExecutable }) => [path, after === undefined, isExecutable]),
			[
				['a.txt', true, undefined],
				['run.sh', false, true],
			],
		)
		assert.deepEqual(others, ['link'])
	})
})

test('what a dead process left is named when it holds work, and removed when it does not', async () => {
	const here = await scene()
	const folder = join(here.root, 'worktrees')
	const idle = await makeWorktree(
		{ cwd: here.repository, folder: join(folder, 'w1'), agent: 'general' },
		here.git,
	)
	const busy = await makeWorktree(
		{ cwd: here.repository, folder: join(folder, 'w2'), agent: 'general' },
		here.git,
	)
	await put(busy.tree, { 'a.txt': 'x\n' })
	assert.deepEqual(await leftWorktrees(folder, here.repository, here.git), [])

	for (const { folder: each } of [idle, busy]) {
		const owner = JSON.parse(await readFile(join(each, 'owner.json'), 'utf8'))
		await writeFile(join(each, 'owner.json'), JSON.stringify({ ...owner, process: '999999999-1' }))
	}
	const said = await leftWorktrees(folder, here.repository, here.git)
	assert.deepEqual(said, [
		`what the agent general changed in 1 file was never merged: it is in ${busy.tree}; delete ${busy.folder} when it is of no use`,
	])
	await assert.rejects(access(idle.folder))
	await access(busy.folder)
})
