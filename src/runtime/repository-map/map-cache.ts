// What was found out about a folder's files for its repository map, kept on disk by path, size and time of change. Read
// anew whenever it is damaged, of another version or not ours to read.

import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { FileFacts } from '../../workspace/repository-map/file-facts.ts'
import { mapCacheFile } from './cache-file.ts'

export type MapCache = {
	load(): Promise<ReadonlyMap<string, FileFacts>>
	/** Never fails: what cannot be kept is found out again. */
	save(facts: readonly FileFacts[]): Promise<void>
}

export function openMapCache(folder: string, root: string): MapCache {
	const path = mapCacheFile(folder, root)
	return {
		async load() {
			const bytes = await readFile(path).catch(() => undefined)
			const facts = bytes && decode(bytes)
			return new Map(facts?.map(each => [each.path, each]))
		},
		async save(facts) {
			try {
				await mkdir(folder, { recursive: true, mode: 0o700 })
				const body = serialize(facts)
				await write(path, [Buffer.from(FORMAT), digest(body), body])
				await dropOldest(folder)
			} catch {
				// The disk is full or not ours: the next session reads the files again.
			}
		},
	}
}

/** Another one means that facts are found or kept in another way. */
const FORMAT = 'keelson-map-1\n'
const DIGEST_BYTES = 32

/** The digest says that these are the bytes that were written, so their shape need not be looked at. */
function decode(bytes: Buffer): readonly FileFacts[] | undefined {
	if (bytes.toString('latin1', 0, FORMAT.length) !== FORMAT) return undefined
	const body = bytes.subarray(FORMAT.length + DIGEST_BYTES)
	if (!digest(body).equals(bytes.subarray(FORMAT.length, FORMAT.length + DIGEST_BYTES))) return undefined
	try {
		return deserialize(body)
	} catch {
		// Written by a newer Node.
		return undefined
	}
}

function digest(body: Uint8Array): Buffer {
	return createHash('sha256').update(body).digest()
}

async function write(path: string, pieces: readonly Uint8Array[]): Promise<void> {
	const temporary = `${path}.${process.pid}.tmp`
	try {
		const file = await open(temporary, 'w', 0o600)
		try {
			await file.chmod(0o600)
			for (const piece of pieces) await file.writeFile(piece)
		} finally {
			await file.close()
		}
		await rename(temporary, path)
	} catch (error) {
		await rm(temporary, { force: true })
		throw error
	}
}

async function dropOldest(folder: string): Promise<void> {
	const names = await readdir(folder)
	if (names.length <= MOST_CACHES) return
	const dated = await Promise.all(
		names.map(async name => ({
			name,
			at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0,
		})),
	)
	const oldest = dated.sort((a, b) => b.at - a.at).slice(MOST_CACHES)
	await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })))
}

/** Folders that are worked in come and go. */
const MOST_CACHES = 40
