// What another process appends to a log, line by line as it comes. Nothing is locked and nothing is mended: a line that
// is not whole yet is waited for.

import { watch } from 'node:fs'
import { open } from 'node:fs/promises'
import { decode } from '../codec.ts'
import type { StoredEnvelope } from '../session-store.ts'
import { eachLine } from './read-log.ts'

/**
 * @param from - where the first line begins that has not been read
 * @returns what each look found, until the signal fires or the log is gone
 */
export async function* appendedTo(
	path: string,
	from: number,
	signal: AbortSignal,
): AsyncIterable<readonly StoredEnvelope[]> {
	const changes = watchPath(path)
	try {
		for (let at = from; !signal.aborted; ) {
			const bytes = await bytesFrom(path, at)
			if (bytes === undefined) return
			const envelopes: StoredEnvelope[] = []
			at += eachLine(bytes, line => {
				const envelope = decode(line.toString('utf8'))
				if (envelope) envelopes.push(envelope)
			})
			if (envelopes.length > 0) yield envelopes
			if (!signal.aborted) await changes.next(signal)
		}
	} finally {
		changes.close()
	}
}

/** @returns undefined when there is no such file, or it has become another one */
async function bytesFrom(path: string, from: number): Promise<Buffer | undefined> {
	const file = await open(path).catch(() => undefined)
	if (!file) return undefined
	try {
		const { size } = await file.stat()
		if (size < from) return undefined
		const bytes = Buffer.alloc(size - from)
		const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
		return bytes.subarray(0, bytesRead)
	} finally {
		await file.close()
	}
}

type Changes = { next(signal: AbortSignal): Promise<void>; close(): void }

/**
 * The system tells of most changes; on a file system that does not, looking again every second is all there is.
 * @param isMeant - for a folder: which of the names in it count
 */
export function watchPath(path: string, isMeant: (name: string | null) => boolean = () => true): Changes {
	let hasChanged = false
	let wake = () => {}
	const changed = (_: string, name: string | null) => {
		if (!isMeant(name)) return
		hasChanged = true
		wake()
	}
	const watcher = watchOrNothing(path, changed)
	return {
		close: () => watcher?.close(),
		async next(signal) {
			if (!hasChanged)
				await new Promise<void>(resolve => {
					const timer = setTimeout(resolve, LOOK_AGAIN_MS)
					const done = () => {
						clearTimeout(timer)
						signal.removeEventListener('abort', done)
						resolve()
					}
					wake = done
					signal.addEventListener('abort', done, { once: true })
				})
			hasChanged = false
			wake = () => {}
		},
	}
}

const LOOK_AGAIN_MS = 1000

function watchOrNothing(
	path: string,
	changed: (event: string, name: string | null) => void,
): ReturnType<typeof watch> | undefined {
	try {
		return watch(path, { persistent: false }, changed).on('error', () => {})
	} catch {
		return undefined
	}
}
