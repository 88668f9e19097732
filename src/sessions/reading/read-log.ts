// The bytes of a log as envelopes, whatever happened to them: bad lines are passed over and told, and a torn end is
// told apart from a whole one.

import { decode, encode, foreignTypeOf } from '../codec.ts'
import type { StoredEnvelope } from '../session-store.ts'

export type ReadLog = {
	envelopes: readonly StoredEnvelope[]
	/** Lines that are no envelope, by their number in the file. */
	badLines: readonly number[]
	/** What whole lines call their event that we have no event for. */
	foreignTypes: ReadonlySet<string>
	/** Where the last whole line ends. What follows is torn; nothing follows when this is the length. */
	goodBytes: number
	/** The last line is an envelope that only lacks its line end. */
	lacksLineEnd: boolean
}

export function readLog(bytes: Buffer): ReadLog {
	const envelopes: StoredEnvelope[] = []
	const badLines: number[] = []
	const foreignTypes = new Set<string>()
	let lines = 0
	const goodBytes = eachLine(bytes, line => {
		lines += 1
		const text = line.toString('utf8')
		const envelope = decode(text)
		if (envelope) envelopes.push(envelope)
		else if (text.trim() !== '') {
			const type = foreignTypeOf(text)
			if (type === undefined) badLines.push(lines)
			else foreignTypes.add(type)
		}
	})
	const rest = goodBytes < bytes.length ? decode(bytes.toString('utf8', goodBytes)) : undefined
	if (rest) envelopes.push(rest)
	return {
		envelopes: inOrder(envelopes),
		badLines,
		foreignTypes,
		goodBytes: rest ? bytes.length : goodBytes,
		lacksLineEnd: rest !== undefined,
	}
}

/** @returns where the last line ends that has a line end */
export function eachLine(bytes: Buffer, visit: (line: Buffer) => void): number {
	let at = 0
	for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
		visit(bytes.subarray(at, end))
		at = end + 1
	}
	return at
}

const NEWLINE = 10

/**
 * By number, whatever the clock said. A line that is there twice counts once; two that only share a number both stay,
 * for one of them may be all that is left of an answer. A log as we write it is in order and returned as it is.
 */
export function inOrder(envelopes: readonly StoredEnvelope[]): readonly StoredEnvelope[] {
	if (envelopes.every((envelope, index) => index === 0 || envelope.seq > envelopes[index - 1]!.seq))
		return envelopes
	return envelopes
		.toSorted((a, b) => a.seq - b.seq)
		.filter((envelope, index, sorted) => {
			const before = sorted[index - 1]
			return before?.seq !== envelope.seq || encode(before) !== encode(envelope)
		})
}

/** Each number once, in order: what is at hand, and what was read besides. */
export function withOthers(
	envelopes: readonly StoredEnvelope[],
	others: readonly StoredEnvelope[],
): readonly StoredEnvelope[] {
	const known = new Set(envelopes.map(({ seq }) => seq))
	const missing = others.filter(({ seq }) => !known.has(seq))
	return missing.length === 0 ? envelopes : [...missing, ...envelopes].sort((a, b) => a.seq - b.seq)
}
