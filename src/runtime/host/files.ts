// The file system of this machine, as the floors below know it.

import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { mkdir, open, readdir, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { FileStat, Files, FolderEntry } from '../../core/host.ts'
import { anchorFolder, movedAway } from './anchored-folder.ts'
import { createLocalMounts } from './local-mounts.ts'
import { loadChecked, scanChecked } from './open-once.ts'
import { isOwnRealPath } from './own-real-path.ts'

export function createNodeFiles(): Files {
	const mounts = createLocalMounts()
	const load: Files['checked']['load'] = (path, limitBytes) => loadChecked(path, limitBytes, mounts)
	return {
		read: path => unlessMissing(readFile(path)),
		writeAtomic,
		stat: async path => statOf(await unlessMissing(stat(path))),
		realPath: async path => (isOwnRealPath(path, mounts) ? path : realPath(path)),
		linkTarget: path => readlink(path).catch(() => undefined),
		list: async path => (await unlessMissing(readdir(path, { withFileTypes: true })))?.map(entryOf),
		remove: path => rm(path, { force: true }),
		checked: {
			read: path => readChecked(path, load),
			load,
			scan: (path, take) => scanChecked(path, take, mounts),
			writeAtomic: writeChecked,
			remove: removeChecked,
		},
	}
}

async function writeAtomic(path: string, bytes: Uint8Array, like?: string): Promise<void> {
	const folder = dirname(path)
	await mkdir(folder, { recursive: true })
	await replace({ entry: name => join(folder, name), name: basename(path), bytes, like })
}

type AtomicWrite = {
	/** The path of a name in the folder. */
	entry(name: string): string
	name: string
	bytes: Uint8Array
	like: string | undefined
}

async function replace({ entry, name, bytes, like }: AtomicWrite): Promise<void> {
	const old = await unlessMissing(stat(entry(name)))
	const model = old ?? (like === undefined ? undefined : await unlessMissing(stat(like)))
	const temporary = entry(`.keelson-${randomBytes(6).toString('hex')}.tmp`)
	try {
		const file = await open(temporary, 'wx')
		try {
			await file.writeFile(bytes)
			// Set afterwards, because the umask would take bits from a mode given at creation.
			if (model) await file.chmod(model.mode & 0o7777)
		} finally {
			await file.close()
		}
		await rename(temporary, entry(name))
	} catch (error) {
		await rm(temporary, { force: true })
		throw error
	}
}

/** A folder, a pipe or a device in the place of a file is no content: the system's words for reading a folder fit them all. */
async function readChecked(path: string, load: Files['checked']['load']): Promise<Uint8Array | undefined> {
	const loaded = await load(path, Number.POSITIVE_INFINITY)
	if (loaded.kind === 'file') return loaded.bytes
	if (loaded.kind === 'missing') return undefined
	throw Object.assign(new Error(`EISDIR: ${path} is no regular file`), { code: 'EISDIR' })
}

async function writeChecked(path: string, bytes: Uint8Array, like?: string): Promise<void> {
	const folder = await anchorFolder(dirname(path), { create: true })
	if (!folder) throw movedAway(path)
	try {
		await replace({ entry: folder.entry, name: basename(path), bytes, like })
	} finally {
		await folder.close()
	}
}

async function removeChecked(path: string): Promise<void> {
	const folder = await anchorFolder(dirname(path), { create: false })
	if (!folder) return
	try {
		await rm(folder.entry(basename(path)), { force: true })
	} finally {
		await folder.close()
	}
}

async function realPath(path: string): Promise<string> {
	const known = await unlessMissing(realpath(path))
	if (known !== undefined) return known
	const parent = await realPath(dirname(path))
	const here = join(parent, basename(path))
	// A link to nothing: a write through it would create what it points to, so that is what gets judged.
	const target = await readlink(here).catch(() => undefined)
	return target === undefined ? here : realPath(resolve(parent, target))
}

async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
	try {
		return await work
	} catch (error) {
		if (isMissing(error)) return undefined
		throw error
	}
}

function isMissing(error: unknown): boolean {
	return hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')
}

function hasCode(error: unknown, code: string): boolean {
	return error instanceof Error && 'code' in error && error.code === code
}

const UNSETTLED_MS = 100

type Kinds = { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }

function statOf(found: Stats | undefined): FileStat | undefined {
	if (!found) return undefined
	const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
	const { dev, ino, size, mtimeMs, ctimeMs } = found
	// The time of the last change of any kind cannot be set by anybody; one of just now may hide another.
	const isSettled = Date.now() - ctimeMs > UNSETTLED_MS
	const stamp = isSettled && { stamp: `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}` }
	return { kind, sizeBytes: size, modifiedMs: mtimeMs, ...stamp }
}

function entryOf(entry: Kinds & { name: string }): FolderEntry {
	if (entry.isSymbolicLink()) return { name: entry.name, kind: 'link' }
	return { name: entry.name, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other' }
}
