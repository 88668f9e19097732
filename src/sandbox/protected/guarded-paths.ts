// Finds what must not change inside the roots: what is there, what must not come into being, and what only a look
// afterwards can keep, because nothing can be mounted on a link.

import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { SandboxPolicy } from '../../core/sandbox.ts'
import { contains } from '../../safety/paths/paths.ts'
import { byteString, textString } from '../repositories/byte-paths.ts'
import { gitFoldersAt } from '../repositories/git-folders.ts'
import type { NameSearch } from './deep-names.ts'
import { namesToKeepFree } from './missing-names.ts'

export type Guards = {
	/** There, and to be read-only. */
	guarded: readonly string[]
	/** Not there, and to be kept that way. */
	missing: readonly Missing[]
	watched: readonly Watched[]
}

/** `isShown`: whoever looks into the workspace sees what keeps it free. */
export type Missing = { path: string; as: 'file' | 'folder'; isShown?: boolean }

/**
 * The same for a command that goes on in the background: what would keep names free before the user's eyes for as long
 * as it runs is left out.
 * @param isMask - there is nothing at a path but what keeps it free for others
 * @returns `names`: to be watched instead
 */
export function withoutShown(
	{ guarded, missing, watched }: Guards,
	isMask: (path: string) => boolean,
): Guards & { names: readonly string[] } {
	const masks = guarded.filter(isMask)
	const names = [...missing.filter(({ isShown }) => isShown).map(({ path }) => path), ...masks]
	return {
		guarded: guarded.filter(path => !masks.includes(path)),
		missing: missing.filter(({ path }) => !names.some(name => contains(name, path))),
		watched,
		names,
	}
}

/** As it is now; `target` undefined: not there. */
export type Watched = { path: string; target: string | undefined }

const MAX_GIT_FOLDERS = 50

/** @param isMask - there is nothing at a path but what keeps it free for others */
export function findGuards(
	{ roots, home }: Pick<SandboxPolicy, 'roots' | 'home'>,
	search: NameSearch,
	isMask: (path: string) => boolean = () => false,
): Guards {
	const found: GuardScan = { guarded: [], missing: [], watched: [], isMask }
	for (const root of roots) {
		for (const name of namesToKeepFree({ isHome: root === home }))
			keepFree({ path: join(root, name), as: 'folder', isShown: true }, found)
		// With these three a folder is a repository, and its `config` is git's to obey.
		if (lstat(join(root, 'HEAD')) === undefined)
			found.watched.push({ path: join(root, 'HEAD'), target: undefined })
		for (const path of search.protectedIn(root)) guardIfThere(path, found)
		if (root !== home && contains(root, home))
			for (const name of namesToKeepFree({ isHome: true })) guardIfThere(join(home, name), found)
	}
	return found
}

type GuardScan = {
	guarded: string[]
	missing: Missing[]
	watched: Watched[]
	isMask(path: string): boolean
}

/** Commits are made in here, so it stays writable, but for what git starts programs by. */
function guardGitFolder(folder: string, found: GuardScan): void {
	const folders = [folder, ...moduleFolders(join(folder, 'modules'))]
	for (const each of folders) {
		keepFree({ path: join(each, 'hooks'), as: 'folder' }, found)
		keepFree({ path: join(each, 'config'), as: 'file' }, found)
		keepFree({ path: join(each, 'config.worktree'), as: 'file' }, found)
		if (lstat(join(each, 'info'))?.isDirectory())
			keepFree({ path: join(each, 'info', 'attributes'), as: 'file' }, found)
		else keepFree({ path: join(each, 'info'), as: 'folder' }, found)
		guardIfThere(join(each, 'worktrees'), found)
		// An empty one makes git fail, inside and outside.
		const commonFolder = join(each, 'commondir')
		if (lstat(commonFolder)) guardIfThere(commonFolder, found)
		else found.watched.push({ path: commonFolder, target: undefined })
	}
}

function moduleFolders(modules: string): readonly string[] {
	const repositories: string[] = []
	const folders = [modules]
	for (let at = 0; at < folders.length && at < MAX_GIT_FOLDERS; at++) {
		const folder = folders[at]!
		const entries = entriesOf(folder)
		if (entries.some(({ name }) => name === 'HEAD')) {
			repositories.push(folder)
			folders.push(join(folder, 'modules'))
		} else folders.push(...entries.filter(entry => entry.isDirectory()).map(({ name }) => join(folder, name)))
	}
	return repositories
}

/** What a `.git` file leads to, and the folder its repository shares with others. */
function gitFoldersOf(file: string): readonly string[] {
	// Strings that hold a byte a character: names need not be text.
	return gitFoldersAt(byteString(file)).map(textString)
}

function keepFree(missing: Missing, found: GuardScan): void {
	if (lstat(missing.path)) guardIfThere(missing.path, found)
	else found.missing.push(missing)
}

function guardIfThere(path: string, found: GuardScan): void {
	const stat = lstat(path)
	if (!stat) return
	if (stat.isSymbolicLink()) {
		found.watched.push({ path, target: readlinkSync(path) })
		const real = realPath(path)
		if (real !== undefined) found.guarded.push(real)
	} else if (basename(path) !== '.git' || found.isMask(path)) found.guarded.push(path)
	else if (stat.isDirectory()) guardGitFolder(path, found)
	// A work tree or a submodule: the folder the file names is obeyed like one called `.git`.
	else found.guarded.push(path, ...gitFoldersOf(path))
}

function lstat(path: string) {
	try {
		return lstatSync(path, { throwIfNoEntry: false })
	} catch {
		// Something on the way is no folder, or closed to us, and then to the command as well.
		return undefined
	}
}

function realPath(path: string): string | undefined {
	try {
		return realpathSync(path)
	} catch {
		return undefined
	}
}

function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true })
	} catch {
		return []
	}
}
