// How many files git sees changed in a folder, for the status line.

import { fieldsOf, ONLY_READING } from '../../workspace/worktrees/git.ts'
import { createRunGit } from './run-git.ts'

/** Nothing that the repository names is started for it. @returns undefined where there is no git, or no repository */
export async function gitDirty(cwd: string): Promise<number | undefined> {
	const git = createRunGit({ env: process.env })
	try {
		// A filter is a program of the repository's choice, and looking whether a file has changed would run it.
		const { stdout: found } = await git(
			[...ONLY_READING, 'config', '-z', '--name-only', '--get-regexp', '^filter\\..*\\.(clean|process)$'],
			{ cwd, expected: [1] },
		)
		const filters = fieldsOf(found)
		const env = Object.fromEntries([
			['GIT_CONFIG_COUNT', String(filters.length)],
			...filters.flatMap((key, index) => [
				[`GIT_CONFIG_KEY_${index}`, key],
				[`GIT_CONFIG_VALUE_${index}`, ''],
			]),
		])
		const { stdout } = await git(
			[...ONLY_READING, 'status', '--porcelain', '--no-renames', '-z', '--ignore-submodules=all'],
			{ cwd, env },
		)
		return fieldsOf(stdout).length
	} catch {
		return undefined
	}
}
