// Merging what a sub-agent did in its worktree back into the user's files: three sides to each file, and where the user
// has changed the same lines since, nothing at all.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ourRepository, type RunGit } from './git.ts'
import { changesIn, contentOf, trackerOf, type Worktree } from './worktree.ts'

/** One file as it is to become; `after` undefined removes it. */
export type MergedFile = {
	/** Below the top of the repository. */
	path: string
	/** As it is in the user's folder now. */
	before: Uint8Array | undefined
	after: Uint8Array | undefined
	/** It is to be one that can be run, or no longer. */
	isExecutable?: boolean
}

export type Merge = {
	files: readonly MergedFile[]
	/** Files that both sides have changed so that nobody can tell what is meant. */
	conflicts: readonly string[]
	/** What cannot be merged: links, and repositories in the repository. */
	others: readonly string[]
}

/** @param read - the user's file of that path as it is now */
export async function mergeOf(
	worktree: Worktree,
	read: (path: string) => Promise<Uint8Array | undefined>,
	git: RunGit,
): Promise<Merge> {
	const files: MergedFile[] = []
	const conflicts: string[] = []
	const others: string[] = []
	for (const { path, before: from, after: to } of await changesIn(worktree, git)) {
		if ([from, to].some(side => side && !FILE_MODES.has(side.mode))) {
			others.push(path)
			continue
		}
		const side = async (of: typeof from) => of && (await contentOf(worktree, of, git))
		const [base, theirs, ours] = await Promise.all([side(from), side(to), read(path)])
		const isExecutable = to && to.mode !== (from?.mode ?? PLAIN) ? to.mode === EXECUTABLE : undefined
		const mode = isExecutable === undefined ? {} : { isExecutable }
		if (same(ours, theirs)) {
			if (isExecutable !== undefined && ours) files.push({ path, before: ours, after: ours, ...mode })
		} else if (same(ours, base)) files.push({ path, before: ours, after: theirs, ...mode })
		else {
			const merged = base && theirs && ours && (await mergeText(worktree, { base, theirs, ours }, git))
			if (merged) files.push({ path, before: ours, after: merged, ...mode })
			else conflicts.push(path)
		}
	}
	return { files, conflicts, others }
}

const PLAIN = '100644'
const EXECUTABLE = '100755'
const FILE_MODES: ReadonlySet<string> = new Set([PLAIN, EXECUTABLE])

type Sides = { base: Uint8Array; theirs: Uint8Array; ours: Uint8Array }

/** @returns undefined where the same lines were changed, or the file is no text */
async function mergeText(
	{ folder, tree }: Worktree,
	sides: Sides,
	git: RunGit,
): Promise<Uint8Array | undefined> {
	const place = join(folder, 'merge')
	await mkdir(place, { recursive: true, mode: 0o700 })
	for (const [name, bytes] of Object.entries(sides)) await writeFile(join(place, name), bytes)
	const { stdout, exitCode } = await git(['merge-file', '-p', 'ours', 'base', 'theirs'], {
		cwd: place,
		env: ourRepository(trackerOf(folder), tree),
		expected: Array.from({ length: 255 }, (_, index) => index + 1),
	})
	return exitCode === 0 ? stdout : undefined
}

function same(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
	return a && b ? Buffer.compare(a, b) === 0 : a === b
}
