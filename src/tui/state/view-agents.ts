// Sub-agents in the view, from their beginning to their end: each belongs to the call that started it, also when that one
// no longer waits.

import type { AgentEvent } from '../../core/events.ts'
import type { CallId, SessionId, UnixMs } from '../../core/ids.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export type AgentView = {
	agentId: SessionId
	callId: CallId
	agent: string
	task: string
	/** What it does just now. */
	doing: string
	turn: number
	/** Undefined in a log that does not say. */
	calls: number | undefined
	tokens: number
	startedAt: UnixMs
	isBackground: boolean
}

type AgentsEvent = Extract<
	AgentEvent,
	{ type: 'agent-start' | 'agent-progress' | 'agent-background' | 'agent-end' }
>

/** @returns those at work, and the one it is about, if it is known */
export function foldAgents(
	agents: readonly AgentView[],
	event: AgentsEvent,
	at: UnixMs,
): { agents: readonly AgentView[]; agent: AgentView | undefined } {
	const { agentId } = event
	if (event.type === 'agent-start') {
		const agent = newAgent(event, at)
		return { agents: [...agents, agent], agent }
	}
	const known = agents.find(each => each.agentId === agentId)
	if (!known) return { agents, agent: undefined }
	const agent = { ...known, ...changeOf(event) }
	if (event.type === 'agent-end') return { agents: agents.filter(each => each !== known), agent }
	return { agents: agents.map(each => (each === known ? agent : each)), agent }
}

function newAgent(event: Extract<AgentsEvent, { type: 'agent-start' }>, at: UnixMs): AgentView {
	const { agentId, callId, agent, task, isBackground } = event
	return {
		agentId,
		callId,
		agent: sanitizeLine(agent),
		task: sanitizeLine(task),
		doing: '',
		turn: 0,
		calls: undefined,
		tokens: 0,
		startedAt: at,
		isBackground,
	}
}

function changeOf(event: Exclude<AgentsEvent, { type: 'agent-start' }>): Partial<AgentView> {
	switch (event.type) {
		case 'agent-progress':
			return {
				doing: sanitizeLine(event.text),
				turn: event.turn,
				calls: event.calls,
				tokens: event.tokens,
			}
		case 'agent-background':
			return { isBackground: true }
		case 'agent-end': {
			const { inputTokens, outputTokens } = event.usage
			return { doing: '', turn: event.turns, calls: event.calls, tokens: inputTokens + outputTokens }
		}
	}
}
