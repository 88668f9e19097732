// The object folder that a worktree of ours borrows from, which git in it reads: it is outside of the worktree, and what
// says so lies where no agent in it can write.

import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isObject, parseJson } from '../../core/json.ts'
import { OWNER_FILE } from './worktree.ts'

/**
 * @param cwd - any folder
 * @param worktrees - where ours are
 * @returns nothing for a folder that is in none of them
 */
export async function borrowedObjects(cwd: string, worktrees: string): Promise<readonly string[]> {
	const [name] = relative(worktrees, cwd).split('/')
	if (!name || name === '..') return []
	const text = await readFile(join(worktrees, name, OWNER_FILE), 'utf8').catch(() => '{}')
	const owner = parseJson(text)
	return isObject(owner) && typeof owner.objects === 'string' ? [owner.objects] : []
}
