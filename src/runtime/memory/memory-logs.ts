// Log reading for the memory index: on from where the index is, a piece at a time, whoever wrote them.

import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { chosenTypes } from '../../core/event-choice.ts'
import type { StoredEvent } from '../../core/events.ts'
import type { MemoryBatch, MemoryMark, Passage } from '../../core/memory.ts'
import { PASSAGE_EVENTS, passagesOf } from '../../memory/passages.ts'
import { RECALL } from '../../memory/recall-name.ts'
import { decode, typeOf } from '../../sessions/codec.ts'
import { undoneRanges } from '../../sessions/folds/rewound-ranges.ts'
import { eachLine } from '../../sessions/reading/read-log.ts'
import { partOf } from '../../sessions/reading/read-part.ts'

export type LogPlace = { sessionId: string; path: string; sizeBytes: number; writtenMs: number }

/** The log that was written last comes first. @param newest - only so many of the sessions that were begun last */
export async function logsIn(folder: string, newest?: number): Promise<readonly LogPlace[]> {
	const projects = await readdir(folder).catch(() => [])
	const files = await Promise.all(
		projects.map(async project => {
			const names = await readdir(join(folder, project)).catch(() => [])
			return names.filter(name => name.endsWith(ENDING)).map(name => ({ project, name }))
		}),
	)
	// Ids begin with the time a session was begun at.
	const wanted = files
		.flat()
		.sort((a, b) => (a.name < b.name ? 1 : -1))
		.slice(0, newest)
	const places = await Promise.all(wanted.map(({ project, name }) => placeOf(join(folder, project, name))))
	return places.filter(place => place !== undefined).sort((a, b) => b.writtenMs - a.writtenMs)
}

export type ReadOptions = {
	mark: MemoryMark | undefined
	projectOf(cwd: string): Promise<string>
	scrub(text: string): string
	chunkBytes: number
	signal: AbortSignal
}

/** What the log has beyond the mark; each batch ends with a whole line. A line that cannot be read is passed over. */
export async function* batchesOf(log: LogPlace, options: ReadOptions): AsyncIterable<MemoryBatch> {
	const { mark, signal } = options
	// Shorter than what was covered: this is not the log that it was.
	const isSame = mark !== undefined && mark.coveredBytes <= log.sizeBytes
	let coveredBytes = isSame ? mark.coveredBytes : 0
	let resets = mark !== undefined && !isSame
	const file = await open(log.path)
	try {
		const start = await startOf(file)
		const project = isSame ? mark.source.project : await options.projectOf(start?.cwd ?? '')
		let chunk = Buffer.allocUnsafe(options.chunkBytes)
		while (!signal.aborted) {
			const { bytesRead } = await file.read(chunk, 0, chunk.length, coveredBytes)
			const { wholeBytes, passages, rewindSeq } = contentOf(chunk.subarray(0, bytesRead), options.scrub)
			coveredBytes += wholeBytes
			if (wholeBytes > 0) {
				const { sessionId: name, path } = log
				const source = { name, kind: 'session' as const, path, project }
				const undone = rewindSeq === undefined ? [] : await undoneUpTo(path, rewindSeq)
				// What came of a sub-agent's work is in the session it worked for.
				const said = start?.delegatedBy ? [] : passages
				yield { mark: { source, coveredBytes, stamp: '' }, passages: said, resets, undone }
				resets = false
			}
			if (bytesRead < chunk.length) return
			// Not one line end: the line is longer than the piece.
			if (wholeBytes === 0) chunk = Buffer.allocUnsafe(chunk.length * 4)
		}
	} finally {
		await file.close()
	}
}

const ENDING = '.jsonl'

export async function placeOf(path: string): Promise<LogPlace | undefined> {
	const found = await stat(path).catch(() => undefined)
	if (!found?.isFile()) return undefined
	const sessionId = path.slice(path.lastIndexOf('/') + 1, -ENDING.length)
	return { sessionId, path, sizeBytes: found.size, writtenMs: found.mtimeMs }
}

/** Going back on going back needs all of them, and there are few. */
async function undoneUpTo(path: string, lastSeq: number): Promise<MemoryBatch['undone']> {
	const backs = await partOf(path, { types: ['rewind'] })
	return undoneRanges(backs.filter(({ seq }) => seq <= lastSeq))
}

type LogContent = { wholeBytes: number; passages: readonly Passage[]; rewindSeq: number | undefined }

function contentOf(bytes: Buffer, scrub: (text: string) => string): LogContent {
	const passages: Passage[] = []
	let rewindSeq: number | undefined
	const wholeBytes = eachLine(bytes, line => {
		const type = typeOf(line)
		if (type !== undefined && !KEPT.has(type)) return
		const envelope = decode(line.toString('utf8'))
		if (!envelope) return
		passages.push(...passagesOf(envelope, { scrub, recallTool: RECALL }))
		const { event, seq } = envelope
		if (event.type === 'rewind' && event.conversation) rewindSeq = seq
	})
	return { wholeBytes, passages, rewindSeq }
}

const KEPT: ReadonlySet<string> = new Set(chosenTypes({ ...PASSAGE_EVENTS, rewind: true }))

/** The first line; nothing where that is no longer to be read. */
async function startOf(
	file: FileHandle,
): Promise<Extract<StoredEvent, { type: 'session-start' }> | undefined> {
	const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(4_096), 0, 4_096, 0)
	const line = buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0]!
	const event = decode(line)?.event
	return event?.type === 'session-start' ? event : undefined
}
