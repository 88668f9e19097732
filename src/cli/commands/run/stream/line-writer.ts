// Writing a session's envelopes to stdout as lines of `stream-json`.

import type { Envelope } from '../../../../core/events.ts'
import type { CallId } from '../../../../core/ids.ts'
import type { Output } from '../../../io/output.ts'
import { linesOf } from './stream-json.ts'

/**
 * Writes the lines of envelopes. Those before the first `init`, which is always first, follow it; the result of a call
 * that ended while its reply still streamed (SPEC L3) follows the reply, because readers know a call from there.
 */
export function lineWriter({
	includePartial,
	version,
	output,
}: {
	includePartial: boolean
	version: string
	output: Output
}): LineWriter {
	let early: string[] | undefined = []
	const results: string[] = []
	const told = new Set<CallId>()
	const flush = (first: readonly string[] = []) => {
		for (const line of [...first, ...(early ?? [])]) output.out(`${line}\n`)
		early = undefined
	}
	return {
		flush,
		afterFirst(line) {
			if (early) early.push(line)
			else output.out(`${line}\n`)
		},
		write: envelope => {
			const { event } = envelope
			const lines = linesOf(envelope, { partial: includePartial, version })
			if (early && event.type !== 'run-start') return void early.push(...lines)
			if (event.type === 'tool-end' && !told.delete(event.callId)) return void results.push(...lines)
			if (event.type === 'message-end') {
				for (const part of event.message.content) if (part.type === 'tool-call') told.add(part.callId)
				flush([...lines, ...results.splice(0)])
			} else if (event.type === 'run-end') flush([...results.splice(0), ...lines])
			else flush(lines)
		},
	}
}

export type LineWriter = {
	write(envelope: Envelope): void
	/** Of the program's own: never before the first `init`. */
	afterFirst(line: string): void
	/** Writes what still waits, where no run has begun. */
	flush(): void
}
