// One call of a tool as it is read: what was asked for, what became of it, and what a sub-agent does in it.

import type { Decision } from '../../../../core/approval.ts'
import type { AgentEvent } from '../../../../core/events.ts'
import { isObject, parseJson } from '../../../../core/json.ts'
import type { ToolCall, ToolOutcome } from '../../../../core/messages.ts'
import { type ResultDetail, textForPeople } from '../../../../core/tool.ts'
import type { CostMicroUsd } from '../../../../core/usage.ts'

export type PageCall = {
	callId: string
	tool: string
	arguments: string
	subject: string
	state: 'written' | 'running' | ToolOutcome
	startedAt?: number | undefined
	durationMs?: number | undefined
	/** The end of what it prints while it runs. */
	progress: string
	output: string
	detail?: ResultDetail | undefined
	/** What somebody has answered, in words. */
	decision: string
	agent?: PageAgent | undefined
}

export type PageAgent = {
	name: string
	task: string
	doing: string
	tokens: number
	costMicroUsd: CostMicroUsd
	hasEnded: boolean
}

export function newCall(
	{ callId, tool, arguments: text }: Pick<ToolCall, 'callId' | 'tool' | 'arguments'>,
	subject?: string,
): PageCall {
	return {
		callId,
		tool,
		arguments: text,
		subject: subject ?? subjectOf(text),
		state: 'written',
		progress: '',
		output: '',
		decision: '',
	}
}

/** A call whose message has not been told yet. */
export function callBegun(event: AgentEvent): PageCall | undefined {
	return event.type === 'tool-start' ? newCall(event, event.subject) : undefined
}

export function foldCall(call: PageCall, event: AgentEvent, at: number): PageCall {
	switch (event.type) {
		case 'tool-start':
			return { ...call, state: 'running', startedAt: at, subject: event.subject ?? call.subject }
		case 'tool-progress':
			return { ...call, progress: (call.progress + event.text).slice(-MOST_PROGRESS) }
		case 'tool-end': {
			const { outcome, detail } = event.result
			const durationMs = call.startedAt === undefined ? undefined : at - call.startedAt
			return {
				...call,
				state: outcome,
				output: textForPeople(event.result),
				detail,
				durationMs,
				progress: '',
			}
		}
		case 'approval-end':
			return { ...call, decision: decisionWords(event.decision, event.by) }
		case 'question-end':
			return { ...call, decision: event.answer === undefined ? 'not answered' : `answered: ${event.answer}` }
		case 'agent-start': {
			const { agent, task } = event
			const fresh = { name: agent, task, doing: '', tokens: 0, costMicroUsd: 0, hasEnded: false }
			return { ...call, agent: fresh }
		}
		case 'agent-progress': {
			const { tokens, costMicroUsd, text, turn } = event
			const doing = `${text}, turn ${turn}`
			return call.agent ? { ...call, agent: { ...call.agent, tokens, costMicroUsd, doing } } : call
		}
		case 'agent-background':
			return call.agent ? { ...call, agent: { ...call.agent, doing: 'goes on in the background' } } : call
		case 'agent-end': {
			if (!call.agent) return call
			const { usage, costMicroUsd, reason, error } = event
			const doing = error ? error.message : reason
			const tokens = usage.inputTokens + usage.outputTokens
			return { ...call, agent: { ...call.agent, tokens, costMicroUsd, doing, hasEnded: true } }
		}
		default:
			return call
	}
}

function decisionWords(decision: Decision, by: string): string {
	const who = by === 'user' ? '' : ` (${by})`
	if (decision.answer === 'no-with-reason') return `refused${who}: ${decision.reason}`
	if (decision.answer === 'edit') return `changed${who}: ${decision.command}`
	if (decision.answer === 'no') return `refused${who}`
	return decision.answer === 'once' ? `allowed once${who}` : `allowed for the ${decision.answer}${who}`
}

/** The argument that says most, where the tool has not said it in its own words. */
function subjectOf(text: string): string {
	const input = parseJson(text.slice(0, MOST_PARSED))
	if (!isObject(input)) return ''
	const named = SAYS_MOST.map(name => input[name]).find(value => typeof value === 'string')
	const first = named ?? Object.values(input).find(value => typeof value === 'string')
	return typeof first === 'string' ? first : ''
}

const SAYS_MOST = ['command', 'path', 'pattern', 'query', 'url', 'question', 'task', 'prompt']
const MOST_PARSED = 200_000
const MOST_PROGRESS = 4_000
