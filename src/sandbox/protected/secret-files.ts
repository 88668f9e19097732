// Finds what no command gets to read: keys, logins and histories in the home folder, and sockets of other programs.

import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { contains } from '../../safety/paths/paths.ts'
import { OWN_PLACES } from '../../safety/sandbox/mounts.ts'
import { secretAt } from '../../safety/shell-policy/analysis/sensitive-paths.ts'
import { socketPaths } from '../network/unix-sockets.ts'
import { findPrivateFiles } from './private-files.ts'

export type Hidden = { hiddenFiles: readonly string[]; hiddenFolders: readonly string[] }

/** @param programs - folders of programs that commands need */
export function findSecrets({
	roots,
	home,
	programs,
}: {
	roots: readonly string[]
	home: string
	programs: readonly string[]
}): Hidden {
	const look: SecretSearch = { home, roots, files: new Set(), folders: new Set() }
	for (const entry of entriesOf(home)) {
		const path = join(home, entry.name)
		if (hideIfSecret(path, entry, look) || !entry.name.startsWith('.')) continue
		lookInto(path, DEEPER.has(entry.name) ? 1 : 0, look)
	}
	findPrivateFiles({
		home,
		roots,
		programs,
		hide(path, as) {
			const real = realPath(path)
			if (real !== undefined) (as === 'file' ? look.files : look.folders).add(real)
		},
	})
	// Of the system's own files only root could read the closed ones.
	if (process.getuid?.() === 0)
		for (const folder of ['/etc', '/etc/ssh'])
			for (const entry of entriesOf(folder)) hideIfSecret(join(folder, entry.name), entry, look)
	return { hiddenFiles: [...look.files], hiddenFolders: [...look.folders] }
}

/** Sockets of this machine that could be connected to; those in places of the command's own are out of reach anyway. */
export function findSockets(shown: readonly string[]): readonly string[] {
	const isShown = (path: string) => shown.some(folder => contains(folder, path))
	return socketPaths(readText('/proc/net/unix')).flatMap(path => {
		const real = realPath(path)
		if (real === undefined) return []
		if (OWN_PLACES.some(place => contains(place, real)) && !isShown(real)) return []
		return statSync(real, { throwIfNoEntry: false })?.isSocket() ? [real] : []
	})
}

type SecretSearch = { home: string; roots: readonly string[]; files: Set<string>; folders: Set<string> }

/** Programs keep their logins one level further down in these. */
const DEEPER: ReadonlySet<string> = new Set(['.config', '.local'])

function lookInto(folder: string, levels: number, look: SecretSearch): void {
	for (const entry of entriesOf(folder)) {
		const path = join(folder, entry.name)
		if (!hideIfSecret(path, entry, look) && levels > 0 && entry.isDirectory())
			lookInto(path, levels - 1, look)
	}
}

function hideIfSecret(path: string, entry: Dirent, { home, roots, files, folders }: SecretSearch): boolean {
	// Whoever opens a folder of secrets as the workspace wants to work on it.
	if (roots.some(root => contains(root, path) && !contains(root, home))) return true
	if (roots.some(root => contains(path, root))) return false
	const scope = { folders: [], roots: [], readableRoots: [], home }
	// What is in a folder counts, not what may be: ~/.cargo holds a token, and the compiler.
	const inside = secretAt(`${path}/x`, scope) !== undefined
	if (!inside && (entry.isDirectory() || secretAt(path, scope) === undefined)) return false
	const real = realPath(path)
	if (real === undefined) return true
	const stat = statSync(real, { throwIfNoEntry: false })
	if (stat?.isDirectory()) folders.add(real)
	else if (stat) files.add(real)
	return true
}

function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true })
	} catch {
		return []
	}
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8')
	} catch {
		return ''
	}
}

function realPath(path: string): string | undefined {
	try {
		return realpathSync(path)
	} catch {
		return undefined
	}
}
