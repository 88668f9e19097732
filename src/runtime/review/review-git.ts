// Git for a review: started only where the repository cannot make it run a program, and only to read.

import type { Files } from '../../core/host.ts'
import { newRepositoryMemory } from '../../safety/repositories/remembered-files.ts'
import { repositoryProblem } from '../../safety/repositories/repository-check.ts'
import { GIT_ENVIRONMENT } from '../../safety/shell-policy/programs/git.ts'
import type { AskGit } from '../../workspace/changes/git-changes.ts'
import { findProject } from '../../workspace/places/project.ts'
import { ONLY_READING } from '../../workspace/worktrees/git.ts'
import { createRunGit } from '../host/run-git.ts'

/** `top`: of the work tree, real. */
export type ReviewGit = { top: string; git: AskGit }

/** @returns a sentence where git is not asked */
export async function openReviewGit({
	cwd,
	home,
	env,
	files,
}: {
	cwd: string
	home: string
	env: Readonly<Record<string, string | undefined>>
	files: Files
}): Promise<ReviewGit | string> {
	const folder = await files.realPath(cwd)
	const { root, gitFolder } = await findProject(folder)
	if (gitFolder === undefined) return 'This folder is in no git repository.'
	const memory = newRepositoryMemory()
	const problem = await repositoryProblem(folder, { files, roots: [root], readableRoots: [], home, memory })
	if (problem !== undefined) return problem.reason
	const run = createRunGit({ env })
	return {
		top: root,
		git: async (args, input, mostBytes) => {
			// Many of them say with 1 that there is nothing.
			const options = {
				cwd: root,
				env: GIT_ENVIRONMENT,
				expected: [1],
				...(input !== undefined && { input }),
				...(mostBytes !== undefined && { mostBytes }),
			}
			return (await run([...ONLY_READING, ...args], options)).stdout
		},
	}
}
