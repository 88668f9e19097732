// `agent run`: one prompt, one answer. A reader of the same envelopes as the screen, with stdout for the answer
// alone and an exit code that tells the truth.

import { type ErrorInfo, errorInfo } from '../../../core/errors.ts'
import type { Envelope } from '../../../core/events.ts'
import type { RunId, SessionId } from '../../../core/ids.ts'
import { jsonAnswer } from '../../../core/json.ts'
import type { UserMessage } from '../../../core/messages.ts'
import type { RuntimePort } from '../../../core/runtime-port.ts'
import { codeForError, codeForRun, codeForSignal } from '../../io/exit-codes.ts'
import type { Output } from '../../io/output.ts'
import { type EndSignal, onEndSignal } from '../../io/signals.ts'
import type { OutputFormat } from '../../startup/flags.ts'
import { lineWriter } from './stream/line-writer.ts'
import { foldResult, type ReportedRun, startResult } from './stream/run-result.ts'
import { type StderrWords, stderrLines, stderrWriter } from './stream/stderr-lines.ts'
import { resultLine } from './stream/stream-json.ts'

export type RunOptions = {
	/** Opens the session; everything that can be wrong with settings or keys is thrown from here. */
	open(): Promise<RuntimePort>
	/** Read while the session opens. */
	message: Promise<UserMessage>
	/** The answer is JSON that was checked against a schema. */
	isJsonAnswer: boolean
	format: OutputFormat
	/** What of it is told on stderr. */
	words: StderrWords
	includePartial: boolean
	/** Writes the final text to a file too. */
	saveAnswer: ((text: string) => Promise<void>) | undefined
	/** The session is kept, so there is an id to come back by. */
	isStored: boolean
	version: string
	output: Output
}

/** @returns the exit code; everything to be said has been written by then */
export async function runOnce(options: RunOptions): Promise<number> {
	const startedMs = performance.now()
	const { output, format } = options
	let result = startResult('' as SessionId)
	let signalled: EndSignal | undefined
	const stop = new AbortController()
	const release = onEndSignal(signal => {
		signalled = signal
		stop.abort()
	})
	output.closed.addEventListener('abort', () => stop.abort(), { once: true })

	const lines = lineWriter(options)
	const told = stderrWriter(output)
	const settle = async (thrown?: ErrorInfo): Promise<number> => {
		release()
		told.flush()
		lines.flush()
		// Before the result is told, which is told once.
		const failure = thrown ?? (await saveFinished(result, options))
		const code = exitCode(result, { failure, signalled, isClosed: output.closed.aborted })
		printResult(result, { ...options, failure, durationMs: performance.now() - startedMs })
		await output.drained()
		return code
	}

	let opened: RuntimePort | undefined
	try {
		// Both are started; a prompt that is missing is told before a key that is.
		const opening = options.open()
		opening.catch(() => undefined)
		const message = await options.message
		const port = await opening
		opened = port
		await follow(port, message, stop.signal, envelope => {
			const refused = result.denials.list.length
			result = foldResult(result, envelope)
			if (format === 'stream-json') lines.write(envelope)
			for (const line of stderrLines(envelope, result.denials.list.slice(refused), options.words))
				told.write(line)
			return result.end !== undefined
		})
		const code = await settle()
		await port.send({ type: 'shutdown' }).catch(() => undefined)
		return code
	} catch (error) {
		const code = await settle(errorInfo(error))
		await opened?.send({ type: 'shutdown' }).catch(() => undefined)
		return code
	}
}

/** @returns why a finished answer is not in its file */
async function saveFinished(result: ReportedRun, options: RunOptions): Promise<ErrorInfo | undefined> {
	if (!options.saveAnswer || result.end?.reason !== 'finished') return undefined
	return options.saveAnswer(answerText(result, options)).then(() => undefined, errorInfo)
}

/**
 * Sends the prompt and hands over every envelope from its beginning; when `stop` fires the run is cancelled and its end
 * still comes.
 * @param take - says whether that was the last one
 */
async function follow(
	port: RuntimePort,
	message: UserMessage,
	stop: AbortSignal,
	take: (envelope: Envelope) => boolean,
): Promise<void> {
	const reading = new AbortController()
	let runId: RunId | undefined
	const cancel = () => {
		if (runId !== undefined) return void port.send({ type: 'cancel', runId }).catch(() => reading.abort())
		// A prompt may wait for servers and hooks before its run begins.
		void port.send({ type: 'shutdown' }).catch(() => undefined)
	}
	const envelopes = port.events(Number.MAX_SAFE_INTEGER, reading.signal)[Symbol.asyncIterator]()
	const first = envelopes.next()
	stop.addEventListener('abort', cancel, { once: true })
	try {
		const sent = port.send({ type: 'prompt', message, whenBusy: 'queue' })
		// The signal may have come while the session was being opened.
		if (stop.aborted) cancel()
		await sent
		for (let next = await first; !next.done; next = await envelopes.next()) {
			if (next.value.event.type === 'run-start') {
				runId = next.value.runId
				// It may have been asked to end a moment ago.
				if (stop.aborted) cancel()
			}
			if (take(next.value)) return
		}
	} finally {
		stop.removeEventListener('abort', cancel)
		reading.abort()
	}
}

function exitCode(
	result: ReportedRun,
	how: { failure: ErrorInfo | undefined; signalled: EndSignal | undefined; isClosed: boolean },
): number {
	if (how.signalled) return codeForSignal(how.signalled)
	if (how.isClosed) return codeForSignal('SIGPIPE')
	if (how.failure) return codeForError(how.failure.code)
	return result.end ? codeForRun(result.end.reason, result.end.error?.code) : codeForError('internal')
}

function printResult(
	result: ReportedRun,
	context: Pick<RunOptions, 'format' | 'words' | 'isJsonAnswer' | 'isStored' | 'output'> & {
		failure: ErrorInfo | undefined
		durationMs: number
	},
): void {
	const { output, failure, format } = context
	const error = failure ?? result.end?.error
	if (format !== 'text') {
		output.out(`${resultLine(result, context)}\n`)
		if (error && context.words !== 'nothing') output.error(`error: ${error.message}\n`)
		return
	}
	const text = answerText(result, context)
	if (text !== '') output.out(text.endsWith('\n') ? text : `${text}\n`)
	if (error) output.error(`error: ${error.message}\n`)
	else if (result.end && result.end.reason !== 'finished')
		output.error(`error: the run ended: ${result.end.reason}\n`)
	if (result.sessionId && context.isStored) output.error(`session: ${result.sessionId}\n`)
}

/** What the next program in a pipe wants: JSON without the code fence that some models put around it. */
function answerText({ text }: ReportedRun, { isJsonAnswer }: Pick<RunOptions, 'isJsonAnswer'>): string {
	return (isJsonAnswer ? jsonAnswer(text)?.text : undefined) ?? text
}
