// Partial log reads for those who need no more: what they do not look for is not decoded, and damage is nothing to
// them.

import { type FileHandle, open } from 'node:fs/promises'
import { decode, typeOf } from '../codec.ts'
import type { LogPart, StoredEnvelope } from '../session-store.ts'
import { inOrder, readLog } from './read-log.ts'
import { readUpTo } from './read-tail.ts'
import { scanLines } from './scan-lines.ts'

/** @throws the system's own error */
export async function partOf(path: string, part: LogPart): Promise<readonly StoredEnvelope[]> {
	const file = await open(path)
	try {
		if ('types' in part) return await ofTypes(file, new Set(part.types))
		return 'upTo' in part ? await readUpTo(file, part.upTo) : await fromLast(file, part.lastBytes)
	} finally {
		await file.close()
	}
}

async function ofTypes(file: FileHandle, types: ReadonlySet<string>): Promise<readonly StoredEnvelope[]> {
	const found: StoredEnvelope[] = []
	await scanLines(file, line => {
		const type = typeOf(line)
		if (type !== undefined && !types.has(type)) return true
		const envelope = decode(line.toString('utf8'))
		if (envelope && types.has(envelope.event.type)) found.push(envelope)
		return true
	})
	return inOrder(found)
}

async function fromLast(file: FileHandle, lastBytes: number): Promise<readonly StoredEnvelope[]> {
	const { size } = await file.stat()
	const bytes = Buffer.alloc(Math.min(size, lastBytes))
	const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length)
	// The first line is only whole where the log begins.
	const start = size > bytes.length ? bytes.indexOf(10) + 1 : 0
	return readLog(bytes.subarray(start, bytesRead)).envelopes
}
