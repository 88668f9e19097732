// Rows about several calls: what a run has looked at, and what it has come to.

import { planCount } from '../state/plan-text.ts'
import type { Block, CallView } from '../state/view-block.ts'
import { isOfAgents, soughtBy } from '../state/view-groups.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { cost, countWithUnit, duration, timeOfDay, tokens } from '../text/format.ts'
import { type Spans, span } from '../text/spans.ts'
import { workOf } from './agent-rows.ts'
import { callBody, callLine } from './call-rows.ts'

/** Of a group that goes on, what it is at. */
export function groupLine(calls: readonly CallView[], width: number): Spans {
	return calls.some(({ endedAt }) => endedAt === undefined)
		? goingOnLine(calls, width)
		: endedLine(calls, width)
}

/** Of a group that more may follow. */
export function goingOnLine(calls: readonly CallView[], width: number): Spans {
	return isOfAgents(calls) ? endedLine(calls, width) : exploringLine(calls, width)
}

/** What is above all the calls of a group, for whoever looks at them. */
export function groupTitle(calls: readonly CallView[]): string {
	return isOfAgents(calls) ? countWithUnit(calls.length, 'agent') : `Explored ${calls.length}`
}

/** `✓ Explored 5 · parser.ts, greet.ts, +1 · 0.4s`, or `✓ 2 agents · explore ×2 · 7 calls · 4k tokens · 7.0s`, and how many beside those failed. */
function endedLine(calls: readonly CallView[], width: number): Spans {
	const seen = calls.filter(({ state }) => state !== 'failed')
	const tookMs = Math.max(...calls.map(({ endedAt = 0 }) => endedAt)) - (calls[0]?.startedAt ?? 0)
	const failed = calls.length - seen.length
	const facts = [
		failed > 0 ? `${failed} failed` : '',
		...(isOfAgents(calls) ? agentFacts(calls) : [shownNames(namesOf(seen))]),
		tookMs >= 100 ? duration(tookMs) : '',
	]
	return [
		span('✓ ', { tone: 'success' }),
		span(cutToWidth(groupTitle(seen), width - 2), { bold: true }),
		span(
			cutToWidth(
				facts.flatMap(fact => (fact === '' ? [] : [` · ${fact}`])).join(''),
				Math.max(0, width - 14),
			),
			{ tone: 'quiet' },
		),
	]
}

/** Of a group, those that failed, below its line. */
export function failedRows(calls: readonly CallView[], width: number): readonly Spans[] {
	return calls
		.filter(({ state }) => state === 'failed')
		.flatMap(call => [callLine(call, Math.max(1, width - 2)), ...callBody(call, Math.max(1, width - 2)).rows])
		.map(row => [span('  '), ...row])
}

/** `● Exploring  3 reads, 2 searches · src/parser.ts`, while more may follow. */
function exploringLine(calls: readonly CallView[], width: number): Spans {
	const seen = calls.filter(({ state }) => state !== 'failed')
	const reads = seen.filter(call => soughtBy(call) === 'read').length
	const searches = seen.length - reads
	const counts = [
		reads > 0 ? countWithUnit(reads, 'read') : '',
		searches === 0 ? '' : searches === 1 ? '1 search' : `${searches} searches`,
	].filter(count => count !== '')
	return [
		span('● ', { tone: 'accent' }),
		span('Exploring', { bold: true }),
		span(
			cutToWidth(`  ${joined([counts.join(', '), calls.at(-1)?.subject ?? ''])}`, Math.max(0, width - 11)),
			{
				tone: 'quiet',
			},
		),
	]
}

/** `✓ 42s · 12 calls · +31 −4 in 3 files · 18.2k tokens · $0.04 · 09:18`: what is known of it. */
export function runEndRow(end: Extract<Block, { kind: 'run-end' }>, width: number): Spans {
	const { tookMs, calls, edits, costMicroUsd, at } = end
	const changed = `+${edits.added} −${edits.removed} in ${countWithUnit(edits.files, 'file')}`
	const facts = [
		tookMs >= 100 ? duration(tookMs) : '',
		calls > 0 ? countWithUnit(calls, 'call') : '',
		end.plan ? `plan ${planCount(end.plan)}` : '',
		edits.files > 0 ? changed : '',
		end.tokens > 0 ? `${tokens(end.tokens)} tokens` : '',
		costMicroUsd ? cost(costMicroUsd) : '',
		timeOfDay(at),
	]
	return [
		span('✓ ', { tone: 'success' }),
		span(cutToWidth(joined(fitting(facts, width - 2)), Math.max(0, width - 2)), { tone: 'quiet' }),
	]
}

/** Where there is no room for all of them, the last ones are left out whole. */
function fitting(facts: readonly string[], width: number): readonly string[] {
	const known = facts.filter(fact => fact !== '')
	while (known.length > 1 && cellWidth(joined(known)) > width) known.pop()
	return known
}

function shownNames(names: readonly string[]): string {
	const shown = names.slice(0, NAMES).join(', ')
	return names.length > NAMES ? `${shown}, +${names.length - NAMES}` : shown
}

/** Who they were, and what they have come to. */
function agentFacts(calls: readonly CallView[]): readonly string[] {
	const agents = calls.flatMap(({ agent }) => (agent ? [agent] : []))
	const counts = new Map<string, number>()
	for (const { agent } of agents) counts.set(agent, (counts.get(agent) ?? 0) + 1)
	const names = [...counts].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name))
	return [shownNames(names), ...workOf(agents)]
}

const NAMES = 3

/** Files by their last name, and where nothing was read, what was searched for; each once. */
function namesOf(calls: readonly CallView[]): readonly string[] {
	const files = calls.filter(({ result }) => result?.detail?.type === 'files')
	const named =
		files.length > 0 ? files.map(({ subject }) => lastName(subject)) : calls.map(call => call.subject)
	return [...new Set(named)].filter(name => name !== '')
}

function lastName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1)
}

function joined(facts: readonly string[]): string {
	return facts.filter(fact => fact !== '').join(' · ')
}
