// Where a plugin comes from, as it is written on the command line, and its files from there.

import { stat } from 'node:fs/promises'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { AgentError } from '../../../core/errors.ts'
import { folderFiles, type ReadPluginFiles } from './folder-files.ts'
import { type GitSource, gitFiles, type OnFetched } from './git-files.ts'
import type { PluginSource } from './plugin-store.ts'

export type GitEnvironment = Readonly<Record<string, string | undefined>>

export type FoundPlugin = ReadPluginFiles & {
	source: PluginSource
	/** What it may be called where it does not say. */
	fallback: string
}

/**
 * @param written - a folder, or a repository; `#` before a commit, a branch or a tag, and `:` behind that before a folder
 * @throws AgentError `usage` for what is neither
 */
export async function findPlugin(
	written: string,
	{ cwd, home, env }: { cwd: string; home: string; env: GitEnvironment },
	onFetched?: OnFetched,
): Promise<FoundPlugin> {
	const whole = pathOf(written, { cwd, home })
	if (await isFolder(whole)) return fromFolder(whole)
	const hash = written.lastIndexOf('#')
	const place = hash === -1 ? written : written.slice(0, hash)
	const [ref, folder] = splitOnce(hash === -1 ? '' : written.slice(hash + 1), ':')
	const local = pathOf(place, { cwd, home })
	const isLocal = !isRemote(place) && (await isFolder(local))
	if (!isLocal && !isRemote(place))
		throw new AgentError(
			'usage',
			`${written}: there is no such folder, and it is no address of a git repository`,
		)
	if (/^https?:\/\/[^/]*:[^/]*@/.test(place))
		throw new AgentError(
			'usage',
			'the address holds a password, which would be kept; let git ask a credential helper',
		)
	return fromGit(
		{
			url: isLocal ? local : place,
			ref: ref || undefined,
			folder: folder?.replaceAll(/^\/+|\/+$/g, '') || undefined,
		},
		env,
		onFetched,
	)
}

/** As it is there now: a folder as it stands, a branch as far as it has come. */
export async function findAgain(
	source: PluginSource,
	env: GitEnvironment,
	onFetched?: OnFetched,
): Promise<FoundPlugin> {
	if (source.kind === 'git')
		return fromGit({ url: source.url, ref: source.ref, folder: source.folder }, env, onFetched)
	if (await isFolder(source.path)) return fromFolder(source.path)
	throw new AgentError(
		'config-invalid',
		`${source.path} is not there any more; add it anew from where it is now`,
	)
}

/** One line: where it is from, and which state of it. */
export function sourceText(source: PluginSource): string {
	if (source.kind === 'folder') return source.path
	const { url, ref, folder, commit } = source
	const at = ref === undefined || commit.startsWith(ref) ? '' : ` (${ref})`
	return `${url}${folder === undefined ? '' : `, ${folder}`} at ${commit.slice(0, 12)}${at}`
}

/** A commit that was named stays what it is. */
export function isPinned(source: PluginSource): boolean {
	return (
		source.kind === 'git' && source.ref !== undefined && source.commit.startsWith(source.ref.toLowerCase())
	)
}

async function fromFolder(path: string): Promise<FoundPlugin> {
	return { source: { kind: 'folder', path }, ...(await folderFiles(path)), fallback: basename(path) }
}

async function fromGit(
	{ url, ref, folder }: GitSource,
	env: GitEnvironment,
	onFetched: OnFetched | undefined,
): Promise<FoundPlugin> {
	const { commit, ...read } = await gitFiles({ url, ref, folder }, env, onFetched)
	const source = { kind: 'git' as const, url, commit, ...(ref && { ref }), ...(folder && { folder }) }
	return { source, ...read, fallback: basename(folder ?? url).replace(/\.git$/, '') }
}

function isRemote(place: string): boolean {
	return /^(?:https?|ssh|git|file):\/\//.test(place) || /^[\w.-]+@[\w.-]+:[^:]/.test(place)
}

function pathOf(written: string, { cwd, home }: { cwd: string; home: string }): string {
	if (written === '~' || written.startsWith('~/')) return join(home, written.slice(1))
	return isAbsolute(written) ? resolve(written) : resolve(cwd, written)
}

async function isFolder(path: string): Promise<boolean> {
	return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

function splitOnce(text: string, separator: string): readonly [string, string | undefined] {
	const at = text.indexOf(separator)
	return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
