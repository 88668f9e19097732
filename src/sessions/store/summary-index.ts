// The session list cache of one project: each summary is kept with the length of the log it covers, in one file
// beside the logs, so that only what was appended since is read. Each is kept with the length of the log it covers,
// in one file beside the logs, so that only what was appended since is read. The file may be lost at any time: the
// logs are the truth.

import { open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionSummary } from '../../core/commands.ts'
import type { SessionId } from '../../core/ids.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { decode, typeOf } from '../codec.ts'
import { countsForSummary, type SummaryState, summarize } from '../folds/summary.ts'
import { eachLine } from '../reading/read-log.ts'
import { number, optional, record, text } from '../shapes.ts'

/** Unsorted. Logs that say nothing are left out, and so is one that cannot be read. */
export async function summariesOf(folder: string): Promise<readonly SessionSummary[]> {
	const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.jsonl'))
	const kept = names.length > 0 ? await readIndex(folder) : new Map<string, IndexEntry>()
	const entries = new Map<string, IndexEntry>()
	let readBytes = 0
	const update = async (name: string) => {
		const before = kept.get(name)
		const entry = await caughtUp(join(folder, name), before).catch(() => undefined)
		if (!entry) return
		entries.set(name, entry)
		readBytes += entry.coveredBytes - (before?.coveredBytes ?? 0)
	}
	for (let first = 0; first < names.length; first += AT_ONCE)
		await Promise.all(names.slice(first, first + AT_ONCE).map(update))
	if (readBytes > WORTH_KEEPING_BYTES) await keepIndex(folder, entries)
	return [...entries].flatMap(([name, entry]) => {
		if (!entry.summary) return []
		const sessionId = name.slice(0, -'.jsonl'.length) as SessionId
		// A field that is undefined is not in the index's JSON; here all of them are there.
		const { name: given, model, ...rest } = entry.summary
		return [{ sessionId, name: given, model, ...rest, sizeBytes: entry.sizeBytes }]
	})
}

type IndexEntry = {
	/** As far as the log is folded into the summary: the end of a line. */
	coveredBytes: number
	sizeBytes: number
	summary?: SummaryState
}

const INDEX = 'summaries.json'
const FORMAT = 3
/** Open files at a time; a system may allow as few as 256. */
const AT_ONCE = 16
const CHUNK_BYTES = 1 << 20
const WORTH_KEEPING_BYTES = 1 << 16

async function caughtUp(path: string, before: IndexEntry | undefined): Promise<IndexEntry> {
	const { size: sizeBytes } = await stat(path)
	if (before?.sizeBytes === sizeBytes) return before
	// Shorter than what was covered: this is not the log that it was.
	const known = before && before.coveredBytes <= sizeBytes ? before : undefined
	let { coveredBytes, summary } = known ?? { coveredBytes: 0, summary: undefined }
	const file = await open(path)
	try {
		let chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, sizeBytes - coveredBytes))
		for (;;) {
			const { bytesRead } = await file.read(chunk, 0, chunk.length, coveredBytes)
			const wholeBytes = eachLine(chunk.subarray(0, bytesRead), line => {
				const type = typeOf(line)
				if (type !== undefined && !countsForSummary(type)) return
				const envelope = decode(line.toString('utf8'))
				if (envelope) summary = summarize(summary, envelope)
			})
			coveredBytes += wholeBytes
			if (bytesRead < chunk.length || coveredBytes >= sizeBytes) break
			// Not one line end: the line is longer than the chunk.
			if (wholeBytes === 0) chunk = Buffer.allocUnsafe(chunk.length * 2)
		}
	} finally {
		await file.close()
	}
	return summary ? { coveredBytes, sizeBytes, summary } : { coveredBytes, sizeBytes }
}

async function readIndex(folder: string): Promise<ReadonlyMap<string, IndexEntry>> {
	const json = parseJson(await readFile(join(folder, INDEX), 'utf8').catch(() => ''))
	if (!isObject(json) || json.format !== FORMAT || !isObject(json.logs)) return new Map()
	const entries = Object.entries(json.logs).filter(([, entry]) => isEntry(entry))
	// The parse edge: the filter has seen the shape.
	return new Map(entries as unknown as [string, IndexEntry][])
}

const isEntry = record<IndexEntry>({
	coveredBytes: number,
	sizeBytes: number,
	summary: optional(
		record<SummaryState>({
			name: optional(text),
			title: text,
			cwd: text,
			createdAt: number,
			usedAt: number,
			messages: number,
			model: optional(record<ModelRef>({ provider: text, model: text })),
			parent: optional(record<NonNullable<SummaryState['parent']>>({ sessionId: text, seq: number })),
			delegatedBy: optional(text),
		}),
	),
})

async function keepIndex(folder: string, entries: ReadonlyMap<string, IndexEntry>): Promise<void> {
	const path = join(folder, INDEX)
	const temporary = `${path}.${process.pid}`
	try {
		const json = JSON.stringify({ format: FORMAT, logs: Object.fromEntries(entries) })
		await writeFile(temporary, json, { mode: 0o600 })
		await rename(temporary, path)
	} catch {
		// The next list reads the logs again; that is all that is lost.
	}
}
