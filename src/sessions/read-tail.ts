// The end of a log, from the messages that its last compaction kept: all that is needed to go on. It is found from
// behind, so that a long session opens as fast as a short one. Whatever is unusual is a reason to read all of it.

import type { FileHandle } from 'node:fs/promises'
import { decode, typeOf } from './codec.ts'
import { historyOf } from './history.ts'
import { type ReadLog, readLog } from './read-log.ts'

export type ReadTail = {
	/** Counts from the beginning of `bytes`. */
	read: ReadLog
	bytes: Buffer
	/** Where in the log `bytes` begin; what stands before has not been read. */
	offset: number
}

/** @throws the system's own error */
export async function readFromTail(file: FileHandle): Promise<ReadTail> {
	const { size } = await file.stat()
	// Pages that nothing is written to take no room, and most of them stay so.
	const log = new BackwardsLog(file, Buffer.allocUnsafeSlow(size))
	const offset = await tailStart(log)
	if (offset !== undefined) {
		const bytes = log.bytes.subarray(offset)
		const read = readLog(bytes)
		if (isEnough(read) && (await beginsAsOurs(file, size))) return { read, bytes, offset }
	}
	await log.readTo(0)
	return { read: readLog(log.bytes), bytes: log.bytes, offset: 0 }
}

/** A log whose bytes are there from some place on. */
class BackwardsLog {
	readonly bytes: Buffer
	private readonly file: FileHandle
	/** What stands from here on has been read. */
	private from: number

	constructor(file: FileHandle, bytes: Buffer) {
		this.file = file
		this.bytes = bytes
		this.from = bytes.length
	}

	async readTo(place: number): Promise<void> {
		while (this.from > place) {
			const first = Math.max(0, this.from - BLOCK_BYTES)
			await this.readBlock(first, this.from)
			this.from = first
		}
	}

	/** @returns where the last occurrence before `end` begins */
	async findBack(words: string, end: number): Promise<number | undefined> {
		let before = end
		for (;;) {
			// What begins in a block may end in the next one.
			const at = this.bytes.subarray(this.from, end).lastIndexOf(words, before - this.from)
			if (at !== -1) return this.from + at
			if (this.from === 0) return undefined
			before = Math.min(before, this.from)
			await this.readTo(Math.max(0, this.from - BLOCK_BYTES))
		}
	}

	private async readBlock(first: number, end: number): Promise<void> {
		for (let at = first; at < end; ) {
			const { bytesRead } = await this.file.read(this.bytes, at, end - at, at)
			if (bytesRead === 0)
				throw new Error(`the log became shorter while it was read: ${end - at} bytes are missing`)
			at += bytesRead
		}
	}
}

const BLOCK_BYTES = 1 << 20

/** @returns where the line begins that the tail begins with; undefined where there is no tail to speak of */
async function tailStart(log: BackwardsLog): Promise<number | undefined> {
	const compaction = await lastCompaction(log)
	if (!compaction) return undefined
	let wanted = compaction.keeps
	if (wanted <= 0) return compaction.at
	for (let end = compaction.at; end > 0; ) {
		const at = ((await log.findBack('\n', end - 1)) ?? -1) + 1
		const line = log.bytes.subarray(at, end)
		const type = typeOf(line) ?? ''
		if (MESSAGES.has(type)) wanted--
		// A call and its result never part: their turn is there from its beginning.
		if (wanted <= 0 && BEGINNINGS.has(type)) return at
		// What was kept may reach back over what was kept before that.
		if (type === 'compaction') wanted = Math.max(wanted, keepsOf(line) ?? 0)
		end = at
	}
	return undefined
}

/** Each is a message of history. Counted too low here, the tail only becomes longer. */
const MESSAGES: ReadonlySet<string> = new Set(['run-start', 'steer', 'correction', 'message-end', 'tool-end'])
const BEGINNINGS: ReadonlySet<string> = new Set([
	'run-start',
	'steer',
	'correction',
	'turn-start',
	'compaction',
])

async function lastCompaction(log: BackwardsLog): Promise<{ at: number; keeps: number } | undefined> {
	let end = log.bytes.length
	for (;;) {
		const found = await log.findBack(COMPACTION, end)
		if (found === undefined) return undefined
		const at = ((await log.findBack('\n', found)) ?? -1) + 1
		const lineEnd = log.bytes.indexOf('\n', found)
		const line = log.bytes.subarray(at, lineEnd === -1 ? log.bytes.length : lineEnd)
		// The words may stand in the data of another event.
		const keeps = keepsOf(line)
		if (keeps !== undefined) return { at, keeps }
		end = at
	}
}

const COMPACTION = '"event":{"type":"compaction"'

function keepsOf(line: Buffer): number | undefined {
	if (typeOf(line) !== 'compaction') return undefined
	const event = decode(line.toString('utf8'))?.event
	return event?.type === 'compaction' ? event.keeps : undefined
}

/** Anything to be told about a damaged log is told of all of it, and going far back takes all of it too. */
function isEnough({ envelopes, badLines, foreignTypes }: ReadLog): boolean {
	if (badLines.length > 0 || foreignTypes.size > 0) return false
	const at = envelopes.findLastIndex(({ event }) => event.type === 'compaction')
	const compaction = envelopes[at]
	if (compaction?.event.type !== 'compaction') return false
	const goesBack = envelopes.some(
		({ event }) => event.type === 'rewind' && event.conversation && event.toSeq < compaction.seq,
	)
	return !goesBack && historyOf(envelopes.slice(0, at)).length >= compaction.event.keeps
}

async function beginsAsOurs(file: FileHandle, sizeBytes: number): Promise<boolean> {
	const head = Buffer.alloc(Math.min(sizeBytes, HEAD_BYTES))
	const { bytesRead } = await file.read(head, 0, head.length, 0)
	const line = head.toString('utf8', 0, bytesRead).split('\n', 1)[0] ?? ''
	return decode(line)?.event.type === 'session-start'
}

const HEAD_BYTES = 1 << 14
