// One session: takes commands one at a time, runs one prompt at a time, and reports everything as envelopes.

import type { ApprovalMode } from '../../core/approval.ts'
import { deferred } from '../../core/async/deferred.ts'
import { OneAtATime } from '../../core/async/one-at-a-time.ts'
import type { Command } from '../../core/commands.ts'
import { AgentError, errorInfo } from '../../core/errors.ts'
import type { Envelope, RunSnapshot, ShownEvent, StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { RunId, SessionId } from '../../core/ids.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { Effort } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { PhaseClock } from '../../loop/phase-clock.ts'
import type { RunEnd } from '../../loop/run.ts'
import { TIME_LIMIT } from '../../loop/run-end.ts'
import { activeEvents } from '../../sessions/folds/active-events.ts'
import { seenDetails } from '../../sessions/folds/resume.ts'
import type { SessionReview } from '../review/session-review.ts'
import type { ActorDeps } from './actor-deps.ts'
import { UserRequests } from './asking.ts'
import type { Envelopes } from './envelopes.ts'
import { asWritten, needsOwnRun, runSnapshots } from './own-run.ts'
import { PromptQueue } from './prompt-queue.ts'
import type { CompactionRequest, RunContext } from './run-capabilities.ts'
import type { ActorCommand, SessionHandle, SessionSettings } from './session-handle.ts'

type ActiveRun = { runId: RunId; controller: AbortController; ended: Promise<void> }

type NewPrompt = Pick<RunContext, 'outputSchema'> & { message: UserMessage; traceparent?: string | undefined }

type RunStart = Pick<RunContext, 'outputSchema' | 'prompt' | 'snapshot' | 'before' | 'commands' | 'phases'>

export class SessionActor implements SessionHandle {
	readonly isWatched = false
	private readonly deps: ActorDeps
	private readonly envelopes: Envelopes
	private readonly asking: UserRequests
	private readonly queue: PromptQueue
	private settings: SessionSettings
	private active: ActiveRun | undefined
	/** Of the run that began last. */
	private latest: RunSnapshot | undefined
	private compaction: CompactionRequest | undefined
	/** A run has ended: what may be done before the next one. */
	private idling: Promise<void> | undefined
	private isClosed = false
	private readonly prompts = new OneAtATime()

	constructor(deps: ActorDeps) {
		this.deps = deps
		this.settings = deps.settings
		this.envelopes = deps.envelopes
		this.asking = new UserRequests({ ...deps, store: (event, runId) => this.envelopes.store(event, runId) })
		this.queue = new PromptQueue(items => this.envelopes.show({ type: 'queue-change', items }))
	}

	get sessionId(): SessionId {
		return this.deps.sessionId
	}

	get stored(): readonly Envelope<StoredEvent>[] {
		return this.envelopes.stored
	}

	/** What the next run will go by. */
	get nextSettings(): SessionSettings {
		return this.settings
	}

	get isBusy(): boolean {
		return this.active !== undefined
	}

	/** Resolves when all that happened is in the log. */
	settled(): Promise<void> {
		return this.envelopes.settled()
	}

	show(event: ShownEvent): void {
		this.envelopes.show(event)
	}

	/** Stores events that belong to no run: what a dead process left open, closed on resume. */
	async adopt(events: readonly StoredEvent[]): Promise<void> {
		for (const event of events) await this.envelopes.store(event)
	}

	async send(command: ActorCommand): Promise<void> {
		if (this.isClosed) throw new AgentError('rejected', 'this session is closed')
		switch (command.type) {
			case 'prompt':
				return this.prompt(command)
			case 'take-back':
				if (!this.queue.remove(command.queueId))
					throw new AgentError('rejected', 'that prompt is on its way already')
				return
			case 'approve':
				return this.asking.answerApproval(command)
			case 'answer':
				return this.asking.answerQuestion(command)
			case 'cancel':
				return this.cancel(command.runId)
			case 'set-approvals':
				return this.setApprovals(command.mode)
			case 'set-model':
				return this.setModel(command.chain)
			case 'set-effort':
				return this.setEffort(command.effort)
			case 'session-rename':
				return this.rename(command.name)
			case 'rewind':
				return this.rewind(command)
			case 'checkpoint':
				return this.prompts.run(() => this.nameCheckpoint(command.name))
			case 'put-back':
				return this.prompts.run(() => this.changeFiles(store => this.deps.review.putBack(command, store)))
			case 'take-back-put-back':
				return this.prompts.run(() => this.changeFiles(this.deps.review.takeBack))
			case 'mark-seen':
				return this.deps.review.markSeen(command.keys, command.isSeen)
			case 'session-compact':
				return this.compact({ focus: command.focus })
			case 'agent-background':
				return this.deps.agents.sendAway()
			case 'agent-stop':
				return this.deps.agents.stop(command.agentId)
			case 'remember':
				return this.remember(command)
			case 'shutdown':
				return this.shutdown()
			default:
				return assertNever(command)
		}
	}

	/** One after the other: a prompt whose images are still being read must not be overtaken by the next. */
	private prompt(command: Extract<Command, { type: 'prompt' }>): Promise<void> {
		return this.prompts.run(() => this.takePrompt(command))
	}

	/** In line with the prompts: one that comes meanwhile runs on the tree it was meant for. */
	private rewind(command: Extract<Command, { type: 'rewind' }>): Promise<void> {
		return this.prompts.run(() => this.applyRewind(command))
	}

	private async applyRewind(command: Extract<Command, { type: 'rewind' }>): Promise<void> {
		if (this.active) throw new AgentError('rejected', 'a run is active; interrupt it before going back')
		if (this.isClosed) throw new AgentError('rejected', 'this session is closed')
		if (!command.conversation && !command.files)
			throw new AgentError('usage', 'say what is to go back: the conversation, the files or both')
		if (command.withSummary && !command.conversation)
			throw new AgentError('usage', 'a summary is of the conversation, which does not go back')
		const store = (event: StoredEvent) => this.envelopes.store(event)
		this.deps.early?.drop()
		const { event, needed, notices } = await this.deps.checkpoints.rewind(command, this.stored, store)
		this.envelopes.reachBack(needed)
		const left = command.withSummary ? activeEvents(this.stored).filter(({ seq }) => seq > command.toSeq) : []
		const summary = left.length === 0 ? undefined : await this.deps.summarizeLeft(left)
		await store({ ...event, ...(summary !== undefined && { summary }) })
		this.deps.tools.knows(seenDetails(this.stored))
		for (const text of notices) this.envelopes.warn(text)
	}

	/** In line with the prompts, like going back. */
	private async changeFiles(change: SessionReview['takeBack']): Promise<void> {
		if (this.active)
			throw new AgentError('rejected', 'a run is active; interrupt it before putting something back')
		if (this.isClosed) throw new AgentError('rejected', 'this session is closed')
		const text = await change(event => {
			this.begin()
			return this.envelopes.store(event)
		})
		this.envelopes.show({ type: 'notice', level: 'info', text })
	}

	private async nameCheckpoint(name: string): Promise<void> {
		if (this.active)
			throw new AgentError(
				'rejected',
				'a run is active; interrupt it before making a checkpoint, or wait for its end',
			)
		if (this.isClosed) throw new AgentError('rejected', 'this session is closed')
		if (this.stored.length === 0)
			throw new AgentError(
				'rejected',
				'there is nothing to go back to yet; a session begins with its first prompt',
			)
		const { event, notices } = await this.deps.checkpoints.name(name, this.stored)
		await this.envelopes.store(event)
		for (const text of notices) this.envelopes.warn(text)
		const text = `Checkpoint “${name}”: /checkpoint back ${name} goes back to it.`
		this.envelopes.show({ type: 'notice', level: 'info', text })
	}

	private async takePrompt({
		message: given,
		secrets,
		whenBusy,
		run: asked,
		traceparent,
		outputSchema,
	}: Extract<Command, { type: 'prompt' }>): Promise<void> {
		if (given.content.every(part => part.type === 'text' && part.text.trim() === ''))
			throw new AgentError('usage', 'the prompt is empty')
		const whole = await this.deps.withImages(given, this.settings.chain[0]!)
		const { message, notice } =
			secrets === 'as-is' ? { message: whole, notice: undefined } : this.deps.withoutSecrets(whole)
		if (notice !== undefined) this.envelopes.warn(notice)
		if (this.isClosed) throw new AgentError('rejected', 'this session is closed')
		if (!this.active)
			return this.startRun(
				{ message, traceparent, outputSchema },
				asked?.isDelivered ? 'delivered' : 'typed',
				asked?.id,
			)
		if (asked) throw new AgentError('rejected', `a run is active, so ${asked.id} cannot begin`)
		const { message: expanded, run } = await this.deps.extensions.expand(message, this.settings.chain)
		const waiting =
			needsOwnRun(run) || outputSchema
				? { whenBusy: 'queue' as const, message }
				: { whenBusy, message: expanded }
		if (!this.active) return this.startRun({ message, traceparent, outputSchema })
		const queueId = this.deps.ids.queue()
		this.queue.add({
			queueId,
			...waiting,
			...(traceparent !== undefined && { traceparent }),
			...(outputSchema && { outputSchema }),
		})
	}

	/** Resolves when the prompt is on disk; the run goes on by itself. */
	private async startRun(
		{ message: typed, traceparent, outputSchema }: NewPrompt,
		by: 'typed' | 'delivered' = 'typed',
		runId: RunId = this.deps.ids.run(),
	): Promise<void> {
		const controller = new AbortController()
		const { promise, resolve: ended } = deferred()
		const phases = new PhaseClock(() => this.deps.clock.monotonicMs())
		this.active = { runId, controller, ended: promise }
		const before = [...this.stored]
		let snapshot: RunSnapshot
		let prompt = typed
		let commands: readonly string[] = []
		try {
			await this.deps.tools.ready(controller.signal)
			const settled = this.snapshot()
			const branch = this.deps.branch?.().catch(() => undefined)
			// What an agent says calls nothing, and nobody asks memory about it.
			const isTyped = by === 'typed'
			const expanded = isTyped ? await this.deps.extensions.expand(typed, settled.chain) : asWritten(typed)
			const { stored, used } = runSnapshots(settled, expanded.run)
			commands = expanded.run.commands
			this.latest = snapshot = used
			for (const text of expanded.notices) this.envelopes.warn(text)
			if (isTyped) prompt = await this.deps.memory.withMemory(expanded.message, before, controller.signal)
			const told = await this.deps.preamble.withChanges(prompt)
			prompt = told.prompt
			const onBranch = await branch
			this.begin()
			const { preamble } = told
			phases.enter('storing')
			await this.envelopes.store(
				{
					type: 'run-start',
					prompt,
					snapshot: { ...stored, ...(onBranch !== undefined && { branch: onBranch }) },
					...(preamble && { preamble }),
					...(traceparent !== undefined && { traceparent }),
				},
				runId,
			)
		} catch (error) {
			this.active = undefined
			ended()
			throw error
		}
		const watch = this.watchTime(controller)
		void this.follow(
			{ prompt, snapshot, before, commands, phases, outputSchema },
			runId,
			controller.signal,
		).finally(() => {
			clearTimeout(watch)
			ended()
		})
	}

	private async follow(start: RunStart, runId: RunId, signal: AbortSignal): Promise<void> {
		const end = await this.runToEnd(start, runId, signal)
		this.active = undefined
		const event: StoredEvent = { type: 'run-end', ...end, phases: start.phases.total() }
		try {
			await this.envelopes.store(event, runId)
		} catch {
			this.envelopes.publish(event, runId)
		}
		// The screen has followed the run's own model.
		if (start.snapshot.own?.chain) this.envelopes.publish({ type: 'model-set', chain: this.settings.chain })
		const asked = this.takeCompaction()
		// A queue that goes on by itself after a failure or a cancel would repeat it.
		if (end.reason !== 'finished') return
		if (asked && !this.isClosed && !this.active) return this.startCompaction(asked)
		await this.startNextQueued()
		if (!this.active && !this.isClosed) this.idling = this.idle()
	}

	/** What the next run would have to wait for is begun while nobody waits. */
	private async idle(): Promise<void> {
		const { early } = this.deps
		if (!early?.idle) return
		const runId = this.deps.ids.run()
		const store = (event: StoredEvent) => this.envelopes.store(event, runId)
		const context = { snapshot: this.snapshot(), store, show: () => undefined, stored: () => this.stored }
		await early.idle(context).catch(error => this.showFailure(error))
	}

	private async startNextQueued(): Promise<void> {
		if (this.isClosed || this.active) return
		const next = this.queue.takeNext()
		if (next) await this.startRun(next).catch(error => this.showFailure(error))
	}

	private async compact(request: CompactionRequest): Promise<void> {
		if (this.stored.length === 0) throw new AgentError('rejected', 'there is nothing to condense yet')
		if (this.active) this.compaction = request
		else this.startCompaction(request)
	}

	private takeCompaction(): CompactionRequest | undefined {
		const { compaction } = this
		this.compaction = undefined
		return compaction
	}

	/** A run of its own as far as cancelling and waiting prompts go, but with no prompt and no turns. */
	private startCompaction(request: CompactionRequest): void {
		const runId = this.deps.ids.run()
		const controller = new AbortController()
		const work = this.deps.compact({
			...request,
			snapshot: this.snapshot(),
			signal: controller.signal,
			store: event => this.envelopes.store(event, runId),
			show: event => this.envelopes.show(event, runId),
			stored: () => this.stored,
		})
		const ended = work
			.catch(error => this.showFailure(error))
			.finally(() => {
				this.active = undefined
			})
		this.active = { runId, controller, ended }
		void ended.then(() => this.startNextQueued())
	}

	private async runToEnd(start: RunStart, runId: RunId, signal: AbortSignal): Promise<RunEnd> {
		try {
			return await this.deps.run({
				...start,
				runId,
				signal,
				queue: this.queue,
				deliver: message => this.deliver(message),
				approvals: () => this.deps.above?.mode() ?? (this.latest ?? start.snapshot).approvals,
				sessionGrants: () => this.asking.sessionGrants,
				store: event => this.envelopes.store(event, runId),
				show: event => this.envelopes.show(event, runId),
				approve: (call, until) =>
					this.asking.approve(call, runId, until ? AbortSignal.any([signal, until]) : signal),
				ask: question => this.asking.ask(question, runId, signal),
				askedMs: () => this.asking.askedMs,
				stored: () => this.stored,
				takeCompaction: () => this.takeCompaction(),
			})
		} catch (error) {
			return { reason: 'failed', error: errorInfo(error), usage: NO_USAGE, costMicroUsd: undefined, turns: 0 }
		}
	}

	private deliver(message: UserMessage): void {
		const steer = () => this.queue.add({ queueId: this.deps.ids.queue(), whenBusy: 'steer', message })
		if (this.isClosed) return
		if (this.active) return steer()
		// A prompt that is on its way may be first.
		const start = async () => {
			if (this.active) steer()
			else if (!this.isClosed) await this.startRun({ message }, 'delivered')
		}
		void this.prompts.run(start).catch(error => this.showFailure(error))
	}

	private cancel(runId: RunId): void {
		if (this.active?.runId !== runId) throw new AgentError('rejected', `run ${runId} is not active`)
		this.envelopes.show({ type: 'run-cancelling' }, runId)
		this.active.controller.abort()
		this.deps.early?.drop()
	}

	private async setModel(chain: readonly ModelRef[]): Promise<void> {
		if (this.active)
			throw new AgentError('rejected', 'a run is active; interrupt it before changing the model')
		if (chain.length === 0) throw new AgentError('usage', 'a model chain needs at least one model')
		for (const ref of chain) this.deps.models.check(ref)
		this.settings = { ...this.settings, chain }
		this.deps.early?.drop()
		await this.record({ type: 'model-set', chain })
	}

	/** The one setting that a run does not keep as it was when it began: people change it to stop the questions, or the agent. */
	private async setApprovals(approvals: ApprovalMode): Promise<void> {
		this.settings = { ...this.settings, approvals }
		if (this.active && this.latest) this.latest = { ...this.latest, approvals }
		await this.record({ type: 'approvals-set', mode: approvals }, this.active?.runId)
	}

	private async setEffort(effort: Effort): Promise<void> {
		this.settings = { ...this.settings, effort }
		await this.record({ type: 'effort-set', effort })
		const text = this.deps.models.effortDoubt(this.settings.chain[0]!)
		if (text !== undefined) this.envelopes.warn(text)
	}

	private async rename(name: string): Promise<void> {
		if (name.trim() === '') throw new AgentError('usage', 'a session name cannot be empty')
		if (this.stored.length === 0)
			throw new AgentError('rejected', 'there is nothing to name yet; a session begins with its first prompt')
		await this.deps.requireFreeName(name.trim())
		await this.envelopes.store({ type: 'session-rename', name: name.trim() })
	}

	private async remember({ text, scope }: Extract<Command, { type: 'remember' }>): Promise<void> {
		if (text.trim() === '') throw new AgentError('usage', 'the note is empty')
		const notice = await this.deps.memory.remember(text, scope)
		this.envelopes.show({ type: 'notice', level: 'info', text: notice })
	}

	private async shutdown(): Promise<void> {
		this.isClosed = true
		this.active?.controller.abort()
		this.deps.early?.drop()
		await this.active?.ended
		await this.idling
		this.deps.early?.drop()
		await this.deps.early?.settled()
	}

	private watchTime(controller: AbortController): NodeJS.Timeout | undefined {
		const { runLimitMs } = this.deps
		return runLimitMs === undefined ? undefined : setTimeout(() => controller.abort(TIME_LIMIT), runLimitMs)
	}

	/** A session is created with its first prompt: until then settings are only kept in mind, and told. */
	private async record(event: StoredEvent, runId?: RunId): Promise<void> {
		if (this.stored.length > 0) await this.envelopes.store(event, runId)
		else this.envelopes.publish(event, runId)
	}

	/** Goes to the log together with what is stored next. */
	private begin(): void {
		if (this.stored.length > 0) return
		const { cwd, version, parent, above, memory } = this.deps
		const project = memory.projectName?.()
		const start: StoredEvent = { type: 'session-start', format: 1, cwd, version }
		void this.envelopes.store({
			...start,
			...(project !== undefined && { project }),
			...(parent && { parent }),
			...(above && { delegatedBy: above.delegatedBy }),
		})
	}

	private snapshot(): RunSnapshot {
		const { chain, approvals, effort } = this.settings
		const { cwd, maxTurns } = this.deps
		const tools = this.deps.tools.toolsFor(approvals).names
		const sandboxed = this.deps.sandboxed?.()
		return {
			chain,
			cwd,
			approvals,
			tools,
			maxTurns,
			...(effort && { effort }),
			...(sandboxed && { sandboxed }),
		}
	}

	private showFailure(error: unknown): void {
		const { code, message } = errorInfo(error)
		this.envelopes.show({ type: 'notice', level: 'error', text: message, code })
	}
}
