import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ContextUse } from '../../../../src/core/runtime-port.ts'
import { contextDrawing } from '../../../../src/tui/commands/usage/context-drawing.ts'
import { startTui } from '../../../../src/tui/start.tsx'
import { cellWidth } from '../../../../src/tui/text/cell-width.ts'
import { plainText } from '../../../../src/tui/text/spans.ts'
import { deferred } from '../../../support/deferred.ts'
import { FakePort, opened } from '../../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../../support/screen/screen-terminal.ts'

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

test('/context is a picture of the window with a legend, and what would leave first, within 80 columns and 20 rows', () => {
	const lines = linesOf(USE, 80)
	assert.deepEqual(lines, EXPECTED)
	assert.ok(lines.length <= 20)
})

test('it opens with an estimate, and counted figures take its place', async () => {
	const counting = deferred()
	const asked: unknown[] = []
	const port = new FakePort({
		contextUse: async when => {
			asked.push(when)
			if (when === 'at-once') return { ...USE, isEstimated: true }
			await counting.promise
			return { ...USE, parts: [{ part: 'history', tokens: 90_000 }] }
		},
	})
	const terminal = new ScreenTerminal(80, 24)
	const exited = startTui({
		version: '1.2.3',
		environment: {},
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	port.emit(opened)
	await terminal.until('Ask for anything')
	terminal.type('/context\r')
	await terminal.until('Context: about 82k of 200k tokens')
	counting.resolve()
	await terminal.until('Context: 90k of 200k tokens')
	assert.deepEqual(asked, ['at-once', undefined])
	port.close()
	await exited
})

test('on every screen no row is too wide, each part has a cell, and what is free is not lost', () => {
	for (let width = 20; width <= 200; width++) {
		const lines = linesOf(USE, width)
		assert.deepEqual(
			lines.slice(1).filter(line => cellWidth(line) > width),
			[],
			`${width}`,
		)
		assert.ok(lines.length <= 20, `${lines.length} rows at ${width}`)
		const grid = lines
			.slice(1)
			.filter(line => /^ {2}[stiz█·-]{8,}/.test(line))
			.join('')
		for (const sign of 'stiz█·-') assert.ok(grid.includes(sign), `${sign} at ${width}`)
	}
})

test('a window that is too full, or of which nothing is used, is a picture all the same', () => {
	const full = linesOf({ ...USE, windowTokens: 50_000, compactAtTokens: 40_000 }, 80)
	assert.ok(!full.some(line => /^ {2}[·-]/.test(line)))
	const empty = linesOf({ ...USE, parts: [], compactAtTokens: undefined, nextToGo: [] }, 80)
	assert.equal(empty[0], 'Context: 0 of 200k tokens (0%)')
	assert.match(empty[1]!, /^ {2}·{32}$/)
	assert.ok(linesOf({ ...USE, parts: [], windowTokens: 0, compactAtTokens: 0 }, 80).length > 5)
})

test('what the summary had lost is told, with what of it was kept', () => {
	const pinned = [{ kind: 'rule' as const, by: 'user' as const, text: 'Never push to \u001b[31mmain.' }]
	const lines = linesOf({ ...USE, check: { found: 3, pinned, left: 2 } }, 80)
	assert.deepEqual(lines.slice(-2), [
		'  summary had lost   3: 1 kept, 2 had no room',
		'                     Never push to main.',
	])
})

function linesOf(use: ContextUse, width: number): readonly string[] {
	const { title, rows } = contextDrawing(use)
	return [title, ...rows(width).map(row => plainText(row).trimEnd())]
}

const EXPECTED = [
	'Context: 82k of 200k tokens (41%)',
	'  ssttttiiizzzzzzzzz██████████████',
	'  ████████████████████████████████   s system prompt    1.2k    1%',
	'  ████████████████████████████████   t tools            2.8k    1%',
	'  ███████████████████████·········   i instructions       2k    1%',
	'  ································   z summary            6k    3%',
	'  ································   █ conversation      70k   35%',
	'  ································   · free              78k   39%',
	'  ·······-------------------------   - kept free         40k   20%',
	'  --------------------------------',
	'  condensed at       160k tokens, 80%',
	'  cached last time   95% (76k of 80k)',
	'  cache broken by    history was condensed',
	'  would leave first  (30) Fix the parser, please, and do not touch the lexer wh…',
	'                     (12k) read, grep',
]
