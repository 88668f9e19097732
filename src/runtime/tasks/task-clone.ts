// A git repository that is cloned for one task: fetched at its commit into a folder of its own, worked on there, and left
// as a patch. What git does for the server it does in a repository that no tool reaches, so that neither what was cloned
// nor what a model has written into the copy can start a program outside of the sandbox.

import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { Artifact, ClaimedTask, TaskId } from '../../core/services/tasks.ts'
import type { CloneSource } from '../../workspace/clones/clone-source.ts'
import { originName } from '../../workspace/places/git-origin.ts'
import type { Environment } from '../../workspace/places/home-folders.ts'
import { childEnvironment } from '../host/child-environment.ts'

export type TaskClone = {
	/** Where the task works. */
	tree: string
	/** What its project is known by, wherever it is cloned. */
	project: string | undefined
	/** Nothing has been done in it yet. */
	isFresh: boolean
	/** It was worked on before, and nothing of that is here. */
	isAnew: boolean
	/** Makes the changes of an earlier task. All of them or none. @returns whether they could be made */
	apply(patch: string): Promise<boolean>
	/** What was changed, as it is now. */
	changes(): Promise<readonly Artifact[]>
	/** When the task has ended. */
	remove(): Promise<void>
}

export type CloneLimits = { bytes: number; ms: number }

export const CLONE_LIMITS: CloneLimits = { bytes: 2 * 1024 ** 3, ms: 300_000 }

/**
 * The copy that is there is gone on with, unless somebody else has had the task since.
 * @param folder - of clones; each task has one in it
 * @throws AgentError `config-invalid` with what git said, or what it was too large for
 */
export async function openClone(
	{ task, lease, attempt, signal }: Pick<ClaimedTask, 'task' | 'lease' | 'attempt' | 'signal'>,
	source: CloneSource,
	{ folder, env, limits = CLONE_LIMITS }: { folder: string; env: Environment; limits?: CloneLimits },
): Promise<TaskClone> {
	const own = cloneFolder(folder, task.id)
	const git = gitFor(source, own, env, limits)
	// Each time somebody takes the session up the epoch grows by one.
	const isOurs = (await lastEpoch(own)) === lease.epoch - 1
	if (!isOurs) {
		await rm(own, { recursive: true, force: true })
		await mkdir(own, { recursive: true, mode: 0o700 })
		try {
			await fetchInto(own, source, git, signal)
		} catch (error) {
			await rm(own, { recursive: true, force: true })
			throw error
		}
	}
	await writeFile(join(own, EPOCH_FILE), String(lease.epoch))
	let isKept = false
	return {
		tree: join(own, TREE),
		project: originName(source.url, '/'),
		isFresh: !isOurs,
		isAnew: attempt > 1 && !isOurs,
		async apply(patch) {
			const path = join(own, 'earlier.patch')
			await writeFile(path, patch)
			const tree = join(own, TREE)
			return git(['-C', tree, 'apply', '--whitespace=nowarn', path], { signal }).then(
				() => true,
				() => false,
			)
		},
		async changes() {
			const patch = await patchOf(own, source, git)
			if (patch === '') return []
			isKept = patch.length > MOST_PATCH
			const text = isKept
				? `The changes are ${patch.length} characters, more than a task holds (${MOST_PATCH}). They are in ${join(own, TREE)} on ${lease.server}.\n`
				: patch
			return [{ id: 'changes', name: 'changes.patch', mediaType: 'text/x-diff', content: { text } }]
		},
		async remove() {
			if (!isKept) await rm(own, { recursive: true, force: true })
		},
	}
}

/** Those of tasks that have ended elsewhere, or were given back and taken by another server. */
export async function removeOldClones(folder: string, olderThanMs: number, now: number): Promise<void> {
	for (const name of await readdir(folder).catch((): string[] => [])) {
		const own = join(folder, name)
		const used = await stat(join(own, EPOCH_FILE)).catch(() => undefined)
		if (used && now - used.mtimeMs > olderThanMs) await rm(own, { recursive: true, force: true })
	}
}

export function cloneFolder(folder: string, task: TaskId): string {
	return join(folder, task.replaceAll(/[^A-Za-z0-9-]/g, '_'))
}

type CloneGit = (
	args: readonly string[],
	more?: { env?: Environment; signal?: AbortSignal },
) => Promise<string>

async function fetchInto(
	own: string,
	source: CloneSource,
	git: CloneGit,
	signal: AbortSignal,
): Promise<void> {
	const { url, commit } = source
	const ours = join(own, REPOSITORY)
	await git(['init', '--quiet', '--bare', '--template=', ours])
	const fetch = [
		'-C',
		ours,
		'fetch',
		'--quiet',
		'--no-tags',
		'--no-recurse-submodules',
		'--no-write-commit-graph',
	]
	const shallow = git([...fetch, '--depth=1', '--', url, commit], { signal })
	// A server need not give out a commit that no branch ends with.
	await shallow.catch(async error => {
		if (!/not our ref|unadvertised object|does not allow request/i.test(String(error))) throw error
		await git([...fetch, '--', url, '+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'], { signal })
	})
	await git(['-C', ours, 'update-ref', 'refs/heads/base', commit]).catch(() => {
		throw failed(fetch, `${url} has no commit ${commit}`)
	})
	const tree = join(own, TREE)
	await git(['init', '--quiet', '--template=', tree])
	await git(['-C', tree, 'fetch', '--quiet', '--no-tags', '--depth=1', '--', ours, 'refs/heads/base'])
	await git(['-C', tree, 'checkout', '--quiet', '--detach', 'FETCH_HEAD'], { signal })
	await git(['-C', tree, 'config', 'remote.origin.url', url])
}

/** With a line above it for each thing that a patch cannot hold; git and patch read over those. */
async function patchOf(own: string, { commit }: CloneSource, git: CloneGit): Promise<string> {
	const tree = join(own, TREE)
	const env = {
		GIT_DIR: join(own, REPOSITORY),
		GIT_WORK_TREE: tree,
		GIT_INDEX_FILE: join(own, 'index'),
	}
	await git(['read-tree', commit], { env })
	// Git would look into other repositories with settings that a tool may have written.
	const others = repositoriesIn(await git(['ls-tree', '-r', '-z', commit], { env }))
	if (others.length > 0) await git(['update-index', '--force-remove', '--', ...others], { env })
	const left = others.map(path => `:(exclude,top,literal)${path}`)
	const notRead = await git(['-C', tree, 'add', '--all', '--ignore-errors', '--', '.', ...left], {
		env,
	}).then(
		() => [],
		// All the rest is added.
		error => [messageOf(error)],
	)
	const inside = repositoriesIn(await git(['ls-files', '--stage', '-z'], { env }))
	const how = [
		'--cached',
		'--binary',
		'--no-ext-diff',
		'--no-textconv',
		'--no-color',
		'--ignore-submodules=all',
	]
	const patch = await git(['diff', ...how, commit], { env })
	const missing = [...inside.map(path => `${path} is a repository of its own`), ...notRead]
	return missing.map(why => `# not in this patch: ${why.replaceAll(/\s+/g, ' ')}\n`).join('') + patch
}

/** Of lines that git ends with zero bytes. */
function repositoriesIn(entries: string): readonly string[] {
	return entries.split('\0').flatMap(entry => /^160000 [^\t]+\t([\s\S]+)$/.exec(entry)?.[1] ?? [])
}

function gitFor(source: CloneSource, own: string, env: Environment, limits: CloneLimits): CloneGit {
	const isOverSsh = !/^(?:https?|git|file):/.test(source.url)
	const built = Object.fromEntries(
		Object.entries(childEnvironment(env)).filter(([name]) => !name.startsWith('GIT_')),
	)
	const settings = Object.entries({
		...SETTINGS,
		// Whoever allowed the folder has said that it is safe.
		...(source.url.startsWith('file:') && { 'safe.directory': '*' }),
	})
	const all = {
		...built,
		// Neither passwords nor settings of whoever runs the server; a key for ssh lies in his home.
		...(isOverSsh ? {} : { HOME: own, XDG_CONFIG_HOME: own }),
		GIT_CONFIG_GLOBAL: '/dev/null',
		GIT_CONFIG_NOSYSTEM: '1',
		GIT_CONFIG_COUNT: String(settings.length),
		...Object.fromEntries(
			settings.flatMap(([key, value], index) => [
				[`GIT_CONFIG_KEY_${index}`, key],
				[`GIT_CONFIG_VALUE_${index}`, value],
			]),
		),
		GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
		GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oStrictHostKeyChecking=yes -oConnectTimeout=20',
		GIT_LFS_SKIP_SMUDGE: '1',
		GIT_TERMINAL_PROMPT: '0',
		LC_ALL: 'C',
	}
	return (args, more = {}) => runGit(args, { own, limits, env: { ...all, ...more.env }, signal: more.signal })
}

type GitRun = { own: string; limits: CloneLimits; env: Environment; signal: AbortSignal | undefined }

function runGit(args: readonly string[], { own, limits, env, signal }: GitRun): Promise<string> {
	return new Promise((resolve, reject) => {
		// A group of its own: what fetches are its children.
		const child = spawn('git', args, { cwd: own, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
		const out: Buffer[] = []
		let said = ''
		let why: string | undefined
		const end = (reason: string) => {
			why ??= reason
			if (child.pid !== undefined) killGroup(child.pid)
		}
		const stop = () => end('the task is not worked on here any more')
		const timer = setTimeout(() => end(`it took longer than ${limits.ms / 1_000} s`), limits.ms)
		const watch = setInterval(() => {
			void sizeOf(own).then(bytes => {
				if (bytes > limits.bytes) end(`it is larger than ${Math.round(limits.bytes / 1024 ** 2)} MiB`)
			})
		}, WATCH_MS)
		signal?.addEventListener('abort', stop, { once: true })
		if (signal?.aborted) stop()
		child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			said = (said + text).slice(-SAID_CHARACTERS)
		})
		const ended = () => {
			clearTimeout(timer)
			clearInterval(watch)
			signal?.removeEventListener('abort', stop)
		}
		child.once('error', error => {
			ended()
			reject(failed(args, error.message))
		})
		child.once('close', code => {
			ended()
			if (code === 0 && why === undefined) resolve(Buffer.concat(out).toString('utf8'))
			else reject(failed(args, why ?? said.trim()))
		})
	})
}

function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL')
	} catch {
		// It has ended.
	}
}

async function sizeOf(folder: string): Promise<number> {
	const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
	const sizes = await Promise.all(
		entries.map(entry =>
			entry.isFile()
				? stat(join(entry.parentPath, entry.name)).then(
						({ size }) => size,
						() => 0,
					)
				: 0,
		),
	)
	return sizes.reduce((sum, size) => sum + size, 0)
}

async function lastEpoch(own: string): Promise<number | undefined> {
	const text = await readFile(join(own, EPOCH_FILE), 'utf8').catch(() => undefined)
	return text === undefined ? undefined : Number(text)
}

function failed(args: readonly string[], why: string): AgentError {
	const what = args.find(arg => /^[a-z]/.test(arg)) ?? ''
	return new AgentError(
		'config-invalid',
		`the workspace could not be cloned (git ${what}): ${why || 'it did not say why'}`,
	)
}

/** What could start a program, ask for something, or go elsewhere than was allowed. */
const SETTINGS: Readonly<Record<string, string>> = {
	'core.hooksPath': '/dev/null',
	'core.fsmonitor': 'false',
	'core.askPass': '',
	'credential.helper': '',
	'http.followRedirects': 'false',
	'fetch.recurseSubmodules': 'false',
	'submodule.recurse': 'false',
	'uploadpack.allowAnySHA1InWant': 'true',
	'protocol.ext.allow': 'never',
	'protocol.version': '2',
	'advice.detachedHead': 'false',
	'gc.auto': '0',
	'maintenance.auto': 'false',
}
const REPOSITORY = 'repository.git'
const TREE = 'tree'
const EPOCH_FILE = 'epoch'
const WATCH_MS = 500
const SAID_CHARACTERS = 2_000
/** A task is one row. */
const MOST_PATCH = 8 * 1024 ** 2
