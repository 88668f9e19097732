// Sub-agents in the view, from their beginning to their end: each belongs to the call that started it, also when that one
// no longer waits.

import type { AgentEvent } from '../../core/events.ts'
import type { CallId, SessionId } from '../../core/ids.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export type AgentView = {
	agentId: SessionId
	callId: CallId
	agent: string
	task: string
	/** What it does just now. */
	doing: string
	turn: number
	tokens: number
	isBackground: boolean
}

type AgentsEvent = Extract<
	AgentEvent,
	{ type: 'agent-start' | 'agent-progress' | 'agent-background' | 'agent-end' }
>

export function foldAgents(agents: readonly AgentView[], event: AgentsEvent): readonly AgentView[] {
	const { agentId } = event
	const changed = (change: Partial<AgentView>) =>
		agents.map(agent => (agent.agentId === agentId ? { ...agent, ...change } : agent))
	switch (event.type) {
		case 'agent-start': {
			const { callId, agent, task, isBackground } = event
			const names = { agent: sanitizeLine(agent), task: sanitizeLine(task) }
			return [...agents, { agentId, callId, ...names, doing: '', turn: 0, tokens: 0, isBackground }]
		}
		case 'agent-progress':
			return changed({ doing: sanitizeLine(event.text), turn: event.turn, tokens: event.tokens })
		case 'agent-background':
			return changed({ isBackground: true })
		case 'agent-end':
			return agents.filter(agent => agent.agentId !== agentId)
	}
}
