import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import {
	type ScreenSettings,
	type StatusItem,
	USUAL_SCREEN,
} from '../../../src/core/screen/screen-settings.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { EMPTY_VIEW, type View } from '../../../src/tui/state/view.ts'
import { colouredLines } from '../../../src/tui/status-line/coloured-text.ts'
import { statusJson } from '../../../src/tui/status-line/status-json.ts'
import { statusLine } from '../../../src/tui/status-line/status-line.ts'
import { plainText } from '../../../src/tui/text/spans.ts'
import { FakePort, MODEL, opened, runEnd, runStart } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
})

const VIEW: View = {
	...EMPTY_VIEW,
	version: '1.2.3',
	model: MODEL,
	cwd: '/home/me/project',
	sandbox: { mode: 'workspace-write', works: true },
	context: { usedTokens: 64_000, windowTokens: 200_000 },
	usage: { ...EMPTY_VIEW.usage, inputTokens: 1000, cachedInputTokens: 750 },
	lastUsage: {
		...EMPTY_VIEW.usage,
		inputTokens: 63_700,
		cachedInputTokens: 50_000,
		cacheWriteTokens: 10_000,
		outputTokens: 300,
	},
	costMicroUsd: 12_345,
	edits: { added: 3, removed: 2 },
	name: 'parser work',
}

describe('items of one’s own', () => {
	const shown = (items: readonly StatusItem[], width: number, change: Partial<View> = {}) =>
		plainText(
			statusLine({
				view: { ...VIEW, ...change },
				branch: 'main',
				dirty: 4,
				home: '/home/me',
				width,
				now: 0,
				items,
			}),
		)

	test('stand in their order, and mode, sandbox and context are never missing', () => {
		assert.equal(
			shown(['session', 'lines', 'folder', 'branch', 'dirty', 'context', 'vim'], 120),
			'parser work · +3 −2 · ~/project (main) ±4 · ███░░░░░ 32% of 200k · ask · sandbox',
		)
		assert.equal(shown(['cost'], 24), 'ask · sandbox · 32%')
		assert.equal(shown(['session', 'cost'], 44), 'parser work · ask · sandbox · ███░░░░░ 32%')
	})

	test('that say nothing are not there: no item says that something is not known', () => {
		const nothing = {
			cwd: undefined,
			context: undefined,
			costMicroUsd: undefined,
			name: undefined,
			sandbox: undefined,
		}
		const all = plainText(
			statusLine({
				view: { ...EMPTY_VIEW, ...nothing },
				branch: undefined,
				home: undefined,
				width: 200,
				now: 0,
			}),
		)
		assert.equal(all, 'no model · ask')
	})
})

test('the bar of the window turns at 60 and at 80 per cent', () => {
	const tones = [59, 60, 79, 80, 100].map(used => {
		const spans = statusLine({
			view: { ...VIEW, context: { usedTokens: used * 1000, windowTokens: 100_000 } },
			branch: undefined,
			home: undefined,
			width: 100,
			now: 0,
		})
		const bar = spans.find(({ text }) => /[█░]/.test(text))
		return [bar?.text.slice(0, 8), bar?.style.tone]
	})
	assert.deepEqual(tones, [
		['█████░░░', 'quiet'],
		['█████░░░', 'warning'],
		['██████░░', 'warning'],
		['██████░░', 'failure'],
		['████████', 'failure'],
	])
})

test('a program’s lines keep their colours and nothing else, and are cut to the window', () => {
	const colouredLine = (output: string, width: number) => colouredLines(output, width)[0]
	assert.deepEqual(colouredLines('\x1b[31mred\x1b[0m plain\nsecond\n', 80), [
		'\x1b[31mred\x1b[0m plain\x1b[0m',
		'second',
	])
	assert.deepEqual(colouredLines('1\n\n3\n4\n5', 80), ['1', '', '3'])
	assert.equal(colouredLine('a\x1b]0;owned\x07\x1b[2Jb\x1b[?25lc\rd', 80), 'abc ⏎ d')
	assert.equal(colouredLine('\x1b[1m0123456789', 5), '\x1b[1m0123…\x1b[0m')
	assert.equal(colouredLine('\x1b[38;2;1;2;3m日本語', 5), '\x1b[38;2;1;2;3m日本…\x1b[0m')
	assert.equal(colouredLine('', 5), '')
})

const FACTS = { branch: 'main', vimMode: 'NORMAL', columns: 80, rows: 24, lastedMs: 5 }

test('a command is told what scripts for Claude Code read', () => {
	const json = statusJson({ ...FACTS, view: VIEW })
	assert.deepEqual(json.model, { id: 'anthropic/claude-test', display_name: 'claude-test' })
	assert.deepEqual(json.workspace, { current_dir: VIEW.cwd, project_dir: VIEW.cwd, added_dirs: [] })
	assert.deepEqual(json.cost, {
		total_cost_usd: 0.012345,
		total_duration_ms: 5,
		total_api_duration_ms: 0,
		total_lines_added: 3,
		total_lines_removed: 2,
	})
	assert.deepEqual(json.context_window, {
		total_input_tokens: 1000,
		total_output_tokens: 0,
		context_window_size: 200_000,
		used_percentage: 32,
		remaining_percentage: 68,
		current_usage: {
			input_tokens: 3_700,
			output_tokens: 300,
			cache_creation_input_tokens: 10_000,
			cache_read_input_tokens: 50_000,
		},
	})
	assert.deepEqual(
		[json.cwd, json.version, json.vim, json.session_name],
		[VIEW.cwd, '1.2.3', { mode: 'NORMAL' }, 'parser work'],
	)
})

test('what scripts read without asking whether it is there is there from the beginning', () => {
	const view = { ...EMPTY_VIEW, costMicroUsd: undefined }
	const json = JSON.parse(JSON.stringify(statusJson({ ...FACTS, view })))
	assert.deepEqual(json.context_window, {
		total_input_tokens: 0,
		total_output_tokens: 0,
		context_window_size: null,
		used_percentage: null,
		remaining_percentage: null,
		current_usage: null,
	})
	assert.equal(json.cost.total_cost_usd, undefined)
})

test('a command is told what is left of a plan, as its own provider says', () => {
	const limits = (name: string, usedPercent: number) => ({
		counts: [{ name, usedPercent, resetsAt: 1_800_000_000_000 }, { name: 'requests' }],
	})
	const rateLimits = [
		{ provider: 'openai', limits: limits('7d', 3), at: 1 },
		{ provider: 'anthropic', limits: limits('unified-5h', 42), at: 1 },
	]
	assert.deepEqual(statusJson({ ...FACTS, view: { ...VIEW, rateLimits } }).rate_limits, {
		five_hour: { used_percentage: 42, resets_at: 1_800_000_000 },
	})
	assert.equal(statusJson({ ...FACTS, view: VIEW }).rate_limits, undefined)
})

describe('on the screen', () => {
	function started(
		screen: Partial<ScreenSettings>,
		run: (stdin: string, environment: Record<string, string>) => Promise<string> = async () => '',
		{ rows = 24 } = {},
	) {
		const terminal = new ScreenTerminal(80, rows)
		const port = new FakePort()
		const first = { ...USUAL_SCREEN, ...screen }
		const kept: unknown[] = []
		const exited = startTui({
			version: '1',
			environment: { HOME: '/home/me' },
			port,
			stdin: terminal.stdin,
			stdout: terminal.stdout,
			screen: {
				first,
				settled: async () => first,
				runCommand: (_command, { stdin = '', environment = {} }) => run(stdin, environment),
			},
			settings: {
				list: async () => ({ settings: [], problems: [] }),
				set: async (...change) => {
					kept.push(change)
					return []
				},
				unset: async () => [],
			},
		})
		leave.push(() => {
			port.close()
			return exited
		})
		port.emit(opened)
		return { terminal, port, kept }
	}

	test('a command’s line is there, and is made anew when something has changed', async () => {
		const told: string[] = []
		const { terminal, port } = started({ statusLine: { command: 'x', padding: 2 } }, async stdin => {
			told.push(stdin)
			return `\x1b[35mline ${JSON.parse(stdin).is_running}\x1b[0m\n`
		})
		await terminal.until('\n  line false')
		port.emit(runStart('go'))
		await terminal.until('\n  line true')
		port.emit(runEnd())
		await terminal.until('\n  line false')
		assert(told.every(each => JSON.parse(each).session_id !== undefined))
	})

	test('a command’s lines all stand below the prompt, and it is told how wide they may be', async () => {
		const { terminal } = started({ statusLine: { command: 'x' } }, async (_stdin, { COLUMNS, LINES }) =>
			['model', `room ${COLUMNS}x${LINES}`, 'third', 'fourth\n'].join('\n'),
		)
		await terminal.until('╯\nmodel\nroom 80x24\nthird')
		assert.doesNotMatch(terminal.screen(), /fourth/)
		terminal.resize(70, 24)
		await terminal.until('╯\nmodel\nroom 70x24\nthird')
		terminal.resize(70, 12)
		await terminal.until(screen => screen.endsWith('\nmodel'))
	})

	test('a command that fails is told once, and the usual line stays', async () => {
		const { terminal, port } = started({ statusLine: { command: 'x' } }, async () => {
			throw new Error('no end within 0.3 s')
		})
		await terminal.until("The status line's command failed: no end within 0.3 s")
		port.emit(runStart('go'), runEnd())
		await terminal.until('❯ go')
		assert.match(terminal.screen(), /claude-test · ask · ~\/project$/)
		assert.equal(terminal.scrollback().match(/command failed/g)?.length, 1)
	})

	test('/statusline shows the line as it becomes, keeps it with Enter, and leaves it with Esc', async () => {
		const { terminal, kept } = started({ statusLine: ['model', 'folder'] })
		await terminal.until('claude-test · ~/project · ask')
		terminal.type('/statusline\r')
		await terminal.until('Space shows or hides')
		terminal.type('\x1b[C')
		await terminal.until(/\n~\/project · anthropic\/claude-test · ask$/)
		assert.equal(terminal.screen().match(/claude-test · ask/g)?.length, 1)
		terminal.type('\x1b')
		await terminal.until(
			screen => !screen.includes('Space') && screen.endsWith('claude-test · ~/project · ask'),
		)
		assert.deepEqual(kept, [])
		terminal.type('/statusline\r')
		await terminal.until('Space shows or hides')
		terminal.type(' ')
		await terminal.until(/\n~\/project · ask$/)
		terminal.type('\r')
		await terminal.until(screen => !screen.includes('Space'))
		assert.deepEqual(kept, [['screen.statusLine', '["folder"]', 'user']])
	})

	test('/statusline shows the line itself where the window has no room for it below', async () => {
		const { terminal } = started({ statusLine: ['model', 'folder'] }, undefined, { rows: 13 })
		await terminal.until('claude-test · ~/project · ask')
		terminal.type('/statusline\r')
		await terminal.until('Space shows or hides')
		terminal.type('\x1b[C')
		await terminal.until(/\n~\/project · anthropic\/claude-test · ask$/)
	})
})
