// A page of a log: whole lines before or after a place in the file, read without looking at the rest of it.

import { type FileHandle, open } from 'node:fs/promises'
import type { LogPage, LogPageRequest } from '../../core/runtime-port.ts'
import { decode } from '../codec.ts'
import { eachLine } from './read-log.ts'

/** Places are offsets in the file. Lines that are no envelope are passed over. @throws the system's own error */
export async function pageOf(path: string, request: LogPageRequest): Promise<LogPage> {
	const file = await open(path)
	try {
		const { size } = await file.stat()
		return 'after' in request
			? await pageAfter(file, Math.min(request.after, size), size)
			: await pageBefore(file, Math.min(request.before ?? size, size), size)
	} finally {
		await file.close()
	}
}

async function pageBefore(file: FileHandle, before: number, size: number): Promise<LogPage> {
	for (let length = PAGE_BYTES; ; length *= 4) {
		const from = Math.max(0, before - length)
		const bytes = await bytesOf(file, from, before)
		// The first line is only whole where the log begins; what it lacks is on the page before.
		const skipped = from === 0 ? 0 : bytes.indexOf(NEWLINE) + 1
		if (from > 0 && (skipped === 0 || skipped === bytes.length)) continue
		return pageIn(bytes.subarray(skipped), from + skipped, size)
	}
}

async function pageAfter(file: FileHandle, after: number, size: number): Promise<LogPage> {
	for (let length = PAGE_BYTES; ; length *= 4) {
		const to = Math.min(size, after + length)
		const bytes = await bytesOf(file, after, to)
		const whole = bytes.lastIndexOf(NEWLINE) + 1
		if (whole === 0 && to < size) continue
		return pageIn(to < size ? bytes.subarray(0, whole) : bytes, after, size)
	}
}

/** What follows the last line end is still being written. */
function pageIn(bytes: Buffer, start: number, size: number): LogPage {
	const entries: LogPage['entries'][number][] = []
	let place = start
	const end =
		start +
		eachLine(bytes, line => {
			const envelope = decode(line.toString('utf8'))
			if (envelope) entries.push({ place, envelope })
			place += line.length + 1
		})
	return { entries, start, end, isFirst: start === 0, isLast: start + bytes.length >= size }
}

async function bytesOf(file: FileHandle, from: number, to: number): Promise<Buffer> {
	const bytes = Buffer.allocUnsafe(to - from)
	const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
	return bytes.subarray(0, bytesRead)
}

/** Some screens of an ordinary session, and decoded within a few milliseconds. */
const PAGE_BYTES = 96 * 1024
const NEWLINE = 10
