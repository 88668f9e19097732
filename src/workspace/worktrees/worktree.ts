// A work tree for one sub-agent: a copy of the repository as it is now, what is not committed included, with a `.git` of
// its own that borrows the objects. Nothing that happens in it reaches the user's index, refs or stash, which a linked
// worktree would share.

import { constants } from 'node:fs'
import {
	chmod,
	copyFile,
	lstat,
	mkdir,
	readFile,
	readlink,
	realpath,
	rm,
	symlink,
	writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { AgentError } from '../../core/errors.ts'
import { type ProcessKey, processKey } from '../../process/process-alive.ts'
import { findProject } from '../places/project.ts'
import { BYTES_ONLY, fieldsOf, ONLY_READING, ourRepository, type RunGit } from './git.ts'

export type Worktree = {
	/** Everything about it is in here. */
	folder: string
	/** The copy. */
	tree: string
	/** What its agent works in: the same folder of the copy. */
	cwd: string
	/** The top of the work tree it is a copy of. */
	repository: string
	/** The tree that it began as, in the repository that keeps track. */
	base: string
}

/** What is known of a worktree by whoever finds it. */
export type WorktreeOwner = Omit<Worktree, 'folder'> & {
	agent: string
	process: ProcessKey
	/** Where the objects are that its `.git` borrows. */
	objects?: string
}

export const OWNER_FILE = 'owner.json'

/**
 * @param folder - is made
 * @throws AgentError `rejected` where there is no repository to copy
 */
export async function makeWorktree(
	{ cwd, folder, agent }: { cwd: string; folder: string; agent: string },
	git: RunGit,
): Promise<Worktree> {
	const repository = await topOf(cwd, git)
	const tree = join(folder, 'tree')
	const begun: WorktreeOwner = {
		tree,
		cwd: join(tree, relative(repository, cwd)),
		repository,
		base: '',
		agent,
		process: processKey(),
	}
	await mkdir(tree, { recursive: true, mode: 0o700 })
	await keepOwner(folder, begun)
	try {
		const paths = await pathsIn(repository, git)
		await copyAll(paths, repository, tree)
		await mkdir(begun.cwd, { recursive: true })
		const base = await trackFrom(folder, tree, repository, git)
		const objects = await ownRepository(tree, repository, git)
		await keepOwner(folder, { ...begun, base, objects })
		return { folder, tree, cwd: begun.cwd, repository, base }
	} catch (error) {
		await removeWorktree({ folder })
		throw error
	}
}

export async function removeWorktree({ folder }: Pick<Worktree, 'folder'>): Promise<void> {
	await rm(folder, { recursive: true, force: true })
}

/** One file that became another, by mode and object; zeros where there is none. */
export type TreeChange = {
	path: string
	before: { mode: string; object: string } | undefined
	after: { mode: string; object: string } | undefined
}

/** What has become of the files since; what the repository ignores is none of it. */
export async function changesIn(
	{ folder, tree, base }: Pick<Worktree, 'folder' | 'tree' | 'base'>,
	git: RunGit,
): Promise<readonly TreeChange[]> {
	const env = ourRepository(trackerOf(folder), tree)
	await git(['add', '--all'], { cwd: tree, env })
	const { stdout } = await git(
		['diff-index', '--cached', '--raw', '-z', '--no-renames', '--no-abbrev', base],
		{
			cwd: tree,
			env,
		},
	)
	const fields = fieldsOf(stdout)
	const changes: TreeChange[] = []
	for (let at = 0; at + 1 < fields.length; at += 2) {
		const [oldMode = '', mode = '', oldObject = '', object = ''] = fields[at]!.slice(1).split(' ')
		changes.push({
			path: fields[at + 1]!,
			before: isNothing(oldMode) ? undefined : { mode: oldMode, object: oldObject },
			after: isNothing(mode) ? undefined : { mode, object },
		})
	}
	return changes
}

export async function contentOf(
	{ folder, tree }: Pick<Worktree, 'folder' | 'tree'>,
	{ object }: { object: string },
	git: RunGit,
): Promise<Uint8Array> {
	const env = ourRepository(trackerOf(folder), tree)
	return (await git(['cat-file', 'blob', object], { cwd: tree, env })).stdout
}

export function trackerOf(folder: string): string {
	return join(folder, 'tracker.git')
}

function isNothing(mode: string): boolean {
	return /^0+$/.test(mode)
}

async function topOf(cwd: string, git: RunGit): Promise<string> {
	try {
		const { stdout } = await git([...ONLY_READING, 'rev-parse', '--show-toplevel'], { cwd })
		const top = stdout.toString('utf8').trimEnd()
		if (top !== '') return await checkedTop(top, cwd)
	} catch (error) {
		if (error instanceof AgentError) throw error
		throw new AgentError('rejected', `isolation: worktree needs a git repository, and ${cwd} is in none`, {
			cause: error,
		})
	}
	throw new AgentError('rejected', `isolation: worktree needs a work tree, and ${cwd} is a bare repository`)
}

/** A repository can say that its work tree is anywhere, the user's home for one; only where it lies is meant. */
async function checkedTop(top: string, cwd: string): Promise<string> {
	const { root } = await findProject(cwd)
	if ((await realpath(top)) === (await realpath(root))) return top
	throw new AgentError(
		'rejected',
		`isolation: worktree copies the repository in ${root}, and its settings (core.worktree) say that its files are in ${top}`,
	)
}

/** Tracked or not, but nothing that is ignored. */
async function pathsIn(repository: string, git: RunGit): Promise<readonly string[]> {
	const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
	const { stdout } = await git([...ONLY_READING, ...args], { cwd: repository })
	return [...new Set(fieldsOf(stdout))]
}

const AT_ONCE = 32

async function copyAll(paths: readonly string[], from: string, to: string): Promise<void> {
	const folders = new Set(paths.map(path => dirname(path)))
	const root = await realpath(from)
	const linked = new Set<string>()
	for (const folder of folders) {
		// What the index names below a link lies elsewhere, and may be anything.
		const real = await realpath(join(from, folder)).catch(() => undefined)
		if (real === join(root, folder)) await mkdir(join(to, folder), { recursive: true })
		else linked.add(folder)
	}
	const own = paths.filter(path => !linked.has(dirname(path)))
	for (let first = 0; first < own.length; first += AT_ONCE)
		await Promise.all(
			own.slice(first, first + AT_ONCE).map(path => copyOne(join(from, path), join(to, path))),
		)
}

/** One that has gone since, or is no file, as a repository in the repository, is left out. */
async function copyOne(from: string, to: string): Promise<void> {
	const found = await lstat(from).catch(() => undefined)
	if (found?.isSymbolicLink()) return symlink(await readlink(from), to)
	if (!found?.isFile()) return
	// Shares the blocks where the disk can do that.
	await copyFile(from, to, constants.COPYFILE_FICLONE)
	await chmod(to, found.mode & 0o777)
}

/** @returns the tree of everything that was copied */
async function trackFrom(folder: string, tree: string, repository: string, git: RunGit): Promise<string> {
	const tracker = trackerOf(folder)
	const env = ourRepository(tracker, tree)
	const { GIT_DIR: _, GIT_WORK_TREE: __, ...outside } = env
	await git(['init', '--quiet', '--bare', '--template=', tracker], { cwd: folder, env: outside })
	await mkdir(join(tracker, 'info'), { recursive: true })
	await writeFile(join(tracker, 'info/attributes'), BYTES_ONLY)
	await writeFile(join(tracker, 'info/exclude'), await excludesOf(repository, git))
	await git(['add', '--all', '--force'], { cwd: tree, env })
	return (await git(['write-tree'], { cwd: tree, env })).stdout.toString('utf8').trim()
}

/** What the user ignores outside of the files of the repository. */
async function excludesOf(repository: string, git: RunGit): Promise<string> {
	const asked = [
		['rev-parse', '--path-format=absolute', '--git-path', 'info/exclude'],
		['config', '--path', '--get', 'core.excludesFile'],
	]
	const texts = await Promise.all(
		asked.map(async args => {
			const { stdout } = await git([...ONLY_READING, ...args], { cwd: repository, expected: [1] })
			const path = stdout.toString('utf8').trimEnd()
			return path === '' ? '' : await readFile(path, 'utf8').catch(() => '')
		}),
	)
	return texts.join('\n')
}

/**
 * So that git works in the copy: the same commit and branches by name, the objects borrowed, and nothing else.
 * @returns where they are borrowed
 */
async function ownRepository(tree: string, repository: string, git: RunGit): Promise<string> {
	const ask = async (...args: string[]) =>
		(await git([...ONLY_READING, ...args], { cwd: repository, expected: [1, 128] })).stdout
			.toString('utf8')
			.trimEnd()
	const format = (await ask('rev-parse', '--show-object-format')) || 'sha1'
	const objects = await ask('rev-parse', '--path-format=absolute', '--git-path', 'objects')
	const head = await ask('rev-parse', '--verify', '--quiet', 'HEAD')
	const refs = await ask('for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags')
	const shallow = await ask('rev-parse', '--path-format=absolute', '--git-path', 'shallow')
	await git(['init', '--quiet', '--template=', `--object-format=${format}`, tree], { cwd: tree })
	const own = join(tree, '.git')
	await mkdir(join(own, 'objects/info'), { recursive: true })
	await writeFile(join(own, 'objects/info/alternates'), `${objects}\n`)
	await copyFile(shallow, join(own, 'shallow')).catch(() => undefined)
	if (head === '') return objects
	if (refs !== '') await writeFile(join(own, 'packed-refs'), `${refs}\n`)
	await writeFile(join(own, 'HEAD'), `${head}\n`)
	await git(['read-tree', head], { cwd: tree, env: { GIT_DIR: own, GIT_WORK_TREE: tree } })
	return objects
}

async function keepOwner(folder: string, owner: WorktreeOwner): Promise<void> {
	await writeFile(join(folder, OWNER_FILE), JSON.stringify(owner), { mode: 0o600 })
}
