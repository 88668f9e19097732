// The hooks of one session: at its beginning and its end, at every prompt, in its runs, and when somebody should look.

import type { ApprovalMode, ApprovalRequest, DecidedBy, Decision } from '../../../core/approval.ts'
import { AgentError } from '../../../core/errors.ts'
import type { Envelope, RunSnapshot, StoredEvent } from '../../../core/events.ts'
import type { Host } from '../../../core/host.ts'
import { promptText, type UserMessage } from '../../../core/messages.ts'
import { type ModelRef, modelName } from '../../../core/model-ref.ts'
import type { CallPlace } from '../../../extensions/hooks/claude-calls.ts'
import type { CompactionHooks } from '../../../loop/context/context-deps.ts'
import type { RunEnd } from '../../../loop/run.ts'
import { contextOf, createHookAsker, type HookAsker, type HookListener } from './asking-hooks.ts'
import { compactionHooks } from './history-hooks.ts'
import type { HookAgent, HookScene } from './hook-input.ts'
import type { HookRunner } from './hook-runner.ts'
import { createRunHooks, type HookedRun, type RunHooks } from './run-hooks.ts'

export type SessionSource = 'startup' | 'resume' | 'clear' | 'fork'
export type SessionEndReason = 'clear' | 'resume' | 'logout' | 'prompt_input_exit' | 'other'

export type SessionHookDeps = {
	runner: HookRunner
	scene: Pick<HookScene, 'sessionId' | 'transcriptPath' | 'cwd' | 'yolo'>
	place: CallPlace
	host: Pick<Host, 'clock' | 'artefacts'>
	scrub(text: string): string
	/** Somebody is there, who may have gone for a coffee. */
	isInteractive: boolean
	/** Whole sentences about the files they stand in. */
	problems: readonly string[]
	/** Tells the user, as soon as somebody listens. */
	warn(text: string): void
	/** As the session was opened. */
	settings: SettingsNow
}

/** What hooks have to know of a run. */
export type RunOfSession = HookedRun & {
	snapshot: Pick<RunSnapshot, 'maxTurns'>
	approvals(): ApprovalMode
	stored(): readonly Envelope<StoredEvent>[]
}

type AskingRun = {
	approve(
		call: Omit<ApprovalRequest, 'approvalId'>,
		until?: AbortSignal,
	): Promise<{ decision: Decision; by: DecidedBy }>
}

type SettingsNow = { approvals: ApprovalMode; chain: readonly ModelRef[] }

export class SessionHooks {
	readonly problems: readonly string[]
	/** Of compactions between two runs. */
	readonly compaction: CompactionHooks
	private readonly deps: SessionHookDeps
	private readonly asker: HookAsker
	private settings: () => SettingsNow
	/** What the model is to know with the next prompt. */
	private contexts: string[] = []
	private started: Promise<void> = Promise.resolve()
	private readonly closing = new AbortController()
	private idle = new AbortController()
	/** Nobody waits for these but the end of the session. */
	private readonly pending = new Set<Promise<unknown>>()

	constructor(deps: SessionHookDeps) {
		this.deps = deps
		this.problems = deps.problems
		this.settings = () => deps.settings
		this.asker = this.askerFor({ say: deps.warn, warn: deps.warn })
		this.compaction = compactionHooks(this.asker, {
			signal: () => this.closing.signal,
			remember: context => this.contexts.push(context),
			warn: deps.warn,
		})
	}

	/** @param settings - what the next run will go by */
	follow(settings: () => SettingsNow): void {
		this.settings = settings
	}

	/** Begins with it; the first prompt waits for what comes of it. */
	start(source: SessionSource): void {
		this.started = this.startNow(source)
	}

	/**
	 * The prompt with what hooks have to say about it in front.
	 * @throws AgentError `rejected` when a hook does not want it
	 */
	async submitted(message: UserMessage): Promise<UserMessage> {
		this.idle.abort()
		await this.started
		const prompt = promptText(message)
		const replies = await this.asker.askOnce('UserPromptSubmit', undefined, { prompt }, this.closing.signal)
		const refused = replies.block ?? replies.stop
		if (refused)
			throw new AgentError('rejected', `the hook ${refused.hook} refused this prompt: ${refused.reason}`)
		const context = contextOf('UserPromptSubmit', replies)
		const texts = [...this.contexts, ...(context === undefined ? [] : [context])]
		this.contexts = []
		if (texts.length === 0) return message
		const typedAt = message.content.findLastIndex(part => part.type === 'text')
		const content = [...message.content]
		content.splice(Math.max(typedAt, 0), 0, { type: 'text', text: `${texts.join('\n')}\n\n` })
		return { ...message, content }
	}

	/** Follows a run from its beginning to its end. */
	async during<Context extends AskingRun>(
		context: Context,
		run: (context: Context) => Promise<RunEnd>,
	): Promise<RunEnd> {
		this.idle.abort()
		const approve: AskingRun['approve'] = (call, until) => {
			if (this.deps.isInteractive)
				this.notify('permission_prompt', `Keelson needs your permission: ${call.permission.title}`)
			return context.approve(call, until)
		}
		try {
			return await run({ ...context, approve })
		} finally {
			this.notify('agent_completed', 'Keelson has finished')
			this.waitIdle()
		}
	}

	/** @param agent - the sub-agent whose run it is; left out, it is the session's own */
	forRun(context: RunOfSession, agent?: HookAgent): RunHooks {
		const { place, host, scrub } = this.deps
		const notice = (level: 'info' | 'warning') => (text: string) =>
			context.show({ type: 'notice', level, text })
		const promptId = context.stored().findLast(({ event }) => event.type === 'run-start')?.runId
		const { maxTurns } = context.snapshot
		const status = (text: string) => context.show({ type: 'progress', turn: turnOf(context), maxTurns, text })
		const asker = this.askerFor({ say: notice('info'), warn: notice('warning'), status }, () => ({
			mode: context.approvals(),
			promptId,
			agent,
		}))
		const stop = agent
			? { event: 'SubagentStop' as const, name: agent.type }
			: { event: 'Stop' as const, name: undefined }
		return createRunHooks({ asker, place, host, scrub, context, stop })
	}

	/** @returns what the sub-agent is told before its prompt */
	async subagentStart(agent: HookAgent, signal: AbortSignal): Promise<string | undefined> {
		const asker = this.askerFor({ say: this.deps.warn, warn: this.deps.warn }, () => ({ agent }))
		return contextOf('SubagentStart', await asker.askOnce('SubagentStart', agent.type, {}, signal))
	}

	/** Somebody should look. Nobody waits for it. */
	notify(type: string, message: string): void {
		if (!this.asker.has('Notification', [type])) return
		const more = { message, title: 'Keelson', notification_type: type }
		this.keep(this.asker.askOnce('Notification', type, more, this.closing.signal))
	}

	/** Ends every process of theirs that still runs. */
	async end(reason: SessionEndReason): Promise<void> {
		this.idle.abort()
		const late = new AbortController()
		await Promise.race([
			Promise.allSettled([this.started, ...this.pending]),
			this.deps.host.clock.sleep(LATE_MS, late.signal),
		])
		late.abort()
		await this.asker.askOnce('SessionEnd', reason, { reason }, this.closing.signal)
		this.closing.abort()
		await this.deps.runner.close()
	}

	private async startNow(source: SessionSource): Promise<void> {
		const [model] = this.settings().chain
		const more = { source, ...(model && { model: modelName(model) }) }
		const replies = await this.asker.askOnce('SessionStart', source, more, this.closing.signal)
		const context = contextOf('SessionStart', replies)
		if (context !== undefined) this.contexts.push(context)
	}

	private waitIdle(): void {
		const { isInteractive, host } = this.deps
		if (!isInteractive || this.closing.signal.aborted || !this.asker.has('Notification', ['idle_prompt']))
			return
		const idle = new AbortController()
		this.idle = idle
		void host.clock.sleep(IDLE_MS, idle.signal).then(() => {
			if (!idle.signal.aborted) this.notify('idle_prompt', 'Keelson is waiting for your input')
		})
	}

	private keep(work: Promise<unknown>): void {
		this.pending.add(work)
		void work.finally(() => this.pending.delete(work))
	}

	private askerFor(tell: HookListener, more: () => Partial<HookScene> = () => ({})): HookAsker {
		const { runner, scene } = this.deps
		return createHookAsker(runner, {
			...tell,
			scene: () => ({ ...scene, mode: this.settings().approvals, ...more() }),
		})
	}
}

/** The one that is going on, or the last one. */
function turnOf({ stored }: RunOfSession): number {
	const last = stored().findLast(({ event }) => event.type === 'turn-start')?.event
	return last?.type === 'turn-start' ? last.turn : 1
}

const IDLE_MS = 60_000
/** How long the end waits for what was started and is still on its way. */
const LATE_MS = 2_000
