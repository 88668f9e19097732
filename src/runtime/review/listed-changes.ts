// The changes of one scope as they were listed: from the session's checkpoints, or from git, each with what is needed to
// look at both sides of a file when somebody does.

import { dirname, isAbsolute, relative } from 'node:path'
import type { ChangedFile, ChangeList, ChangeScope } from '../../core/review/changes.ts'
import { shownName } from '../../core/text/byte-names.ts'
import { diskContent, diskContents } from '../../workspace/changes/disk-content.ts'
import type { ComparedSides } from '../../workspace/changes/file-change.ts'
import type { FileContent } from '../../workspace/changes/file-content.ts'
import { gitChanges } from '../../workspace/changes/git-changes.ts'
import { blobContents } from '../../workspace/changes/git-contents.ts'
import type { PathChange } from '../../workspace/checkpoints/chain.ts'
import type { TreeEntry } from '../../workspace/checkpoints/entry.ts'
import { gitOf } from '../../workspace/checkpoints/repositories.ts'
import type { Checkpoints } from '../../workspace/checkpoints/store.ts'
import type { ReviewGit } from './review-git.ts'

export type ListedChanges = {
	list: ChangeList
	/** As they are now, in the order of the paths; undefined for a path that was not listed. */
	sides(paths: readonly string[]): Promise<readonly (ComparedSides | undefined)[]>
	/** Folders that were made for a file, the innermost first: without it and empty nobody misses them. */
	foldersFor(path: string): readonly string[]
}

export type ListedScope = { scope: ChangeScope; since: string; cwd: string }

export function nothingListed({ scope, since }: Omit<ListedScope, 'cwd'>, problem?: string): ListedChanges {
	const list = { scope, since, files: [], moreFiles: 0, ...(problem !== undefined && { problem }) }
	return { list, sides: async paths => paths.map(() => undefined), foldersFor: () => [] }
}

export function checkpointChanges(
	listed: ListedScope,
	changes: readonly PathChange[],
	checkpoints: Pick<Checkpoints, 'read'>,
): ListedChanges {
	const { cwd } = listed
	const isFolder = (entry: TreeEntry | undefined) => entry?.kind === 'folder'
	const madeFolders = new Set(
		changes.flatMap(({ path, before, after }) => (!before && isFolder(after) ? [path] : [])),
	)
	// What git keeps for itself is nobody's work, and a folder shows by what is in it.
	const all = changes.filter(
		({ path, before, after }) =>
			gitOf(path) === undefined && [before, after].some(entry => entry && !isFolder(entry)),
	)
	const found = all.slice(0, MOST_FILES)
	const byPath = new Map(found.map(change => [change.path, change]))
	const files = found.map(({ path, before, after, isByHand }): ChangedFile => {
		const what = !before ? 'added' : after ? 'changed' : 'removed'
		return { path, name: nameIn(cwd, path), what, ...(isByHand && { isByHand: true }) }
	})
	return {
		list: listOf(listed, files, all.length - found.length),
		sides: paths =>
			Promise.all(
				paths.map(async path => {
					const change = byPath.get(path)
					if (!change) return undefined
					const [before, after] = await Promise.all([
						keptContent(change.before, checkpoints),
						diskContent(path),
					])
					return { before, after }
				}),
			),
		foldersFor: path => foldersAbove(path, folder => madeFolders.has(folder)),
	}
}

export async function changesInGit(
	listed: ListedScope,
	commit: string,
	repository: ReviewGit,
): Promise<ListedChanges> {
	const { top } = repository
	const { changes, more } = await gitChanges(commit, repository)
	const byPath = new Map(changes.map(change => [change.path, change]))
	const files = changes.map(
		({ path, before, isGone }): ChangedFile => ({
			path,
			name: nameIn(listed.cwd, path),
			what: before ? (isGone ? 'removed' : 'changed') : 'added',
		}),
	)
	return {
		list: listOf(listed, files, more),
		async sides(paths) {
			const wanted = paths.flatMap(path => byPath.get(path) ?? [])
			const onDisk = diskContents(wanted.map(({ path }) => path))
			const [before, after] = await Promise.all([blobContents(wanted, onDisk, repository), onDisk])
			let next = -1
			return paths.map(path => {
				if (!byPath.has(path)) return undefined
				next++
				return { before: before[next]!, after: after[next]! }
			})
		},
		// Git knows no folders.
		foldersFor: path => foldersAbove(path, folder => folder.startsWith(`${top}/`)),
	}
}

const MOST_FILES = 10_000

function foldersAbove(path: string, isMeant: (folder: string) => boolean): readonly string[] {
	const folders: string[] = []
	for (let at = dirname(path); isMeant(at); at = dirname(at)) folders.push(at)
	return folders
}

function listOf({ scope, since }: ListedScope, files: readonly ChangedFile[], moreFiles: number): ChangeList {
	return { scope, since, files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)), moreFiles }
}

function nameIn(cwd: string, path: string): string {
	const short = relative(cwd, path)
	return shownName(isAbsolute(short) ? path : short)
}

async function keptContent(
	entry: TreeEntry | undefined,
	checkpoints: Pick<Checkpoints, 'read'>,
): Promise<FileContent> {
	if (!entry) return { kind: 'missing' }
	const { kind, content, mode, notKept } = entry
	if (kind === 'link') return { kind, target: content }
	if (kind !== 'file')
		return { kind: 'closed', words: kind === 'folder' ? 'a folder' : 'a special file', id: kind }
	if (notKept !== undefined) {
		const words = notKept === 'too-large' ? 'was too large to be kept' : 'could not be kept'
		return { kind: 'closed', words, id: `${notKept} ${entry.stamp.sizeBytes} ${entry.stamp.modifiedMs}` }
	}
	return { kind, bytes: Buffer.from(await checkpoints.read(content)), mode }
}
