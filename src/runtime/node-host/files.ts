// The file system of this machine, as the floors below know it.

import { randomBytes } from 'node:crypto'
import {
	chmod,
	mkdir,
	readdir,
	readFile,
	readlink,
	realpath,
	rename,
	rm,
	stat,
	writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { FileStat, Files, FolderEntry } from '../../core/host.ts'

export function createNodeFiles(): Files {
	return {
		read: path => unlessMissing(readFile(path)),
		writeAtomic,
		stat: async path => statOf(await unlessMissing(stat(path))),
		realPath,
		list: async path => (await unlessMissing(readdir(path, { withFileTypes: true })))?.map(entryOf),
		remove: path => rm(path, { force: true }),
	}
}

async function writeAtomic(path: string, bytes: Uint8Array): Promise<void> {
	const folder = dirname(path)
	await mkdir(folder, { recursive: true })
	const old = await unlessMissing(stat(path))
	const temporary = join(folder, `.keelson-${randomBytes(6).toString('hex')}.tmp`)
	try {
		await writeFile(temporary, bytes, { flag: 'wx' })
		// Set afterwards, because the umask would take bits from a mode given at creation.
		if (old) await chmod(temporary, old.mode & 0o7777)
		await rename(temporary, path)
	} catch (error) {
		await rm(temporary, { force: true })
		throw error
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
	return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
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
