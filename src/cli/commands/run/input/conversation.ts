// A conversation over lines: what comes in on stdin, what the session reports, and the result of each run.

import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Command, NewRule } from '../../../../core/commands.ts'
import { type ErrorInfo, messageOf } from '../../../../core/errors.ts'
import type { Envelope } from '../../../../core/events.ts'
import type { CallId, SessionId } from '../../../../core/ids.ts'
import type { JsonObject } from '../../../../core/json.ts'
import type { ModelRef } from '../../../../core/model-ref.ts'
import type { RuntimePort } from '../../../../core/runtime-port.ts'
import { codeForError, codeForRun, type ExitCode } from '../../../io/exit-codes.ts'
import type { Output } from '../../../io/output.ts'
import { type LineWriter, lineWriter } from '../stream/line-writer.ts'
import { foldResult, type ReportedRun, startResult } from '../stream/run-result.ts'
import { type StderrWords, stderrLines } from '../stream/stderr-lines.ts'
import { resultLine } from '../stream/stream-json.ts'
import { type JsonLine, system } from '../stream/system-lines.ts'
import { control } from './control.ts'
import { notTaken } from './greeting.ts'
import { type PromptLine, readInputLine } from './input-line.ts'
import { chainNow, NextModel } from './next-model.ts'
import { PendingRequests } from './pending-requests.ts'
import { allowedTools, keepUpdates } from './permission-updates.ts'
import { messageWith } from './picture.ts'
import { StdinPrompts } from './prompt-queue.ts'

/** `addRule`: for answers that say "always". */
export type OpenedConversation = { port: RuntimePort; addRule(rule: NewRule): Promise<void> }

export type ConverseOptions = {
	open(): Promise<OpenedConversation>
	/** The prompt of the command line, where there is one: the first. */
	first: string | undefined
	/** Rules of `--allowedTools`. */
	allowed: string | undefined
	stdin: Readable
	/** What is told on stderr beside the stream. */
	words: StderrWords
	includePartial: boolean
	/** Called with the answer of each finished run. */
	saveAnswer: ((text: string) => Promise<void>) | undefined
	version: string
	output: Output
}

export class Conversation {
	private readonly port: RuntimePort
	private readonly addRule: OpenedConversation['addRule']
	private readonly options: ConverseOptions
	private readonly lines: LineWriter
	private readonly requests = new PendingRequests()
	private readonly reading = new AbortController()
	private readonly prompts: StdinPrompts
	private readonly model: NextModel
	private result: ReportedRun = startResult('' as SessionId)
	private startedMs = performance.now()
	private isInputOver = false
	private isInterrupted = false
	private hasPrompt = false
	/** Control requests, each until it is answered: whoever has nothing more to say still hears what was asked for. */
	private readonly requested: Promise<void>[] = []
	/** Something of the active run was refused because nobody was left to ask. */
	private isUnanswered = false
	private firstChain: readonly ModelRef[] | undefined
	private code: ExitCode = 0

	constructor({ port, addRule }: OpenedConversation, options: ConverseOptions) {
		this.port = port
		this.addRule = addRule
		this.options = options
		this.lines = lineWriter(options)
		this.model = new NextModel({
			port,
			isBusy: () => this.prompts.isBusy,
			tell: text => this.tell(text),
		})
		this.prompts = new StdinPrompts({
			port,
			sending: () => this.runBegins(),
			failed: error => this.writeResult(startResult(this.result.sessionId), error),
			refused: why => this.tell(`a message was not taken: ${why}`),
			idle: () => this.isInputOver && this.finish(),
		})
	}

	async run(stop: AbortSignal): Promise<ExitCode> {
		const { first, stdin, allowed } = this.options
		const { port, addRule } = this
		const envelopes = this.port.events(Number.MAX_SAFE_INTEGER, this.reading.signal)[Symbol.asyncIterator]()
		let next = envelopes.next()
		if (stop.aborted) return this.code
		stop.addEventListener('abort', () => this.stop(), { once: true })
		// Before anything is read: what stands in one line must not wait and be overtaken by the next.
		this.firstChain = await chainNow(port)
		await keepUpdates(allowedTools(allowed), { port, addRule, tell: text => this.tell(text) })
		if (first !== undefined) this.prompt({ text: first, pictures: [], whenBusy: 'queue' })
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
		if (stop.aborted) return this.code
		await Promise.all(this.requested)
		if (!this.hasPrompt && this.requested.length === 0) {
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
			case 'unusable-prompt':
				return this.unusable(read.problem, line)
			case 'prompt':
				return this.prompt(read)
			case 'request':
				return void this.requested.push(this.control(read.requestId, read.request))
			case 'response':
				return this.answer(read, line)
		}
	}

	private prompt({ whenBusy, ...content }: Omit<PromptLine, 'type'>): void {
		this.hasPrompt = true
		this.prompts.add(() => messageWith(content, this.port.queries), whenBusy)
	}

	/** Whoever wrote it waits for a result, and while a run goes on the next result is that run's. */
	private unusable(problem: string, line: string): void {
		this.hasPrompt = true
		this.tell(`a prompt was passed over: ${problem}`, line)
		if (this.prompts.isBusy) return
		this.runBegins()
		const error: ErrorInfo = { code: 'usage', message: problem }
		this.writeResult(startResult(this.result.sessionId), error)
	}

	private runBegins(): void {
		this.startedMs = performance.now()
		this.isInterrupted = false
	}

	private async control(requestId: string, request: JsonObject): Promise<void> {
		const answer = (response: JsonObject) =>
			this.write({ type: 'control_response', response: { ...response, request_id: requestId } })
		try {
			const response = await control(request, {
				port: this.port,
				interrupt: () => this.interrupt(),
				firstChain: () => this.firstChain,
				setModel: chain => this.model.set(chain),
			})
			const waiting = request.subtype === 'initialize' && { pending_permission_requests: this.pendingLines() }
			answer({ subtype: 'success', response, ...waiting })
			if (request.subtype === 'initialize') this.tellNotTaken(request)
		} catch (error) {
			answer({ subtype: 'error', error: messageOf(error) })
		}
	}

	/** The SDK shows its user nothing of the answer. */
	private tellNotTaken(request: JsonObject): void {
		const fields = notTaken(request).map(({ field, reason }) => `${field}: ${reason}`)
		if (fields.length > 0) this.tell(`not taken from initialize: ${fields.join('; ')}`)
	}

	private pendingLines(): JsonObject[] {
		return this.requests.lines.map(line => JSON.parse(JSON.stringify(line)))
	}

	/** @returns how many prompts still wait */
	private interrupt(): number {
		this.isInterrupted = this.prompts.isBusy
		this.cancel()
		return this.prompts.waiting
	}

	private cancel(): void {
		const { runId } = this.prompts
		if (runId !== undefined) void this.port.send({ type: 'cancel', runId }).catch(() => undefined)
	}

	private answer(
		{ requestId, response, error }: { requestId: string; response: JsonObject; error?: string },
		line: string,
	): void {
		try {
			const answer = this.requests.answer(requestId, response, error)
			if (!answer) return this.tell(`nothing waits for an answer to ${JSON.stringify(requestId)}`, line)
			if (answer.told !== undefined) this.tell(answer.told, line)
			const { port, addRule } = this
			const kept = keepUpdates(answer.updates, { port, addRule, tell: text => this.tell(text) })
			void kept.then(() => this.send(answer.command))
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
		this.prompts.goOn()
	}

	private refuseWaiting(): void {
		const refused = this.requests.refuseAll('nobody can answer any more: stdin is closed')
		this.isUnanswered ||= refused.some(({ type }) => type === 'approve')
		for (const command of refused) this.send(command)
	}

	private stop(): void {
		this.prompts.clear()
		this.isInputOver = true
		this.refuseWaiting()
		this.cancel()
		// A prompt may wait for servers and hooks before its run begins.
		if (this.prompts.runId === undefined) this.finish()
	}

	private async follow(envelope: Envelope): Promise<void> {
		const { event, runId } = envelope
		this.prompts.follow(envelope)
		if (event.type === 'run-start') this.result = startResult(envelope.sessionId)
		const refused = this.result.denials.list.length
		this.result = foldResult(this.result, envelope)
		for (const line of stderrLines(envelope, this.result.denials.list.slice(refused), this.options.words))
			this.options.output.error(`${line}\n`)
		this.lines.write(envelope)
		const asks = this.requests.follow(envelope, callId => this.inputOf(callId))
		if (asks) this.write(asks)
		if (asks && this.isInputOver) this.refuseWaiting()
		if (event.type === 'run-start' && this.isInterrupted) this.cancel()
		if (event.type === 'run-end' && runId === this.prompts.runId) await this.runEnded()
	}

	private inputOf(callId: string): JsonObject {
		return this.result.denials.calls.get(callId as CallId) ?? {}
	}

	private async runEnded(): Promise<void> {
		const { result, prompts } = this
		const reason = result.end?.reason
		prompts.runEnding()
		this.writeResult(result, this.isUnanswered && reason === 'finished' ? UNANSWERED : undefined)
		this.isUnanswered = false
		if (reason === 'finished') await this.options.saveAnswer?.(result.text)
		await prompts.runEnded(reason)
		await this.model.setAfterRun()
		this.runBegins()
		prompts.goOn()
	}

	private finish(): void {
		this.reading.abort()
	}

	private writeResult(result: ReportedRun, failure: ErrorInfo | undefined): void {
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

	/** On stdout, where whoever wrote the line reads. Where no run is on its way nothing else may ever come, and it waits for none. */
	private tell(message: string, line?: string): void {
		const told = system('error', {
			message,
			...(line !== undefined && { line: line.slice(0, TOLD_CHARACTERS).toWellFormed() }),
		})
		if (this.prompts.isBusy) this.lines.afterFirst(JSON.stringify(told))
		else this.write(told)
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
