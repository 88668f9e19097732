// Writing to stdout and stderr so that nothing is lost at exit and a closed pipe is no error.

import { advisedCommand, withCommand } from '../../core/text/advised-command.ts'
import { asAscii, drawsAscii } from '../../tui/text/ascii-glyphs.ts'
import { sanitize } from '../../tui/text/sanitize.ts'

export type Output = {
	out(text: string): void
	error(text: string): void
	/** Resolves when everything written has left the process, or can never leave it. */
	drained(): Promise<void>
	/** For text of our own with sequences for its looks, where stdout is a terminal. */
	readonly styled?: (text: string) => void
	/** Whoever reads has a terminal of another encoding than UTF-8: what is drawn, and not only passed on, goes by it. */
	readonly isAscii?: boolean
	/** One row that is written over and over, where stderr is a terminal. */
	readonly statusRow?: StatusRow
	/** Fires when nobody reads stdout any more (`| head`). */
	readonly closed: AbortSignal
	/** Why not all that was written to stdout has arrived: a full disk, say. Known once everything is drained. */
	readonly lost?: () => Error | undefined
}

export type StatusRow = {
	/** @param text - one line without control characters, for so many columns */
	show(text: (columns: number) => string): void
	clear(): void
}

export function processOutput(): Output {
	const closed = new AbortController()
	const command = advisedCommand(process.env)
	const isAscii = drawsAscii('auto', process.env)
	const drawn = (text: string) => (isAscii ? asAscii(text) : text)
	// A terminal would act on what a model, a file or a server put into the text; a program gets it as it is.
	const forReader = (text: string, { isTTY }: NodeJS.WriteStream) => (isTTY ? drawn(sanitize(text)) : text)
	const statusRow = process.stderr.isTTY && process.env.TERM !== 'dumb' ? createStatusRow(drawn) : undefined
	let lost: Error | undefined
	process.stdout.on('error', error => {
		if (isLoss(error, process.stdout)) lost ??= error
		closed.abort()
	})
	// A stderr that is gone takes the progress with it, not the answer.
	process.stderr.on('error', () => {})
	return {
		closed: closed.signal,
		// The event comes a moment after the write, and takes with it what the stream knows of the error.
		lost: () => {
			const { errored } = process.stdout
			return lost ?? (errored && isLoss(errored, process.stdout) ? errored : undefined)
		},
		isAscii,
		...(statusRow && { statusRow }),
		...(process.stdout.isTTY && {
			styled: (text: string) => {
				statusRow?.clear()
				if (!closed.signal.aborted) process.stdout.write(drawn(text))
			},
		}),
		out: text => {
			// Both may be the same terminal.
			statusRow?.clear()
			if (!closed.signal.aborted) process.stdout.write(forReader(text, process.stdout))
		},
		error: text => {
			statusRow?.clear()
			// What is said beside the answer is for people, wherever it ends up.
			process.stderr.write(drawn(forReader(withCommand(text, command), process.stderr)))
		},
		drained: async () => {
			await Promise.all([
				whenFlushed(process.stdout, closed.signal),
				whenFlushed(process.stderr, closed.signal),
			])
		},
	}
}

/** A reader who has gone away (`| head`) wanted no more, and a terminal that has gone has nobody to be told. */
function isLoss(error: Error, stream: NodeJS.WriteStream): boolean {
	return !stream.isTTY && !('code' in error && GONE.has(String(error.code)))
}

const GONE: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])

/** Written over from its beginning and only then cleared behind it, so that nothing flickers. */
function createStatusRow(drawn: (text: string) => string): StatusRow {
	let isShown = false
	return {
		show(text) {
			isShown = true
			process.stderr.write(`\r${drawn(text(process.stderr.columns || 80))}\x1b[K`)
		},
		clear() {
			if (isShown) process.stderr.write('\r\x1b[K')
			isShown = false
		},
	}
}

function whenFlushed(stream: NodeJS.WriteStream, closed: AbortSignal): Promise<void> {
	if (closed.aborted || stream.destroyed || stream.writableLength === 0) return Promise.resolve()
	return new Promise(resolve => {
		closed.addEventListener('abort', () => resolve(), { once: true })
		stream.write('', () => resolve())
	})
}
