// Use statistics as one page that needs nothing else and does nothing by itself: plots are SVG in it, there is no script
// and no request, every name is escaped, and each plot has its numbers beside or below it.

import { createHash } from 'node:crypto'
import type { UseCounts, UseStatistics } from '../../../core/statistics/use-statistics.ts'
import { joinedFacts, shortCost, titleOf, totalLines } from '../../../tui/statistics/statistics-rows.ts'
import { duration, cost as money, percent, shortenHome, tokens } from '../../../tui/text/format.ts'
import { sanitizeLine } from '../../../tui/text/sanitize.ts'
import { barPlot, columnPlot, escapeMarkup, type PlotSeries } from './svg-plots.ts'

export function statisticsPage(
	statistics: UseStatistics,
	{ home, madeAt }: { home: string; madeAt: Date },
): string {
	const title = titleOf(statistics)
	return [
		'<!doctype html>',
		'<html lang="en">',
		'<head>',
		'<meta charset="utf-8">',
		`<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		'<meta name="referrer" content="no-referrer">',
		'<meta name="color-scheme" content="light dark">',
		`<title>${escapeMarkup(title)}</title>`,
		`<style>${STYLE}</style>`,
		'</head>',
		'<body>',
		`<header><h1>${escapeMarkup(title)}</h1>`,
		`<ul class="total">${totalLines(statistics.total)
			.map(line => `<li>${escapeMarkup(line)}</li>`)
			.join('')}</ul></header>`,
		'<main>',
		...dayPlots(statistics),
		...sharePlots(statistics, home),
		dayTable(statistics),
		'</main>',
		`<footer>Keelson, ${escapeMarkup(madeAt.toISOString().slice(0, 16).replace('T', ' '))} UTC. Days are those of this machine’s time zone.</footer>`,
		'</body>',
		'</html>',
		'',
	].join('\n')
}

/** `plain`: as it looks where there is one thing to tell. */
function dayPlots({ days }: UseStatistics): readonly string[] {
	const labels = days.map(({ day }) => day)
	const series = (name: string, tone: PlotSeries['tone'], value: (use: UseCounts) => number): PlotSeries => ({
		name,
		tone,
		values: days.map(value),
	})
	const plots: readonly (readonly [string, (value: number) => string, readonly PlotSeries[]])[] = [
		[
			'Tokens',
			tokens,
			[
				series('sent, from the cache', 'calm', use => use.cachedInputTokens),
				series('sent anew', 'main', use => use.inputTokens - use.cachedInputTokens),
				series('received', 'warm', use => use.outputTokens),
			],
		],
		['Cost', money, [series('cost', 'warm', use => use.costMicroUsd)]],
		['Time in runs', duration, [series('time', 'main', use => use.runMs)]],
		[
			'Edits',
			String,
			[
				series('kept', 'good', use => use.edits - use.undoneEdits),
				series('undone', 'bad', use => use.undoneEdits),
			],
		],
		[
			'Calls',
			String,
			[
				series('went well', 'main', use => use.calls - use.failedCalls),
				series('failed', 'bad', use => use.failedCalls),
			],
		],
	]
	return plots
		.filter(([, , all]) => all.some(({ values }) => values.some(value => value > 0)))
		.map(([title, format, all]) =>
			section(`${title} by day`, columnPlot({ title, labels, series: all, format })),
		)
}

function sharePlots({ models, tools, folders }: UseStatistics, home: string): readonly string[] {
	const used = ({ inputTokens, outputTokens }: Pick<UseCounts, 'inputTokens' | 'outputTokens'>) =>
		inputTokens + outputTokens
	return [
		section(
			'Models',
			barPlot(
				models.map(model => ({
					name: sanitizeLine(model.model),
					value: used(model),
					text: joinedFacts([
						`${tokens(used(model))} tokens, ${percent(model.cachedInputTokens, model.inputTokens)} of the sent ones cached`,
						`${model.requests} requests`,
						shortCost(model),
					]),
				})),
			),
		),
		section(
			'Tools',
			barPlot(
				tools.map(({ tool, calls, failedCalls, toolMs }) => ({
					name: sanitizeLine(tool),
					value: calls,
					text: `${calls} calls, ${failedCalls} failed · ${duration(toolMs)}`,
				})),
			),
		),
		section(
			'Folders',
			barPlot(
				folders.map(folder => ({
					name: sanitizeLine(shortenHome(folder.folder, home)) || '(unknown)',
					value: used(folder),
					text: joinedFacts([
						`${tokens(used(folder))} tokens`,
						`${folder.runs} runs`,
						shortCost(folder),
						`${folder.edits - folder.undoneEdits} edits kept, ${folder.undoneEdits} undone`,
					]),
				})),
			),
		),
	].filter(part => part !== '')
}

function section(title: string, plot: string): string {
	return plot === '' ? '' : `<section><h2>${escapeMarkup(title)}</h2>${plot}</section>`
}

/** For whoever wants the numbers, or cannot see the plots. */
function dayTable({ days }: UseStatistics): string {
	const rows = days
		.filter(({ requests, runs }) => requests + runs > 0)
		.map(use =>
			[
				use.day,
				String(use.runs),
				tokens(use.inputTokens),
				percent(use.cachedInputTokens, use.inputTokens),
				tokens(use.outputTokens),
				shortCost(use),
				duration(use.runMs),
				String(use.calls),
				`${use.edits - use.undoneEdits} of ${use.edits}`,
				`+${use.addedLines} −${use.removedLines}`,
			]
				.map(cell => `<td>${escapeMarkup(cell)}</td>`)
				.join(''),
		)
	const head = ['Day', 'Runs', 'Sent', 'Cached', 'Received', 'Cost', 'Time', 'Calls', 'Edits kept', 'Lines']
	return `<section><h2>Days</h2><div class="wide"><table><thead><tr>${head.map(cell => `<th scope="col">${cell}</th>`).join('')}</tr></thead><tbody>${rows.map(row => `<tr>${row}</tr>`).join('\n')}</tbody></table></div></section>`
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2024;--paper:#fff;--quiet:#5b6370;--line:#d9dde3;--box:#f6f7f9;--main:#2457a6;--calm:#9dbbe6;--warm:#b45309;--good:#2f7d3b;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#dfe3e8;--paper:#15181c;--quiet:#98a0aa;--line:#30363d;--box:#1d2126;--main:#86b4f5;--calm:#3f5f8f;--warm:#e2a15a;--good:#6fbf7a;--bad:#f0837b}}
body{margin:0 auto;max-width:60rem;padding:1.5rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.4rem}
h2{font-size:1rem;margin:2rem 0 .5rem}
.total{list-style:none;padding:.8rem 1rem;margin:0;background:var(--box);border-radius:6px}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--quiet);font:11px system-ui,sans-serif}
.grid{stroke:var(--line);stroke-width:1}
.main{fill:var(--main)}.calm{fill:var(--calm)}.warm{fill:var(--warm)}.good{fill:var(--good)}.bad{fill:var(--bad)}
.legend{color:var(--quiet);font-size:.85rem;margin:.3rem 0}
.legend svg{display:inline-block;width:.7rem;height:.7rem;margin:0 .3rem 0 .9rem}
.bars{display:grid;grid-template-columns:minmax(6rem,18rem) 1fr;gap:.35rem 1rem;margin:0;font-size:.9rem;align-items:center}
.bars dt{overflow-wrap:anywhere;font-family:ui-monospace,monospace;font-size:.8rem}
.bars dd{margin:0;color:var(--quiet)}
.bars svg{height:.8rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums;white-space:nowrap}
td,th{border-bottom:1px solid var(--line);padding:.2rem .7rem;text-align:right}
td:first-child,th:first-child{text-align:left}
footer{margin:3rem 0 1rem;color:var(--quiet);font-size:.8rem}
`

/** Only this style: no script, no picture, nothing from anywhere. */
const POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
	"base-uri 'none'",
	"form-action 'none'",
].join('; ')
