// A part of a log for those who need no more: what they do not look for is not decoded, and damage is nothing to them.

import { open, readFile } from 'node:fs/promises'
import { decode, typeOf } from './codec.ts'
import { eachLine, readLog } from './read-log.ts'
import type { LogPart, StoredEnvelope } from './store.ts'

/** @throws the system's own error */
export async function partOf(path: string, part: LogPart): Promise<readonly StoredEnvelope[]> {
	return 'type' in part ? ofType(await readFile(path), part.type) : fromLast(path, part.lastBytes)
}

function ofType(bytes: Buffer, type: string): readonly StoredEnvelope[] {
	const found: StoredEnvelope[] = []
	eachLine(bytes, line => {
		if ((typeOf(line) ?? type) !== type) return
		const envelope = decode(line.toString('utf8'))
		if (envelope?.event.type === type) found.push(envelope)
	})
	return found
}

async function fromLast(path: string, lastBytes: number): Promise<readonly StoredEnvelope[]> {
	const file = await open(path)
	try {
		const { size } = await file.stat()
		const bytes = Buffer.alloc(Math.min(size, lastBytes))
		const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length)
		// The first line is only whole where the log begins.
		const start = size > bytes.length ? bytes.indexOf(10) + 1 : 0
		return readLog(bytes.subarray(start, bytesRead)).envelopes
	} finally {
		await file.close()
	}
}
