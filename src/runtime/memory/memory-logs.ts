// Log reading for the memory index: on from where the index is, a piece at a time, whoever wrote them.

import { createReadStream } from 'node:fs'
import { type FileHandle, lstat, open, readdir, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { chosenTypes } from '../../core/event-choice.ts'
import type { Envelope, StoredEvent } from '../../core/events.ts'
import type { MemoryBatch, MemoryMark, Passage } from '../../core/memory.ts'
import { PASSAGE_EVENTS, passagesOf, savedOutput, savedPassages } from '../../memory/passages.ts'
import { RECALL } from '../../memory/recall-name.ts'
import { decode, typeOf } from '../../sessions/codec.ts'
import { undoneRanges } from '../../sessions/folds/rewound-ranges.ts'
import { eachLine } from '../../sessions/reading/read-log.ts'
import { partOf } from '../../sessions/reading/read-part.ts'
import { CONTEXT_TYPES, createEarlierCalls, type EarlierCalls } from './earlier-calls.ts'

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
	/** Where outputs are kept that were too long for the log. */
	artefactsFolder: string | undefined
	chunkBytes: number
	signal: AbortSignal
}

/**
 * What the log has beyond the mark, a step at a time; the mark moves with whole lines, so what a step has of a long one
 * is read again by whoever goes on from there, and is there already. A line that cannot be read is passed over.
 */
export async function* batchesOf(log: LogPlace, options: ReadOptions): AsyncIterable<MemoryBatch> {
	const { mark, signal } = options
	// Shorter than what was covered: this is not the log that it was.
	const isSame = mark !== undefined && mark.coveredBytes <= log.sizeBytes
	let coveredBytes = isSame ? mark.coveredBytes : 0
	let resets = mark !== undefined && !isSame
	const perStep = Math.max(LEAST_PER_STEP, Math.ceil(options.chunkBytes / PASSAGE_CHARACTERS))
	const file = await open(log.path)
	try {
		const start = await startOf(file)
		const context = createEarlierCalls(start?.cwd ?? '')
		if (coveredBytes > 0) await recollect(context, file, coveredBytes)
		const project = isSame
			? mark.source.project
			: (start?.project ?? (await options.projectOf(start?.cwd ?? '')))
		const source = { name: log.sessionId, kind: 'session' as const, path: log.path, project }
		let chunk = Buffer.allocUnsafe(options.chunkBytes)
		while (!signal.aborted) {
			const { bytesRead } = await file.read(chunk, 0, chunk.length, coveredBytes)
			const { wholeBytes, events, rewindSeq } = contentOf(chunk.subarray(0, bytesRead))
			if (wholeBytes > 0) {
				const before = coveredBytes
				coveredBytes += wholeBytes
				const batch = (found: readonly Passage[], covered: number, undone: MemoryBatch['undone'] = []) => {
					const passages = start?.delegatedBy ? found.map(asDelegated) : found
					const step = { mark: { source, coveredBytes: covered, stamp: '' }, passages, resets, undone }
					resets = false
					return step
				}
				let waiting: readonly Passage[] = []
				for (const envelope of events) {
					for await (const some of passagesIn(envelope, context, options)) {
						waiting = [...waiting, ...some]
						while (waiting.length >= perStep) {
							yield batch(waiting.slice(0, perStep), before)
							waiting = waiting.slice(perStep)
						}
					}
				}
				const undone = rewindSeq === undefined ? [] : await undoneUpTo(log.path, rewindSeq)
				yield batch(waiting, coveredBytes, undone)
			}
			if (bytesRead < chunk.length) return
			// Not one line end: the line is longer than the piece.
			if (wholeBytes === 0) chunk = Buffer.allocUnsafe(chunk.length * 4)
		}
	} finally {
		await file.close()
	}
}

/** What a sub-agent was told was said by a model. */
export function asDelegated(passage: Passage): Passage {
	return passage.kind === 'prompt' ? { ...passage, kind: 'call' } : passage
}

const LEAST_PER_STEP = 8
/** About as long as most are. */
const PASSAGE_CHARACTERS = 800

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

type LogContent = {
	wholeBytes: number
	events: readonly Envelope<StoredEvent>[]
	rewindSeq: number | undefined
}

function contentOf(bytes: Buffer): LogContent {
	const events: Envelope<StoredEvent>[] = []
	let rewindSeq: number | undefined
	const wholeBytes = eachLine(bytes, line => {
		const type = typeOf(line)
		if (type !== undefined && !KEPT.has(type)) return
		const envelope = decode(line.toString('utf8'))
		if (!envelope) return
		events.push(envelope)
		const { event, seq } = envelope
		if (event.type === 'rewind' && event.conversation) rewindSeq = seq
	})
	return { wholeBytes, events, rewindSeq }
}

const KEPT: ReadonlySet<string> = new Set([
	...chosenTypes({ ...PASSAGE_EVENTS, rewind: true }),
	...CONTEXT_TYPES,
])

/** In pieces: an output that lies beside the log may be large. */
export async function* passagesIn(
	envelope: Envelope<StoredEvent>,
	context: EarlierCalls,
	{ scrub, artefactsFolder }: Pick<ReadOptions, 'scrub' | 'artefactsFolder'>,
): AsyncIterable<readonly Passage[]> {
	const rules = { scrub, recallTool: RECALL }
	context.take(envelope.event)
	const path = savedOutput(envelope.event)
	const isOurs = path !== undefined && artefactsFolder !== undefined && isBelow(artefactsFolder, path)
	if (!isOurs || !(await lstat(path).catch(() => undefined))?.isFile())
		return yield passagesOf(envelope, rules, context)
	let from = { path, firstLine: 1, part: 0 }
	for await (const slice of slicesOf(path)) {
		const passages = savedPassages(envelope, slice, from, rules)
		yield passages
		from = {
			path,
			firstLine: from.firstLine + slice.split('\n').length - 1,
			part: from.part + passages.length,
		}
	}
}

/** Whole lines, as far as there are any: what is looked at in one go keeps everything else waiting. */
async function* slicesOf(path: string): AsyncIterable<string> {
	let rest = ''
	for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: SLICE_BYTES })) {
		const text = rest + String(chunk)
		const end = text.lastIndexOf('\n') + 1 || text.length
		yield text.slice(0, end)
		rest = text.slice(end)
	}
	if (rest !== '') yield rest
}

const SLICE_BYTES = 32 * 1024

function isBelow(folder: string, path: string): boolean {
	return resolve(path).startsWith(`${resolve(folder)}${sep}`)
}

/** What was asked shortly before the mark: its answers come behind it. */
async function recollect(context: EarlierCalls, file: FileHandle, end: number): Promise<void> {
	const start = Math.max(0, end - LOOK_BACK_BYTES)
	const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(end - start), 0, end - start, start)
	const bytes = buffer.subarray(0, bytesRead)
	const whole = start === 0 ? bytes : bytes.subarray(bytes.indexOf(10) + 1)
	eachLine(whole, line => {
		const type = typeOf(line)
		if (type === undefined || !CONTEXT_TYPES.some(each => each === type)) return
		const envelope = decode(line.toString('utf8'))
		if (envelope) context.take(envelope.event)
	})
}

const LOOK_BACK_BYTES = 64 * 1024

/** The first line; nothing where that is no longer to be read. */
async function startOf(
	file: FileHandle,
): Promise<Extract<StoredEvent, { type: 'session-start' }> | undefined> {
	const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(4_096), 0, 4_096, 0)
	const line = buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0]!
	const event = decode(line)?.event
	return event?.type === 'session-start' ? event : undefined
}
