// A session that a client has open: its prompts go to a runtime of its own one after the other, what happens there is told
// as updates, and what it asks goes to the person at the editor.

import type {
	AgentContext,
	AvailableCommand,
	ClientCapabilities,
	ContentBlock,
	PromptResponse,
	SessionConfigOption,
	SessionModeState,
	SessionUpdate,
} from '@agentclientprotocol/sdk'
import { CLIENT_METHODS } from '@agentclientprotocol/sdk'
import type { ApprovalRequest } from '../../core/approval.ts'
import { type Deferred, deferred } from '../../core/async/deferred.ts'
import { OneAtATime } from '../../core/async/one-at-a-time.ts'
import type { Command } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { AgentEvent, Envelope, Question, StoredEvent } from '../../core/events.ts'
import type { Media } from '../../core/host.ts'
import type { ApprovalId, QuestionId, QueueId, RunId, SessionId } from '../../core/ids.ts'
import { promptText, type UserMessage } from '../../core/messages.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { ToolFacts } from '../../core/tool.ts'
import { askPermission, askQuestion } from './asking.ts'
import { promptMessage } from './prompt-content.ts'
import {
	configCommand,
	configOptions,
	modeCommand,
	modeState,
	type SettingsInForce,
	settingsAfter,
	settingsUpdates,
} from './session-settings.ts'
import { SessionUpdates } from './session-updates.ts'
import { stopReason } from './stop-reason.ts'

export type LiveSessionDeps = {
	port: RuntimePort
	client: AgentContext
	capabilities: ClientCapabilities
	media: Media
	/** For people, not for the client. */
	say(line: string): void
}

type RunEnd = Extract<AgentEvent, { type: 'run-end' }>

/** A prompt that is being answered. */
type Turn = {
	message: UserMessage
	/** Once it has begun. */
	runId: RunId | undefined
	isCancelled: boolean
	/** Without an event when the session was closed meanwhile. */
	ended: Deferred<RunEnd | undefined>
	/** Resolves as soon as it is cancelled. */
	cancelled: Deferred
}

type SessionOpen = Extract<AgentEvent, { type: 'session-open' }>

export class LiveSession {
	readonly sessionId: SessionId
	private readonly deps: LiveSessionDeps
	private readonly cwd: string
	private readonly updates: SessionUpdates
	private readonly prompts = new OneAtATime()
	private readonly asked = new Map<ApprovalId | QuestionId, AbortController>()
	private readonly facts = new Map<string, ToolFacts | undefined>()
	private settings: SettingsInForce
	private turn: Turn | undefined
	private activeRun: RunId | undefined
	/** How often everything was cancelled: a prompt that waited through one is cancelled too. */
	private cancels = 0
	private commands = ''
	/** Prompts that wait in the runtime behind a run that has begun by itself. */
	private queued: readonly QueueId[] = []
	/** What the client has been told already, of a log that was there before. */
	private toldSeq = 0

	/** Opens the stream of a runtime. @param earlier - what is in its log already, and whether the client is to be told */
	static async open(
		deps: LiveSessionDeps,
		earlier: { envelopes: readonly Envelope<StoredEvent>[]; isTold: boolean },
	): Promise<LiveSession> {
		const envelopes = deps.port.events(0, NEVER)[Symbol.asyncIterator]()
		const first = await envelopes.next()
		if (first.done || first.value.event.type !== 'session-open')
			throw new AgentError('internal', 'a runtime did not begin with the session that is open')
		const session = new LiveSession(deps, first.value.sessionId, first.value.event)
		await session.learnTools()
		await session.replay(earlier)
		void session.read({ [Symbol.asyncIterator]: () => envelopes })
		return session
	}

	private constructor(deps: LiveSessionDeps, sessionId: SessionId, open: SessionOpen) {
		const { chain, approvals, effort, cwd } = open
		this.deps = deps
		this.sessionId = sessionId
		this.cwd = cwd
		this.settings = { chain, approvals, effort, models: [] }
		this.updates = new SessionUpdates({
			cwd,
			media: deps.media,
			capabilities: deps.capabilities,
			factsOf: tool => this.facts.get(tool),
			nowMs: () => performance.now(),
		})
	}

	get state(): { modes: SessionModeState; configOptions: SessionConfigOption[] } {
		return { modes: modeState(this.settings), configOptions: configOptions(this.settings) }
	}

	/** Waits for the models that may be chosen, but not for long: those that come later are an update. */
	async learnModels(patienceMs: number): Promise<void> {
		const models = this.deps.port.queries.models().catch(() => [])
		let timer: NodeJS.Timeout | undefined
		const late = new Promise<undefined>(resolve => {
			timer = setTimeout(() => resolve(undefined), patienceMs)
		})
		const soon = await Promise.race([models, late])
		clearTimeout(timer)
		if (soon) this.settings = { ...this.settings, models: soon }
		else
			void models.then(async found => {
				this.settings = { ...this.settings, models: found }
				await this.tell(settingsUpdates(this.settings))
			})
	}

	/** Custom commands and skills, when there are others than the client knows of. */
	async tellCommands(): Promise<void> {
		const { commands = [] } = (await this.deps.port.queries.extensions?.().catch(() => undefined)) ?? {}
		const availableCommands = commands.map(
			({ name, description, argumentHint }): AvailableCommand => ({
				name,
				description,
				...(argumentHint !== undefined && { input: { hint: argumentHint } }),
			}),
		)
		const told = JSON.stringify(availableCommands)
		if (told === this.commands) return
		this.commands = told
		await this.tell([{ sessionUpdate: 'available_commands_update', availableCommands }])
	}

	/**
	 * One after the other. Resolves when everything that happened has been told.
	 * @param signal - cancels it
	 * @throws AgentError with what ended the run, where that is no way of stopping the protocol has a word for
	 */
	prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
		const cancelsBefore = this.cancels
		const turn: Turn = {
			message: { role: 'user', content: [] },
			runId: undefined,
			isCancelled: false,
			ended: deferred(),
			cancelled: deferred(),
		}
		const cancel = () => this.cancelTurn(turn)
		signal.addEventListener('abort', cancel, { once: true })
		const work = this.prompts.run(async (): Promise<PromptResponse> => {
			if (this.cancels !== cancelsBefore || signal.aborted) return CANCELLED
			this.turn = turn
			try {
				turn.message = await promptMessage(blocks, { cwd: this.cwd, media: this.deps.media })
				if (turn.isCancelled) return CANCELLED
				await this.deps.port.send({ type: 'prompt', message: turn.message, whenBusy: 'queue' })
				const end = await turn.ended.promise
				return turn.isCancelled || !end ? CANCELLED : { stopReason: stopReason(end) }
			} finally {
				this.turn = undefined
				signal.removeEventListener('abort', cancel)
			}
		})
		// One that has not begun need not be waited for: it ends as soon as it begins.
		const early = turn.cancelled.promise.then(() => (turn.runId === undefined ? CANCELLED : work))
		work.catch(() => undefined)
		return Promise.race([work, early])
	}

	/** Ends what runs and what waits. */
	cancel(): void {
		this.cancels += 1
		if (this.turn) this.cancelTurn(this.turn)
		else if (this.activeRun) this.cancelRun(this.activeRun)
	}

	async setMode(mode: string): Promise<void> {
		if (mode === this.settings.approvals.kind) return
		await this.change(modeCommand(mode))
	}

	/** @returns all options as they are then */
	async setOption(option: string, value: unknown): Promise<SessionConfigOption[]> {
		const isSame = this.state.configOptions.some(
			({ id, currentValue }) => id === option && currentValue === value,
		)
		if (!isSame) await this.change(configCommand(option, value))
		return this.state.configOptions
	}

	/** Ends everything of it. */
	async close(): Promise<void> {
		this.cancel()
		await this.deps.port.send({ type: 'shutdown' }).catch(() => undefined)
	}

	private async change(command: Command): Promise<void> {
		await this.deps.port.send(command)
		this.settings = settingsAfter(this.settings, command)
	}

	private cancelTurn(turn: Turn): void {
		turn.isCancelled = true
		turn.cancelled.resolve()
		if (turn.runId) this.cancelRun(turn.runId)
		// What is going on by itself stands in its way.
		else if (this.turn === turn && this.activeRun) this.cancelRun(this.activeRun)
	}

	private cancelRun(runId: RunId): void {
		void this.deps.port.send({ type: 'cancel', runId }).catch(() => undefined)
	}

	private async replay(earlier: {
		envelopes: readonly Envelope<StoredEvent>[]
		isTold: boolean
	}): Promise<void> {
		for (const { event, seq } of earlier.envelopes) {
			const updates = await this.updates.replayed(event)
			if (earlier.isTold) await this.tell(updates)
			this.toldSeq = seq
		}
	}

	private async read(envelopes: AsyncIterable<Envelope>): Promise<void> {
		for await (const envelope of envelopes) if (envelope.seq > this.toldSeq) await this.take(envelope)
		for (const controller of this.asked.values()) controller.abort()
		this.turn?.ended.resolve(undefined)
	}

	private async take({ event, runId }: Envelope): Promise<void> {
		switch (event.type) {
			case 'run-start':
				this.begin(runId, event.prompt)
				await this.learnTools()
				break
			case 'approval-request':
				return this.askApproval(event.request)
			case 'question-request':
				return this.ask(event.question)
			case 'approval-end':
				this.withdraw(event.approvalId)
				break
			case 'question-end':
				this.withdraw(event.questionId)
				break
			case 'approvals-set':
				this.settings = { ...this.settings, approvals: event.mode }
				return this.tell(settingsUpdates(this.settings))
			case 'model-set':
				this.settings = { ...this.settings, chain: event.chain }
				return this.tell(settingsUpdates(this.settings))
			case 'effort-set':
				this.settings = { ...this.settings, effort: event.effort }
				return this.tell(settingsUpdates(this.settings))
			case 'queue-change':
				this.queued = event.items.map(({ queueId }) => queueId)
				return
			case 'notice':
				this.deps.say(`${event.level}: ${event.text}`)
				break
			default:
		}
		await this.tell(await this.updates.live(event))
		if (event.type === 'run-end') await this.end(event, runId)
	}

	private begin(runId: RunId | undefined, prompt: UserMessage): void {
		const { turn } = this
		this.activeRun = runId
		if (!turn || turn.runId || promptText(prompt) !== promptText(turn.message)) return
		turn.runId = runId
		if (turn.isCancelled && runId) this.cancelRun(runId)
	}

	private async end(event: RunEnd, runId: RunId | undefined): Promise<void> {
		this.activeRun = undefined
		await this.tellCommands()
		const { turn } = this
		if (turn?.runId !== undefined && turn.runId === runId) turn.ended.resolve(event)
		// The runtime's queue stands still behind a run that did not finish.
		else if (turn && turn.runId === undefined && event.reason !== 'finished') await this.takeBack(turn)
	}

	private async takeBack(turn: Turn): Promise<void> {
		const { port } = this.deps
		const { queued } = this
		if (queued.length === 0) return
		for (const queueId of queued) await port.send({ type: 'take-back', queueId }).catch(() => undefined)
		if (turn.isCancelled) return turn.ended.resolve(undefined)
		const again = port.send({ type: 'prompt', message: turn.message, whenBusy: 'queue' })
		// Its beginning is an envelope behind this one.
		void again.catch(turn.ended.reject)
	}

	private async learnTools(): Promise<void> {
		const offered = (await this.deps.port.queries.offeredTools?.()) ?? []
		for (const { spec, facts } of offered) this.facts.set(spec.name, facts)
	}

	private async askApproval(request: ApprovalRequest): Promise<void> {
		const { updates, toolCall } = this.updates.calls.asked(request)
		await this.tell(updates)
		const { approvalId } = request
		const signal = this.waitFor(approvalId)
		void askPermission(request, toolCall, { ...this.editor, signal }).then(async answer => {
			if (answer === 'cancelled') return this.cancel()
			await this.answer({ type: 'approve', approvalId, decision: answer.decision })
		})
	}

	private async ask(question: Question): Promise<void> {
		await this.tell(this.updates.calls.questioned(question))
		const { questionId } = question
		const signal = this.waitFor(questionId)
		void askQuestion(question, { ...this.editor, signal }).then(answer =>
			this.answer({ type: 'answer', questionId, ...(answer !== undefined && { answer }) }),
		)
	}

	/** Somebody else may have answered, or nobody waits any more. */
	private async answer(command: Command): Promise<void> {
		await this.deps.port.send(command).catch(() => undefined)
	}

	private waitFor(id: ApprovalId | QuestionId): AbortSignal {
		const controller = new AbortController()
		this.asked.set(id, controller)
		return controller.signal
	}

	private withdraw(id: ApprovalId | QuestionId): void {
		this.asked.get(id)?.abort()
		this.asked.delete(id)
	}

	private get editor() {
		const { client, capabilities } = this.deps
		return { client, capabilities, sessionId: this.sessionId }
	}

	/** A client that is gone is told nothing more. */
	private async tell(updates: readonly SessionUpdate[]): Promise<void> {
		const { client } = this.deps
		for (const update of updates)
			await client
				.notify(CLIENT_METHODS.session_update, { sessionId: this.sessionId, update })
				.catch(() => undefined)
	}
}

const CANCELLED: PromptResponse = { stopReason: 'cancelled' }

const NEVER = new AbortController().signal
