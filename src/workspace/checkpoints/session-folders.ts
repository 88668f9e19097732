// `<checkpoints>/<session>/`: each session's folder is whole in itself, so removing a session is removing its folder.
// What two sessions of a project have in common lies in both as one file with two names, and goes with the last.

import { copyFile, link, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseJson } from '../../core/json.ts'
import { type Contents, openContents, writeByRename } from './contents.ts'
import { errnoOf } from './disk-errors.ts'
import type { Tree } from './entry.ts'
import { loadChain } from './state-files.ts'

export type SessionFolder = { path: string; packs: string; states: string; journal: string }

export function sessionFolder(checkpoints: string, sessionId: string): SessionFolder {
	const path = join(checkpoints, sessionId)
	return {
		path,
		packs: join(path, 'packs'),
		states: join(path, 'states'),
		journal: join(path, 'restoring.json'),
	}
}

/** A copy of a session begins with all that the session has kept. Nothing is written twice. */
export async function linkFrom(checkpoints: string, parentId: string, own: SessionFolder): Promise<void> {
	const parent = sessionFolder(checkpoints, parentId)
	for (const name of ['packs', 'states'] as const) {
		const names = await namesIn(parent[name])
		if (names.length > 0) await mkdir(own[name], { recursive: true, mode: 0o700 })
		for (const file of names) await linkOrCopy(join(parent[name], file), join(own[name], file))
	}
}

/**
 * Begins where the newest session of the same roots has got to, so that only what changed since has to be read.
 * @returns what that session saw last, with contents that are now in `own` too
 */
export async function startFromNeighbour(
	checkpoints: string,
	own: SessionFolder,
	roots: readonly string[],
): Promise<Tree> {
	const [newest] = await neighbours(checkpoints, own, roots)
	if (!newest) return new Map()
	try {
		const loaded = await loadChain(newest.states, roots)
		if (!loaded) return new Map()
		const contents = await openContents(newest.packs, { mayClean: false })
		const shared = contents.worthSharing(contentsOf([loaded.now]))
		if (shared.length > 0) await mkdir(own.packs, { recursive: true, mode: 0o700 })
		for (const name of shared) await link(join(newest.packs, name), join(own.packs, name))
		return loaded.now
	} catch {
		// It was removed meanwhile, or is damaged: everything is read anew, which is only slower.
		await rm(own.packs, { recursive: true, force: true })
		return new Map()
	}
}

export async function writeAbout(own: SessionFolder, roots: readonly string[]): Promise<void> {
	await writeByRename(join(own.path, ABOUT), Buffer.from(JSON.stringify({ roots })))
}

/** Removes the oldest sessions' checkpoints of these roots until all together are small enough; never our own. */
export async function pruneNeighbours(
	checkpoints: string,
	own: SessionFolder,
	roots: readonly string[],
	{ maxTotalBytes }: { maxTotalBytes: number },
): Promise<void> {
	const others = await neighbours(checkpoints, own, roots)
	const seen = new Set<number>()
	let totalBytes = await newBytes(own, seen)
	for (const other of others) {
		totalBytes += await newBytes(other, seen)
		if (totalBytes > maxTotalBytes) await rm(other.path, { recursive: true, force: true })
	}
}

export function contentsOf(trees: readonly Tree[]): ReadonlySet<string> {
	const found = new Set<string>()
	for (const tree of trees)
		for (const { kind, content } of tree.values()) if (kind === 'file' && content !== '') found.add(content)
	return found
}

export async function readPacks({ packs }: SessionFolder): Promise<Contents> {
	return openContents(packs, { mayClean: true })
}

const ABOUT = 'about.json'

/** Other sessions about the same folders, the one used last first. */
async function neighbours(
	checkpoints: string,
	own: SessionFolder,
	roots: readonly string[],
): Promise<readonly SessionFolder[]> {
	const found: { folder: SessionFolder; usedMs: number }[] = []
	for (const name of await namesIn(checkpoints)) {
		const folder = sessionFolder(checkpoints, name)
		if (folder.path === own.path) continue
		const text = await readFile(join(folder.path, ABOUT), 'utf8').catch(() => '')
		const about = parseJson(text)
		if (!isObject(about) || JSON.stringify(about.roots) !== JSON.stringify(roots)) continue
		const stats = await stat(folder.states).catch(() => undefined)
		found.push({ folder, usedMs: stats?.mtimeMs ?? 0 })
	}
	return found.sort((a, b) => b.usedMs - a.usedMs).map(({ folder }) => folder)
}

/** Of files that were not counted yet. */
async function newBytes({ packs, states }: SessionFolder, seen: Set<number>): Promise<number> {
	let sum = 0
	for (const folder of [packs, states]) {
		for (const name of await namesIn(folder)) {
			const stats = await stat(join(folder, name)).catch(() => undefined)
			if (!stats || seen.has(stats.ino)) continue
			seen.add(stats.ino)
			sum += stats.size
		}
	}
	return sum
}

async function namesIn(folder: string): Promise<readonly string[]> {
	return readdir(folder).catch((): string[] => [])
}

/** Gone means that the parent let go of it just now; there, that it was linked before. */
async function linkOrCopy(from: string, to: string): Promise<void> {
	try {
		await link(from, to)
	} catch (error) {
		const code = errnoOf(error)
		if (code === 'ENOENT' || code === 'EEXIST') return
		// Not every disk has links.
		await copyFile(from, to)
	}
}
