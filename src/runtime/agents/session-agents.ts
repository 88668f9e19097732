// The sub-agents of one session: who runs, what they have spent, and how each is started, sent to the background and
// stopped.

import { AgentError } from '../../core/errors.ts'
import type { Clock } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import { advice, ProblemError, problem } from '../../core/problems/problem.ts'
import type { AgentState } from '../../core/runtime-port.ts'
import type { RunAccess } from '../../tools/executor/run-access.ts'
import type { CallContext } from '../../tools/executor/tool.ts'
import type { Above, AgentHooks } from './above.ts'
import { type AgentBounds, createAgentBounds } from './agent-bounds.ts'
import type { AgentOrder } from './agent-order.ts'
import { resultMessage } from './agent-result.ts'
import { type AgentEnd, type ChildSession, type SubAgent, startSubAgent } from './sub-agent.ts'

export type OpenChild = (order: AgentOrder, above: Above) => Promise<ChildSession>

/** What a call asks of the session's agents. */
export type AgentRequest = {
	order: AgentOrder
	/** The first line of what it is asked. */
	task: string
	isBackground: boolean
	/** When it has ended, before anybody hears of it. @returns what there is to add to its words */
	ended?(end: AgentEnd): Promise<string | undefined>
}

export type StartedAgent = SubAgent & {
	/** What there is to say when it has ended. */
	outcome: Promise<{ end: AgentEnd; added: string | undefined }>
}

export class SessionAgents {
	readonly depth: number
	private readonly deps: {
		sessionId: SessionId
		clock: Pick<Clock, 'now' | 'monotonicMs'>
		open: OpenChild
		hooks: AgentHooks | undefined
	}
	private readonly bounds: AgentBounds
	private readonly agents: AgentEntry[] = []
	private isClosed = false
	/** How many in the background have said something. */
	private heard = 0

	constructor(
		deps: SessionAgents['deps'] & {
			above: Pick<Above, 'depth' | 'bounds'> | undefined
			limits: { maxRunning: number; maxPerRun: number }
		},
	) {
		this.deps = deps
		this.depth = deps.above?.depth ?? 0
		this.bounds = deps.above?.bounds ?? createAgentBounds(deps.limits)
	}

	/** @throws AgentError `rejected` when there are too many, or its session cannot be opened */
	async start(
		{ order, task, isBackground, ended }: AgentRequest,
		context: CallContext,
		run: RunAccess,
	): Promise<StartedAgent> {
		if (this.isClosed) throw new AgentError('rejected', 'this session is closed')
		const writes = order.writes && order.worktree === undefined
		const writer = writes && this.running().find(each => each.writes)
		if (writer)
			throw new ProblemError(
				problem`the agent ${writer.agent?.agent ?? ''} works in this folder in the background${advice('; wait for its result, or use isolation: worktree')}`,
				'rejected',
			)
		const leave = this.bounds.enter(run.runId)
		const { callId, signal } = context
		const entry: AgentEntry = { writes, spentMicroUsd: 0, hasEnded: false }
		let child: ChildSession
		let opened: ChildSession | undefined
		let told: string | undefined
		try {
			opened = child = await this.deps.open(order, this.above(order, entry, context, run))
			const { sessionId: id } = child
			told = await this.deps.hooks?.subagentStart({ id, type: order.agent }, signal)
			await run.store({
				type: 'agent-start',
				callId,
				agentId: child.sessionId,
				agent: order.agent,
				task,
				isBackground,
				...(order.worktree !== undefined && { worktree: order.worktree }),
			})
		} catch (error) {
			leave()
			await opened?.close().catch(() => undefined)
			throw error
		}
		const { clock } = this.deps
		const { agent, message, worktree } = order
		const started = startSubAgent({
			child,
			callId,
			agent,
			task,
			message: told === undefined ? message : toldFirst(told, message),
			isBackground,
			worktree,
			clock,
			show: run.show,
		})
		entry.agent = started
		this.agents.push(entry)
		const stop = () => void started.stop()
		if (signal.aborted) stop()
		else signal.addEventListener('abort', stop, { once: true })
		const outcome = started.ended.then(async end => {
			signal.removeEventListener('abort', stop)
			const added = await ended?.(end).catch(error => String(error))
			leave()
			const { text: _, ...rest } = end
			const stored = run.store({ type: 'agent-end', callId, agentId: child.sessionId, agent, ...rest })
			await Promise.resolve(stored).catch(() => undefined)
			entry.hasEnded = true
			return { end, added }
		})
		entry.settled = outcome.then(({ end, added }) => {
			// A call that waits for it has its result.
			if (!started.isInBackground()) return
			if (end.reason !== 'cancelled' && !this.isClosed) {
				this.heard += 1
				run.deliver(resultMessage(started, end, added))
			} else if (added !== undefined)
				run.show({ type: 'notice', level: 'warning', text: `The agent ${agent} was stopped. ${added}` })
		})
		return { ...started, outcome }
	}

	states(): readonly AgentState[] {
		return this.agents.flatMap(({ agent }) => (agent ? [agent.state()] : [])).reverse()
	}

	/** @throws AgentError `rejected` when no call waits for one */
	sendAway(): void {
		const sent = this.running().filter(({ agent }) => agent?.sendAway())
		if (sent.length === 0) throw new AgentError('rejected', 'no call waits for an agent')
	}

	/** @throws AgentError `rejected` when no such agent runs */
	async stop(agentId: SessionId): Promise<void> {
		const found = this.running().filter(({ agent }) => agent?.agentId.startsWith(agentId))
		const [only] = found
		if (!only?.agent || found.length > 1) throw new AgentError('rejected', `no agent ${agentId} runs`)
		await only.agent.stop()
	}

	/** Resolves when one in the background has been heard of, or none is left. */
	async heardOf(signal: AbortSignal): Promise<void> {
		const { heard } = this
		const aborted = new Promise<void>(resolve => {
			if (signal.aborted) resolve()
			else signal.addEventListener('abort', () => resolve(), { once: true })
		})
		// One that was stopped has nothing to say.
		while (this.heard === heard && !signal.aborted) {
			const waiting = this.running().map(({ settled }) => settled)
			if (waiting.length === 0) return
			await Promise.race([...waiting, aborted])
		}
	}

	/** What those have spent from now on that run by now and are nowhere counted yet. */
	spentBeside(): () => number {
		const running = this.running()
		return () => running.reduce((sum, { spentMicroUsd }) => sum + spentMicroUsd, 0)
	}

	async close(): Promise<void> {
		this.isClosed = true
		await Promise.all(
			this.running().map(async ({ agent, settled }) => {
				await agent?.stop()
				await settled
			}),
		)
	}

	private running(): readonly AgentEntry[] {
		return this.agents.filter(({ hasEnded }) => !hasEnded)
	}

	private above(
		order: AgentOrder,
		entry: AgentEntry,
		{ callId, policy }: CallContext,
		run: RunAccess,
	): Above {
		const copy = order.worktree === undefined ? undefined : answersIn(order.worktree)
		const by = (agent?: string) => (agent === undefined ? order.agent : `${order.agent} › ${agent}`)
		return {
			agentName: order.agent,
			hooks: this.deps.hooks,
			delegatedBy: { sessionId: this.deps.sessionId, callId },
			runId: run.runId,
			depth: this.depth + 1,
			bounds: this.bounds,
			mode: () => order.mode(policy().mode),
			sessionGrants: () => copy?.grants(policy().sessionGrants) ?? policy().sessionGrants,
			approve: ({ permission, ...asked }, until) =>
				run.approve(
					{ ...asked, permission: copy?.permission(permission) ?? permission, agent: by(asked.agent) },
					until,
				),
			ask: question => run.ask({ ...question, agent: by(question.agent) }),
			keepFirst: order.worktree === undefined ? run.keepFirst : undefined,
			spend: (usage, costMicroUsd) => {
				entry.spentMicroUsd += costMicroUsd ?? 0
				run.spend(usage, costMicroUsd)
			},
			exceeded: run.exceeded,
		}
	}
}

function toldFirst(text: string, message: UserMessage): UserMessage {
	return { ...message, content: [{ type: 'text', text: `${text}\n\n` }, ...message.content] }
}

/** What was allowed for a copy was not allowed for the folder it is a copy of, nor the other way round. */
function answersIn(worktree: string) {
	const mark = `copy:${worktree}|`
	return {
		permission: ({ projectRules: _, ...permission }: PermissionDecision): PermissionDecision => ({
			...permission,
			sessionKeys: permission.sessionKeys.map(key => mark + key),
		}),
		grants: (grants: ReadonlySet<string>): ReadonlySet<string> =>
			new Set([...grants].flatMap(key => (key.startsWith(mark) ? [key.slice(mark.length)] : []))),
	}
}

type AgentEntry = {
	agent?: SubAgent
	/** It may change the folder that others work in. */
	writes: boolean
	spentMicroUsd: number
	/** Its end is in the log. */
	hasEnded: boolean
	/** Whoever is to hear of it has. */
	settled?: Promise<void>
}
