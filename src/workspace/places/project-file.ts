// Per-project user data, kept in the user's own folder under the project's real path: a repository cannot bring it
// along, and a copy or a worktree of it begins with nothing.

import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { JsonObject } from '../../core/json.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { HomeFolders } from './home-folders.ts'
import { readTextFile } from './text-file.ts'

/** @param topic - `trust` or `permissions`; each has a file of its own */
export type ProjectFile = { path: string; root: string }

export type SettingsFolders = Pick<HomeFolders, 'settingsFile'>

/** @param root - the real path of the project's root */
export function projectFile(
	folders: SettingsFolders,
	root: string,
	topic: 'trust' | 'permissions',
): ProjectFile {
	const hash = createHash('sha256').update(root).digest('hex').slice(0, 16)
	const name =
		basename(root)
			.replaceAll(/[^A-Za-z0-9._-]/g, '_')
			.slice(0, 60) || 'root'
	return { path: join(projectsFolder(folders), `${name}-${hash}`, `${topic}.json`), root }
}

/** @returns undefined when there is none, or when it is about another folder */
export async function readProjectFile({ path, root }: ProjectFile): Promise<JsonObject | undefined> {
	const content = parseJson((await readTextFile(path)) ?? '')
	return isObject(content) && content.root === root ? content : undefined
}

/** Whole or not at all, for the user's eyes only. */
export async function writeProjectFile({ path, root }: ProjectFile, content: JsonObject): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 })
	const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
	try {
		const text = `${JSON.stringify({ root, ...content }, null, '\t')}\n`
		await writeFile(temporary, text, { flag: 'wx', mode: 0o600 })
		await rename(temporary, path)
	} catch (error) {
		await rm(temporary, { force: true })
		throw error
	}
}

export async function removeProjectFile({ path }: ProjectFile): Promise<void> {
	await rm(path, { force: true })
}

/** Every file of one topic, of whatever project. */
export async function allProjectFiles(
	folders: SettingsFolders,
	topic: 'trust' | 'permissions',
): Promise<readonly JsonObject[]> {
	const folder = projectsFolder(folders)
	const names = await readdir(folder).catch((): string[] => [])
	const contents = await Promise.all(
		names
			.sort()
			.map(async name => parseJson((await readTextFile(join(folder, name, `${topic}.json`))) ?? '')),
	)
	return contents.filter(isObject)
}

function projectsFolder({ settingsFile }: SettingsFolders): string {
	return join(dirname(settingsFile), 'projects')
}
