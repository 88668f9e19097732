// The file system of this machine, as the floors below know it.

import { randomBytes } from 'node:crypto'
import { constants, fstatSync } from 'node:fs'
import {
	type FileHandle,
	mkdir,
	open,
	readdir,
	readFile,
	readlink,
	realpath,
	rename,
	rm,
	stat,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { FileStat, Files, FolderEntry } from '../../core/host.ts'
import { anchorFolder, isStillAt, movedAway } from './anchored-folder.ts'

export function createNodeFiles(): Files {
	return {
		read: path => unlessMissing(readFile(path)),
		writeAtomic,
		stat: async path => statOf(await unlessMissing(stat(path))),
		realPath,
		list: async path => (await unlessMissing(readdir(path, { withFileTypes: true })))?.map(entryOf),
		remove: path => rm(path, { force: true }),
		checked: { read: readChecked, writeAtomic: writeChecked, remove: removeChecked },
	}
}

async function writeAtomic(path: string, bytes: Uint8Array): Promise<void> {
	const folder = dirname(path)
	await mkdir(folder, { recursive: true })
	await replace(name => join(folder, name), basename(path), bytes)
}

async function replace(entry: (name: string) => string, name: string, bytes: Uint8Array): Promise<void> {
	const old = await unlessMissing(stat(entry(name)))
	const temporary = entry(`.keelson-${randomBytes(6).toString('hex')}.tmp`)
	try {
		const file = await open(temporary, 'wx')
		try {
			await file.writeFile(bytes)
			// Set afterwards, because the umask would take bits from a mode given at creation.
			if (old) await file.chmod(old.mode & 0o7777)
		} finally {
			await file.close()
		}
		await rename(temporary, entry(name))
	} catch (error) {
		await rm(temporary, { force: true })
		throw error
	}
}

async function readChecked(path: string): Promise<Uint8Array | undefined> {
	// Without waiting: a pipe that has come in the place of a file would never answer.
	const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
	const file = await unlessMissing(open(path, flags)).catch((error: unknown) => {
		throw hasCode(error, 'ELOOP') ? movedAway(path) : error
	})
	if (!file) return undefined
	try {
		if (!(await isStillAt(file, path))) throw movedAway(path)
		return await contentOf(file)
	} finally {
		await file.close()
	}
}

/**
 * One read for a file that says how large it is, where `readFile` takes three; every operation is a hop through the
 * thread pool. What is open already answers how large it is without one.
 */
async function contentOf(file: FileHandle): Promise<Uint8Array> {
	const { size } = fstatSync(file.fd)
	if (size === 0 || size > ONE_READ_BYTES) return file.readFile()
	const buffer = Buffer.allocUnsafe(size + 1)
	const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
	// It has grown or shrunk meanwhile, or is one of those files that do not know their size.
	return bytesRead === size ? buffer.subarray(0, size) : file.readFile()
}

const ONE_READ_BYTES = 16 * 1024 * 1024

async function writeChecked(path: string, bytes: Uint8Array): Promise<void> {
	const folder = await anchorFolder(dirname(path), { create: true })
	if (!folder) throw movedAway(path)
	try {
		await replace(folder.entry, basename(path), bytes)
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

type Kinds = { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }

function statOf(found: (Kinds & { size: number; mtimeMs: number }) | undefined): FileStat | undefined {
	if (!found) return undefined
	const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
	return { kind, sizeBytes: found.size, modifiedMs: found.mtimeMs }
}

function entryOf(entry: Kinds & { name: string }): FolderEntry {
	if (entry.isSymbolicLink()) return { name: entry.name, kind: 'link' }
	return { name: entry.name, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other' }
}
