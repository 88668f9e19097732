// A session as a program holds it: prompts in, runs out, and somebody who is asked where the runtime was given one.

import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import type { Command } from '../../core/commands.ts'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { Envelope, Question } from '../../core/events.ts'
import type { ApprovalId, QuestionId, RunId, SessionId } from '../../core/ids.ts'
import type { JsonSchema, JsonValue } from '../../core/json.ts'
import { type UserMessage, userText } from '../../core/messages.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { OutputOf, StandardSchema } from '../schema/standard-schema.ts'
import { readDecision } from './read-decision.ts'
import { type PromptOptions, type Run, SessionRun } from './run.ts'
import { type TypedCall, typedAnswer } from './typed-answer.ts'

/** What a session can be told beside prompts. */
export type SessionCommand = Extract<
	Command,
	{
		type:
			| 'set-approvals'
			| 'set-model'
			| 'set-effort'
			| 'session-rename'
			| 'session-compact'
			| 'rewind'
			| 'checkpoint'
			| 'remember'
			| 'agent-stop'
	}
>

/** A conversation. Its prompts run one after the other, in the order they were given. */
export type Session = {
	readonly id: SessionId
	/** Starts a run, or lines up behind those that were given before. */
	prompt(prompt: string | UserMessage, options?: PromptOptions): Run
	/**
	 * The typed call as a part of this conversation: asks until the answer fits, which takes one correction at most.
	 * @param schema - a JSON Schema (`ask<Person>(…)`), or a Standard Schema such as zod's, whose output is returned
	 * @throws RunError unless the run finished, with the code `invalid-output` where no answer fitted; AgentError
	 * `invalid-output` where the validator took none, `usage` for a schema that cannot be used
	 */
	ask<Schema extends StandardSchema>(
		prompt: string | UserMessage,
		schema: Schema,
		options?: PromptOptions,
	): Promise<OutputOf<Schema>>
	ask<Value = JsonValue>(
		prompt: string | UserMessage,
		schema: JsonSchema,
		options?: PromptOptions,
	): Promise<Value>
	/**
	 * Says something into the run that is going on; the model reads it before its next reply.
	 * @throws AgentError `rejected` when nothing runs
	 */
	steer(text: string): Promise<void>
	/** Stops the run that is going on, and the prompts behind it. */
	cancel(): Promise<void>
	/** Answers an `approval-request`, where there is no callback for it. @throws AgentError `rejected` when it is not waiting */
	approve(approvalId: ApprovalId, decision: Decision): Promise<void>
	/** Answers a `question-request`, where there is no callback for it. @throws AgentError `rejected` when it is not waiting */
	answer(questionId: QuestionId, answer: string | undefined): Promise<void>
	/** @throws AgentError `rejected` when it cannot be done now */
	send(command: SessionCommand): Promise<void>
	/** Everything that is stored after `fromSeq`, in order, then all that happens, until `signal` fires or the session is closed. */
	events(fromSeq?: number, signal?: AbortSignal): AsyncIterable<Envelope>
	/** Stops what runs. The session stays where it is kept, and can be resumed. */
	close(): Promise<void>
}

/** Who is asked. Their `signal` fires when the answer is no longer wanted. */
export type Callbacks = {
	/** `true` is yes to this call, `false` no. What it throws is a no with that reason. */
	approve?(request: ApprovalRequest, asked: AskContext): boolean | Decision | Promise<boolean | Decision>
	/** @returns undefined for no answer */
	answer?(question: Question, asked: AskContext): string | undefined | Promise<string | undefined>
	/** What the user of a terminal would be told beside the conversation. */
	onNotice?(text: string, level: 'info' | 'warning' | 'error'): void
}

export type AskContext = { readonly sessionId: SessionId; readonly signal: AbortSignal }

/** Commands in, envelopes out, of one session. */
export type SessionPort = Pick<RuntimePort, 'send' | 'events'>

/** @param onClosed - called once, when it has been closed */
export async function openSession(
	port: SessionPort,
	callbacks: Callbacks,
	onClosed: () => void,
	schemaProblem: TypedCall['schemaProblem'],
): Promise<PortSession> {
	const closing = new AbortController()
	const envelopes = port.events(Number.MAX_SAFE_INTEGER, closing.signal)
	const looking = new AbortController()
	for await (const { sessionId } of port.events(0, looking.signal)) {
		looking.abort()
		return new PortSession(port, sessionId, { envelopes, closing, callbacks, onClosed, schemaProblem })
	}
	throw new AgentError('internal', 'the session ended before it began')
}

type PortSessionParts = {
	envelopes: AsyncIterable<Envelope>
	closing: AbortController
	callbacks: Callbacks
	onClosed: () => void
	schemaProblem: TypedCall['schemaProblem']
}

export class PortSession implements Session {
	readonly id: SessionId
	private readonly port: SessionPort
	private readonly parts: PortSessionParts
	/** The first one runs, or is about to. */
	private readonly runs: SessionRun[] = []
	private readonly asked = new Map<ApprovalId | QuestionId, AbortController>()
	private readonly following: Promise<void>
	private closed: Promise<void> | undefined

	constructor(port: SessionPort, id: SessionId, parts: PortSessionParts) {
		this.port = port
		this.id = id
		this.parts = parts
		this.following = this.follow()
	}

	prompt(prompt: string | UserMessage, options: PromptOptions = {}): Run {
		return this.begin(prompt, options)
	}

	// What comes back fits the schema, and what type that is the caller has said or the validator knows.
	ask(
		prompt: string | UserMessage,
		schema: JsonSchema | StandardSchema,
		options?: PromptOptions,
	): Promise<never> {
		const open = async (outputSchema: JsonSchema) => ({
			prompt: (asked: string | UserMessage, given: PromptOptions = {}) =>
				this.begin(asked, given, outputSchema),
			// It is not over with its answer.
			close: async () => {},
		})
		const { schemaProblem } = this.parts
		return typedAnswer(prompt, schema, { open, schemaProblem, options }) as Promise<never>
	}

	private begin(
		prompt: string | UserMessage,
		{ signal }: PromptOptions,
		outputSchema?: JsonSchema,
	): SessionRun {
		const message = typeof prompt === 'string' ? userText(prompt) : prompt
		const cancelRun = (runId: RunId) => this.port.send({ type: 'cancel', runId })
		const run = new SessionRun(message, cancelRun, outputSchema)
		if (this.closed) run.fail(sessionClosed())
		else {
			const cancel = () => void run.cancel()
			if (signal?.aborted) cancel()
			signal?.addEventListener('abort', cancel)
			const release = () => signal?.removeEventListener('abort', cancel)
			run.result.then(release, release)
			this.runs.push(run)
			if (this.runs.length === 1) void this.start(run)
		}
		return run
	}

	async steer(text: string): Promise<void> {
		if (this.runs[0]?.runId === undefined)
			throw new AgentError('rejected', 'no run is active; give it as a prompt')
		await this.port.send({ type: 'prompt', message: userText(text), whenBusy: 'steer' })
	}

	async cancel(): Promise<void> {
		await Promise.all(this.runs.toReversed().map(run => run.cancel()))
	}

	approve(approvalId: ApprovalId, decision: Decision): Promise<void> {
		return this.port.send({ type: 'approve', approvalId, decision })
	}

	answer(questionId: QuestionId, answer: string | undefined): Promise<void> {
		return this.port.send({ type: 'answer', questionId, ...(answer !== undefined && { answer }) })
	}

	send(command: SessionCommand): Promise<void> {
		return this.port.send(command)
	}

	events(fromSeq = 0, signal: AbortSignal = new AbortController().signal): AsyncIterable<Envelope> {
		return this.port.events(fromSeq, signal)
	}

	close(): Promise<void> {
		this.closed ??= this.end()
		return this.closed
	}

	private async end(): Promise<void> {
		await this.port.send({ type: 'shutdown' })
		await this.following
		this.parts.closing.abort()
		this.parts.onClosed()
	}

	private async start(run: SessionRun): Promise<void> {
		try {
			if (run.isGivenUp) return this.next(() => run.giveUp())
			const { message, outputSchema } = run
			await this.port.send({
				type: 'prompt',
				message,
				whenBusy: 'queue',
				...(outputSchema && { outputSchema }),
			})
		} catch (error) {
			this.next(() => run.fail(error instanceof Error ? error : new Error(messageOf(error))))
		}
	}

	/** The first one is over. */
	private next(settle: () => void): void {
		this.runs.shift()
		settle()
		const [run] = this.runs
		if (run) void this.start(run)
	}

	private async follow(): Promise<void> {
		for await (const envelope of this.parts.envelopes) {
			this.answerFor(envelope)
			if (this.runs[0]?.take(envelope)) this.next(() => undefined)
		}
		for (const run of this.runs.splice(0)) run.fail(sessionClosed())
		for (const asked of this.asked.values()) asked.abort()
	}

	private answerFor({ event }: Envelope): void {
		const { approve, answer, onNotice } = this.parts.callbacks
		switch (event.type) {
			case 'approval-request':
				if (approve || answer) void this.decide(event.request)
				return
			case 'question-request':
				if (approve || answer) void this.reply(event.question)
				return
			case 'approval-end':
				return this.settled(event.approvalId)
			case 'question-end':
				return this.settled(event.questionId)
			case 'notice':
				return onNotice?.(event.text, event.level)
			default:
		}
	}

	private settled(id: ApprovalId | QuestionId): void {
		this.asked.get(id)?.abort()
		this.asked.delete(id)
	}

	private async decide(request: ApprovalRequest): Promise<void> {
		const { approvalId } = request
		const decision = await this.decisionOn(request)
		// What cannot be covered for longer is a yes to this call all the same.
		await this.approve(approvalId, decision).catch(async () => {
			if (decision.answer === 'session' || decision.answer === 'project')
				await this.approve(approvalId, { answer: 'once' }).catch(() => undefined)
		})
	}

	private async decisionOn(request: ApprovalRequest): Promise<Decision> {
		const { approve } = this.parts.callbacks
		if (!approve) return { answer: 'no-with-reason', reason: 'nobody is there to approve anything' }
		try {
			return readDecision(await approve(request, this.wait(request.approvalId)))
		} catch (error) {
			return { answer: 'no-with-reason', reason: `it could not be asked about: ${messageOf(error)}` }
		}
	}

	private async reply(question: Question): Promise<void> {
		const { questionId } = question
		const answer = await Promise.resolve()
			.then(() => this.parts.callbacks.answer?.(question, this.wait(questionId)))
			.catch(() => undefined)
		await this.answer(questionId, answer).catch(() => undefined)
	}

	private wait(id: ApprovalId | QuestionId): AskContext {
		const controller = new AbortController()
		this.asked.set(id, controller)
		return { sessionId: this.id, signal: controller.signal }
	}
}

function sessionClosed(): AgentError {
	return new AgentError('cancelled', 'the session is closed')
}
