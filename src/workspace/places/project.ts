// The folder a session is about, and what git says of it: read from its files, because starting git takes longer
// than everything else at start-up and runs whatever the repository's own settings name.

import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readTextFile } from './text-file.ts'

export type Project = {
	/** The work tree `cwd` is in, or `cwd` itself where there is no git. */
	root: string
	/** Where HEAD is. Elsewhere than `root/.git` for worktrees and submodules. */
	gitFolder: string | undefined
}

/** @param cwd - absolute */
export async function findProject(cwd: string): Promise<Project> {
	for (let folder = cwd; ; folder = dirname(folder)) {
		const gitFolder = await gitFolderOf(folder)
		if (gitFolder !== undefined) return { root: folder, gitFolder }
		if (folder === dirname(folder)) return { root: cwd, gitFolder: undefined }
	}
}

/** The branch, or the first characters of the commit when HEAD is detached; undefined where neither can be told. */
export async function gitBranch({ gitFolder }: Pick<Project, 'gitFolder'>): Promise<string | undefined> {
	if (gitFolder === undefined) return undefined
	const head = (await readTextFile(join(gitFolder, 'HEAD')).catch(() => undefined))?.trim()
	const branch = head?.match(/^ref: refs\/heads\/(.+)$/)?.[1]
	// A repository with reftables keeps this name in HEAD for readers that do not know about them.
	if (branch !== undefined) return branch === '.invalid' ? undefined : branch
	return head?.match(/^[0-9a-f]{7}(?=[0-9a-f]{33})/)?.[0]
}

async function gitFolderOf(folder: string): Promise<string | undefined> {
	const path = join(folder, '.git')
	const found = await stat(path).catch(() => undefined)
	if (found?.isDirectory()) return path
	if (!found?.isFile()) return undefined
	const pointer = (await readTextFile(path).catch(() => undefined))?.match(/^gitdir: (.+)/)?.[1]
	return pointer === undefined ? undefined : resolve(folder, pointer.trim())
}
