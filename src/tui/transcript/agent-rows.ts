// Sub-agents on the screen: one row each, of the call that waits for one, and below the calls of those that nobody waits for.

import type { UnixMs } from '../../core/ids.ts'
import type { AgentView } from '../state/view-agents.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { clockTime, countWithUnit, tokens } from '../text/format.ts'
import { type Spans, span } from '../text/spans.ts'

/** Its task, and what it does just now, where there is room for enough of that. */
export function agentSubject({ task, doing }: AgentView, room: number): string {
	const both = `${task} · ${doing}`
	const isWorthIt = cellWidth(both) <= room || cellWidth(task) + LEAST_DOING <= room
	return doing === '' || !isWorthIt ? task : both
}

const LEAST_DOING = 20

/** `8 calls`, `12k tokens`: what is known of it, for all of them together. */
export function workOf(agents: readonly AgentView[]): readonly string[] {
	const calls = agents.reduce((sum, agent) => sum + (agent.calls ?? 0), 0)
	const used = agents.reduce((sum, agent) => sum + agent.tokens, 0)
	return [
		...(calls > 0 ? [countWithUnit(calls, 'call')] : []),
		...(used > 0 ? [`${tokens(used)} tokens`] : []),
	]
}

/** One that nobody waits for. */
export function backgroundAgentRow(view: AgentView, width: number, now: UnixMs): Spans {
	const { agent, startedAt } = view
	const time = now - startedAt < 1000 ? [] : [clockTime(now - startedAt)]
	const facts = [...workOf([view]), ...time].join(' · ')
	const head = `◌ ${agent} `
	const tail = facts === '' ? '' : `  ${facts}`
	const room = Math.max(1, width - cellWidth(head) - cellWidth(tail))
	return [
		span('◌ ', { tone: 'accent' }),
		span(cutToWidth(`${agent} `, Math.max(1, width - 2)), { bold: true }),
		span(cutToWidth(agentSubject(view, room), room)),
		span(cutToWidth(tail, Math.max(0, width - cellWidth(head) - 1)), { tone: 'quiet' }),
	]
}
