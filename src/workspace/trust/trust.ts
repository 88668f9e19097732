// Whether what a folder brings along may act: only as it was when the user said so. Trust is kept by the folder's real
// path and a hash of everything it is about, so that a pull, a copy or another work tree asks again.

import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { isObject } from '../../core/json.ts'
import { findProject } from '../places/project.ts'
import type { SettingsFolders } from '../places/project-file.ts'
import {
	allProjectFiles,
	projectFile,
	readProjectFile,
	removeProjectFile,
	writeProjectFile,
} from '../places/project-file.ts'
import { findUntrustedContent, type UntrustedContent } from './trust-offers.ts'

export type TrustedFolder = UntrustedContent & {
	/** The root of the project, as it was reached. */
	root: string
	/** Links resolved: what trust is kept by. */
	realRoot: string
	/** `nothing`: it brings nothing along that would need trust, and nobody has said that it is trusted. `changed`: it was trusted, and is not like that any more. */
	standing: 'nothing' | 'new' | 'changed' | 'trusted'
	/** Since it was trusted, one for each file: `.mcp.json was added`. */
	changes: readonly string[]
}

export async function openFolder({
	cwd,
	folders,
}: {
	cwd: string
	folders: SettingsFolders
}): Promise<TrustedFolder> {
	const { root } = await findProject(cwd)
	const realRoot = await realpath(root).catch(() => root)
	const found = await findUntrustedContent(root)
	const known = await trustedHashes(folders, realRoot)
	if (found.offers.length === 0)
		return { ...found, root, realRoot, standing: known ? 'trusted' : 'nothing', changes: [] }
	if (!known) return { ...found, root, realRoot, standing: 'new', changes: [] }
	const changes = differences(known, hashesOf(found))
	return { ...found, root, realRoot, standing: changes.length === 0 ? 'trusted' : 'changed', changes }
}

/** Keeps trust in exactly what was found, whatever has become of the files since. */
export async function trust(folder: TrustedFolder, folders: SettingsFolders): Promise<TrustedFolder> {
	const files = Object.fromEntries(hashesOf(folder))
	await writeProjectFile(projectFile(folders, folder.realRoot, 'trust'), { files })
	return { ...folder, standing: 'trusted', changes: [] }
}

/** @returns whether there was trust to take back */
export async function distrust(realRoot: string, folders: SettingsFolders): Promise<boolean> {
	const file = projectFile(folders, realRoot, 'trust')
	const was = await readProjectFile(file)
	if (was) await removeProjectFile(file)
	return was !== undefined
}

export async function trustedFolders(folders: SettingsFolders): Promise<readonly string[]> {
	const files = await allProjectFiles(folders, 'trust')
	return files.flatMap(({ root }) => (typeof root === 'string' ? [root] : [])).sort()
}

async function trustedHashes(
	folders: SettingsFolders,
	realRoot: string,
): Promise<ReadonlyMap<string, string> | undefined> {
	const content = await readProjectFile(projectFile(folders, realRoot, 'trust'))
	if (!content || !isObject(content.files)) return undefined
	return new Map(Object.entries(content.files).map(([file, hash]) => [file, String(hash)]))
}

function hashesOf({ files, belongings }: UntrustedContent): ReadonlyMap<string, string> {
	const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
	return new Map([...belongings, ...[...files].map(([file, bytes]) => [file, hash(bytes)] as const)])
}

function differences(
	before: ReadonlyMap<string, string>,
	now: ReadonlyMap<string, string>,
): readonly string[] {
	return [...new Set([...before.keys(), ...now.keys()])].sort().flatMap(file => {
		if (!before.has(file)) return [`${file} was added`]
		if (!now.has(file)) return [`${file} was removed`]
		return before.get(file) === now.get(file) ? [] : [`${file} was changed`]
	})
}
