// The files of a plugin in a git repository, at one commit. Nothing is checked out: what is fetched is read blob by blob,
// so no hook, filter, submodule or link of the repository ever acts.

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AgentError } from '../../../core/errors.ts'
import { type PluginFile, type PluginFiles, pluginBounds } from '../../../extensions/plugins/plugin-files.ts'
import { childEnvironment } from '../../host/child-environment.ts'
import type { ReadPluginFiles } from './folder-files.ts'

export type GitSource = {
	url: string
	/** A commit, a branch or a tag. Left out, what the repository opens with. */
	ref: string | undefined
	/** Where in it the plugin is. */
	folder: string | undefined
}

/**
 * @returns the files, and the whole id of the commit
 * @param onFetched - told how many of the objects are here
 * @throws AgentError `config-invalid` with what git said
 */
export async function gitFiles(
	{ url, ref, folder }: GitSource,
	env: Readonly<Record<string, string | undefined>>,
	onFetched: OnFetched = () => {},
): Promise<ReadPluginFiles & { commit: string }> {
	const repository = await mkdtemp(join(tmpdir(), 'keelson-plugin-'))
	const git = (args: readonly string[], input?: string) =>
		runGit([...SAFE, '-C', repository, ...args], { env, input, onFetched })
	try {
		await git(['init', '--quiet', '--bare', '--template='])
		const commit = await fetchCommit(git, url, ref)
		const { entries, leftOut } = await listTree(git, commit, folder)
		const count = pluginBounds(url)
		for (const { path, sizeBytes } of entries) count(path, sizeBytes)
		const blobs = await git(['cat-file', '--batch'], `${entries.map(({ blob }) => blob).join('\n')}\n`)
		return { files: filesOf(entries, blobs), leftOut, commit }
	} finally {
		await rm(repository, { recursive: true, force: true })
	}
}

export type OnFetched = (done: number, total: number) => void

type Git = (args: readonly string[], input?: string) => Promise<Buffer>

/** What could start a program, whatever the user's own configuration says of other repositories. */
const SAFE = [
	'protocol.ext.allow=never',
	'core.hooksPath=/dev/null',
	'core.fsmonitor=false',
	'fetch.recurseSubmodules=false',
	'fetch.fsckObjects=true',
	'gc.auto=0',
].flatMap(setting => ['-c', setting])

async function fetchCommit(git: Git, url: string, ref: string | undefined): Promise<string> {
	const wanted = ref ?? 'HEAD'
	const fetch = ['fetch', '--progress', '--no-tags', '--no-recurse-submodules', '--no-write-commit-graph']
	// A server need not give out a commit by a part of its id; then it is looked for among all of them.
	if (/^[0-9a-f]{7,39}$/i.test(wanted)) {
		await git([...fetch, '--', url, '+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'])
		return revision(git, `${wanted}^{commit}`)
	}
	await git([...fetch, '--depth=1', '--', url, wanted])
	return revision(git, 'FETCH_HEAD^{commit}')
}

async function revision(git: Git, name: string): Promise<string> {
	return (await git(['rev-parse', '--verify', '--quiet', '--end-of-options', name])).toString('utf8').trim()
}

type GitTreeEntry = { path: string; blob: string; sizeBytes: number; isExecutable: boolean }

async function listTree(
	git: Git,
	commit: string,
	folder: string | undefined,
): Promise<{ entries: readonly GitTreeEntry[]; leftOut: readonly string[] }> {
	const tree = folder === undefined ? commit : `${commit}:${folder}`
	const listed = (await git(['ls-tree', '-r', '-z', '-l', '--full-tree', tree])).toString('utf8')
	const lines = listed.split('\0').filter(line => line !== '')
	const read = lines.map((line): GitTreeEntry | string => {
		const [, mode, blob, size, path = line] = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t([\s\S]+)$/.exec(line) ?? []
		// Links and other repositories have modes of their own.
		if (blob === undefined || !mode?.startsWith('100')) return path
		return { path, blob, sizeBytes: Number(size), isExecutable: mode === '100755' }
	})
	return {
		entries: read.filter(each => typeof each !== 'string'),
		leftOut: read.filter(each => typeof each === 'string'),
	}
}

/** `<id> blob <size>\n<bytes>\n` for each that was asked for, in order. */
function filesOf(entries: readonly GitTreeEntry[], blobs: Buffer): PluginFiles {
	const files = new Map<string, PluginFile>()
	let at = 0
	for (const { path, blob, sizeBytes, isExecutable } of entries) {
		const start = blobs.indexOf('\n', at) + 1
		if (blobs.toString('latin1', at, start) !== `${blob} blob ${sizeBytes}\n`)
			throw new AgentError('config-invalid', `git gave something else for ${path}`)
		files.set(path, { bytes: new Uint8Array(blobs.subarray(start, start + sizeBytes)), isExecutable })
		at = start + sizeBytes + 1
	}
	return files
}

function runGit(
	args: readonly string[],
	{
		env,
		input,
		onFetched,
	}: {
		env: Readonly<Record<string, string | undefined>>
		input: string | undefined
		onFetched: OnFetched
	},
): Promise<Buffer> {
	const ownEnv = Object.entries(childEnvironment(env)).filter(([name]) => !name.startsWith('GIT_'))
	return new Promise((resolve, reject) => {
		const child = spawn('git', args, {
			env: {
				...Object.fromEntries(ownEnv),
				GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
				GIT_LFS_SKIP_SMUDGE: '1',
				GIT_TERMINAL_PROMPT: '0',
				LC_ALL: 'C',
			},
			stdio: ['pipe', 'pipe', 'pipe'],
			timeout: GIT_TIMEOUT_MS,
		})
		const out: Buffer[] = []
		let said = ''
		child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			const fetched = [...text.matchAll(FETCHED)].at(-1)
			if (fetched) onFetched(Number(fetched[1]), Number(fetched[2]))
			said = (said + text).replace(PROGRESS, '').slice(-SAID_CHARACTERS)
		})
		child.stdin.on('error', () => undefined).end(input ?? '')
		child.once('error', error => reject(failed(error.message)))
		child.once('close', (code, signal) => {
			if (code === 0) resolve(Buffer.concat(out))
			else reject(failed(signal ? `it took longer than ${GIT_TIMEOUT_MS / 1000} s` : said.trim()))
		})
	})
}

function failed(why: string): AgentError {
	return new AgentError('config-invalid', `git could not fetch it: ${why || 'it did not say why'}`)
}

/** A large repository is received, a small one unpacked. */
const FETCHED = /(?:Receiving|Unpacking) objects: +\d+% \((\d+)\/(\d+)\)/g
/** What git says of how far it is, which is no reason for anything. */
const PROGRESS = /^(?:remote: )?[A-Z][a-z]+ (?:objects|deltas):[^\r\n]*[\r\n]+/gm
const GIT_TIMEOUT_MS = 120_000
const SAID_CHARACTERS = 2_000
