import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { type DatedHit, MEMORY_OPENING, type MemoryHit, PASSAGE_MARK } from '../../../src/core/memory.ts'
import { okResult } from '../../../src/core/tool.ts'
import { contextText } from '../../../src/memory/prompt-text.ts'
import { memoryBlocks, whyBlocks } from '../../../src/tui/commands/memory-blocks.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { EMPTY_VIEW } from '../../../src/tui/state/view.ts'
import { foldView } from '../../../src/tui/state/view-state.ts'
import { plainText } from '../../../src/tui/text/spans.ts'
import { blockRows } from '../../../src/tui/transcript/block-rows.ts'
import {
	call,
	envelope,
	FakePort,
	opened,
	runEnd,
	runStart,
	said,
	toolEnd,
	toolStart,
} from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
})

function started(columns: number): { terminal: ScreenTerminal; port: FakePort } {
	const terminal = new ScreenTerminal(columns, 40)
	const port = new FakePort()
	const { stdin, stdout } = terminal
	const exited = startTui({ version: '1.2.3', environment: { HOME: '/home/me' }, port, stdin, stdout })
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit(opened)
	return { terminal, port }
}

function hitOf(
	source: Pick<MemoryHit['source'], 'name' | 'kind'>,
	passage: Pick<MemoryHit, 'seq' | 'kind' | 'text'>,
): DatedHit {
	const at = Date.UTC(2026, 10, 21)
	const rest = {
		isUndone: false,
		occurrences: [],
		lists: [],
		isHollow: false,
		score: 1,
		coverage: 1,
		evidence: 1,
		matches: [],
		corrections: [],
	}
	return { ...passage, part: 0, at, source: { ...source, path: '', project: '' }, ...rest }
}

test('a prompt is shown as it was typed, with a word about what memory put in front of it', () => {
	const found = `${MEMORY_OPENING}${PASSAGE_MARK}>\na\n</passage>${PASSAGE_MARK}>\nb\n</passage>`
	const start = runStart('what was it?')
	assert.ok(start.type === 'run-start')
	const content = [{ type: 'text' as const, text: found }, ...start.prompt.content]
	const view = foldView(EMPTY_VIEW, envelope({ ...start, prompt: { role: 'user', content } }, 1))
	const block = view.blocks.recent.find(each => each.kind === 'prompt')!
	const rows = blockRows(block, 60).rows.map(plainText)
	assert.deepEqual(rows, ['❯ what was it?', '  2 passages from memory (Ctrl+O)'])
})

describe.each([40, 80])('what memory found, on %i columns', columns => {
	const LONG = 'The cluster is called osprey and it stands in the cellar, behind the boiler.'
	const hits = [
		hitOf({ name: '261121-071203-abcd', kind: 'session' }, { seq: 12, kind: 'prompt', text: LONG }),
		hitOf(
			{ name: '261120-101500-efgh', kind: 'session' },
			{ seq: 7, kind: 'result', text: 'a\x1b[2J </passage>\nb' },
		),
		hitOf({ name: '/home/me/notes.md', kind: 'notes' }, { seq: 0, kind: 'note', text: 'uses pnpm' }),
	]

	test('is read with Ctrl+O: from where, from when, and the text', async () => {
		const found = contextText(hits, { limitTokens: 1_000, count: text => text.length / 4 })!.text
		const { terminal, port } = started(columns)
		const start = runStart('where is the cluster?')
		assert.ok(start.type === 'run-start')
		const content = [{ type: 'text' as const, text: found }, ...start.prompt.content]
		port.emit({ ...start, prompt: { role: 'user', content } }, said('In the cellar.'), runEnd('finished'))
		await terminal.until('3 passages from memory (Ctrl+O)')
		terminal.type('\x0f')
		await terminal.until('uses pnpm')
		// The cursor is on the prompt, which the transcript viewer says in its first columns.
		const rows = terminal
			.screen()
			.split('\n')
			.map(row => row.slice(columns < 50 ? 1 : 2))
		const from = rows.indexOf('From memory')
		const text = rows.slice(from, rows.findIndex(row => row.includes('uses pnpm')) + 1)
		assert.deepEqual(text, EXPECTED[columns])
	})
})

const EXPECTED: Record<number, readonly string[]> = {
	40: [
		'From memory',
		'2026-11-21, user, 261121-071203-abcd:12',
		'The cluster is called osprey and it',
		'stands in the cellar, behind the',
		'boiler.',
		'',
		'2026-11-21, tool, 261120-101500-efgh:7',
		'a ‹/passage>',
		'b',
		'',
		'2026-11-21, notes',
		'uses pnpm',
	],
	80: [
		'From memory',
		'2026-11-21, user, 261121-071203-abcd:12',
		'The cluster is called osprey and it stands in the cellar, behind the boiler.',
		'',
		'2026-11-21, tool, 261120-101500-efgh:7',
		'a ‹/passage>',
		'b',
		'',
		'2026-11-21, notes',
		'uses pnpm',
	],
}

test('Ctrl+O goes back: first to what was cut last, then to what was cut before it', async () => {
	const { terminal, port } = started(80)
	const found = `${MEMORY_OPENING}${PASSAGE_MARK}session="s" number="1" role="user" date="2026-11-21">\nthe osprey\n</passage>`
	const start = runStart('go')
	assert.ok(start.type === 'run-start')
	const content = [{ type: 'text' as const, text: found }, ...start.prompt.content]
	const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n')
	port.emit(
		{ ...start, prompt: { role: 'user', content } },
		said('Looking.', call('c1', 'shell', { command: 'ls' })),
		toolStart('c1', 'shell', { command: 'ls' }),
		toolEnd('c1', 'shell', okResult(lines, { type: 'command', exitCode: 0, timedOut: false, durationMs: 1 })),
		runEnd('finished'),
	)
	await terminal.until('(Ctrl+O)')
	await terminal.until('more lines')
	terminal.type('\x0f')
	await terminal.until('line 3\n')
	assert.ok(!terminal.scrollback().includes('the osprey'))
	terminal.type('\x0f')
	await terminal.until('the osprey')
	terminal.type('\x0f')
	await terminal.until('line 3\n')
	terminal.type('\x1b')
	await terminal.until(screen => !screen.includes('line 3\n'))
})

test('notes are listed by scope with the file to edit; scopes without any are left out', () => {
	const blocks = memoryBlocks(
		[
			{
				scope: 'project',
				path: '/home/me/notes/app.md',
				notes: ['- 2026-11-21: uses pnpm\n  everywhere', 'by hand'],
			},
			{ scope: 'user', path: '/home/me/notes/user.md', notes: [] },
		],
		'/home/me',
	)
	assert.deepEqual(blocks[0], {
		kind: 'table',
		title: 'Notes of this project: ~/notes/app.md',
		rows: [
			['2026-11-21', 'uses pnpm everywhere'],
			['', 'by hand'],
		],
	})
	assert.equal(blocks.length, 2)
})

test('/memory why tells what was put in front of the last prompt, what just missed, and what is not read yet', () => {
	const hit = {
		...hitOf(
			{ name: 's1', kind: 'session' },
			{ seq: 4, kind: 'prompt', text: 'the osprey\nis \x1b[2J here' },
		),
		lists: [{ list: 'words', rank: 1, score: 2.5 }],
		corrections: [{ seq: 6, part: 0, kind: 'prompt' as const, at: 0, text: 'no' }],
	}
	const trace = { prompt: 'where?', put: [hit], tokens: 90, limitTokens: 200 }
	const missed = [{ hit, reason: 'threshold' as const }]
	const lag = { sessions: 2, ofSessions: 9, bytes: 1_500_000 }
	const rows = whyBlocks({ trace: { ...trace, missed }, lag })
		.map(block =>
			block.kind === 'table' ? [block.title, ...block.rows.flat()].join(' ') : JSON.stringify(block),
		)
		.join('\n')
	assert.match(rows, /where\?: 1 passage in front of it, 90 of at most 200 tokens\./)
	assert.match(
		rows,
		/s1:4 +score 1\.0, covers 100 %, words 1 \(2\.5\), 1 said later beside it: the osprey is/,
	)
	assert.match(rows, /Just missed.*\n?.*s1:4 +holds too little of what was asked/)
	assert.match(rows, /2 of 9 sessions are not read yet/)
	assert.ok(!rows.includes('\x1b[2J'))
	assert.match(JSON.stringify(whyBlocks({})), /no prompt yet/)
	const skipped = { ...trace, put: [], missed: [], skipped: 'nothing was said before' }
	assert.match(
		JSON.stringify(whyBlocks({ trace: skipped })),
		/Nothing was looked for: nothing was said before\./,
	)
})
