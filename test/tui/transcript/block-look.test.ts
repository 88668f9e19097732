import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { CallId } from '../../../src/core/ids.ts'
import { advice, problem } from '../../../src/core/problems/problem.ts'
import { USUAL_SCREEN } from '../../../src/core/screen/screen-settings.ts'
import {
	failedResult,
	okResult,
	type Problem,
	problemWithin,
	type ResultDetail,
	resultWithout,
	type ToolResult,
} from '../../../src/core/tool.ts'
import { startTui } from '../../../src/tui/start.tsx'
import type { CallView } from '../../../src/tui/state/view-block.ts'
import { callResult } from '../../../src/tui/state/view-calls.ts'
import { plainText } from '../../../src/tui/text/spans.ts'
import { blockRows, DEFAULT_LOOK, expandedBlock } from '../../../src/tui/transcript/block-rows.ts'
import {
	FakePort,
	opened,
	runEnd,
	runStart,
	said,
	toolEnd,
	toolStart,
} from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const COMMAND = { type: 'command', exitCode: 0, timedOut: false, durationMs: 5 } as const
const DIFF = `--- a/a.ts\n+++ b/a.ts\n@@ -0,0 +1,60 @@\n${Array.from({ length: 60 }, (_, index) => `+line ${index}`).join('\n')}\n`

function callOf(change: Partial<CallView>, detail?: ResultDetail, text = ''): CallView {
	return {
		callId: 'c1' as CallId,
		tool: 'shell',
		subject: 'npm test',
		arguments: '',
		state: 'ok',
		tier: undefined,
		startedAt: undefined,
		endedAt: undefined,
		progress: '',
		result: { text, detail },
		...change,
	}
}

const shown = (call: CallView, detail: 'compact' | 'normal' | 'full' = 'normal') =>
	blockRows({ kind: 'call', call }, 80, { ...DEFAULT_LOOK, detail }).rows.map(plainText)
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`)

describe('a command', () => {
	test('of several lines stands as it was written, up to six rows', () => {
		const script = ['for f in *.ts; do', '  node --check "$f"', 'done']
		assert.deepEqual(shown(callOf({ script }, COMMAND)), [
			'✓ shell for f in *.ts; do',
			'    node --check "$f"',
			'  done',
		])
		const long = lines(9)
		const call = callOf({ script: long }, COMMAND)
		assert.deepEqual(shown(call), [
			'✓ shell line 0',
			...long.slice(1, 5).map(line => `  ${line}`),
			'  … 4 more lines of the script (Ctrl+O)',
		])
		assert.equal(expandedBlock({ kind: 'call', call })?.text, long.join('\n'))
	})

	test('that went well shows its last three lines, one that failed its last twelve and where the error is said', () => {
		assert.deepEqual(shown(callOf({}, COMMAND, lines(20).join('\n'))).slice(1), [
			'  … 17 more lines (Ctrl+O)',
			'  line 17',
			'  line 18',
			'  line 19',
		])
		assert.deepEqual(shown(callOf({}, COMMAND, '\n> lint\n\n12 files\nno errors\n')).slice(1), [
			'  … 2 more lines (Ctrl+O)',
			'  12 files',
			'  no errors',
		])
		const output = lines(40)
		output[5] = 'src/a.ts(3,1): error TS2322: no'
		output[7] = 'error: one more'
		assert.deepEqual(shown(callOf({}, { ...COMMAND, exitCode: 2 }, output.join('\n'))), [
			'✗ shell npm test  exit 2',
			'  src/a.ts(3,1): error TS2322: no',
			'  … 27 more lines (Ctrl+O)',
			...output.slice(-12).map(line => `  ${line}`),
		])
		// How it ended is said in its row; the model is told so in a line of its own, which is no output.
		assert.deepEqual(shown(callOf({}, COMMAND, 'exit code 0\n(no output)')), ['✓ shell npm test'])
		assert.deepEqual(shown(callOf({}, COMMAND, 'exit code 0\nthree files\n')), [
			'✓ shell npm test  three files',
		])
		assert.deepEqual(shown(callOf({}, { ...COMMAND, exitCode: 2 }, 'exit code 2\nno such file\n')), [
			'✗ shell npm test  exit 2',
			'  no such file',
		])
		// What has no room beside the command stands below it, in whole words.
		const subject = 'npm test -- --reporter dot test/tui/transcript test/tui/state test/tui'
		const beside = callOf(
			{ subject, answered: 'allowed', startedAt: 0, endedAt: 1200 } as Partial<CallView>,
			COMMAND,
			'all is well',
		)
		assert.deepEqual(shown(beside), [`✓ shell ${subject}`, '  all is well · allowed · 1.2s'])
		output[35] = 'Error: at the end'
		const end = shown(callOf({ state: 'failed' }, { ...COMMAND, exitCode: 1 }, output.slice(10).join('\n')))
		assert.deepEqual(end.slice(1, 4), ['  … 18 more lines (Ctrl+O)', '  line 28', '  line 29'])
	})
})

test('what a result tells the model alone is not shown: the row of the call says it', () => {
	const background = { ...COMMAND, exitCode: undefined, backgroundId: 'bg-1' }
	assert.deepEqual(
		[
			callOf({ state: 'cancelled' }, undefined, 'cancelled by the user before it finished'),
			callOf({}, background, 'started in the background as bg-1; read its output with shell_output'),
			callOf(
				{ answered: 'changed by you, allowed' },
				COMMAND,
				'exit code 0\n(no output)\nThe user changed the command. This is the result of: npm test',
			),
			callOf(
				{ answered: 'allowed: “no tabs”' },
				COMMAND,
				'exit code 0\n3 files\nThe user allowed it and says: no tabs\nat all',
			),
			callOf({}, COMMAND, 'exit code 0\nThe user allowed it and says: is in a file'),
			callOf({ state: 'refused' }, undefined, 'refused by the user: not on main'),
		].map(call => shown(call)),
		[
			['✗ shell npm test  cancelled'],
			['✓ shell npm test  in the background as bg-1'],
			['✓ shell npm test  changed by you, allowed'],
			['✓ shell npm test  3 files · allowed: “no tabs”'],
			['✓ shell npm test', '  The user allowed it and says: is in a file'],
			['✗ shell npm test  refused', '  no, because: not on main'],
		],
	)
})

test('of a failure people are told the cause, and not what the model is to do about it', () => {
	const told = (state: 'failed' | 'refused', result: ToolResult) =>
		shown({ ...callOf({ state }), result: callResult(result) })
	const unread = problem`a.ts was not read.${advice(' Read it first.')} Nothing was written.`
	assert.deepEqual(told('failed', failedResult(unread)), [
		'✗ shell npm test',
		'  a.ts was not read. Nothing was written.',
	])
	const late = problem`stopped after 5 s${advice('; give a longer timeout_ms, or background for what does not end')}`
	const outside = problem`Keys are out of reach.${advice(' Do not try it again.')}`
	const command = (text: string, found: Problem, detail: ResultDetail): ToolResult => ({
		...failedResult(text),
		...problemWithin(found),
		detail,
	})
	assert.deepEqual(told('failed', command(`${late.told}\nhello\n`, late, { ...COMMAND, timedOut: true })), [
		'✗ shell npm test  timed out',
		'  hello',
	])
	const stopped = command(`exit code 1\nhello\n[${outside.told}]\n`, outside, { ...COMMAND, exitCode: 1 })
	assert.deepEqual(told('failed', stopped), [
		'✗ shell npm test  exit 1',
		'  hello',
		'  [Keys are out of reach.]',
	])
	const no = problem`refused by the user${advice('; do not try the same in another way')}`
	assert.deepEqual(told('refused', resultWithout('refused', no)), ['✗ shell npm test  refused'])
})

test('a log that was written before says of a failure what it has', () => {
	const older = (state: 'failed' | 'refused', text: string, detail?: ResultDetail) =>
		shown(callOf({ state }, detail, text))
	assert.deepEqual(older('failed', 'a.ts is a folder; use list'), [
		'✗ shell npm test',
		'  a.ts is a folder; use list',
	])
	assert.deepEqual(older('refused', 'refused by the user; go on without it or ask'), [
		'✗ shell npm test  refused',
	])
	const late = 'stopped after 5 s; give a longer timeout_ms, or background for what does not end\nhello\n'
	assert.deepEqual(older('failed', late, { ...COMMAND, timedOut: true }), [
		'✗ shell npm test  timed out',
		'  hello',
	])
})

test('a prompt of many rows, as one that a log was pasted into, shows its first eight', () => {
	const prompt = { kind: 'prompt', text: lines(200).join('\n'), images: 0, isSteer: false } as const
	const rows = blockRows(prompt, 80, DEFAULT_LOOK)
	assert.deepEqual(rows.rows.map(plainText).slice(6), ['  line 6', '  line 7', '  … 192 more lines (Ctrl+O)'])
	assert.equal(rows.isCut, true)
	assert.equal(expandedBlock(prompt)?.text, prompt.text)
	assert.equal(blockRows(prompt, 80, { ...DEFAULT_LOOK, detail: 'full' }).rows.length, 200)
	const short = { ...prompt, text: lines(15).join('\n') }
	assert.deepEqual([blockRows(short, 80, DEFAULT_LOOK).rows.length, expandedBlock(short)], [15, undefined])
})

describe('screen.detail', () => {
	const edit = callOf(
		{ tool: 'edit', subject: 'a.ts' },
		{ type: 'files', seen: [], diff: DIFF, added: 60, removed: 0 },
	)
	const failed = callOf({}, { ...COMMAND, exitCode: 1 }, lines(20).join('\n'))
	const looked = { kind: 'group', calls: [callOf({ tool: 'read' }), callOf({ tool: 'grep' })] } as const

	test('compact is one row, and what failed', () => {
		assert.deepEqual(shown(edit, 'compact'), ['✓ edit a.ts  +60 −0'])
		assert.deepEqual(shown(callOf({}, COMMAND, lines(20).join('\n')), 'compact'), ['✓ shell npm test'])
		assert.equal(shown(failed, 'compact').length, 13)
		assert.equal(blockRows({ kind: 'call', call: edit }, 80, { measure: 100, detail: 'compact' }).isCut, true)
	})

	test('full is all of a diff, forty lines of output, and every call', () => {
		assert.equal(shown(edit, 'full').length, 61)
		assert.equal(shown(edit).length, 26)
		assert.equal(shown(callOf({}, COMMAND, lines(90).join('\n')), 'full').length, 42)
		const rows = (detail: 'normal' | 'full') => blockRows(looked, 80, { measure: 100, detail }).rows.length
		assert.deepEqual([rows('normal'), rows('full')], [1, 2])
	})
})

describe('on the screen', () => {
	const leave: (() => Promise<unknown>)[] = []
	afterEach(async () => {
		for (const one of leave.splice(0)) await one()
	})

	function started(columns: number, measure = 100) {
		const terminal = new ScreenTerminal(columns, 40)
		const port = new FakePort()
		const exited = startTui({
			version: '1',
			environment: { HOME: '/home/me', COLORTERM: 'truecolor', TERM: 'xterm-256color', COLORFGBG: '15;0' },
			port,
			screen: {
				first: USUAL_SCREEN,
				settled: async () => ({ ...USUAL_SCREEN, theme: 'dark', measure }),
				runCommand: async () => '',
			},
			stdin: terminal.stdin,
			stdout: terminal.stdout,
		})
		leave.push(() => {
			port.close()
			return exited
		})
		port.emit(opened)
		return { port, terminal }
	}

	test('a prompt is a tinted row to the edge, of which nothing but its text is copied', async () => {
		const { port, terminal } = started(80)
		port.emit(runStart('make greet polite\nand short'), said('Done.'), runEnd())
		await terminal.until('Done.')
		assert.match(terminal.copied(), /\n❯ make greet polite\n {2}and short\n\nDone\./)
		const [, ground] = /\x1b\[(48;2;[\d;]+)m\x1b\[K\x1b\[49m/.exec(terminal.written) ?? []
		assert.ok(ground, 'erased with the ground of the row')
		assert.deepEqual(terminal.groundsOf('❯ make greet polite'), [ground])
		assert.deepEqual(terminal.groundsOf('Done.'), ['default'])
	})

	test('its time stands at the right edge where there are a hundred columns', async () => {
		const { port, terminal } = started(100)
		port.emit(runStart('make greet polite'), runEnd())
		await terminal.until(/^❯ make greet polite {70,}\d\d:\d\d$/m)
		assert.equal(terminal.screen().match(/^❯ make.*$/m)?.[0].length, 99)
	})

	test('prose keeps to its measure; code and tables take the width there is', async () => {
		const { port, terminal } = started(160, 60)
		const words = 'wide enough to need more than one row '.repeat(5).trim()
		const code = `const wide = '${'x'.repeat(100)}'`
		port.emit(
			runStart('go'),
			said(`${words}\n\n\`\`\`\n${code}\n\`\`\`\n\n| a | b |\n|---|---|\n| ${'y'.repeat(80)} | z |\n`),
			runEnd(),
		)
		await terminal.until('yyyy')
		await terminal.until('Ask for anything')
		const rows = terminal.scrollback().split('\n')
		assert.ok(
			Math.max(
				...rows.filter(row => row.startsWith('wide ') || row.startsWith('need')).map(row => row.length),
			) <= 60,
		)
		assert.ok(rows.includes(code))
		assert.ok(rows.some(row => row.includes('y'.repeat(80))))
	})

	test('a script of the model stands as it was written, and a call that failed beside others shows itself', async () => {
		const { port, terminal } = started(80)
		const script = 'for f in *.ts; do\n  node --check "$f"\ndone'
		port.emit(
			runStart('go'),
			{ ...toolStart('c1', 'shell', { command: script }), subject: script } as ReturnType<typeof toolStart>,
			toolEnd('c1', 'shell', okResult('', COMMAND)),
			toolStart('c2', 'read', { path: 'gone.ts' }),
			toolEnd('c2', 'read', failedResult('no such file')),
			runEnd(),
		)
		await terminal.until(
			'✓ shell for f in *.ts; do\n    node --check "$f"\n  done\n✗ read gone.ts\n  no such file',
		)
	})
})
