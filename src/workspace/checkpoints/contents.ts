// The content store: contents of files, each once under its SHA-256, in packs, a file of compressed blocks, and
// beside it an index that is written last and by rename. A pack without an index is what a dead process left, and is
// taken away.

import { hash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { messageOf } from '../../core/errors.ts'
import { isMissing } from './disk-errors.ts'

export type Contents = {
	has(sha256: string): boolean
	/**
	 * The bytes are copied before this returns. Resolves when there is room for more.
	 * @returns undefined when the next one may come at once
	 */
	put(sha256: string, bytes: Uint8Array): Promise<void> | undefined
	/** Resolves when everything put so far can be read again by another process, and by one after a power cut. */
	flush(): Promise<void>
	/** Forgets what was put and not flushed. To be called when one of the two has failed: none of it can be relied on. */
	abandon(): Promise<void>
	/** @throws when it is not there, or no longer what it was */
	read(sha256: string): Promise<Uint8Array>
	/** Of all packs on disk. */
	sizeBytes(): number
	/** Takes away the packs in which nothing of this is. */
	keepOnly(live: ReadonlySet<string>): Promise<void>
	/** The packs in which at least half of the bytes are in use. */
	worthSharing(live: ReadonlySet<string>): readonly string[]
}

export function sha256Of(bytes: Uint8Array): string {
	return hash('sha256', bytes)
}

/**
 * @param folder - of one session; made when the first pack is
 * @param mayClean - nobody else writes there, so what has no index was left by a dead process and is taken away
 */
export async function openContents(folder: string, { mayClean }: { mayClean: boolean }): Promise<Contents> {
	const packs = new Map<string, Pack>()
	const places = new Map<string, ContentLocation>()
	const take = (pack: Pack) => {
		packs.set(pack.name, pack)
		for (const [sha256, place] of pack.places) places.set(sha256, place)
	}
	for (const pack of await readPacks(folder, mayClean)) take(pack)

	let writer: PackWriter | undefined
	let newest: { place: ContentLocation; bytes: Uint8Array } | undefined
	return {
		has: sha256 => places.has(sha256) || (writer?.places.has(sha256) ?? false),
		put(sha256, bytes) {
			writer ??= new PackWriter(folder)
			return writer.add(sha256, bytes)
		},
		async flush() {
			const done = writer
			writer = undefined
			if (done) take(await done.close())
		},
		async abandon() {
			const failed = writer
			writer = undefined
			await failed?.discard()
		},
		async read(sha256) {
			const place = places.get(sha256)
			if (!place) throw new Error(`${sha256} is not kept`)
			if (!newest || !isSameBlock(newest.place, place))
				newest = { place, bytes: await readBlock(join(folder, place.pack), place) }
			const bytes = newest.bytes.subarray(place.from, place.from + place.sizeBytes)
			if (sha256Of(bytes) !== sha256) throw new Error(`what is kept as ${sha256} is damaged`)
			return bytes
		},
		sizeBytes: () => [...packs.values()].reduce((sum, pack) => sum + pack.sizeBytes, 0),
		async keepOnly(live) {
			for (const pack of packs.values()) {
				if ([...pack.places.keys()].some(sha256 => live.has(sha256))) continue
				packs.delete(pack.name)
				for (const sha256 of pack.places.keys()) places.delete(sha256)
				for (const file of [`${pack.name}${INDEX}`, pack.name]) await rm(join(folder, file), { force: true })
			}
		},
		worthSharing: live =>
			[...packs.values()].flatMap(pack => {
				let [used, all] = [0, 0]
				for (const [sha256, { sizeBytes }] of pack.places) {
					all += sizeBytes
					if (live.has(sha256)) used += sizeBytes
				}
				return used * 2 >= all ? [pack.name, `${pack.name}${INDEX}`] : []
			}),
	}
}

type ContentLocation = {
	pack: string
	blockAt: number
	/** As it lies in the file. */
	blockBytes: number
	isDeflated: boolean
	/** Within the block once it is inflated. */
	from: number
	sizeBytes: number
}

/** A block of nothing but an empty file begins where the next one does. */
function isSameBlock(a: ContentLocation, b: ContentLocation): boolean {
	return a.pack === b.pack && a.blockAt === b.blockAt && a.blockBytes === b.blockBytes
}

type Pack = { name: string; sizeBytes: number; places: ReadonlyMap<string, ContentLocation> }

const INDEX = '.index'
const BLOCK_BYTES = 512 << 10
/** Blocks that may wait for the compressor or the disk. */
const MAX_WAITING = 16

const deflate = promisify<Uint8Array, { level: number; chunkSize: number }, Buffer>(deflateRaw)
const inflate = promisify<Uint8Array, Buffer>(inflateRaw)

class PackWriter {
	readonly places = new Map<string, ContentLocation | undefined>()
	private readonly folder: string
	private readonly name = `${randomBytes(8).toString('hex')}.pack`
	private block = new PackBlock()
	private file: Promise<FileHandle> | undefined
	private written: Promise<void> = Promise.resolve()
	private waiting = 0
	private at = 0

	constructor(folder: string) {
		this.folder = folder
	}

	add(sha256: string, bytes: Uint8Array): Promise<void> | undefined {
		this.places.set(sha256, undefined)
		if (!this.block.hasRoom(bytes.length)) this.send()
		this.block.add(sha256, bytes)
		return this.waiting > MAX_WAITING ? this.written : undefined
	}

	async close(): Promise<Pack> {
		try {
			this.send()
			await this.written
			const file = await this.file
			await file?.datasync()
			await file?.close()
			return await this.describe()
		} catch (error) {
			await this.discard()
			throw error
		}
	}

	/** Takes away what there is of the pack, which has no index and so holds nothing. */
	async discard(): Promise<void> {
		await this.written.catch(() => undefined)
		const file = await this.file?.catch(() => undefined)
		await file?.close().catch(() => undefined)
		await rm(join(this.folder, this.name), { force: true }).catch(() => undefined)
	}

	private async describe(): Promise<Pack> {
		const places = new Map([...this.places].flatMap(([sha256, place]) => (place ? [[sha256, place]] : [])))
		await writeByRename(join(this.folder, `${this.name}${INDEX}`), encodeIndex(places))
		return { name: this.name, sizeBytes: this.at, places }
	}

	/** Compressed on another thread; written in the order they came. */
	private send(): void {
		const { parts, bytes: raw } = this.block.close()
		this.block = new PackBlock()
		if (parts.length === 0) return
		this.waiting += 1
		const before = this.written
		const compressed = deflate(raw, { level: 1, chunkSize: BLOCK_BYTES >> 2 })
		this.written = (async () => {
			const [small] = await Promise.all([compressed, before])
			// Pictures and archives only grow.
			const isDeflated = small.length < raw.length * 0.95
			const stored = isDeflated ? small : raw
			this.file ??= openPack(join(this.folder, this.name))
			await (await this.file).appendFile(stored)
			const block = { pack: this.name, blockAt: this.at, blockBytes: stored.length, isDeflated }
			for (const { sha256, from, sizeBytes } of parts) this.places.set(sha256, { ...block, from, sizeBytes })
			this.at += stored.length
			this.waiting -= 1
		})()
		// Whoever flushes hears of it; until then nobody does.
		this.written.catch(() => undefined)
	}
}

/** Contents behind each other until there are enough of them to be worth compressing. */
class PackBlock {
	private readonly parts: { sha256: string; from: number; sizeBytes: number }[] = []
	private buffer: Buffer = Buffer.alloc(0)
	private length = 0

	/** The buffer is made for the first one, which may be empty, and does not grow afterwards. */
	hasRoom(sizeBytes: number): boolean {
		return this.parts.length === 0 || this.length + sizeBytes <= BLOCK_BYTES
	}

	add(sha256: string, bytes: Uint8Array): void {
		if (this.parts.length === 0) this.buffer = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes.length))
		this.buffer.set(bytes, this.length)
		this.parts.push({ sha256, from: this.length, sizeBytes: bytes.length })
		this.length += bytes.length
	}

	close() {
		return { parts: this.parts, bytes: this.buffer.subarray(0, this.length) }
	}
}

async function openPack(path: string): Promise<FileHandle> {
	await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
	return open(path, 'ax', 0o600)
}

async function readBlock(
	path: string,
	{ blockAt, blockBytes, isDeflated }: ContentLocation,
): Promise<Uint8Array> {
	const file = await open(path, 'r')
	try {
		const stored = Buffer.alloc(blockBytes)
		await file.read(stored, 0, blockBytes, blockAt)
		return isDeflated ? await inflate(stored) : stored
	} finally {
		await file.close()
	}
}

async function readPacks(folder: string, mayClean: boolean): Promise<readonly Pack[]> {
	const names = namesIn(folder)
	const whole = new Set(names.filter(name => name.endsWith(INDEX)))
	const packs: Pack[] = []
	for (const name of names) {
		if (whole.has(name)) continue
		const index = `${name}${INDEX}`
		if (!name.endsWith('.pack') || !whole.has(index)) {
			if (mayClean) await rm(join(folder, name), { force: true }).catch(() => undefined)
			continue
		}
		const places = decodeIndex(await readFile(join(folder, index)), name)
		packs.push({ name, places, sizeBytes: (await stat(join(folder, name))).size })
	}
	return packs
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder)
	} catch (error) {
		// Nothing has been kept yet. Whatever else is wrong may be right the next time.
		if (isMissing(error)) return []
		throw error
	}
}

/** What is there under that name is always whole. */
export async function writeByRename(path: string, bytes: Uint8Array): Promise<void> {
	const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`
	try {
		await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
		await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true })
		await rename(temporary, path)
	} catch (error) {
		await rm(temporary, { force: true }).catch(() => undefined)
		throw new Error(`${basename(path)} cannot be written: ${messageOf(error)}`, {
			cause: error,
		})
	}
}

const INDEX_ROW_BYTES = 32 + 6 + 4 + 1 + 4 + 4

function encodeIndex(places: ReadonlyMap<string, ContentLocation>): Buffer {
	const bytes = Buffer.alloc(places.size * INDEX_ROW_BYTES)
	let at = 0
	for (const [sha256, place] of places) {
		at += bytes.write(sha256, at, 'hex')
		at = bytes.writeUIntBE(place.blockAt, at, 6)
		at = bytes.writeUInt32BE(place.blockBytes, at)
		at = bytes.writeUInt8(place.isDeflated ? 1 : 0, at)
		at = bytes.writeUInt32BE(place.from, at)
		at = bytes.writeUInt32BE(place.sizeBytes, at)
	}
	return bytes
}

function decodeIndex(bytes: Buffer, pack: string): ReadonlyMap<string, ContentLocation> {
	const places = new Map<string, ContentLocation>()
	for (let at = 0; at + INDEX_ROW_BYTES <= bytes.length; at += INDEX_ROW_BYTES) {
		places.set(bytes.toString('hex', at, at + 32), {
			pack,
			blockAt: bytes.readUIntBE(at + 32, 6),
			blockBytes: bytes.readUInt32BE(at + 38),
			isDeflated: bytes.readUInt8(at + 42) === 1,
			from: bytes.readUInt32BE(at + 43),
			sizeBytes: bytes.readUInt32BE(at + 47),
		})
	}
	return places
}
