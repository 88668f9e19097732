import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ContextUse } from '../../../src/core/runtime-port.ts'
import { contextBlock } from '../../../src/tui/commands/context-block.ts'
import { blockRows } from '../../../src/tui/transcript/block-rows.ts'

const USE: ContextUse = {
	windowTokens: 200_000,
	parts: [
		{ part: 'system', tokens: 1_200 },
		{ part: 'tools', tokens: 2_800 },
		{ part: 'instructions', tokens: 2_000 },
		{ part: 'summary', tokens: 6_000 },
		{ part: 'history', tokens: 70_000 },
		{ part: 'memory', tokens: 0 },
	],
	compactAtTokens: 160_000,
	cached: { cachedTokens: 76_000, inputTokens: 80_000 },
	prefixBreak: 'history was condensed',
	nextToGo: [
		{ text: 'Fix the parser, please, and \u001b[31mdo not touch the lexer while you are at it', tokens: 30 },
		{ text: 'read, grep', tokens: 12_000 },
	],
}

test('/context is a bar, a table, and what would leave first, within 80 columns and 24 rows', () => {
	const lines = linesAt(80)
	assert.deepEqual(lines, EXPECTED)
	assert.ok(lines.length <= 20)
})

test('on a narrow screen the bar is one row that fits', () => {
	const [title, bar, first] = linesAt(40)
	assert.equal(title, 'Context: 82k of 200k tokens (41%)')
	assert.equal(bar, '  stiz█████████████·············|·······')
	assert.equal(first, '  s system prompt    1.2k tokens, 1%')
	for (const width of [20, 30, 40, 50, 60, 74, 75, 76, 200]) {
		const rows = linesAt(width).filter(line => /^ *stiz+█+·*\|·*$/.test(line))
		assert.equal(rows.length, 1, `${width}`)
		assert.ok(rows[0]!.length <= width && rows[0]!.trim().length <= 51, `${width}`)
	}
})

test('what the summary had lost is told, with what of it was kept', () => {
	const pinned = [{ kind: 'rule' as const, by: 'user' as const, text: 'Never push to \u001b[31mmain.' }]
	const { rows } = contextBlock({ ...USE, check: { found: 3, pinned, left: 2 } })
	assert.deepEqual(rows.slice(-2), [
		['summary had lost', '3: 1 kept, 2 had no room'],
		['', 'Never push to main.'],
	])
})

function linesAt(width: number): readonly string[] {
	return blockRows(contextBlock(USE), width).rows.map(row =>
		row
			.map(({ text }) => text)
			.join('')
			.trimEnd(),
	)
}

const EXPECTED = [
	'Context: 82k of 200k tokens (41%)',
	'                     stizz██████████████████·················|··········',
	'  s system prompt    1.2k tokens, 1%',
	'  t tools            2.8k tokens, 1%',
	'  i instructions     2k tokens, 1%',
	'  z summary          6k tokens, 3%',
	'  █ conversation     70k tokens, 35%',
	'  · free             118k tokens, 59%',
	'  condensed at       160k tokens, 80%',
	'  cached last time   95% (76k of 80k)',
	'  cache broken by    history was condensed',
	'  would leave first  Fix the parser, please, and do not touch th… (30)',
	'                     read, grep (12k)',
]
