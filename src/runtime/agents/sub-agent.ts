// One sub-agent: a session of its own that takes one prompt, followed until its run ends or somebody stops it.

import { type ErrorInfo, errorInfo } from '../../core/errors.ts'
import type { AgentEvent, Envelope, RunEndReason, ShownEvent } from '../../core/events.ts'
import type { CallId, SessionId } from '../../core/ids.ts'
import { finalText, type UserMessage } from '../../core/messages.ts'
import type { AgentState } from '../../core/runtime-port.ts'
import type { CallArtifact } from '../../core/tool.ts'
import { addCost, addUsage, type CostMicroUsd, NO_USAGE, type Usage } from '../../core/usage.ts'

/** What an agent needs of the session that is its own. */
export type ChildSession = {
	sessionId: SessionId
	/** Everything from its beginning. Ends when it is closed. */
	events: AsyncIterable<Envelope>
	prompt(message: UserMessage): Promise<void>
	/** Ends what runs in it and closes its log. */
	close(): Promise<void>
}

export type AgentEnd = {
	reason: RunEndReason
	error?: ErrorInfo
	/** Its last words. */
	text: string
	usage: Usage
	costMicroUsd: CostMicroUsd
	turns: number
	calls: number
	durationMs: number
	artifacts?: readonly CallArtifact[]
}

export type SubAgent = {
	readonly agentId: SessionId
	readonly callId: CallId
	readonly agent: string
	state(): AgentState
	/** Never rejects. */
	readonly ended: Promise<AgentEnd>
	/** Resolves when the call that waits for it no longer should. */
	readonly sentAway: Promise<void>
	isInBackground(): boolean
	/** False when it is in the background already, or has ended. */
	sendAway(): boolean
	stop(): Promise<void>
}

export type SubAgentStart = {
	child: ChildSession
	callId: CallId
	agent: string
	task: string
	message: UserMessage
	isBackground: boolean
	worktree?: string | undefined
	clock: { now(): number; monotonicMs(): number }
	show(event: ShownEvent): void
}

export function startSubAgent(start: SubAgentStart): SubAgent {
	const { child, callId, agent, task, worktree, clock, show } = start
	const agentId = child.sessionId
	const startedAt = clock.now()
	const startedMs = clock.monotonicMs()
	let sendAway = () => {}
	let isBackground = start.isBackground
	const sentAway = new Promise<void>(resolve => {
		sendAway = resolve
	})
	let seen: Seen = NOTHING_SEEN
	let ended: AgentEnd | undefined

	const tell = () => {
		const { turn, doing, calls, usage, costMicroUsd } = seen
		show({
			type: 'agent-progress',
			callId,
			agentId,
			turn,
			calls,
			text: doing,
			tokens: usage.inputTokens + usage.outputTokens,
			costMicroUsd,
		})
	}
	const live = async (): Promise<Omit<AgentEnd, 'durationMs'>> => {
		await child.prompt(start.message)
		for await (const { event } of child.events) {
			const before = seen
			seen = fold(seen, event)
			if (event.type === 'run-end') {
				const { type: _, ...end } = event
				return { ...end, calls: seen.calls, text: seen.text, ...left(seen, agent) }
			}
			if (before.doing !== seen.doing || before.turn !== seen.turn || before.calls !== seen.calls) tell()
		}
		return { ...spent(seen), ...left(seen, agent), reason: 'cancelled' }
	}
	const finish = async (): Promise<AgentEnd> => {
		const end = await live().catch(error => ({
			...spent(seen),
			...left(seen, agent),
			reason: 'failed' as const,
			error: errorInfo(error),
		}))
		await child.close().catch(() => undefined)
		ended = { ...end, durationMs: clock.monotonicMs() - startedMs }
		return ended
	}

	return {
		agentId,
		callId,
		agent,
		ended: finish(),
		sentAway,
		isInBackground: () => isBackground,
		sendAway() {
			if (isBackground || ended) return false
			isBackground = true
			show({ type: 'agent-background', callId, agentId })
			sendAway()
			return true
		},
		stop: () => child.close(),
		state: () => ({
			agentId,
			agent,
			task,
			state: ended ? 'ended' : isBackground ? 'in-background' : 'running',
			...(ended && { reason: ended.reason }),
			doing: ended ? '' : seen.doing,
			turns: ended?.turns ?? seen.turn,
			tokens: tokensOf(ended?.usage ?? seen.usage),
			costMicroUsd: ended ? ended.costMicroUsd : seen.costMicroUsd,
			startedAt,
			durationMs: ended?.durationMs ?? clock.monotonicMs() - startedMs,
			...(worktree !== undefined && { worktree }),
		}),
	}
}

type Seen = {
	turn: number
	doing: string
	calls: number
	usage: Usage
	costMicroUsd: CostMicroUsd
	text: string
	artifacts: readonly CallArtifact[]
}

const NOTHING_SEEN: Seen = {
	turn: 0,
	doing: '',
	calls: 0,
	usage: NO_USAGE,
	costMicroUsd: 0,
	text: '',
	artifacts: [],
}

/** Of its words only the last ones are of use above; the rest is in its own log. */
function fold(seen: Seen, event: AgentEvent): Seen {
	switch (event.type) {
		case 'progress':
			// Which tool runs on what is told when it begins.
			return { ...seen, turn: event.turn, doing: event.text.startsWith('Running ') ? seen.doing : event.text }
		case 'tool-start':
			return {
				...seen,
				calls: seen.calls + 1,
				doing: event.subject ? `${event.tool} ${event.subject}` : event.tool,
			}
		case 'tool-end':
			return { ...seen, artifacts: [...seen.artifacts, ...(event.result.artifacts ?? [])] }
		case 'attempt-end':
		case 'agent-end':
			return {
				...seen,
				...('artifacts' in event && { artifacts: [...seen.artifacts, ...(event.artifacts ?? [])] }),
				usage: addUsage(seen.usage, event.usage),
				costMicroUsd: addCost(seen.costMicroUsd, event.costMicroUsd),
			}
		case 'message-end':
			return { ...seen, text: finalText(event.message) ?? seen.text }
		case 'correction':
			return { ...seen, text: '' }
		default:
			return seen
	}
}

function spent({ usage, costMicroUsd, turn, calls, text }: Seen): Omit<AgentEnd, 'durationMs' | 'reason'> {
	return { usage, costMicroUsd, turns: turn, calls, text }
}

/** For whoever gave the task: the name says whose it is. */
function left({ artifacts }: Seen, agent: string): Pick<AgentEnd, 'artifacts'> {
	if (artifacts.length === 0) return {}
	return { artifacts: artifacts.map(artifact => ({ ...artifact, name: `${agent}/${artifact.name}` })) }
}

export function tokensOf({ inputTokens, outputTokens }: Usage): number {
	return inputTokens + outputTokens
}
