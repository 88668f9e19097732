// The log's tail: what has to be read to know what counts at one of its places, above all at its end, from the
// messages that the last compaction before it kept. It is found from behind, so that a long session opens as fast as
// a short one, and where the session went back from there, so is the place that it went back to. Whatever is unusual
// is a reason to read all of it.

import type { FileHandle } from 'node:fs/promises'
import { chosenTypes, type EventChoice } from '../../core/event-choice.ts'
import { decode, typeOf } from '../codec.ts'
import { historyOf } from '../folds/history.ts'
import type { StoredEnvelope } from '../session-store.ts'
import { BackwardsLog } from './backwards-log.ts'
import { type ReadLog, readLog, withOthers } from './read-log.ts'
import { scanLines } from './scan-lines.ts'

export type ReadTail = {
	/** Counts from the beginning of `bytes`. Its envelopes may begin before them, where the session went back. */
	read: ReadLog
	bytes: Buffer
	/** Where in the log `bytes` begin; what stands before has not been read, or not all of it. */
	offset: number
	/** What the log begins with. */
	first: StoredEnvelope | undefined
}

/** @throws the system's own error */
export async function readFromTail(file: FileHandle): Promise<ReadTail> {
	const { size } = await file.stat()
	const first = await firstOf(file, size)
	const tail = await rangeBefore(file, size)
	if (tail.offset === 0) return { ...tail, first }
	const envelopes = first?.event.type === 'session-start' ? await countingAt(file, tail) : undefined
	return envelopes
		? { ...tail, read: { ...tail.read, envelopes }, first }
		: { ...(await wholeBefore(file, size)), first }
}

/**
 * What a session has to know to go on from one of its numbers, besides what it knows already.
 * @throws the system's own error
 */
export async function readUpTo(file: FileHandle, seq: number): Promise<readonly StoredEnvelope[]> {
	const counting = await countingAt(file, await rangeBefore(file, await endOf(file, seq)))
	return counting ?? (await wholeBefore(file, (await file.stat()).size)).read.envelopes
}

/** A piece of a log without a gap. */
type TailRange = Pick<ReadTail, 'read' | 'bytes' | 'offset'>

/** From where the messages begin that the last compaction before `end` kept. */
async function rangeBefore(file: FileHandle, end: number): Promise<TailRange> {
	const log = new BackwardsLog(file, end)
	return rangeFrom(log, (await tailStart(log)) ?? 0)
}

function wholeBefore(file: FileHandle, end: number): Promise<TailRange> {
	return rangeFrom(new BackwardsLog(file, end), 0)
}

async function rangeFrom(log: BackwardsLog, offset: number): Promise<TailRange> {
	await log.readTo(offset)
	const bytes = log.bytes.subarray(offset)
	return { read: readLog(bytes), bytes, offset }
}

/** @returns where the line begins that the tail begins with; undefined where there is no tail to speak of */
async function tailStart(log: BackwardsLog): Promise<number | undefined> {
	const compaction = await lastCompaction(log)
	if (!compaction) return undefined
	let wanted = Math.max(compaction.keeps, LEAST_SHOWN)
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

/** Whoever takes a session up looks for the last words of it, to read or to copy them. */
const LEAST_SHOWN = 2

/** Each is a message of history. Counted too low here, the tail only becomes longer. */
const MESSAGE_EVENTS = {
	'session-start': false,
	'session-rename': false,
	'approvals-set': false,
	'model-set': false,
	'effort-set': false,
	'run-start': true,
	'memory-drop': false,
	'agent-start': false,
	'agent-end': false,
	steer: true,
	correction: true,
	'turn-start': false,
	'attempt-start': false,
	'attempt-end': false,
	'message-end': true,
	'approval-request': false,
	'approval-end': false,
	'question-request': false,
	'question-end': false,
	'tool-start': false,
	'tool-end': true,
	'turn-end': false,
	'hook-result': false,
	compaction: false,
	checkpoint: false,
	'checkpoint-failed': false,
	rewind: false,
	'run-end': false,
} as const satisfies EventChoice
const MESSAGES: ReadonlySet<string> = new Set(chosenTypes(MESSAGE_EVENTS))
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

/**
 * What counts at the end of a range, and all that it takes to say so: where the session went back to before the
 * compaction, that range as well, and so on.
 * @returns undefined where all of the log has to be read: anything to be told about a damaged one is told of all of it
 */
async function countingAt(file: FileHandle, last: TailRange): Promise<readonly StoredEnvelope[] | undefined> {
	const ranges = [last]
	const places = new Set<number>()
	for (const range of ranges) {
		if (range.read.badLines.length > 0 || range.read.foreignTypes.size > 0) return undefined
		for (const seq of rewindTargets(range)) {
			if (places.has(seq)) continue
			if (ranges.length === MOST_RANGES) return undefined
			places.add(seq)
			ranges.push(await rangeBefore(file, await endOf(file, seq)))
		}
	}
	const envelopes = ranges.map(({ read }) => read.envelopes).reduce(withOthers)
	return ranges.every(range => isEnough(range, envelopes)) ? envelopes : undefined
}

/** Each is looked for from the beginning. */
const MOST_RANGES = 8

/** Where it went back to from here that what stands here says nothing of. */
function rewindTargets({ read: { envelopes }, offset }: TailRange): readonly number[] {
	const compaction = envelopes.findLast(({ event }) => event.type === 'compaction')
	if (offset === 0 || !compaction) return []
	return envelopes.flatMap(({ event }) =>
		event.type === 'rewind' && event.conversation && event.toSeq < compaction.seq ? [event.toSeq] : [],
	)
}

/** @param envelopes - of all ranges together */
function isEnough({ read, offset }: TailRange, envelopes: readonly StoredEnvelope[]): boolean {
	if (offset === 0) return true
	const { seq, event } = read.envelopes.findLast(({ event }) => event.type === 'compaction') ?? {}
	if (seq === undefined || event?.type !== 'compaction') return false
	return historyOf(envelopes.filter(before => before.seq < seq)).length >= event.keeps
}

/** @returns where the last line ends whose number is not above `seq` */
async function endOf(file: FileHandle, seq: number): Promise<number> {
	let end: number | undefined
	await scanLines(file, (line, at) => {
		if ((seqOf(line) ?? 0) > seq) end = at
		return end === undefined
	})
	return end ?? (await file.stat()).size
}

function seqOf(line: Buffer): number | undefined {
	const digits = /^\{"seq":(\d{1,16}),/.exec(line.toString('latin1', 0, 30))?.[1]
	return digits === undefined ? decode(line.toString('utf8'))?.seq : Number(digits)
}

async function firstOf(file: FileHandle, sizeBytes: number): Promise<StoredEnvelope | undefined> {
	const head = Buffer.alloc(Math.min(sizeBytes, HEAD_BYTES))
	const { bytesRead } = await file.read(head, 0, head.length, 0)
	return decode(head.toString('utf8', 0, bytesRead).split('\n', 1)[0] ?? '')
}

const HEAD_BYTES = 1 << 14
