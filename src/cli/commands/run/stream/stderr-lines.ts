// What a run says on stderr: everything it does, or only what somebody who waits for it has to know.

import type { AgentEvent, Envelope, EventOf } from '../../../../core/events.ts'
import { textOf } from '../../../../core/messages.ts'
import { backgroundEndsIn } from '../../../../core/text/background-end.ts'
import { hookLine } from '../../../../core/text/hook-line.ts'
import type { Output } from '../../../io/output.ts'
import type { OutputFormat, RawFlags } from '../../../startup/flags.ts'
import { type Denial, denialLine } from './denials.ts'

/** `waits`: retries, other models, limits, refusals, servers that are waited for, warnings, and why it failed. */
export type StderrWords = 'everything' | 'waits' | 'nothing'

/**
 * With JSON on stdout, a program reads that; what is on a terminal beside it is for a person, and in a file it would only
 * be mixed into the lines by whoever sends both to one place.
 */
export function stderrWords(
	{ verbose, quiet }: Pick<RawFlags, 'verbose' | 'quiet'>,
	format: OutputFormat,
	{ stdout, stderr }: { stdout: { isTTY?: boolean }; stderr: { isTTY?: boolean } },
): StderrWords {
	if (verbose) return 'everything'
	if (format === 'text') return quiet ? 'waits' : 'everything'
	// The lines of the stream are on the same screen, and say it.
	const isSaid = format === 'stream-json' && stdout.isTTY === true
	return stderr.isTTY === true && !isSaid ? 'waits' : 'nothing'
}

/** @param refused - the calls that this envelope is about, where it tells of a refusal */
export function stderrLines(
	{ event }: Envelope,
	refused: readonly Denial[],
	words: StderrWords,
): readonly string[] {
	if (words === 'nothing') return []
	const line = lineInBoth(event) ?? (words === 'everything' ? progressLine(event) : waitLine(event))
	const told = words === 'everything' && event.type === 'correction' ? correctionLines(event) : []
	return [...(line === undefined ? [] : [line]), ...told, ...refused.map(denialLine)]
}

/**
 * What is told in one go of the event loop is one write at its end. Writing to a pipe is waited for, and a model that has
 * asked for a file would be answered behind it.
 */
export function stderrWriter({ error }: Pick<Output, 'error'>): StderrWriter {
	let waiting = ''
	const flush = () => {
		if (waiting !== '') error(waiting)
		waiting = ''
	}
	return {
		flush,
		write(line) {
			if (waiting === '') setImmediate(flush)
			waiting += `${line}\n`
		},
	}
}

/** `flush` writes what still waits, before something else is to be read. */
type StderrWriter = { write(line: string): void; flush(): void }

function lineInBoth(event: AgentEvent): string | undefined {
	switch (event.type) {
		case 'retry-wait': {
			const seconds = (event.waitMs / 1000).toFixed(1)
			return `${event.cause.message}; trying again in ${seconds} s (${event.retry}/${event.maxRetries})`
		}
		case 'notice':
			return `${event.level}: ${event.text}`
		default:
			return undefined
	}
}

/** What takes long and is progress otherwise. */
function waitLine(event: AgentEvent): string | undefined {
	if (event.type !== 'compaction-start') return undefined
	return event.withoutSummary ? 'shortening history' : 'condensing history'
}

function progressLine(event: AgentEvent): string | undefined {
	switch (event.type) {
		case 'progress':
			return `[${event.turn}/${event.maxTurns}] ${event.text}`
		case 'hook-result':
			return hookLine(event)
		default:
			return undefined
	}
}

/** What is wrong stands in the first line, and below it what the model is to do about it. */
function correctionLines({ message }: EventOf<'correction'>): readonly string[] {
	const text = textOf(message.content)
	return backgroundEndsIn(text) ?? [`told the model: ${text.split('\n', 1)[0]}`]
}
