// `agent run --input-format stream-json`: one process for many prompts. Lines on stdin are prompts, control requests and
// answers to ours; stdout has the lines of every run, each run's with its own `result` last.

import { errorInfo } from '../../../../core/errors.ts'
import type { SessionId } from '../../../../core/ids.ts'
import type { RuntimePort } from '../../../../core/runtime-port.ts'
import { codeForError, codeForSignal } from '../../../io/exit-codes.ts'
import { type EndSignal, onEndSignal } from '../../../io/signals.ts'
import { startResult } from '../stream/run-result.ts'
import { resultLine } from '../stream/stream-json.ts'
import { Conversation, type ConverseOptions } from './conversation.ts'

/** @returns 0 when every run finished or was interrupted from here; else the code of the last one that did not */
export async function converse(options: ConverseOptions): Promise<number> {
	const { output } = options
	let signalled: EndSignal | undefined
	const stop = new AbortController()
	const release = onEndSignal(signal => {
		signalled = signal
		stop.abort()
	})
	output.closed.addEventListener('abort', () => stop.abort(), { once: true })
	let port: RuntimePort | undefined
	try {
		const opened = await options.open()
		port = opened.port
		const code = await new Conversation(opened, options).run(stop.signal)
		if (signalled) return codeForSignal(signalled)
		return output.closed.aborted ? codeForSignal('SIGPIPE') : code
	} catch (error) {
		const failure = errorInfo(error)
		const context = { durationMs: 0, failure, isJsonAnswer: false }
		output.out(`${resultLine(startResult('' as SessionId), context)}\n`)
		return codeForError(failure.code)
	} finally {
		release()
		options.stdin.destroy()
		await port?.send({ type: 'shutdown' }).catch(() => undefined)
		await output.drained()
	}
}
