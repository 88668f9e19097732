// Installed plugins: a copy of each in the user's own data folder, and one file that says where each came from and what
// was trusted. What is not as it was then is not used.

import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AgentError, messageOf } from '../../../core/errors.ts'
import type { JsonObject, JsonValue } from '../../../core/json.ts'
import { isObject, parseJson } from '../../../core/json.ts'
import { contentHash, type PluginFiles } from '../../../extensions/plugins/plugin-files.ts'
import { isPluginName } from '../../../extensions/plugins/plugin-manifest.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import { readTextFile } from '../../../workspace/places/text-file.ts'
import { folderFiles } from './folder-files.ts'

export type PluginSource =
	| { kind: 'folder'; path: string }
	/** `ref`: as it was asked for; a commit is one that never moves. */
	| { kind: 'git'; url: string; ref?: string; folder?: string; commit: string }

export type InstalledPlugin = {
	name: string
	source: PluginSource
	/** Of its files, as they were trusted. */
	hash: string
	/** Its folder, absolute. */
	root: string
}

export type PluginFolders = Pick<HomeFolders, 'data'>

/** Sorted by name. Empty where there are none, which costs one look. */
export async function installedPlugins(folders: PluginFolders): Promise<readonly InstalledPlugin[]> {
	const text = await readTextFile(recordFile(folders)).catch(() => undefined)
	if (text === undefined) return []
	const record = parseJson(text)
	const plugins = isObject(record) && isObject(record.plugins) ? record.plugins : {}
	return Object.entries(plugins)
		.flatMap(([name, entry]) => installedIn(name, entry, folders))
		.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** @returns its files, or undefined where they are not those that were trusted */
export async function trustedFiles({ root, hash }: InstalledPlugin): Promise<PluginFiles | undefined> {
	const read = await folderFiles(root).catch(() => undefined)
	// What is no file could not have been hashed, so it was not there.
	return read?.leftOut.length === 0 && contentHash(read.files) === hash ? read.files : undefined
}

/** Puts a plugin in its place, whole, and then into the record. One that was there before is gone. */
export async function installPlugin(
	plugin: { name: string; source: PluginSource; files: PluginFiles },
	folders: PluginFolders,
): Promise<InstalledPlugin> {
	const { name, source, files } = plugin
	const root = rootOf(name, folders)
	const incoming = `${root}.${randomBytes(6).toString('hex')}.tmp`
	const outgoing = `${incoming}.old`
	try {
		await writeFiles(incoming, files)
		await rename(root, outgoing).catch(ignoreMissing)
		await rename(incoming, root)
	} catch (error) {
		await rename(outgoing, root).catch(() => undefined)
		throw new AgentError('storage-failed', `${root} cannot be written: ${messageOf(error)}`, { cause: error })
	} finally {
		await Promise.all([incoming, outgoing].map(path => rm(path, { recursive: true, force: true })))
	}
	const installed = { name, source, hash: contentHash(files), root }
	const others = (await installedPlugins(folders)).filter(other => other.name !== name)
	await writeRecord([...others, installed], folders)
	return installed
}

export async function removePlugin({ name, root }: InstalledPlugin, folders: PluginFolders): Promise<void> {
	// Out of the record first: what is left over of its files is then used by nobody.
	await writeRecord(
		(await installedPlugins(folders)).filter(other => other.name !== name),
		folders,
	)
	await rm(root, { recursive: true, force: true })
}

function recordFile({ data }: PluginFolders): string {
	return join(data, 'plugins', 'installed.json')
}

function rootOf(name: string, { data }: PluginFolders): string {
	return join(data, 'plugins', 'files', name)
}

function installedIn(name: string, entry: JsonValue, folders: PluginFolders): readonly InstalledPlugin[] {
	if (!isPluginName(name) || !isObject(entry) || typeof entry.hash !== 'string') return []
	const source = sourceIn(entry.source)
	return source ? [{ name, source, hash: entry.hash, root: rootOf(name, folders) }] : []
}

function sourceIn(value: JsonValue | undefined): PluginSource | undefined {
	if (!isObject(value)) return undefined
	const { kind, path, url, ref, folder, commit } = value
	if (kind === 'folder' && typeof path === 'string') return { kind, path }
	if (kind !== 'git' || typeof url !== 'string' || typeof commit !== 'string') return undefined
	return {
		kind,
		url,
		commit,
		...(typeof ref === 'string' && { ref }),
		...(typeof folder === 'string' && { folder }),
	}
}

/** Whole or not at all, for the user's eyes only. */
async function writeRecord(plugins: readonly InstalledPlugin[], folders: PluginFolders): Promise<void> {
	const path = recordFile(folders)
	const entries = plugins.map(({ name, source, hash }): [string, JsonObject] => [
		name,
		{ source: { ...source }, hash },
	])
	await mkdir(dirname(path), { recursive: true, mode: 0o700 })
	const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
	try {
		const text = `${JSON.stringify({ plugins: Object.fromEntries(entries) }, null, '\t')}\n`
		await writeFile(temporary, text, { flag: 'wx', mode: 0o600 })
		await rename(temporary, path)
	} catch (error) {
		await rm(temporary, { force: true })
		throw new AgentError('storage-failed', `${path} cannot be written: ${messageOf(error)}`, { cause: error })
	}
}

async function writeFiles(root: string, files: PluginFiles): Promise<void> {
	await mkdir(root, { recursive: true, mode: 0o700 })
	for (const [path, { bytes, isExecutable }] of files) {
		const target = join(root, path)
		await mkdir(dirname(target), { recursive: true, mode: 0o700 })
		await writeFile(target, bytes, { flag: 'wx', mode: 0o600 })
		if (isExecutable) await chmod(target, 0o700)
	}
}

function ignoreMissing(error: unknown): void {
	if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
