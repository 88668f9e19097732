// The bytes of a log as envelopes, whatever happened to them: bad lines are passed over and counted, doubled numbers
// dropped, and a torn end is told apart from a whole one.

import { decode } from './codec.ts'
import type { StoredEnvelope } from './store.ts'

export type ReadLog = {
	envelopes: readonly StoredEnvelope[]
	/** Lines in the middle that are no envelope. */
	badLines: number
	/** Where the last line ends that is whole. What follows is torn; nothing follows when this is the length. */
	goodBytes: number
	/** The last line is an envelope that only lacks its line end. */
	lacksLineEnd: boolean
}

export function readLog(bytes: Buffer): ReadLog {
	const envelopes: StoredEnvelope[] = []
	let badLines = 0
	let at = 0
	for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
		const envelope = decode(bytes.toString('utf8', at, end))
		if (envelope) envelopes.push(envelope)
		else if (end > at) badLines++
		at = end + 1
	}
	const rest = at < bytes.length ? decode(bytes.toString('utf8', at)) : undefined
	if (rest) envelopes.push(rest)
	return {
		envelopes: inOrder(envelopes),
		badLines,
		goodBytes: rest ? bytes.length : at,
		lacksLineEnd: rest !== undefined,
	}
}

const NEWLINE = 10

/** By number, each once. A log as we write it is in order already, and is returned as it is. */
function inOrder(envelopes: readonly StoredEnvelope[]): readonly StoredEnvelope[] {
	if (envelopes.every((envelope, index) => index === 0 || envelope.seq > envelopes[index - 1]!.seq))
		return envelopes
	const first = new Map<number, StoredEnvelope>()
	for (const envelope of envelopes) if (!first.has(envelope.seq)) first.set(envelope.seq, envelope)
	return [...first.values()].sort((a, b) => a.seq - b.seq)
}
