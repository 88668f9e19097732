// `agent run --input-format stream-json`: one process for many prompts. Lines on stdin are prompts, control requests and
// answers to ours; stdout has the lines of every run, each run's with its own `result` last.

import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Command } from '../../../../core/commands.ts'
import { type ErrorInfo, errorInfo, messageOf } from '../../../../core/errors.ts'
import type { Envelope, QueuedPrompt } from '../../../../core/events.ts'
import type { CallId, RunId, SessionId } from '../../../../core/ids.ts'
import type { JsonObject } from '../../../../core/json.ts'
import { type UserMessage, userText } from '../../../../core/messages.ts'
import type { ModelRef } from '../../../../core/model-ref.ts'
import type { RuntimePort } from '../../../../core/runtime-port.ts'
import { codeForError, codeForRun, codeForSignal, type ExitCode } from '../../../io/exit-codes.ts'
import type { Output } from '../../../io/output.ts'
import { type EndSignal, onEndSignal } from '../../../io/signals.ts'
import { type LineWriter, lineWriter } from '../stream/line-writer.ts'
import { foldResult, type RunResult, startResult } from '../stream/run-result.ts'
import { type StderrWords, stderrLines } from '../stream/stderr-lines.ts'
import { resultLine } from '../stream/stream-json.ts'
import { type JsonLine, system } from '../stream/system-lines.ts'
import { control } from './control.ts'
import { readInputLine } from './input-line.ts'
import { PendingRequests } from './pending-requests.ts'

export type ConverseOptions = {
	open(): Promise<RuntimePort>
	/** The prompt of the command line, where there is one: the first. */
	first: string | undefined
	stdin: Readable
	/** What is told on stderr beside the stream. */
	words: StderrWords
	includePartial: boolean
	/** Called with the answer of each finished run. */
	saveAnswer: ((text: string) => Promise<void>) | undefined
	version: string
	output: Output
}

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
		port = await options.open()
		const code = await new Conversation(port, options).run(stop.signal)
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

class Conversation {
	private readonly port: RuntimePort
	private readonly options: ConverseOptions
	private readonly lines: LineWriter
	private readonly requests = new PendingRequests()
	private readonly reading = new AbortController()
	/** Prompts that become runs of their own when the session is idle. */
	private readonly later: UserMessage[] = []
	private result: RunResult = startResult('' as SessionId)
	private runId: RunId | undefined
	private startedMs = performance.now()
	/** Prompts that the session has not taken yet. */
	private starting = 0
	/** What the session itself keeps behind the active run. */
	private queued: readonly QueuedPrompt[] = []
	/** A run is about to begin: of a prompt that was sent, or of what the session keeps. */
	private isNextComing = false
	private isInputOver = false
	private isInterrupted = false
	private hasPrompt = false
	/** Something of the active run was refused because nobody was left to ask. */
	private isUnanswered = false
	private firstChain: readonly ModelRef[] | undefined
	private code: ExitCode = 0

	constructor(port: RuntimePort, options: ConverseOptions) {
		this.port = port
		this.options = options
		this.lines = lineWriter(options)
	}

	async run(stop: AbortSignal): Promise<ExitCode> {
		const { first, stdin } = this.options
		const envelopes = this.port.events(Number.MAX_SAFE_INTEGER, this.reading.signal)[Symbol.asyncIterator]()
		let next = envelopes.next()
		if (stop.aborted) return this.code
		stop.addEventListener('abort', () => this.stop(), { once: true })
		if (first !== undefined) this.prompt(first, 'queue')
		const input = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY })
		input.on('line', line => this.take(line))
		input.once('close', () => this.inputEnded())
		stdin.once('error', () => this.inputEnded())
		try {
			for (let each = await next; !each.done; each = await next) {
				next = envelopes.next()
				await this.follow(each.value)
			}
		} finally {
			input.close()
			this.lines.flush()
		}
		if (!this.hasPrompt && !stop.aborted) {
			this.tell('stdin ended without a prompt: {"type":"user","message":{"role":"user","content":"…"}}')
			return codeForError('usage')
		}
		return this.code
	}

	private take(line: string): void {
		const read = readInputLine(line)
		switch (read.type) {
			case 'none':
				return
			case 'unread':
				return this.tell(`a line was passed over: ${read.problem}`, line)
			case 'prompt':
				return this.prompt(read.text, read.whenBusy)
			case 'request':
				return void this.control(read.requestId, read.request)
			case 'response':
				return this.answer(read, line)
		}
	}

	private prompt(text: string, whenBusy: 'steer' | 'queue'): void {
		this.hasPrompt = true
		const message = userText(text)
		if (this.isBusy && whenBusy === 'queue') this.later.push(message)
		else void this.submit(message, whenBusy)
	}

	private get isBusy(): boolean {
		return this.runId !== undefined || this.starting > 0 || this.isNextComing
	}

	private async submit(message: UserMessage, whenBusy: 'steer' | 'queue'): Promise<void> {
		const startsRun = !this.isBusy
		if (startsRun) {
			this.isNextComing = true
			this.startedMs = performance.now()
			this.isInterrupted = false
		}
		this.starting++
		try {
			await this.port.send({ type: 'prompt', message, whenBusy })
		} catch (error) {
			if (startsRun) {
				this.isNextComing = false
				this.writeResult(startResult(this.result.sessionId), errorInfo(error))
			} else this.tell(`a message was not taken: ${messageOf(error)}`)
		} finally {
			this.starting--
			this.goOn()
		}
	}

	private async control(requestId: string, request: JsonObject): Promise<void> {
		const answer = (response: JsonObject) =>
			this.write({ type: 'control_response', response: { ...response, request_id: requestId } })
		try {
			const response = await control(request, {
				port: this.port,
				interrupt: () => this.interrupt(),
				firstChain: () => this.firstChain,
			})
			const waiting = request.subtype === 'initialize' && { pending_permission_requests: this.pendingLines() }
			answer({ subtype: 'success', response, ...waiting })
		} catch (error) {
			answer({ subtype: 'error', error: messageOf(error) })
		}
	}

	private pendingLines(): JsonObject[] {
		return this.requests.lines.map(line => JSON.parse(JSON.stringify(line)))
	}

	/** @returns how many prompts still wait */
	private interrupt(): number {
		this.isInterrupted = this.isBusy
		this.cancel()
		return this.later.length
	}

	private cancel(): void {
		const { runId } = this
		if (runId !== undefined) void this.port.send({ type: 'cancel', runId }).catch(() => undefined)
	}

	private answer(
		{ requestId, response, error }: { requestId: string; response: JsonObject; error?: string },
		line: string,
	): void {
		try {
			const command = this.requests.answer(requestId, response, error)
			if (!command) return this.tell(`nothing waits for an answer to ${JSON.stringify(requestId)}`, line)
			this.send(command)
			if (response.interrupt === true) this.interrupt()
		} catch (problem) {
			this.tell(`the answer was passed over, and ${requestId} still waits: ${messageOf(problem)}`, line)
		}
	}

	private send(command: Command): void {
		void this.port.send(command).catch(error => this.tell(messageOf(error)))
	}

	private inputEnded(): void {
		if (this.isInputOver) return
		this.isInputOver = true
		this.refuseWaiting()
		this.goOn()
	}

	private refuseWaiting(): void {
		const refused = this.requests.refuseAll('nobody can answer any more: stdin is closed')
		this.isUnanswered ||= refused.some(({ type }) => type === 'approve')
		for (const command of refused) this.send(command)
	}

	private stop(): void {
		this.later.length = 0
		this.isInputOver = true
		this.refuseWaiting()
		this.cancel()
		// A prompt may wait for servers and hooks before its run begins.
		if (this.runId === undefined) this.finish()
	}

	private async follow(envelope: Envelope): Promise<void> {
		const { event, runId } = envelope
		if (event.type === 'run-start') {
			this.isNextComing = false
			this.runId = runId
			this.firstChain ??= event.snapshot.chain
			this.result = startResult(envelope.sessionId)
		}
		if (event.type === 'queue-change') this.queued = event.items
		const refused = this.result.denials.list.length
		this.result = foldResult(this.result, envelope)
		for (const line of stderrLines(envelope, this.result.denials.list.slice(refused), this.options.words))
			this.options.output.error(`${line}\n`)
		this.lines.write(envelope)
		const asks = this.requests.follow(envelope, callId => this.inputOf(callId))
		if (asks) this.write(asks)
		if (asks && this.isInputOver) this.refuseWaiting()
		if (event.type === 'run-start' && this.isInterrupted) this.cancel()
		if (event.type === 'run-end' && runId === this.runId) await this.runEnded()
		if (event.type === 'notice' && event.level === 'error' && this.isNextComing) {
			this.isNextComing = false
			this.goOn()
		}
	}

	private inputOf(callId: string): JsonObject {
		return this.result.denials.calls.get(callId as CallId) ?? {}
	}

	private async runEnded(): Promise<void> {
		const { result } = this
		this.runId = undefined
		this.writeResult(result, this.isUnanswered && result.end?.reason === 'finished' ? UNANSWERED : undefined)
		this.isUnanswered = false
		if (result.end?.reason === 'finished') await this.options.saveAnswer?.(result.text)
		// The session goes on with what it keeps only after a run that finished.
		this.isNextComing = result.end?.reason === 'finished' && this.queued.length > 0
		if (!this.isNextComing) await this.takeBack()
		this.startedMs = performance.now()
		this.isInterrupted = false
		this.goOn()
	}

	private async takeBack(): Promise<void> {
		const left = this.queued
		for (const { queueId } of left)
			await this.port.send({ type: 'take-back', queueId }).catch(() => undefined)
		this.queued = []
		this.later.unshift(...left.map(({ message }) => message))
	}

	/** What the session has reported already may say that it is busy after all, so that is read first. */
	private goOn(): void {
		setImmediate(() => this.proceed())
	}

	private proceed(): void {
		if (this.isBusy) return
		const next = this.later.shift()
		if (next) void this.submit(next, 'queue')
		else if (this.isInputOver) this.finish()
	}

	private finish(): void {
		this.reading.abort()
	}

	private writeResult(result: RunResult, failure: ErrorInfo | undefined): void {
		const reason = result.end?.reason ?? 'failed'
		const code = failure ? codeForError(failure.code) : codeForRun(reason, result.end?.error?.code)
		if (code !== 0 && !(this.isInterrupted && reason === 'cancelled')) this.code = code
		const durationMs = performance.now() - this.startedMs
		this.lines.flush()
		const { output, words } = this.options
		output.out(`${resultLine(result, { durationMs, failure, isJsonAnswer: false })}\n`)
		const error = failure ?? result.end?.error
		if (error && words !== 'nothing') output.error(`error: ${error.message}\n`)
	}

	/** On stdout, where whoever wrote the line reads; it may be before the first `init`. */
	private tell(message: string, line?: string): void {
		this.write(
			system('error', {
				message,
				...(line !== undefined && { line: line.slice(0, TOLD_CHARACTERS).toWellFormed() }),
			}),
		)
	}

	private write(line: JsonLine): void {
		this.options.output.out(`${JSON.stringify(line)}\n`)
	}
}

const UNANSWERED: ErrorInfo = {
	code: 'tool-denied',
	message: 'it needs an approval, and stdin had ended before there was one',
}

const TOLD_CHARACTERS = 200
