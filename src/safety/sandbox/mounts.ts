// The mount list of a sandbox: what a command finds at which path, outer folders first, and on every path the
// strictest rule last.

import { dirname } from 'node:path'
import type { SandboxPolicy } from '../../core/sandbox.ts'
import { contains } from '../paths/paths.ts'

/** `empty-file` and `empty-folder` hide what is there. */
export type Mount = { path: string; as: 'writable' | 'read-only' | 'empty-file' | 'empty-folder' }

/** What was found on disk just before the command starts. All paths are real ones and exist. */
export type Finds = {
	/** Protected paths, inside the roots or not. */
	guarded: readonly string[]
	hiddenFiles: readonly string[]
	hiddenFolders: readonly string[]
}

/** Places of which a command has its own, so that other programs' files and sockets in them are out of reach. */
export const OWN_PLACES = ['/tmp', '/var/tmp', '/run', '/dev', '/proc'] as const

export function mountsFor(policy: SandboxPolicy, finds: Finds, cwd: string): readonly Mount[] {
	const mounts = new Map<string, Mount['as']>()
	const add = (path: string, as: Mount['as']) => {
		const before = mounts.get(path)
		if (before === undefined || STRICTNESS[as] > STRICTNESS[before]) mounts.set(path, as)
	}
	// The whole system cannot be a root: its mount would lie over every other one.
	const roots = policy.roots.filter(root => root !== '/')
	const areWritable = policy.mode === 'workspace-write'
	for (const root of roots) add(root, areWritable ? 'writable' : 'read-only')
	if (areWritable) for (const path of finds.guarded) if (isIn(path, roots)) add(path, 'read-only')
	for (const path of finds.hiddenFiles) add(path, 'empty-file')
	for (const path of [...policy.hidden, ...finds.hiddenFolders]) add(path, 'empty-folder')
	for (const path of policy.readable) add(path, 'read-only')
	if (!isIn(cwd, roots) && isIn(cwd, OWN_PLACES)) add(cwd, 'read-only')
	if (areWritable) pinParents(roots, mounts)
	return [...mounts]
		.map(([path, as]): Mount => ({ path, as }))
		.filter(mount => !isCovered(mount, mounts, [...roots, ...policy.readable]))
		.sort((one, other) => depth(one.path) - depth(other.path) || (one.path < other.path ? -1 : 1))
}

const STRICTNESS: Readonly<Record<Mount['as'], number>> = {
	writable: 0,
	'read-only': 1,
	'empty-file': 2,
	'empty-folder': 2,
}

/**
 * A mount point cannot be renamed, but the folder it lies in can, and a new one put in its place would be without it.
 * So every folder on the way becomes a mount point too.
 */
function pinParents(roots: readonly string[], mounts: Map<string, Mount['as']>): void {
	for (const path of [...mounts.keys()]) {
		const between: string[] = []
		let parent = dirname(path)
		for (; isIn(parent, roots) && !mounts.has(parent); parent = dirname(parent)) between.push(parent)
		// Inside what is read-only nothing can be renamed, and a mount of our own would open it.
		if (mounts.get(parent) === 'writable') for (const folder of between) mounts.set(folder, 'writable')
	}
}

/**
 * Nothing more has to be said about a path when a folder around it says the same or hides it. Only what was opened on
 * purpose shows in a hidden folder.
 */
function isCovered(
	{ path, as }: Mount,
	mounts: ReadonlyMap<string, Mount['as']>,
	opened: readonly string[],
): boolean {
	for (let parent = dirname(path); ; parent = dirname(parent)) {
		const around = mounts.get(parent)
		if (around === 'writable') return false
		if (around === 'read-only') return as === 'read-only'
		if (around === 'empty-folder') return !opened.includes(path)
		if (parent === dirname(parent)) return false
	}
}

export function isIn(path: string, folders: readonly string[]): boolean {
	return folders.some(folder => contains(folder, path))
}

function depth(path: string): number {
	return path.split('/').length
}
