// `agent scrub`: the filter for secrets as a pipe. Bytes go in, the same bytes without secrets come out, as they come.

import { StringDecoder } from 'node:string_decoder'
import { AgentError, messageOf } from '../../core/errors.ts'
import { createScrubStream } from '../../safety/redaction/scrub.ts'
import { FRESH_SANITIZER, sanitizePiece, sanitizeRest } from '../../tui/text/sanitize.ts'
import { codeForError } from '../io/exit-codes.ts'
import type { Output } from '../io/output.ts'

export type ScrubArguments = {
	stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean }
	stdout: ByteSink
	output: Pick<Output, 'out' | 'error' | 'closed'>
	/** Values that are secret whatever they look like. */
	known: readonly string[]
}

/** What is used of `process.stdout`. */
export type ByteSink = {
	readonly isTTY?: boolean
	write(bytes: Uint8Array): boolean
	once(event: 'drain', heard: () => void): unknown
}

/** @returns the exit code @throws AgentError `usage` when stdin cannot be read */
export async function scrub({ stdin, stdout, output, known }: ScrubArguments): Promise<number> {
	if (stdin.isTTY) {
		output.error('error: there is nothing to scrub; try: env | agent scrub\n')
		return codeForError('usage')
	}
	// One character a byte: what is no UTF-8 comes out as it came in, and all that the filter looks for is ASCII.
	const secrets = known.map(secret => Buffer.from(secret).toString('latin1'))
	const filter = createScrubStream(() => secrets)
	const write = stdout.isTTY ? toTerminal(output) : toProgram(stdout, output.closed)
	for await (const chunk of readable(stdin)) {
		if (output.closed.aborted) return 0
		await write(filter.push(Buffer.from(chunk).toString('latin1')))
	}
	await write(filter.end(), true)
	return 0
}

type Write = (text: string, isEnd?: boolean) => Promise<void>

function toProgram(stdout: ByteSink, closed: AbortSignal): Write {
	return async text => {
		if (text === '' || closed.aborted || stdout.write(Buffer.from(text, 'latin1'))) return
		await new Promise<void>(resolve => {
			stdout.once('drain', resolve)
			closed.addEventListener('abort', () => resolve(), { once: true })
		})
	}
}

/** A terminal would obey what a file holds; a sequence may be cut between two pieces. */
function toTerminal(output: Pick<Output, 'out'>): Write {
	const decoder = new StringDecoder('utf8')
	let state = FRESH_SANITIZER
	return async (text, isEnd = false) => {
		const bytes = Buffer.from(text, 'latin1')
		const piece = sanitizePiece(state, isEnd ? decoder.end(bytes) : decoder.write(bytes))
		state = piece.state
		output.out(isEnd ? piece.text + sanitizeRest(state) : piece.text)
	}
}

async function* readable(stdin: AsyncIterable<string | Uint8Array>): AsyncIterable<string | Uint8Array> {
	try {
		yield* stdin
	} catch (error) {
		const why = messageOf(error)
		throw new AgentError('usage', `stdin cannot be read: ${why}`, { cause: error })
	}
}
