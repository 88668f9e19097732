// The files of a plugin in a folder: every regular file below it. No link is followed, nothing of git is looked at.

import type { Stats } from 'node:fs'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type PluginFile, type PluginFiles, pluginBounds } from '../../../extensions/plugins/plugin-files.ts'

export type ReadPluginFiles = {
	files: PluginFiles
	/** Links and the like, which no plugin can have. */
	leftOut: readonly string[]
}

/** @throws AgentError `config-invalid` where it is no plugin by its size alone */
export async function folderFiles(folder: string): Promise<ReadPluginFiles> {
	const count = pluginBounds(folder)
	const files = new Map<string, PluginFile>()
	const leftOut: string[] = []
	const open = ['']
	for (let at = 0; at < open.length; at++) {
		const below = open[at]!
		const entries = await readdir(join(folder, below), { withFileTypes: true })
		for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
			if (IGNORED.has(entry.name)) continue
			const path = below + entry.name
			if (entry.isDirectory()) {
				count(path, 0)
				open.push(`${path}/`)
			} else if (entry.isFile()) files.set(path, await readPluginFile(join(folder, path), path, count))
			else leftOut.push(path)
		}
	}
	return { files, leftOut }
}

const IGNORED: ReadonlySet<string> = new Set(['.git', '.DS_Store'])

async function readPluginFile(
	path: string,
	name: string,
	count: (path: string, sizeBytes: number) => void,
): Promise<PluginFile> {
	let file: FileHandle | undefined
	try {
		// It may have become a link or a pipe since the folder was listed.
		file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
		const found: Stats = await file.stat()
		if (!found.isFile()) throw new Error(`${path} is no regular file`)
		count(name, found.size)
		return { bytes: await file.readFile(), isExecutable: (found.mode & 0o100) !== 0 }
	} finally {
		await file?.close()
	}
}
