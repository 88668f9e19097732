// Use statistics as rows: what it came to, then by day, model, tool and folder. For `/stats` and `agent stats` alike.

import type { UseCounts, UseStatistics } from '../../core/statistics/use-statistics.ts'
import { countWithUnit, duration, cost as money, percent, shortenHome, tokens } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { hang, type Spans, span, wrapSpans } from '../text/spans.ts'
import type { Tone } from '../text/theme.ts'
import { type BarLine, barRows } from './bar-rows.ts'
import { columnChartRows } from './column-chart.ts'

export function statisticsRows(
	statistics: UseStatistics,
	{ width, home }: { width: number; home: string | undefined },
): readonly Spans[] {
	const { days, total, models, tools, folders } = statistics
	if (total.requests === 0 && total.runs === 0)
		return [[span('  Nothing was asked in this time.', { tone: 'quiet' })]]
	const labelled = days.map(day => ({ ...day, label: day.day.slice(5) }))
	const chart = (
		title: string,
		tone: Tone,
		value: (use: UseCounts) => number,
		format: (value: number) => string,
	) =>
		labelled.some(day => value(day) > 0)
			? [
					EMPTY,
					...columnChartRows(
						{ title, tone, format, columns: labelled.map(day => ({ label: day.label, value: value(day) })) },
						width,
					),
				]
			: []
	const section = (title: string, rows: readonly Spans[]) =>
		rows.length === 0 ? [] : [EMPTY, [span(title, { bold: true })] as Spans, ...rows]
	return [
		...totalLines(total).flatMap(line =>
			hang(wrapSpans([span(line)], Math.max(1, width - 2)), INDENT, INDENT),
		),
		...chart('Tokens a day', 'accent', use => use.inputTokens + use.outputTokens, tokens),
		...chart('Cost a day', 'warning', use => use.costMicroUsd, money),
		...section('Models', barRows(modelLines(models), { width, tone: 'accent' })),
		...section('Tools', barRows(toolLines(tools), { width, tone: 'success' })),
		...section('Folders', barRows(folderLines(folders, home), { width, tone: 'accent', cut: 'start' })),
	]
}

/** The same for somebody who hears it: a line for each bar, and no days. */
export function statisticsInWords(
	{ total, models, tools, folders }: UseStatistics,
	home: string | undefined,
): readonly string[] {
	if (total.requests === 0 && total.runs === 0) return ['Nothing was asked in this time.']
	const section = (title: string, lines: readonly BarLine[]) =>
		lines.length === 0
			? []
			: [`${title}:`, ...lines.map(({ name, text }) => (text === '' ? name : `${name}: ${text}`))]
	return [
		...totalLines(total),
		...section('Models', modelLines(models)),
		...section('Tools', toolLines(tools)),
		...section('Folders', folderLines(folders, home)),
	]
}

const EMPTY: Spans = [span(' ')]
const INDENT: Spans = [span('  ')]
const MOST_LINES = 8

export function titleOf({ days }: Pick<UseStatistics, 'days'>): string {
	const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
	return days.length === 1 ? `Use of ${last}` : `Use from ${first} to ${last}`
}

/** What it all came to, a line for each kind of thing; only what there was. */
export function totalLines(total: UseCounts): readonly string[] {
	const { inputTokens, cachedInputTokens, outputTokens, edits, undoneEdits, addedLines, removedLines } = total
	const lines = [
		`${countWithUnit(total.runs, 'run')} in ${countWithUnit(total.sessions, 'session')} · ${duration(total.runMs)}, models ${duration(total.modelMs)}, tools ${duration(total.toolMs)}`,
		`${tokens(inputTokens)} tokens sent, ${percent(cachedInputTokens, inputTokens)} of them from the cache · ${tokens(outputTokens)} received · ${costText(total)}`,
	]
	if (total.calls > 0) lines.push(`${countWithUnit(total.calls, 'call')}, ${total.failedCalls} failed`)
	if (edits > 0)
		lines.push(
			`${countWithUnit(edits - undoneEdits, 'edit')} kept (${percent(edits - undoneEdits, edits)}), ${undoneEdits} undone · +${addedLines} −${removedLines} lines`,
		)
	return lines
}

type Priced = Pick<UseCounts, 'costMicroUsd' | 'unpricedRequests' | 'requests'>

/** What is known of it, and how much is not. */
export function costText(use: Priced): string {
	const { costMicroUsd, unpricedRequests } = use
	if (unpricedRequests === 0) return money(costMicroUsd)
	if (costMicroUsd === 0) return money(undefined)
	return `${money(costMicroUsd)} and ${countWithUnit(unpricedRequests, 'request')} whose price is not known`
}

/** `≥ $1.20`: not all prices are known. Nothing where none is: the whole says that already. */
export function shortCost({ costMicroUsd, unpricedRequests }: Priced): string {
	if (unpricedRequests === 0) return money(costMicroUsd)
	return costMicroUsd === 0 ? '' : `≥ ${money(costMicroUsd)}`
}

/** What there is to say about something, in one line. */
export function joinedFacts(facts: readonly string[]): string {
	return facts.filter(fact => fact !== '').join(' · ')
}

function modelLines(models: UseStatistics['models']): readonly BarLine[] {
	return withRest(models, ({ model, inputTokens, outputTokens, ...use }) => ({
		name: sanitizeLine(model),
		value: inputTokens + outputTokens,
		text: joinedFacts([
			`${tokens(inputTokens + outputTokens)} tokens`,
			shortCost(use),
			countWithUnit(use.requests, 'request'),
		]),
	}))
}

function toolLines(tools: UseStatistics['tools']): readonly BarLine[] {
	return withRest(tools, ({ tool, calls, failedCalls, toolMs }) => ({
		name: sanitizeLine(tool),
		value: calls,
		text: `${countWithUnit(calls, 'call')}${failedCalls > 0 ? `, ${failedCalls} failed` : ''} · ${duration(toolMs)}`,
	}))
}

function folderLines(folders: UseStatistics['folders'], home: string | undefined): readonly BarLine[] {
	return withRest(folders, ({ folder, inputTokens, outputTokens, ...use }) => ({
		name: sanitizeLine(shortenHome(folder, home)) || '(unknown)',
		value: inputTokens + outputTokens,
		text: joinedFacts([
			`${tokens(inputTokens + outputTokens)} tokens`,
			shortCost(use),
			countWithUnit(use.runs, 'run'),
		]),
	}))
}

/** The first of them; what is left out is told. */
function withRest<Item>(items: readonly Item[], line: (item: Item) => BarLine): readonly BarLine[] {
	const lines = items.slice(0, MOST_LINES).map(line)
	const left = items.length - MOST_LINES
	return left > 0 ? [...lines, { name: `and ${left} more`, value: 0, text: '' }] : lines
}
