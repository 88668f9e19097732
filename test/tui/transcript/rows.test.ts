import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { CallId, QueueId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import type { ResultDetail } from '../../../src/core/tool.ts'
import { parseDiff } from '../../../src/tui/diff/diff-model.ts'
import { diffRows } from '../../../src/tui/diff/diff-rows.ts'
import { composerTitle } from '../../../src/tui/screen/composer-title.ts'
import { layoutOf } from '../../../src/tui/screen/layout.ts'
import { liveRows } from '../../../src/tui/screen/live-rows.ts'
import { callSubject } from '../../../src/tui/state/call-subject.ts'
import { newTotals } from '../../../src/tui/state/run-totals.ts'
import { EMPTY_VIEW, type View } from '../../../src/tui/state/view.ts'
import type { CallState, CallView } from '../../../src/tui/state/view-block.ts'
import { callResult } from '../../../src/tui/state/view-calls.ts'
import { statusLine } from '../../../src/tui/status-line/status-line.ts'
import { cellWidth } from '../../../src/tui/text/cell-width.ts'
import { plainText } from '../../../src/tui/text/spans.ts'
import { blockRows } from '../../../src/tui/transcript/block-rows.ts'
import { callLine, progressRows } from '../../../src/tui/transcript/call-rows.ts'
import { MODEL } from '../../support/screen/fake-port.ts'
import { PLAIN } from '../../support/screen/plain-theme.ts'

const theme = PLAIN

function callView(change: Partial<CallView>): CallView {
	return {
		callId: 'c1' as CallId,
		tool: 'shell',
		subject: 'npm test',
		arguments: '',
		state: 'ok',
		tier: undefined,
		startedAt: 0,
		endedAt: 2300,
		progress: '',
		result: undefined,
		...change,
	}
}

function ended(detail: ResultDetail | undefined, text = '', state: CallState = 'ok') {
	return callView({ state, result: { text, detail } })
}

function shownCall(call: CallView, width = 60): string {
	return blockRows({ kind: 'call', call }, width).rows.map(plainText).join('\n')
}

const DIFF = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -9,3 +9,3 @@\n one\n-two\n+TWO\n three\n'

describe('a call', () => {
	const command = { type: 'command', exitCode: 0, timedOut: false, durationMs: 1 } as const
	const cases: readonly (readonly [about: string, call: CallView, shown: string])[] = [
		['that ran', ended(command, 'ok'), '✓ shell npm test  ok · 2.3s'],
		[
			'that ended badly',
			ended({ ...command, exitCode: 2 }, 'exit code 2', 'failed'),
			'✗ shell npm test  exit 2 · 2.3s',
		],
		[
			'that took too long',
			ended({ ...command, exitCode: undefined, timedOut: true }, '', 'failed'),
			'✗ shell npm test  timed out · 2.3s',
		],
		[
			'that a signal ended',
			ended({ ...command, exitCode: undefined }, '', 'failed'),
			'✗ shell npm test  killed · 2.3s',
		],
		[
			'that was stopped',
			ended({ ...command, exitCode: undefined }, '', 'cancelled'),
			'✗ shell npm test  cancelled · 2.3s',
		],
		[
			'that failed with an exit code',
			ended({ ...command, exitCode: 2 }, 'exit code 2\nno', 'failed'),
			'✗ shell npm test  exit 2 · 2.3s\n  no',
		],
		['that failed', ended(undefined, 'no such file', 'failed'), '✗ shell npm test  2.3s\n  no such file'],
		[
			'that was refused',
			ended(undefined, 'the user said no', 'refused'),
			'✗ shell npm test  refused · 2.3s\n  the user said no',
		],
		['that was cut off', callView({ state: 'interrupted' }), '! shell npm test  may have run · 2.3s'],
		['that counted', ended({ type: 'counted', count: 1, unit: 'files' }), '✓ shell npm test  1 file · 2.3s'],
		['that read lines', ended({ type: 'files', seen: [] }, 'a\nb\n'), '✓ shell npm test  2 lines · 2.3s'],
		[
			'that edited',
			ended({ type: 'files', seen: [], diff: DIFF, added: 1, removed: 1 }),
			'✓ shell npm test  +1 −1 · 2.3s\n    9  one\n   10 -two\n   10 +TWO\n   11  three',
		],
	]
	for (const [about, call, expected] of cases) test(about, () => assert.equal(shownCall(call), expected))

	test('shows the end of a long output, and how much is missing', () => {
		const output = Array.from({ length: 9 }, (_, index) => `line ${index}`).join('\n')
		assert.equal(
			shownCall(ended(command, output)).split('\n').slice(1).join('\n'),
			'  … 6 more lines (Ctrl+O)\n  line 6\n  line 7\n  line 8',
		)
	})

	test('that failed shows the first line that says why, not one that says that nothing is wrong', () => {
		const lines = ['lint: 0 errors, no warnings', '✓ tells an error from a warning', 'ok 3 - no error']
		const rest = Array.from({ length: 12 }, (_, index) => `row ${index}`)
		const first = (...before: readonly string[]) =>
			shownCall(
				ended({ ...command, exitCode: 1 }, [...lines, ...before, ...rest].join('\n'), 'failed'),
			).split('\n')[1]
		assert.equal(first('src/a.ts:3 - error TS2304: no name'), '  src/a.ts:3 - error TS2304: no name')
		assert.equal(first('1 error, 0 errors fixed'), '  1 error, 0 errors fixed')
		assert.equal(first(), '  … 3 more lines (Ctrl+O)')
	})

	test('of a bar that goes over its line shows where it is', () => {
		const call = callView({ state: 'running', endedAt: undefined, progress: 'pull\n5%\r50%\r' })
		assert.deepEqual(progressRows(call, 20, 5).map(plainText), ['  pull', '  50%'])
		const { text } = callResult({
			outcome: 'ok',
			content: [{ type: 'text', text: 'exit code 0\npull\r\n5%\r50%\r100%\n' }],
			detail: command,
		})
		assert.equal(text, 'exit code 0\npull\n100%\n')
	})

	test('gives up its subject before its facts', () => {
		const call = callView({
			subject: 'a very long command that does not fit',
			state: 'running',
			endedAt: undefined,
		})
		assert.equal(plainText(callLine(call, 40, 65_000)), '● shell a very long command that…  1m 5s')
	})

	test('fits into any width', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 60 }), fc.string({ maxLength: 50 }), (width, subject) => {
				const row = callLine(callView({ subject: subject.replace(/[^ -~]/g, '') }), width)
				assert.ok(cellWidth(plainText(row)) <= Math.max(width, 3))
			}),
		)
	})
})

const diffTexts = (diff: string, width: number, long: 'cut' | 'fold') =>
	diffRows(parseDiff(diff), { width, style: 'unified', long }).map(row => plainText(row.spans()))

test('a diff of several files and hunks', () => {
	const rows = diffTexts(
		`${DIFF}@@ -30 +30 @@\n-x\n+y\ndiff --git a/b b/b\n--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-z\n`,
		40,
		'cut',
	)
	assert.equal(
		rows.join('\n'),
		'src/a.ts  +2 −2,  9  one, 10 -two, 10 +TWO, 11  three,⋯ 18 lines, 30 -x, 30 +y,b  −1  deleted,  1 -z'.replaceAll(
			',',
			'\n',
		),
	)
})

test('a long line of a diff is cut in the transcript and whole in a question', () => {
	const diff = `--- a\n+++ b\n@@ -1 +1 @@\n+${'x'.repeat(30)}\n`
	assert.deepEqual(diffTexts(diff, 20, 'cut').slice(1), [`  1 +${'x'.repeat(14)}…`])
	assert.deepEqual(diffTexts(diff, 20, 'fold').slice(-2), [
		`  1 +${'x'.repeat(15)}`,
		`     ${'x'.repeat(15)}`,
	])
})

test('every removed file is named, empty ones and those after others too', () => {
	const diff =
		'--- a/one\n+++ b/one\n@@ -1 +1 @@\n-x\n+y\n--- a/two\n+++ /dev/null\n@@ -1 +0,0 @@\n-z\n--- a/three\n+++ /dev/null\n'
	assert.deepEqual(diffTexts(diff, 40, 'fold'), [
		'one  +1 −1',
		'  1 -x',
		'  1 +y',
		'two  −1  deleted',
		'  1 -z',
		'three  deleted',
	])
})

test('a call is about what its tool says, or else about the first text in it', () => {
	assert.equal(callSubject('{"patch":"*** Begin Patch"}', 'a.ts, b.ts'), 'a.ts, b.ts')
	assert.equal(callSubject('{"limit":3,"path":"src/a.ts"}'), 'src/a.ts')
	assert.equal(callSubject('{"items":[1],"all":true}'), 'items=… all=true')
	assert.equal(callSubject('{"path": "cut of'), '{"path": "cut of')
	assert.equal(callSubject('{}', `x\u001b[31m${'y'.repeat(400)}`).includes('\u001b'), false)
})

describe('the status line', () => {
	const view = {
		...EMPTY_VIEW,
		model: MODEL,
		cwd: '/home/me/project',
		context: { usedTokens: 64_000, windowTokens: 200_000 },
		usage: { ...EMPTY_VIEW.usage, inputTokens: 1000, cachedInputTokens: 750 },
		costMicroUsd: 12_345,
	}
	const shown = (width: number, change: Partial<View> = {}) =>
		plainText(statusLine({ view: { ...view, ...change }, branch: 'main', home: '/home/me', width, now: 0 }))

	test('says all there is where there is room', () => {
		assert.equal(
			shown(100),
			'anthropic/claude-test · ask · ███░░░░░ 32% of 200k · $0.0123 · ~/project (main) · 75% cached',
		)
	})

	test('drops the least important first', () => {
		assert.equal(shown(60), 'anthropic/claude-test · ask · ███░░░░░ 32% of 200k · $0.0123')
		assert.equal(shown(43), 'anthropic/claude-test · ask · ███░░░░░ 32%')
		assert.equal(shown(40), 'anthropic/claude-test · ask · 32%')
		assert.equal(shown(30), 'claude-test · ask · 32%')
		assert.equal(shown(10), 'ask · 32%')
		assert.equal(shown(5), 'ask')
	})

	test('keeps the share of the window longest, whatever the model is called', () => {
		const model = { provider: 'openrouter', model: 'anthropic/claude-with-a-rather-long-name' }
		const sandbox = { mode: 'workspace-write', works: true } as const
		assert.equal(
			shown(80, { model, sandbox }),
			'openrouter/anthropic/claude-with-a-rather-long-name · ask · sandbox · 32%',
		)
		assert.equal(shown(60, { model, sandbox }), 'claude-with-a-rather-long-name · ask · sandbox · 32%')
		assert.equal(shown(40, { model, sandbox }), 'ask · sandbox · ███░░░░░ 32% of 200k')
	})

	test('says what holds commands once it is known, before money and folder', () => {
		assert.equal(
			shown(45, { sandbox: { mode: 'workspace-write', works: true } }),
			'anthropic/claude-test · ask · sandbox · 32%',
		)
		assert.equal(
			shown(50, { sandbox: { mode: 'read-only', works: true } }),
			'claude-test · ask · read-only sandbox · 32%',
		)
		const missing = { mode: 'workspace-write', works: false, why: 'bubblewrap is not installed' } as const
		for (const [commands, expected] of [
			['run', 'sandbox, unasked'],
			['ask', 'sandbox, asks'],
		] as const)
			assert.equal(
				shown(56, { sandbox: { mode: 'workspace-write', works: true, commands } }),
				`anthropic/claude-test · ask · ${expected} · 32%`,
			)
		assert.match(
			shown(80, { sandbox: missing }),
			/^anthropic\/claude-test · ask · no sandbox · ███░░░░░ 32% of 200k/,
		)
		const spans = statusLine({ view: { ...view, sandbox: missing }, branch: '', home: '', width: 80, now: 0 })
		assert.equal(spans.find(({ text }) => text === 'no sandbox')?.style?.tone, 'warning')
	})

	test('says that nothing is asked, and not a mode that asks', () => {
		const status = (kind: 'ask' | 'plan') =>
			plainText(
				statusLine({
					view: { ...view, approvals: { kind } },
					branch: '',
					home: '',
					width: 30,
					now: 0,
					isYolo: true,
				}),
			)
		assert.equal(status('ask'), 'claude-test · yolo · 32%')
		assert.equal(status('plan'), 'claude-test · plan · 32%')
	})

	test('names an effort that was chosen with the model', () => {
		assert.equal(shown(40, { effort: 'high' }), 'anthropic/claude-test high · ask · 32%')
	})
})

test('the title counts seconds, and a pause down', () => {
	const run = {
		runId: undefined,
		startedAt: 0,
		progress: '[2/100] Waiting',
		isCancelling: false,
		retry: undefined,
		totals: newTotals(EMPTY_VIEW),
	}
	const title = (change: object) => composerTitle({ ...EMPTY_VIEW, run: { ...run, ...change } }, 12_000)
	assert.deepEqual(
		[
			title({}),
			title({ retry: { ...PAUSE, until: 15_500 } }),
			title({ retry: { ...PAUSE, until: 12_000 } }),
			title({ isCancelling: true }),
		],
		[
			'[2/100] Waiting · 12s · esc to interrupt',
			'Trying again in 4s (2 of 5) · 12s · esc to interrupt',
			'Trying again (2 of 5) · 12s · esc to interrupt',
			'Stopping · 12s',
		],
	)
})

const PAUSE = { cause: 'mine answered 429: Slow down', retry: 2, maxRetries: 5, until: 0 }

test('a pause says why, in two rows at most', () => {
	const totals = newTotals(EMPTY_VIEW)
	const run = { runId: undefined, startedAt: 0, progress: '', isCancelling: false, totals }
	const shown = (cause: string) => {
		const view = { ...EMPTY_VIEW, run: { ...run, retry: { ...PAUSE, cause } } }
		return liveRows({ view, tail: [], isTodoShown: false, width: 30, limit: 10, theme, now: 0 })
	}
	assert.deepEqual(shown(PAUSE.cause).slice(1, -1), ['↻ mine answered 429: Slow down'])
	assert.equal(shown('word '.repeat(50)).filter(row => row.trim() !== '').length, 2)
})

test('whatever is going on, the live area has no more rows than it may, and none too wide', () => {
	const anyView = fc.record({
		tail: fc.array(fc.constantFrom('short', 'x'.repeat(19)), { maxLength: 30 }),
		calls: fc.array(
			fc.record({
				state: fc.constantFrom<CallState>('waiting', 'running', 'ok'),
				progress: fc.constantFrom('', 'a\nb\nc\nd'),
			}),
			{ maxLength: 12 },
		),
		queue: fc.nat(6),
		todo: fc.nat(12),
		isTodoShown: fc.boolean(),
		reasoning: fc.constantFrom('', 'thinking about it\nfor a while'),
		rows: fc.integer({ min: 3, max: 60 }),
		wantedStatusRows: fc.integer({ min: 1, max: 3 }),
	})
	fc.assert(
		fc.property(anyView, ({ tail, calls, queue, todo, isTodoShown, reasoning, rows, wantedStatusRows }) => {
			const { liveRows: limit, composerRows, statusRows } = layoutOf(20, rows, wantedStatusRows)
			const view = {
				...EMPTY_VIEW,
				reply: { ...EMPTY_VIEW.reply, reasoning },
				calls: calls.map(change => callView({ ...change, endedAt: undefined })),
				queue: Array.from({ length: queue }, () => ({
					queueId: 'q' as QueueId,
					whenBusy: 'queue' as const,
					message: userText('a prompt that waits'),
				})),
				todo: Array.from({ length: todo }, () => ({ text: 'something to do', status: 'pending' as const })),
			}
			const shown = liveRows({ view, tail, isTodoShown, width: 19, limit, theme, now: 9000 })
			assert.ok(shown.length <= limit, `${shown.length} of ${limit}`)
			assert.ok(
				shown.every(row => cellWidth(row) <= 19),
				shown.join('\n'),
			)
			assert.ok(limit + composerRows + statusRows <= Math.max(1, rows - 2))
		}),
		{ numRuns: 500 },
	)
})
