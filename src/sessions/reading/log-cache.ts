// The log cache of one project: what a fold makes of each log, kept in one file beside the logs with the length that it
// covers, so that only what was appended since is read. The file may be lost at any time: the logs are the truth.

import { open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionId } from '../../core/ids.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { decode, typeOf } from '../codec.ts'
import type { StoredEnvelope } from '../session-store.ts'
import { type Check, number, optional, record } from '../shapes.ts'
import { eachLine } from './read-log.ts'

/** One fold with a file of its own. */
export type LogFold<State> = {
	/** The name of the file beside the logs. */
	file: string
	/** Changes whenever what the fold makes of the same log does. */
	format: number | string
	isState: Check
	/** Which lines are decoded for it. @param line - of this type, not decoded yet */
	counts(type: string, line: Buffer): boolean
	fold(before: State | undefined, envelope: StoredEnvelope): State
}

/** `state`: undefined for a log that says nothing. */
export type FoldedLog<State> = { sessionId: SessionId; sizeBytes: number; state: State | undefined }

export type LogCache<State> = {
	/** How much of the logs has not been folded yet. */
	unreadBytes: number
	/**
	 * Unsorted; one that cannot be read is left out. What was read is kept, also when `signal` fires.
	 * @param onRead - told of bytes as they are read
	 */
	catchUp(options?: {
		onRead?(bytes: number): void
		signal?: AbortSignal
	}): Promise<readonly FoldedLog<State>[]>
}

export async function openLogCache<State>(folder: string, how: LogFold<State>): Promise<LogCache<State>> {
	const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.jsonl'))
	const kept = names.length > 0 ? await readCache(folder, how) : new Map<string, CacheEntry<State>>()
	const sizes = new Map<string, number>()
	await inTurns(names, async name => {
		const found = await stat(join(folder, name)).catch(() => undefined)
		if (found) sizes.set(name, found.size)
	})
	const unreadBytes = [...sizes].reduce(
		(sum, [name, size]) => sum + size - coveredOf(kept.get(name), size),
		0,
	)
	return {
		unreadBytes,
		async catchUp({ onRead = () => {}, signal } = {}) {
			const entries = new Map<string, CacheEntry<State>>()
			let readBytes = 0
			const count = (bytes: number) => {
				readBytes += bytes
				onRead(bytes)
			}
			await inTurns([...sizes.keys()], async name => {
				const reading = { before: kept.get(name), how, count, signal }
				const entry = await caughtUp(join(folder, name), sizes.get(name)!, reading).catch(() => undefined)
				if (entry) entries.set(name, entry)
			})
			if (readBytes > WORTH_KEEPING_BYTES) await keepCache(folder, how, entries)
			signal?.throwIfAborted()
			return [...entries].map(([name, { sizeBytes, state }]) => ({
				sessionId: name.slice(0, -'.jsonl'.length) as SessionId,
				sizeBytes,
				state,
			}))
		},
	}
}

type CacheEntry<State> = {
	/** As far as the log is folded: the end of a line. */
	coveredBytes: number
	sizeBytes: number
	state?: State
}

/** Open files at a time; a system may allow as few as 256. */
const AT_ONCE = 16
/** What is folded at a time: whoever types meanwhile waits for no more than some milliseconds. */
const CHUNK_BYTES = 1 << 18
const WORTH_KEEPING_BYTES = 1 << 16

async function inTurns(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
	for (let first = 0; first < names.length; first += AT_ONCE)
		await Promise.all(names.slice(first, first + AT_ONCE).map(work))
}

/** Shorter than what was covered: this is not the log that it was. */
function coveredOf(entry: CacheEntry<unknown> | undefined, sizeBytes: number): number {
	if (entry?.sizeBytes === sizeBytes) return sizeBytes
	return entry && entry.coveredBytes <= sizeBytes ? entry.coveredBytes : 0
}

async function caughtUp<State>(
	path: string,
	sizeBytes: number,
	{
		before,
		how,
		count,
		signal,
	}: {
		before: CacheEntry<State> | undefined
		how: LogFold<State>
		count(bytes: number): void
		signal: AbortSignal | undefined
	},
): Promise<CacheEntry<State>> {
	if (before?.sizeBytes === sizeBytes) return before
	const known = before && before.coveredBytes <= sizeBytes ? before : undefined
	let { coveredBytes, state } = known ?? { coveredBytes: 0, state: undefined }
	const file = await open(path)
	let isWhole = true
	try {
		let chunk = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK_BYTES, sizeBytes - coveredBytes)))
		for (;;) {
			const { bytesRead } = await file.read(chunk, 0, chunk.length, coveredBytes)
			const wholeBytes = eachLine(chunk.subarray(0, bytesRead), line => {
				const type = typeOf(line)
				if (type !== undefined && !how.counts(type, line)) return
				const envelope = decode(line.toString('utf8'))
				if (envelope) state = how.fold(state, envelope)
			})
			coveredBytes += wholeBytes
			count(wholeBytes)
			if (bytesRead < chunk.length || coveredBytes >= sizeBytes) break
			if (signal?.aborted) {
				isWhole = false
				break
			}
			// Not one line end: the line is longer than the chunk.
			if (wholeBytes === 0) chunk = Buffer.allocUnsafe(chunk.length * 2)
		}
	} finally {
		await file.close()
	}
	// One that was stopped must not look finished.
	const entry = { coveredBytes, sizeBytes: isWhole ? sizeBytes : coveredBytes }
	return state === undefined ? entry : { ...entry, state }
}

async function readCache<State>(
	folder: string,
	{ file, format, isState }: LogFold<State>,
): Promise<ReadonlyMap<string, CacheEntry<State>>> {
	const json = parseJson(await readFile(join(folder, file), 'utf8').catch(() => ''))
	if (!isObject(json) || json.format !== format || !isObject(json.logs)) return new Map()
	const isEntry = record<CacheEntry<State>>({
		coveredBytes: number,
		sizeBytes: number,
		state: optional(isState),
	})
	const entries = Object.entries(json.logs).filter(([, entry]) => isEntry(entry))
	// The parse edge: the filter has seen the shape.
	return new Map(entries as unknown as [string, CacheEntry<State>][])
}

async function keepCache<State>(
	folder: string,
	{ file, format }: LogFold<State>,
	entries: ReadonlyMap<string, CacheEntry<State>>,
): Promise<void> {
	const path = join(folder, file)
	const temporary = `${path}.${process.pid}`
	try {
		const json = JSON.stringify({ format, logs: Object.fromEntries(entries) })
		await writeFile(temporary, json, { mode: 0o600 })
		await rename(temporary, path)
	} catch {
		// The next reader reads the logs again; that is all that is lost.
	}
}
