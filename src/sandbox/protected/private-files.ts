// What in a home folder only its owner may read: other users are kept from it for a reason, and nobody has to have
// named the program. Looked for in the folders that begin with a dot, where programs keep what is theirs.

import { type Dirent, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { contains } from '../../safety/paths/paths.ts'
import {
	BUILD_SETTINGS,
	holdsPassword,
	isBuildPlace,
	isCredentialsName,
	OPEN_SECRETS,
	SHARED_PLACES,
} from './build-places.ts'

export type PrivateSearch = {
	home: string
	/** What the command works on: folders around it are looked into, and it is left alone. */
	roots: readonly string[]
	/** Folders of programs, which stay. */
	programs: readonly string[]
	/** Called for each that is to be hidden; a folder stands for all that is in it. */
	hide(path: string, as: 'file' | 'folder'): void
}

export function findPrivateFiles(search: PrivateSearch): void {
	const { home } = search
	// What lies around the home folder, or holds many programs' things, says nothing of what is in it.
	const programs = search.programs.filter(
		path => !contains(path, home) && !SHARED_PLACES.has(relative(home, path)),
	)
	const scan: PrivateScan = { ...search, programs, left: MAX_ENTRIES }
	for (const entry of entriesOf(search.home))
		if (entry.name.startsWith('.')) judge(entry.name, { depth: 0, inPackages: false }, scan)
}

/** A home with more is seldom one person's; what has not been looked at by then is hidden. */
const MAX_ENTRIES = 20_000

const MAX_DEPTH = 5

/** In caches and packages only the upper folders are looked into: that is where tools keep their logins. */
const PACKAGES_DEPTH = 3

/** A folder with more private files than that is hidden as one: every mount costs time. */
const MAX_HIDDEN = 8

type PrivateScan = PrivateSearch & { left: number }
type PlaceInHome = { depth: number; inPackages: boolean }

/** @param name - relative to the home folder */
function judge(name: string, { depth, inPackages }: PlaceInHome, scan: PrivateScan): void {
	const path = join(scan.home, name)
	if (scan.roots.some(root => contains(root, path) && !contains(root, scan.home))) return
	scan.left--
	const stat = statOf(path)
	const isKnown = OPEN_SECRETS.has(name)
	if (stat?.isFile()) {
		if (isKnown || isPrivateFile(name, { path, stat, inPackages })) scan.hide(path, 'file')
	} else if (stat?.isDirectory()) {
		const isAround = [...scan.roots, ...scan.programs].some(kept => contains(path, kept))
		const areBuilds = inPackages || isBuildPlace(name) || scan.programs.some(kept => contains(kept, path))
		const mayHide = !isAround && (isKnown || (!areBuilds && !SHARED_PLACES.has(name)))
		if (mayHide && (isKnown || isClosed(stat) || scan.left <= 0)) scan.hide(path, 'folder')
		else if (scan.left > 0 && depth < (areBuilds ? PACKAGES_DEPTH : MAX_DEPTH))
			judgeEntries(name, { depth, inPackages: areBuilds, mayHide }, scan)
	}
}

function judgeEntries(
	name: string,
	{ depth, inPackages, mayHide }: PlaceInHome & { mayHide: boolean },
	scan: PrivateScan,
): void {
	const path = join(scan.home, name)
	const found: (readonly [string, 'file' | 'folder'])[] = []
	const inner: PrivateScan = { ...scan, hide: (...hidden) => found.push(hidden) }
	for (const entry of entriesOf(path)) {
		// A link leads to something that has a place of its own.
		const entryName = `${name}/${entry.name}`
		if (!entry.isSymbolicLink() && mayMatter(entryName, entry, inPackages))
			judge(entryName, { depth: depth + 1, inPackages }, inner)
	}
	scan.left = inner.left
	if (mayHide && found.length > MAX_HIDDEN) scan.hide(path, 'folder')
	else for (const hidden of found) scan.hide(...hidden)
}

/** Among packages most files need no second look. */
function mayMatter(name: string, entry: Dirent, inPackages: boolean): boolean {
	return !inPackages || entry.isDirectory() || isCredentialsName(entry.name) || BUILD_SETTINGS.has(name)
}

type PrivateFile = { path: string; stat: Stats; inPackages: boolean }

function isPrivateFile(name: string, { path, stat, inPackages }: PrivateFile): boolean {
	if (BUILD_SETTINGS.has(name)) return holdsPassword(textOf(path, stat))
	return isClosed(stat) && (inPackages ? isCredentialsName(basename(name)) : !isBuildPlace(name))
}

function isClosed({ mode }: Stats): boolean {
	return (mode & 0o077) === 0
}

function statOf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false })
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

const MAX_SETTINGS_BYTES = 1_000_000

function textOf(path: string, { size }: Stats): string {
	try {
		return size > MAX_SETTINGS_BYTES ? '' : readFileSync(path, 'utf8')
	} catch {
		return ''
	}
}
