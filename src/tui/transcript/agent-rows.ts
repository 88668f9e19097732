// Sub-agents on the screen: under the call that waits for one, and below the calls those that nobody waits for.

import type { AgentView } from '../state/view-agents.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { tokens } from '../text/format.ts'
import { type Spans, span } from '../text/spans.ts'

/** What it does just now, under its call. */
export function nestedAgentRow({ doing, turn, tokens: used }: AgentView, width: number): Spans {
	const facts = factsOf(turn, used)
	const text = doing === '' ? 'begins' : doing
	const room = width - cellWidth('  ↳ ') - cellWidth(facts)
	return [
		span('  ↳ ', { tone: 'quiet' }),
		span(cutToWidth(text, Math.max(1, room)), { tone: 'quiet' }),
		span(cutToWidth(facts, Math.max(0, width - 5)), { tone: 'quiet' }),
	]
}

/** In the background it is known by its name and its task. */
export function backgroundAgentRow(view: AgentView, width: number): Spans {
	const { agent, task, doing, turn, tokens: used } = view
	const facts = factsOf(turn, used)
	const head = `◌ ${agent} `
	const room = Math.max(1, width - cellWidth(head) - cellWidth(facts))
	const what = doing === '' ? task : `${task} · ${doing}`
	return [
		span('◌ ', { tone: 'accent' }),
		span(cutToWidth(`${agent} `, Math.max(1, width - 2)), { bold: true }),
		span(cutToWidth(what, room)),
		span(cutToWidth(facts, Math.max(0, width - cellWidth(head) - 1)), { tone: 'quiet' }),
	]
}

function factsOf(turn: number, used: number): string {
	return `${turn > 0 ? `  turn ${turn}` : ''}${used > 0 ? ` · ${tokens(used)} tokens` : ''}`
}
