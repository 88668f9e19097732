// Writing to stdout and stderr so that nothing is lost at exit and a closed pipe is no error.

import { advisedCommand, withCommand } from '../../core/text/advised-command.ts'
import { sanitize } from '../../tui/text/sanitize.ts'

export type Output = {
	out(text: string): void
	error(text: string): void
	/** Resolves when everything written has left the process, or can never leave it. */
	drained(): Promise<void>
	/** Fires when nobody reads stdout any more (`| head`). */
	readonly closed: AbortSignal
}

export function processOutput(): Output {
	const closed = new AbortController()
	const command = advisedCommand(process.env)
	process.stdout.on('error', () => closed.abort())
	// A stderr that is gone takes the progress with it, not the answer.
	process.stderr.on('error', () => {})
	return {
		closed: closed.signal,
		out: text => {
			if (!closed.signal.aborted) process.stdout.write(forReader(text, process.stdout))
		},
		error: text => {
			process.stderr.write(forReader(withCommand(text, command), process.stderr))
		},
		drained: async () => {
			await Promise.all([
				whenFlushed(process.stdout, closed.signal),
				whenFlushed(process.stderr, closed.signal),
			])
		},
	}
}

/** A terminal would act on what a model, a file or a server put into the text; a program gets it as it is. */
function forReader(text: string, stream: NodeJS.WriteStream): string {
	return stream.isTTY ? sanitize(text) : text
}

function whenFlushed(stream: NodeJS.WriteStream, closed: AbortSignal): Promise<void> {
	if (closed.aborted || stream.destroyed || stream.writableLength === 0) return Promise.resolve()
	return new Promise(resolve => {
		closed.addEventListener('abort', () => resolve(), { once: true })
		stream.write('', () => resolve())
	})
}
