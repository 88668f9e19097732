// Worktrees whose process is gone: what nobody has changed is removed, and what holds work is named.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseJson } from '../../core/json.ts'
import { isAlive } from '../../process/process-alive.ts'
import type { RunGit } from './git.ts'
import { changesIn, OWNER_FILE, removeWorktree, type WorktreeOwner } from './worktree.ts'

/**
 * @param folder - where worktrees are
 * @param cwd - only those of the repository this is in are named
 * @returns a sentence for each that holds work
 */
export async function leftWorktrees(folder: string, cwd: string, git: RunGit): Promise<readonly string[]> {
	const names = await readdir(folder).catch((): string[] => [])
	const found = await Promise.all(
		names.map(name => sayOf(join(folder, name), cwd, git).catch(() => undefined)),
	)
	return found.filter(text => text !== undefined)
}

async function sayOf(folder: string, cwd: string, git: RunGit): Promise<string | undefined> {
	const owner = await ownerOf(folder)
	if (!owner || isAlive(owner.process, folder)) return undefined
	// It died before there was anything to work in.
	const changes =
		owner.base === '' ? [] : await changesIn({ folder, tree: owner.tree, base: owner.base }, git)
	if (changes.length === 0) {
		await removeWorktree({ folder })
		return undefined
	}
	if (cwd !== owner.repository && !cwd.startsWith(`${owner.repository}/`)) return undefined
	const count = changes.length === 1 ? '1 file' : `${changes.length} files`
	return `what the agent ${owner.agent} changed in ${count} was never merged: it is in ${owner.tree}; delete ${folder} when it is of no use`
}

async function ownerOf(folder: string): Promise<WorktreeOwner | undefined> {
	const json = parseJson(await readFile(join(folder, OWNER_FILE), 'utf8'))
	if (!isObject(json)) return undefined
	const { tree, cwd, repository, base, agent, process } = json
	const texts = [tree, cwd, repository, base, agent, process]
	if (!texts.every(value => typeof value === 'string')) return undefined
	return { tree, cwd, repository, base, agent, process } as WorktreeOwner
}
