import assert from 'node:assert/strict'
import { test } from 'vitest'
import { lastDays, NO_USE, type UseStatistics } from '../../../src/core/statistics/use-statistics.ts'
import { barOf } from '../../../src/tui/statistics/bar-rows.ts'
import { columnChartRows } from '../../../src/tui/statistics/column-chart.ts'
import { statisticsInWords, statisticsRows } from '../../../src/tui/statistics/statistics-rows.ts'
import { cellWidth } from '../../../src/tui/text/cell-width.ts'
import { plainText } from '../../../src/tui/text/spans.ts'

test('columns are as high as their values, and more than nothing is always seen', () => {
	const values = [0, 1, 50, 100]
	const columns = values.map((value, index) => ({ label: `11-0${index}`, value }))
	const rows = columnChartRows({ title: 'Tokens', columns, format: String, tone: 'accent' }, 40)
	assert.deepEqual(
		rows.map(row => plainText(row).trimEnd()),
		[
			'Tokens',
			'100 │                  █████',
			'    │                  █████',
			'    │            █████ █████',
			'  0 │      ▁▁▁▁▁ █████ █████',
			'     11-00              11-03',
		],
	)
})

test('days that there is no room for share a column, and nothing is wider than it may be', () => {
	const columns = lastDays(3_660, Date.UTC(2026, 10, 23)).map(label => ({ label, value: 1 }))
	for (const width of [20, 40, 80, 200]) {
		const rows = columnChartRows({ title: 'Calls', columns, format: String, tone: 'accent' }, width)
		assert.ok(rows.every(row => cellWidth(plainText(row)) <= width))
		if (width === 200) assert.match(plainText(rows[0]!), /^Calls \(each column \d+ days\)$/)
	}
})

test('a bar is told to the eighth of a cell', () => {
	assert.deepEqual(
		[0, 0.0001, 0.5, 0.53125, 1, 2].map(share => barOf(share, 4)),
		['    ', '▏   ', '██  ', '██▏ ', '████', '████'],
	)
})

test('everything that was used is a row that fits, foreign names included', () => {
	for (const width of [40, 80, 200]) {
		const rows = statisticsRows(STATISTICS, { width, home: '/home/me' }).map(plainText)
		assert.deepEqual(
			rows.filter(row => cellWidth(row) > width),
			[],
		)
		const text = rows.join('\n')
		assert.ok(!text.includes('\u001b'))
		for (const part of ['edits kept (75%), 1 undone', 'test/m', 'shell', '~/src', '≥ $1.00', 'and 3 more'])
			assert.ok(text.includes(part), `${part} at ${width}\n${text}`)
	}
	const nothing = statisticsRows({ ...STATISTICS, total: NO_USE }, { width: 80, home: undefined })
	assert.deepEqual(nothing.map(plainText), ['  Nothing was asked in this time.'])
})

test('sums that are broken go on below where they began; heard, they are a line for each bar', () => {
	const rows = statisticsRows(STATISTICS, { width: 40, home: '/home/me' }).map(plainText)
	const sums = rows.slice(
		0,
		rows.findIndex(row => row.trim() === ''),
	)
	assert.ok(sums.length > 4 && sums.every(row => /^ {2}\S/.test(row)), sums.join('\n'))
	const words = statisticsInWords(STATISTICS, '/home/me')
	assert.deepEqual(words.slice(words.indexOf('Models:'), words.indexOf('Models:') + 3), [
		'Models:',
		'test/m: 904k tokens · ≥ $1.00 · 9 requests',
		'Tools:',
	])
	assert.doesNotMatch(words.join('\n'), /[█▏│\u001b]/)
})

const USED = {
	...NO_USE,
	...{
		sessions: 2,
		runs: 3,
		requests: 9,
		inputTokens: 900_000,
		cachedInputTokens: 700_000,
		outputTokens: 4_000,
	},
	...{ costMicroUsd: 1_000_000, unpricedRequests: 2, runMs: 61_000, modelMs: 30_000, toolMs: 20_000 },
	...{ calls: 14, failedCalls: 1, edits: 4, undoneEdits: 1, addedLines: 31, removedLines: 4 },
}

const STATISTICS: UseStatistics = {
	days: lastDays(30, Date.UTC(2026, 10, 23)).map((day, index) =>
		index === 29 ? { ...USED, day } : { ...NO_USE, day },
	),
	total: USED,
	folders: [
		{ ...USED, folder: '/home/me/src' },
		{ ...USED, folder: `/a/${'very/'.repeat(40)}long\u001b[31m` },
	],
	models: [{ ...USED, model: 'test/m' }],
	tools: ['shell', ...Array.from({ length: 10 }, (_, index) => `tool${index}\u001b[2J`)].map(tool => ({
		...USED,
		tool,
	})),
}
