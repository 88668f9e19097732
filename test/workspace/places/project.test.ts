import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { findProject, gitBranch } from '../../../src/workspace/places/project.ts'

let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-project-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function git(cwd: string, ...args: string[]): void {
	const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false']
	execFileSync('git', [...identity, ...args], { cwd, stdio: 'ignore' })
}

test('a folder without git is its own project', async () => {
	const deep = join(folder, 'a/b')
	await mkdir(deep, { recursive: true })
	const project = await findProject(deep)
	assert.deepEqual(project, { root: deep, gitFolder: undefined })
	assert.equal(await gitBranch(project), undefined)
})

test('the root is found from a folder deep inside, and the branch before the first commit', async () => {
	git(folder, 'init', '-b', 'feature/x')
	const deep = join(folder, 'a/b')
	await mkdir(deep, { recursive: true })
	const project = await findProject(deep)
	assert.deepEqual(project, { root: folder, gitFolder: join(folder, '.git') })
	assert.equal(await gitBranch(project), 'feature/x')
})

test('a worktree has its own root and branch', async () => {
	const main = join(folder, 'main')
	await mkdir(main)
	git(main, 'init', '-b', 'main')
	git(main, 'commit', '--allow-empty', '-m', 'first')
	git(main, 'worktree', 'add', '-b', 'side', '../side')
	const project = await findProject(join(folder, 'side'))
	assert.deepEqual(project, { root: join(folder, 'side'), gitFolder: join(main, '.git/worktrees/side') })
	assert.equal(await gitBranch(project), 'side')
})

test('a detached HEAD is named by its commit', async () => {
	git(folder, 'init')
	git(folder, 'commit', '--allow-empty', '-m', 'first')
	git(folder, 'checkout', '--detach')
	const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' })
	assert.equal(await gitBranch(await findProject(folder)), commit.slice(0, 7))
})

test('a HEAD that makes no sense has no branch', async () => {
	await mkdir(join(folder, '.git'))
	const branches: (string | undefined)[] = []
	for (const head of ['', 'nonsense', 'ref: refs/heads/.invalid\n']) {
		await writeFile(join(folder, '.git/HEAD'), head)
		branches.push(await gitBranch(await findProject(folder)))
	}
	assert.deepEqual(branches, [undefined, undefined, undefined])
})
