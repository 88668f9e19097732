// Makes a long session out of a short one: the log of one real run, its events again and again under new numbers.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredEvent } from '../src/core/events.ts'
import { userText } from '../src/core/messages.ts'
import { encode } from '../src/sessions/codec.ts'
import { snapshotOf } from '../src/sessions/folds/snapshot.ts'
import { readLog } from '../src/sessions/reading/read-log.ts'
import type { StoredEnvelope } from '../src/sessions/session-store.ts'

/** Ends the last answer, so that it can be waited for on a screen. */
export const NEWEST = 'NEWESTWORDS'

/**
 * @param size.condensedEvery - so many events lie between two compactions; left out, there are none
 * @returns the id of the one session under `home`, whose log now is as long as asked for
 */
export async function growSession(
	home: string,
	size: ({ messages: number } | { events: number }) & { condensedEvery?: number },
): Promise<{ sessionId: string; events: number; sizeBytes: number }> {
	const names = await readdir(join(home, 'sessions'), { recursive: true })
	const name = names.find(candidate => candidate.endsWith('.jsonl'))
	if (name === undefined) throw new Error(`there is no session log in ${home}`)
	const path = join(home, 'sessions', name)
	const { envelopes } = readLog(await readFile(path))
	const start = envelopes.findIndex(({ event }) => event.type === 'run-start')
	const end = envelopes.findIndex(({ event }) => event.type === 'run-end')
	if (start < 0 || end < 0) throw new Error(`${path} holds no whole run`)
	const run = envelopes.slice(start, end + 1)
	// A run is one prompt and one answer.
	const copies = 'messages' in size ? size.messages / 2 : Math.ceil(size.events / run.length)
	const grown: StoredEnvelope[] = envelopes.slice(0, start)
	let sinceCondensed = 0
	let seq = grown.at(-1)?.seq ?? 0
	for (let copy = 0; copy < copies; copy++) {
		for (const envelope of run)
			grown.push({ ...envelope, event: withMark(envelope.event, copy === copies - 1), seq: ++seq })
		sinceCondensed += run.length
		if (size.condensedEvery === undefined || sinceCondensed < size.condensedEvery || copy > copies - 20)
			continue
		grown.push({ ...run[0]!, seq: ++seq, event: condensed(grown.slice(-sinceCondensed - 1)) })
		sinceCondensed = 0
	}
	const text = grown.map(encode).join('')
	await writeFile(path, text)
	return { sessionId: grown[0]!.sessionId, events: grown.length, sizeBytes: Buffer.byteLength(text) }
}

function condensed(since: readonly StoredEnvelope[]): StoredEvent {
	return {
		type: 'compaction',
		cause: 'window',
		message: userText('What came before, in short. '.repeat(200)),
		keeps: 10,
		cut: [],
		summary: 'written',
		tokensBefore: 100_000,
		tokensAfter: 20_000,
		carried: snapshotOf(since),
	}
}

function withMark(event: StoredEvent, isLast: boolean): StoredEvent {
	if (!isLast || event.type !== 'message-end') return event
	const { message } = event
	return {
		...event,
		message: { ...message, content: [...message.content, { type: 'text', text: ` ${NEWEST}` }] },
	}
}
