// Writing a session's envelopes to stdout as lines of `stream-json`.

import type { Envelope } from '../../../../core/events.ts'
import type { Output } from '../../../io/output.ts'
import { linesOf } from './stream-json.ts'

/** Writes the lines of envelopes. Those before the first `init`, which is always first, follow it. */
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
			const lines = linesOf(envelope, { partial: includePartial, version })
			if (early && envelope.event.type !== 'run-start') early.push(...lines)
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
