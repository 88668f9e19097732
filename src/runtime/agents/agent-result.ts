// The words in which a sub-agent's end reaches the one that delegated: as the result of the call, or as a message when
// nobody waits. What the agent said is the word of a model that has read foreign text, and marked as its.

import type { RunEndReason } from '../../core/events.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { ToolResult } from '../../core/tool.ts'
import type { CostMicroUsd } from '../../core/usage.ts'
import { type AgentEnd, type SubAgent, tokensOf } from './sub-agent.ts'

type Named = Pick<SubAgent, 'agent' | 'agentId'>

export function agentResult(
	{ agent, agentId }: Named,
	end: AgentEnd,
	added: readonly (string | undefined)[],
): ToolResult {
	const text = [howItEnded(agent, end), end.text, ...added, account({ agent, agentId }, end)]
		.filter(part => part !== undefined && part !== '')
		.join('\n\n')
	return { outcome: OUTCOMES[end.reason] ?? 'failed', content: [{ type: 'text', text }] }
}

/** Its first part is the agent's, the last one ours. */
export function resultMessage(named: Named, end: AgentEnd, added: string | undefined): UserMessage {
	const { agent, agentId } = named
	const said = [howItEnded(agent, end), end.text, added].filter(part => part !== undefined && part !== '')
	const words = `<agent-result agent=${JSON.stringify(agent)} id="${agentId}">\n${said.join('\n\n')}\n</agent-result>\n\n`
	return {
		role: 'user',
		content: [
			{ type: 'text', text: words },
			{ type: 'text', text: `The agent ${agent} in the background has ended. ${account(named, end)}` },
		],
	}
}

/** What it did is of use also where it could not finish. */
const OUTCOMES: Partial<Record<RunEndReason, ToolResult['outcome']>> = {
	finished: 'ok',
	'tool-denied': 'ok',
	'turn-limit': 'ok',
	cancelled: 'cancelled',
}

function howItEnded(agent: string, { reason, error, text }: AgentEnd): string | undefined {
	if (reason === 'finished') return undefined
	const why = error ? `: ${error.message}` : ''
	return `The agent ${agent} did not finish (${reason}${why}).${text === '' ? '' : ' Its last words:'}`
}

function account({ agent, agentId }: Named, { turns, usage, costMicroUsd, durationMs }: AgentEnd): string {
	const facts = [
		`${turns} ${turns === 1 ? 'turn' : 'turns'}`,
		`${tokensOf(usage)} tokens`,
		...(costMicroUsd ? [dollars(costMicroUsd)] : []),
		`${(durationMs / 1000).toFixed(1)} s`,
	]
	return `[${agent}: ${facts.join(', ')}; session ${agentId}]`
}

function dollars(costMicroUsd: NonNullable<CostMicroUsd>): string {
	return `$${(costMicroUsd / 1_000_000).toFixed(4)}`
}
