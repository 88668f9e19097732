// Repositories in the work tree: what a run did to a `.git` is gone back on as a whole or not at all, since half of it
// would be a repository that git cannot read.

import { dirname } from 'node:path'
import type { Tree, TreeEntry } from './entry.ts'
import type { Left, RestoreStep } from './steps.ts'

/** The `.git` that a path is in or is, the outermost one. */
export function gitOf(path: string): string | undefined {
	const at = path.indexOf('/.git/')
	if (at !== -1) return path.slice(0, at + GIT.length)
	return path.endsWith(GIT) ? path : undefined
}

/** Whether the content of the repository is in it: its objects, each of which never changes. */
export function isGitObject(path: string): boolean {
	return /\/\.git\/(?:.+\/)?objects(?:\/|$)/.test(path)
}

/** What somebody else changed in repositories since. */
export class ForeignGitChanges {
	/** What a run did there can no longer be told from what is theirs. */
	readonly taken = new Set<string>()
	/** Something of theirs may be built on what a run committed. */
	readonly built = new Set<string>()

	note(path: string, kind: TreeEntry['kind']): void {
		const git = gitOf(path)
		if (git === undefined || kind === 'folder') return
		const inner = path.slice(git.length + 1)
		if (isGitObject(path) || inner.startsWith('refs/')) this.built.add(git)
		if (!isGitObject(path) && !PASSING.test(inner)) this.taken.add(git)
	}
}

/**
 * @param foreign - repositories that are also worked in from elsewhere
 * @param changes - of somebody else, since the state that is gone back to
 */
export function withWholeRepositories(
	{ steps, left }: { steps: readonly RestoreStep[]; left: readonly Left[] },
	{ foreign, changes }: { foreign: ReadonlySet<string>; changes: ForeignGitChanges },
): { steps: RestoreStep[]; left: Left[] } {
	const staying = new Map<string, Left['why']>()
	for (const { path } of steps) {
		const git = gitOf(path)
		if (git === undefined) continue
		if (foreign.has(git)) staying.set(git, 'other-work-tree')
		else if (changes.taken.has(git)) staying.set(git, 'git-by-hand')
	}
	// Objects of a later commit that stay do no harm; a commit without its objects does.
	const withObjects = new Set(changes.built)
	for (const { path } of left) {
		const git = gitOf(path)
		if (git !== undefined) withObjects.add(git)
	}
	const stays = (path: string) => staying.has(gitOf(path) ?? '')
	return {
		steps: steps.filter(({ path, to }) => {
			const isKeptObject = !to && isGitObject(path) && withObjects.has(gitOf(path) ?? '')
			return !stays(path) && !isKeptObject
		}),
		left: [
			...left.filter(({ path, why }) => !stays(path) && !(why === 'unknown-maker' && isGitObject(path))),
			...[...staying].map(([path, why]) => ({ path, why })),
		],
	}
}

/** The `gitdir` of each work tree that was added to a repository, in which is written where it lies. */
export function addedWorkTrees(tree: Tree): readonly string[] {
	return [...tree.keys()].filter(path => path.includes('/.git/worktrees/') && path.endsWith('/gitdir'))
}

/** What `gitdir` says, as the folder of the work tree. */
export function workTreeIn(gitdir: string): string {
	return dirname(gitdir.trim())
}

const GIT = '/.git'

/** What git writes over while somebody only looks, or fetches. */
const PASSING =
	/^(?:index|ORIG_HEAD|FETCH_HEAD|COMMIT_EDITMSG|gc\.log|gc\.pid|fsmonitor--daemon.*|.*\.lock|info\/refs|(?:logs\/)?refs\/remotes\/.*)$/
