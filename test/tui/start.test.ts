import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterEach, describe, test } from 'vitest'
import type { AgentEvent, QueuedPrompt } from '../../src/core/events.ts'
import type { ApprovalId, CallId, QuestionId, QueueId } from '../../src/core/ids.ts'
import { userText } from '../../src/core/messages.ts'
import { okResult, type TodoItem } from '../../src/core/tool.ts'
import { startTui } from '../../src/tui/start.tsx'
import type { TuiExit, TuiOptions } from '../../src/tui/state/tui-options.ts'
import { contrast, greyOf } from '../../src/tui/text/contrast.ts'
import { continueProcess } from '../support/for-one-test.ts'
import {
	approvalRequest,
	call,
	FakePort,
	opened,
	progress,
	RUN,
	runEnd,
	runStart,
	said,
	text,
	toolEnd,
	toolStart,
} from '../support/screen/fake-port.ts'
import { readThrough } from '../support/screen/read-through.ts'
import { ScreenTerminal } from '../support/screen/screen-terminal.ts'

let leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	const all = leave
	leave = []
	for (const one of all) await one()
})

/** `before`: what stands on the terminal already. */
type Given = Partial<TuiOptions> & { columns?: number; rows?: number; port?: FakePort; before?: string }

function started({ columns = 80, rows = 24, port = new FakePort(), before = '', ...options }: Given = {}) {
	const terminal = new ScreenTerminal(columns, rows)
	if (before !== '') terminal.stdout.write(before)
	const exited: Promise<TuiExit> = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
		...options,
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
	})
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit(opened)
	return { port, terminal, exited }
}

const PROMPT_LINE = 'Ask for anything'
const BUSY_LINE = 'Steer the run'
const GUARD_MS = 450
/** What a fake port writes on its envelopes, give or take a few. */
const ENVELOPES_AT_MS = 1_000_000

/** One key is one read, as from fingers. */
function press(terminal: ScreenTerminal, keys: string): void {
	for (const key of keys.match(/\x1b\[[AB]|[\s\S]/g) ?? []) terminal.type(key)
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

test('a new session begins with a welcome, the prompt and the status', async () => {
	const { terminal } = started({ port: new FakePort({ gitBranch: async () => 'main' }) })
	await terminal.until('(main)')
	assert.equal(
		terminal.screen(),
		[
			'Keelson 1.2.3',
			'anthropic/claude-test in ~/project',
			'Enter sends, / lists the commands, ? the keys.',
			'',
			`╭${'─'.repeat(77)}╮`,
			`│ > Ask for anything${' '.repeat(58)}│`,
			`╰${'─'.repeat(77)}╯`,
			'anthropic/claude-test · ask · ~/project (main)',
		].join('\n'),
	)
})

test('a run from prompt to end', async () => {
	const { port, terminal } = started()
	await terminal.until(PROMPT_LINE)
	const sent = port.nextCommand()
	terminal.type('fix it\r')
	assert.deepEqual(await sent, { type: 'prompt', message: userText('fix it'), whenBusy: 'steer' })
	port.emit(
		runStart('fix it'),
		text('I will **look**.'),
		said(
			'I will **look**.',
			call('c1', 'read', { path: 'a.ts' }),
			call('c2', 'shell', { command: 'npm test' }),
		),
		toolStart('c1', 'read', { path: 'a.ts' }),
		toolStart('c2', 'shell', { command: 'npm test' }),
		progress('c2', 'one\ntwo'),
	)
	await terminal.until('● shell npm test')
	assert.match(terminal.screen(), /● read a\.ts.*\n● shell npm test.*\n {2}one\n {2}two\n\n╭─ Working/)
	port.emit(
		toolEnd('c1', 'read', okResult('1\n2\n3')),
		toolEnd('c2', 'shell', okResult('two', { type: 'command', exitCode: 0, timedOut: false, durationMs: 1 })),
		said('All good.'),
		runEnd(),
	)
	await terminal.until(screen => screen.includes('All good.') && screen.includes(PROMPT_LINE))
	await terminal.settled()
	// The welcome has left the screen where the answer is kept before the box of the run has become smaller.
	assert.equal(
		terminal
			.scrollback()
			.split('\n')
			.slice(4, -5)
			.join('\n')
			.replace(/\d\d:\d\d$/, 'HH:MM'),
		'❯ fix it\n\nI will look.\n\n✓ read a.ts  3 lines\n✓ shell npm test  two\n\nAll good.\n\n✓ 2 calls · HH:MM',
	)
})

test('a pause before another try counts its seconds down', async () => {
	const { port, terminal } = started()
	port.emit(runStart('go'), {
		type: 'retry-wait',
		cause: { code: 'rate-limited', message: 'openai answered 429: Slow down' },
		waitMs: Date.now() - ENVELOPES_AT_MS + 110_000,
		retry: 1,
		maxRetries: 5,
	})
	// Whoever is busy for more than a second leaves one out.
	const secondsOf = (screen: string) => Number(/Trying again in 1m (\d+)s \(1 of 5\)/.exec(screen)?.[1])
	await terminal.until(screen => secondsOf(screen) <= 50)
	const before = secondsOf(terminal.screen())
	await terminal.until(screen => secondsOf(screen) < before)
	assert.ok(terminal.screen().includes('↻ openai answered 429: Slow down'))
})

test('nothing is written while nothing happens', async () => {
	const { port, terminal } = started()
	port.emit(runStart('go'), said('done'), runEnd())
	await terminal.until(screen => screen.includes('done') && screen.includes(PROMPT_LINE))
	let written = ''
	// What a busy machine draws late is not drawn again.
	for (let tries = 0; tries < 3; tries++) {
		const before = terminal.written.length
		await pause(1200)
		written = terminal.written.slice(before)
		if (written === '') break
	}
	assert.equal(written, '')
})

test('streaming costs few bytes, and no line is written twice', async () => {
	const { port, terminal } = started()
	port.emit(runStart('go'))
	await terminal.until(BUSY_LINE)
	const before = terminal.written.length
	const words = 'The quick brown fox jumps over the lazy dog. '.repeat(30).split(/(?<= )/)
	for (const word of words) {
		port.emit(text(word))
		await pause(5)
	}
	await terminal.until(/lazy dog\.\s*\n\s*\n╭/)
	assert.ok((terminal.written.length - before) / words.length < 30)
	port.emit(said(words.join('')), runEnd())
	await terminal.until(PROMPT_LINE)
	assert.equal(terminal.scrollback().match(/quick/g)?.length, 30)
})

test('what the screen says while an answer comes is shown at once, and stands behind the answer', async () => {
	const { port, terminal } = started()
	const words = 'The quick brown fox jumps over the lazy dog. '.repeat(4)
	port.emit(runStart('go'), text(words))
	await terminal.until('lazy dog.')
	port.refusal = 'the mode cannot be changed now'
	terminal.type('\x1b[Z')
	await terminal.until(/lazy dog\.[\s\S]*✗ the mode cannot be changed now[\s\S]*╭/)
	port.emit(text('And on.'), said(`${words}And on.`), runEnd())
	await terminal.until(/lazy dog\. And on\.\s*\n\s*\n✗ the mode cannot be changed now/)
	assert.equal(terminal.scrollback().match(/cannot be changed/g)?.length, 1)
})

test('what a command says stands above the prompt until the next thing is sent, or Esc', async () => {
	const { port, terminal } = started()
	port.emit(runStart('go'), said('It is done.'), runEnd())
	await terminal.until('It is done.')
	terminal.type('/modle\r')
	await terminal.until(/It is done\.\s*\n! There is no command \/modle\. Did you mean \/model\?\s*\n\s*╭/)
	port.emit({ type: 'notice', level: 'info', text: 'There is nothing to gain.', isPassing: true })
	await terminal.until(screen => screen.includes('· There is nothing to gain.') && !screen.includes('/modle'))
	terminal.type('\x1b')
	await terminal.until(screen => !screen.includes('nothing to gain'))
	// What is open has its first row and its last all the same.
	terminal.resize(80, 15)
	terminal.type('/help\r')
	await terminal.until(/Help:.*\n[\s\S]*Enter does it/)
	port.emit({ type: 'notice', level: 'info', text: `One ${'and another '.repeat(16)}`, isPassing: true })
	await terminal.until('· One and another')
	await terminal.until(/· One and another.*\n.*\n.*\n\s*Help:.*\n[\s\S]*Enter does it.*\nanthropic/)
	terminal.type('\x1b')
	await terminal.until('Ask for anything')
	port.refusal = 'the model cannot be changed now'
	terminal.type('/model demo/demo\r')
	await terminal.until('✗ the model cannot be changed now')
	terminal.type('go on\r')
	await terminal.until(screen => !screen.includes('cannot be changed'))
	assert.deepEqual(
		port.sent.map(({ type }) => type),
		['set-model', 'prompt'],
	)
})

describe('keys', () => {
	test('Esc interrupts the run it sees', async () => {
		const { port, terminal } = started()
		port.emit(runStart('go'))
		await terminal.until(BUSY_LINE)
		const sent = port.nextCommand()
		terminal.type('\x1b')
		assert.deepEqual(await sent, { type: 'cancel', runId: RUN })
	})

	test('Ctrl+C clears, cancels, and twice leaves', async () => {
		const { port, terminal, exited } = started()
		port.emit(runStart('go'))
		await terminal.until(BUSY_LINE)
		terminal.type('draft')
		await terminal.until('> draft')
		terminal.type('\x03')
		await terminal.until(BUSY_LINE)
		assert.deepEqual(port.sent, [])
		terminal.type('\x03')
		await terminal.until('Ctrl+C again leaves')
		assert.deepEqual(port.sent, [{ type: 'cancel', runId: RUN }])
		terminal.type('\x03')
		assert.deepEqual(await exited, { sessionId: '01SESSION', hasMessages: true })
	})

	test('Ctrl+D on an empty prompt leaves the terminal as it was', async () => {
		const { terminal, exited } = started()
		await terminal.until(PROMPT_LINE)
		assert.equal(terminal.stdin.isRaw, true)
		terminal.type('\x04')
		assert.deepEqual(await exited, { sessionId: '01SESSION', hasMessages: false })
		await terminal.settled()
		assert.deepEqual(
			[terminal.stdin.isRaw, terminal.screen(), terminal.cursor()],
			[
				false,
				'Keelson 1.2.3\nanthropic/claude-test in ~/project\nEnter sends, / lists the commands, ? the keys.',
				{ line: '', column: 0 },
			],
		)
		assert.match(terminal.written, /\x1b\[\?2004l/)
		assert.ok(terminal.written.lastIndexOf('\x1b[?25h') > terminal.written.lastIndexOf('\x1b[?25l'))
	})

	test('Shift+Tab goes on to the next mode, and to `all` only after it was chosen by name', async () => {
		const { port, terminal } = started()
		await terminal.until(PROMPT_LINE)
		const modes = ['auto-edit', 'plan', 'ask', 'auto-edit'] as const
		for (const kind of modes) {
			const sent = port.nextCommand()
			terminal.type('\x1b[Z')
			assert.deepEqual(await sent, { type: 'set-approvals', mode: { kind } })
			port.emit({ type: 'approvals-set', mode: { kind } })
			await terminal.until(` · ${kind} · `)
		}
	})

	test('Alt+Up takes the newest waiting prompt back into the prompt', async () => {
		const { port, terminal } = started()
		const waiting: QueuedPrompt[] = ['first', 'second'].map(words => ({
			queueId: words as QueueId,
			whenBusy: 'queue',
			message: userText(words),
		}))
		port.emit(runStart('go'), { type: 'queue-change', items: waiting })
		await terminal.until('⧗ second  Alt+↑ takes the newest back')
		const sent = port.nextCommand()
		terminal.type('\x1b[1;3A')
		assert.deepEqual(await sent, { type: 'take-back', queueId: 'second' })
		await terminal.until('> second')
	})

	test('Esc gives back what was to steer the run, above the draft, and what waits for a run of its own stays', async () => {
		const { port, terminal } = started()
		const waiting: QueuedPrompt[] = (['steer', 'queue', 'steer'] as const).map((whenBusy, index) => ({
			queueId: `q${index}` as QueueId,
			whenBusy,
			message: userText(`prompt ${index}`),
		}))
		port.emit(runStart('go'), { type: 'queue-change', items: waiting })
		await terminal.until('↪ prompt 2')
		terminal.type('draft')
		await terminal.until('> draft')
		terminal.type('\x1b')
		await terminal.until(/> prompt 0 *│\n│ {3}prompt 2 *│\n│ {3}draft *│/)
		assert.deepEqual(port.sent, [
			{ type: 'take-back', queueId: 'q0' },
			{ type: 'take-back', queueId: 'q2' },
			{ type: 'cancel', runId: RUN },
		])
	})

	test('? on an empty prompt shows the keys, elsewhere it is a question mark', async () => {
		const { terminal } = started({ rows: 60 })
		await terminal.until(PROMPT_LINE)
		terminal.type('why?')
		await terminal.until('> why?')
		terminal.type('\x03')
		await terminal.until(PROMPT_LINE)
		terminal.type('?')
		await terminal.until('Help: [Keys] Commands Tips')
		assert.match(terminal.screen(), /Interrupt the run.* Esc$/m)
	})

	test('Ctrl+O shows what was cut', async () => {
		const { port, terminal } = started({ rows: 40 })
		const output = okResult('1\n2\n3\n4\n5\n6\n7', {
			type: 'command',
			exitCode: 0,
			timedOut: false,
			durationMs: 1,
		})
		port.emit(
			runStart('go'),
			said(call('c1', 'shell', { command: 'seq 7' })),
			toolEnd('c1', 'shell', output),
			runEnd(),
		)
		await terminal.until('… 4 more lines (Ctrl+O)')
		terminal.type('\x0f')
		await terminal.until(/▌ ✓ shell seq 7.*\n│ 1\n│ 2\n│ 3\n│ 4\n│ 5\n│ 6\n│ 7\n/)
	})

	test('Ctrl+T shows the plan and hides it again', async () => {
		const { port, terminal } = started()
		const items = [
			{ text: 'read', status: 'done' },
			{ text: 'write', status: 'in-progress' },
		] as const
		port.emit(
			runStart('go'),
			said(call('c1', 'todo', {})),
			toolEnd('c1', 'todo', okResult('', { type: 'todo', items })),
		)
		await terminal.until('Plan 1/2\n▸ write')
		terminal.type('\x14')
		await terminal.until('Plan 1/2\n☑ read\n▸ write')
		terminal.type('\x14')
		await terminal.until('Plan 1/2\n▸ write')
		port.emit(runEnd())
		await terminal.until(screen => !screen.includes('Plan 1/2'))
		terminal.type('\x14')
		await terminal.until('Plan 1/2\n☑ read\n▸ write')
	})

	test('what is left of a plan takes five rows, and the rest is counted', async () => {
		const { port, terminal } = started()
		const items = [
			{ text: 'looked', status: 'done' },
			...[1, 2, 3].map(n => ({ text: `later ${n}`, status: 'pending' })),
			{ text: 'now', status: 'in-progress' },
			...[4, 5].map(n => ({ text: `later ${n}`, status: 'pending' })),
		] as TodoItem[]
		port.emit(
			runStart('go'),
			said(call('c1', 'todo', {})),
			toolEnd('c1', 'todo', okResult('', { type: 'todo', items })),
		)
		await terminal.until('Plan 1/7  +2 more · Ctrl+T\n▸ now\n☐ later 1\n☐ later 2\n☐ later 3\n')
	})

	test('what a question was answered with stays', async () => {
		const { port, terminal } = started()
		const question = {
			questionId: 'q1' as QuestionId,
			callId: 'c1' as CallId,
			text: 'Which database?',
			options: ['SQLite', 'PostgreSQL'],
		}
		port.emit(
			runStart('go'),
			said(call('c1', 'ask_user', { question: question.text })),
			{ type: 'question-request', question },
			{ type: 'question-end', questionId: question.questionId, callId: question.callId, answer: 'SQLite' },
			toolEnd('c1', 'ask_user', okResult('SQLite')),
			runEnd(),
		)
		await terminal.until('? Which database?\n  → SQLite\n')
		assert.ok(!terminal.screen().includes('ask_user'))
	})

	test('Esc in a question stops the run that asks', async () => {
		const { port, terminal } = started()
		const question = { questionId: 'q1' as QuestionId, callId: 'c1' as CallId, text: 'Which?', options: [] }
		port.emit(runStart('go'), { type: 'question-request', question })
		await terminal.until('Which?')
		await pause(GUARD_MS)
		const sent = port.nextCommand()
		terminal.type('\x1b')
		assert.deepEqual(await sent, { type: 'cancel', runId: RUN })
	})

	test('help is a page that is closed without a trace', async () => {
		const { terminal } = started({ rows: 16 })
		await terminal.until(PROMPT_LINE)
		press(terminal, '/help\r')
		await terminal.until('Help: [Keys] Commands Tips')
		terminal.type('suspend')
		await terminal.until(/❯ Suspend the program +Ctrl\+Z/)
		terminal.type('\t')
		await terminal.until('Help: Keys [Commands] Tips')
		terminal.type('condense')
		await terminal.until(/❯ \/compact/)
		terminal.type('\x1b[Z')
		await terminal.until('Help: [Keys] Commands Tips')
		terminal.type('\x1b')
		await terminal.until(screen => !screen.includes('Help:'))
		assert.ok(!terminal.scrollback().includes('/compact'))
	})

	test('secondary text is a grey that can be read on the background that the terminal reports', async () => {
		const { port, terminal } = started({ environment: { HOME: '/home/me', TERM: 'xterm-256color' } })
		await terminal.until(PROMPT_LINE)
		assert.ok(terminal.written.includes('\x1b]11;?\x1b\\'))
		terminal.type('\x1b]11;rgb:0000/2b2b/3636\x1b\\')
		port.emit(runStart('go'), { type: 'notice', level: 'info', text: 'a remark' }, runEnd())
		await terminal.until('a remark')
		const [, grey] = /\x1b\[38;5;(\d+)ma remark/.exec(terminal.written) ?? []
		assert.ok(contrast(greyOf(Number(grey)), [0, 0x2b, 0x36]) >= 4.5, grey)
		assert.ok(!terminal.screen().includes('rgb:'))
	})

	test('Ctrl+Z hands the terminal back, and what comes after it is drawn anew', async () => {
		const handed: boolean[] = []
		const { port, terminal } = started({
			stopProcess: () => {
				handed.push(terminal.stdin.isRaw)
				port.emit(runStart('meanwhile'), said('news'))
				setTimeout(continueProcess, 100)
			},
		})
		await terminal.until(PROMPT_LINE)
		terminal.type('draft')
		await terminal.until('> draft')
		terminal.type('\x1a')
		await terminal.until(screen => screen.includes('news') && screen.includes('> draft'))
		assert.deepEqual([handed, terminal.stdin.isRaw], [[false], true])
	})

	test('the editor has the terminal to itself', async () => {
		const { port, terminal } = started({
			editText: async draft => {
				const before = terminal.written
				port.emit(runStart('meanwhile'))
				await pause(150)
				return `${draft} ${terminal.stdin.isRaw} ${terminal.written.length - before.length}`
			},
		})
		await terminal.until(PROMPT_LINE)
		terminal.type('draft')
		terminal.type('\x07')
		await terminal.until('> draft false 0')
		await terminal.until('❯ meanwhile')
	})

	test('a narrower window of a terminal that nobody can follow is drawn anew', async () => {
		const { port, terminal } = started({ environment: { HOME: '/home/me', XTERM_VERSION: 'XTerm(379)' } })
		const lines = Array.from({ length: 40 }, (_, index) => `line ${index} ${'x'.repeat(60)}`)
		port.emit(runStart('go'), said(lines.join('\n\n')), runEnd())
		await terminal.until('line 39')
		terminal.resize(50, 24)
		await terminal.until(screen => screen.includes(`╭${'─'.repeat(47)}╮`) && screen.split('╭').length === 2)
		await terminal.until(/line 39\nx{50}\nx{10}\n\s*╭─{47}╮\n│ > Ask for anything +│\n╰─{47}╯\n/)
		assert.doesNotMatch(terminal.written, /\x1b\[[23]J/)
	})

	test.each([
		['the prompt', []],
		['a run’s title above the prompt', [runStart('go on')]],
	] as const)(
		'a window of VS Code’s that is dragged in and out keeps its text and has one frame: %s',
		async (_what, more) => {
			const { port, terminal } = started({ environment: { HOME: '/home/me', TERM_PROGRAM: 'vscode' } })
			const lines = Array.from({ length: 40 }, (_, index) => `line ${index} ${'x'.repeat(60)}`)
			port.emit(runStart('go'), said(lines.join('\n\n')), runEnd(), ...more)
			await terminal.until('line 39')
			const sign = more.length > 0 ? 'Steer the run' : 'Ask for anything'
			await terminal.until(sign)
			const frames = () => terminal.scrollback().split(sign).length - 1
			const transcript = () =>
				terminal
					.copied()
					.split(/╭|\nWorking|\n *> /)[0]
					?.trimEnd()
			const before = transcript()
			assert.match(before ?? '', /line 39 x{60}/)
			const isFrameless = (screen: string) => !screen.includes('╭') && screen.includes(`\n> ${sign}`)
			for (let columns = 78; columns > 40; columns -= 2) terminal.resize(columns, 24)
			await terminal.until(isFrameless)
			assert.deepEqual([transcript(), frames()], [before, 1])
			for (let columns = 50; columns <= 100; columns += 10) terminal.resize(columns, 24)
			await terminal.until(screen => /╭[^╮\n]{97}╮/.test(screen))
			assert.deepEqual([transcript(), frames()], [before, 1])
			if (more.length > 0) return
			// Lower than what has room for a frame, and back.
			terminal.resize(100, 12)
			await terminal.until(isFrameless)
			assert.deepEqual([transcript(), frames()], [before, 1])
			terminal.resize(100, 24)
			await terminal.until(screen => /╭[^╮\n]{97}╮/.test(screen))
			assert.deepEqual([transcript(), frames()], [before, 1])
		},
	)

	test('a wider window keeps the text as it is and has one frame', async () => {
		const { port, terminal } = started({ columns: 60 })
		const lines = Array.from({ length: 40 }, (_, index) => `line ${index} ${'x'.repeat(40)}`)
		port.emit(runStart('go'), said(lines.join('\n\n')), runEnd())
		await terminal.until('line 39')
		await terminal.until(PROMPT_LINE)
		const transcript = () => terminal.copied().split('╭')[0]
		const before = transcript()
		for (let columns = 65; columns <= 100; columns += 5) terminal.resize(columns, 24)
		await terminal.until(screen => screen.includes(`╭${'─'.repeat(97)}╮`))
		assert.equal(transcript(), before)
		assert.equal(terminal.scrollback().split('╭').length, 2)
		assert.doesNotMatch(terminal.written, /\x1b\[[23]J/)
	})

	test('a command of 300 columns is copied as one line', async () => {
		const { port, terminal } = started({ columns: 60 })
		const command = Array.from({ length: 60 }, (_, index) => `w${String(index).padStart(3, '0')}`).join(' ')
		const ran = okResult('', { type: 'command', exitCode: 0, timedOut: false, durationMs: 1 })
		port.emit(
			runStart('go'),
			said(call('c1', 'shell', { command })),
			toolStart('c1', 'shell', { command }),
			toolEnd('c1', 'shell', ran),
			said('That is it.'),
			runEnd(),
		)
		await terminal.until('That is it.')
		assert.ok(terminal.copied().includes(`✓ shell ${command}\n`), terminal.copied())
	})

	test('a line of code is copied as one line, however long it is', async () => {
		const { port, terminal } = started({ columns: 60 })
		const code = `const a = [${Array.from({ length: 80 }, (_, index) => index).join(', ')}]`
		port.emit(runStart('go'), said(`Look:\n\n\`\`\`js\n${code}\n\`\`\`\n\nThat is it.`), runEnd())
		await terminal.until('That is it.')
		assert.ok(terminal.copied().includes(`\n${code}\n`))
	})

	test('a terminal that closes ends the screen', async () => {
		const { terminal, exited } = started()
		await terminal.until(PROMPT_LINE)
		terminal.stdin.end()
		assert.deepEqual(await exited, { sessionId: '01SESSION', hasMessages: false })
	})

	test('a terminal that cannot be written to ends the screen', async () => {
		const { terminal, exited } = started()
		await terminal.until(PROMPT_LINE)
		terminal.stdout.destroy(Object.assign(new Error('write EIO'), { code: 'EIO' }))
		assert.deepEqual(await exited, { sessionId: '01SESSION', hasMessages: false })
	})

	test('the program that started it can end it', async () => {
		const stop = new AbortController()
		const { terminal, exited } = started({ stop: stop.signal })
		await terminal.until(PROMPT_LINE)
		stop.abort()
		await exited
		assert.equal(terminal.stdin.isRaw, false)
	})
})

describe('approvals', () => {
	const asked = approvalRequest('a1', {
		title: 'npm run build && rm -rf build',
		parts: [
			{ command: 'npm run build', outcome: 'ask', reason: 'npm scripts run anything', rule: 'npm' },
			{ command: 'rm -rf build', outcome: 'ask', reason: 'rm deletes', rule: 'rm' },
		],
		sessionKeys: ['npm run build', 'rm -rf build'],
	})
	const answer = (decision: object) => ({ type: 'approve', approvalId: 'a1', decision })

	test('the question shows the call, its parts and why it is asked', async () => {
		const { port, terminal } = started()
		port.emit(runStart('go'), asked)
		await terminal.until('5 no, and tell')
		assert.equal(
			terminal.screen().split('\n').slice(5).join('\n'),
			[
				'',
				`━━ Run this command? ${'━'.repeat(58)}`,
				'  npm run build && rm -rf build',
				'  ? npm run build',
				'      npm scripts run anything',
				'  ? rm -rf build',
				'      rm deletes',
				'  It deletes files.',
				'─'.repeat(79),
				'❯ 1 yes, once',
				'  2 yes, and in this session for npm run build, rm -rf build',
				'  4 no',
				'  5 no, and tell the model why',
				'Tab adds a remark · Ctrl+G edits · words say no and why · Esc stops the run',
				'anthropic/claude-test · ask · ~/project',
			].join('\n'),
		)
	})

	const keys: readonly (readonly [keys: string, command: object])[] = [
		['1', answer({ answer: 'once' })],
		['2', answer({ answer: 'session' })],
		['34', answer({ answer: 'no' })],
		['\x1b', { type: 'cancel', runId: RUN }],
		['\r', answer({ answer: 'once' })],
		['\x1b[B\r', answer({ answer: 'session' })],
		['5use make instead\r', answer({ answer: 'no-with-reason', reason: 'use make instead' })],
		['5\r', answer({ answer: 'no' })],
		['y\r', answer({ answer: 'no-with-reason', reason: 'y' })],
		['n\r', answer({ answer: 'no-with-reason', reason: 'n' })],
		['you may not\r', answer({ answer: 'no-with-reason', reason: 'you may not' })],
		['0 6 why 1?\r', answer({ answer: 'no-with-reason', reason: 'why 1?' })],
	]
	for (const [typed, command] of keys) {
		test(`${JSON.stringify(typed)} sends ${JSON.stringify(command)}`, async () => {
			const { port, terminal } = started()
			port.emit(runStart('go'), asked)
			await terminal.until('5 no, and tell')
			await pause(GUARD_MS)
			const sent = port.nextCommand()
			press(terminal, typed)
			assert.deepEqual(await sent, command)
		})
	}

	const dangerous = approvalRequest('a1', {
		outcome: 'ask-always',
		title: 'rm -rf build && git push --force',
		sessionKeys: ['rm -rf build'],
	})
	test('no letter allows a dangerous call: it begins the reason against it', async () => {
		const refused = async (letter: string) => {
			const { port, terminal } = started()
			port.emit(runStart('go'), dangerous)
			await terminal.until('Dangerous. Run it all the same?')
			await pause(GUARD_MS)
			terminal.type(letter)
			await terminal.until(`No, because: ${letter}▏`)
			const sent = port.nextCommand()
			terminal.type('ou said so\r')
			assert.deepEqual(await sent, answer({ answer: 'no-with-reason', reason: `${letter}ou said so` }))
			assert.equal(port.sent.length, 1)
		}
		await Promise.all([...'yYnNasod'].map(refused))
	})

	test('a dangerous call is allowed by its digit, or by the cursor that was moved to it', async () => {
		for (const keys of ['1', '\x1b[A\r']) {
			const { port, terminal } = started()
			port.emit(runStart('go'), dangerous)
			await terminal.until('❯ 4 no')
			await pause(GUARD_MS)
			const sent = port.nextCommand()
			press(terminal, keys)
			assert.deepEqual(await sent, answer({ answer: 'once' }))
		}
	})

	test('Esc goes from the reason back to the answers, where it stops the run', async () => {
		const { port, terminal } = started()
		port.emit(runStart('go'), asked)
		await terminal.until('5 no, and tell')
		await pause(GUARD_MS)
		terminal.type('no')
		// Nothing under it says what the keys did before.
		await terminal.until(screen => screen.includes('No, because: no▏') && !screen.includes('words say no'))
		terminal.type('\x1b')
		await terminal.until('❯ 1 yes, once')
		assert.deepEqual(port.sent, [])
		const sent = port.nextCommand()
		terminal.type('\x1b')
		assert.deepEqual(await sent, { type: 'cancel', runId: RUN })
	})

	test('the question after a reason is answered by digits again', async () => {
		const { port, terminal } = started()
		port.emit(runStart('go'), asked)
		await terminal.until('5 no, and tell')
		await pause(GUARD_MS)
		const sent = port.nextCommand()
		terminal.type('no\r')
		assert.deepEqual(await sent, answer({ answer: 'no-with-reason', reason: 'no' }))
		const decision = { answer: 'no' } as const
		port.emit(
			{
				type: 'approval-end',
				approvalId: 'a1' as ApprovalId,
				callId: 'call-a1' as CallId,
				decision,
				by: 'user',
			},
			approvalRequest('a2', { title: 'ls' }),
		)
		await terminal.until(screen => screen.includes('  ls') && screen.includes('words say no'))
	})

	test('a paste answers nothing: it begins the reason, and Ctrl+C works while it is written', async () => {
		const { port, terminal } = started()
		port.emit(runStart('go'), asked)
		await terminal.until('5 no, and tell')
		await pause(GUARD_MS)
		terminal.type('\x1b[200~1\nyes\x1b[201~')
		await terminal.until('No, because: 1 yes▏')
		const sent = port.nextCommand()
		terminal.type('\x03')
		assert.deepEqual(await sent, { type: 'cancel', runId: RUN })
	})

	test('what was being typed when it appeared does not answer it', async () => {
		/** @returns how it is answered; undefined where this machine took longer than a dialog waits */
		const answeredBy = async (first: string, ...more: readonly string[]) => {
			const { port, terminal } = started()
			port.emit(runStart('go'))
			await terminal.until(BUSY_LINE)
			terminal.type('m')
			await terminal.until('> m')
			const askedMs = performance.now()
			port.emit(asked)
			await terminal.until('5 no, and tell')
			for (const keys of [first, ...more]) terminal.type(keys)
			await terminal.until(/> my 1|No, because/)
			return performance.now() - askedMs < 400 ? [terminal.screen().includes('> my 1'), port.sent] : undefined
		}
		let answer: Awaited<ReturnType<typeof answeredBy>>
		for (let tries = 0; tries < 20 && !answer; tries++) answer = await answeredBy('y', ' 1')
		assert.deepEqual(answer, [true, []])
	})

	test('a dangerous call cannot be allowed for the session, and Enter alone refuses it', async () => {
		const { port, terminal } = started()
		port.emit(
			runStart('go'),
			approvalRequest('a1', { outcome: 'ask-always', title: 'rm -rf ~', sessionKeys: ['rm -rf ~'] }),
		)
		await terminal.until('Dangerous. Run it all the same?')
		assert.doesNotMatch(terminal.screen(), /2 yes/)
		await pause(GUARD_MS)
		terminal.type('2')
		const sent = port.nextCommand()
		terminal.type('\r')
		assert.deepEqual(await sent, answer({ answer: 'no' }))
	})

	test('a question longer than the screen is scrolled in the dialog, and nothing of it is left above', async () => {
		const { port, terminal } = started({ columns: 40, rows: 12 })
		const command = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
		port.emit(runStart('go'), approvalRequest('a1', { title: command }))
		await terminal.until('5 no, and tell')
		await terminal.until(/rows 1–\d+ of/)
		const whole = command.replaceAll(' ', '')
		assert.ok((await readThrough(terminal)).replace(/\s+/g, '').includes(whole))
		assert.ok(!terminal.scrollback().replace(/\s+/g, '').includes(whole))
	})

	test('hidden characters in a command are written out and counted', async () => {
		const { port, terminal } = started()
		port.emit(runStart('go'), approvalRequest('a1', { title: 'rm -rf ~\u200b\x1b[8m/x' }))
		await terminal.until('rm -rf ~⟨U+200B⟩⟨U+001B⟩[8m/x')
		await terminal.until('2 hidden characters, written as ⟨U+…⟩.')
	})

	test('what is typed after the answer goes to the prompt', async () => {
		const { port, terminal } = started()
		port.emit(runStart('go'), asked)
		await terminal.until('5 no, and tell')
		await pause(GUARD_MS)
		terminal.type('1')
		terminal.type('next')
		port.emit({
			type: 'approval-end',
			approvalId: 'a1' as ApprovalId,
			callId: 'call-a1' as CallId,
			decision: { answer: 'once' },
			by: 'user',
		})
		await terminal.until('> next')
	})

	test('a question of the model is answered by number or in words', async () => {
		const { port, terminal } = started()
		const question = {
			questionId: 'q1' as QuestionId,
			callId: 'c1' as CallId,
			text: 'Which one?',
			options: ['left', 'right'],
		}
		port.emit(runStart('go'), { type: 'question-request', question })
		await terminal.until('2 right')
		await pause(GUARD_MS)
		const first = port.nextCommand()
		terminal.type('2')
		assert.deepEqual(await first, { type: 'answer', questionId: 'q1', answer: 'right' })
		port.emit(
			{ type: 'question-end', questionId: question.questionId, callId: question.callId },
			{
				type: 'question-request',
				question: { ...question, questionId: 'q2' as QuestionId, text: 'And which then?' },
			},
		)
		await terminal.until('And which then?')
		await pause(GUARD_MS + 600)
		const second = port.nextCommand()
		terminal.type('neither')
		terminal.type('\r')
		assert.deepEqual(await second, { type: 'answer', questionId: 'q2', answer: 'neither' })
	})
})

describe('slash commands', () => {
	test('one on the command line is run, and none is sent to a model', async () => {
		const first = started({ initialPrompt: '/screen the project' })
		await first.terminal.until('“the project” is no screen. There are inline and full.')
		const second = started({ initialPrompt: '/hlep' })
		await second.terminal.until('There is no command /hlep. Did you mean /help?')
		assert.deepEqual([...first.port.sent, ...second.port.sent], [])
		const port = new FakePort()
		const sent = port.nextCommand()
		started({ port, initialPrompt: '//screen stands where?' })
		assert.deepEqual(await sent, {
			type: 'prompt',
			message: userText('/screen stands where?'),
			whenBusy: 'queue',
		})
	})

	test('/resume lists the sessions, typing searches, Enter takes one up', async () => {
		const session = { name: undefined, cwd: '/w', createdAt: 0, messages: 3, model: undefined, sizeBytes: 1 }
		const { port, terminal } = started({
			port: new FakePort({
				sessions: async () => [
					{ ...session, sessionId: 's1' as never, title: 'fix the parser', usedAt: Date.now() - 7_200_000 },
					{ ...session, sessionId: 's2' as never, title: 'write docs', usedAt: Date.now() },
				],
			}),
		})
		await terminal.until(PROMPT_LINE)
		terminal.type('/resume\r')
		await terminal.until(
			/❯ +write docs +\/w +3 messages +just now[\s\S]* fix the parser +\/w +3 messages +2 h ago/,
		)
		terminal.type('pars')
		await terminal.until(
			screen => /❯ +fix the parser.* 2 h ago/.test(screen) && !screen.includes('write docs'),
		)
		const sent = port.nextCommand()
		terminal.type('\r')
		assert.deepEqual(await sent, { type: 'session-resume', selector: 's1' })
		await terminal.until(PROMPT_LINE)
	})

	test('a refused command is shown, and its prompt comes back', async () => {
		const { port, terminal } = started()
		await terminal.until(PROMPT_LINE)
		port.refusal = 'the session is busy elsewhere'
		terminal.type('do it\r')
		await terminal.until('✗ the session is busy elsewhere')
		await terminal.until('> do it')
	})

	test('an unknown command names the nearest one', async () => {
		const { terminal } = started()
		await terminal.until(PROMPT_LINE)
		terminal.type('/modle\r')
		await terminal.until('There is no command /modle. Did you mean /model')
	})

	test('/copy puts the last answer on the clipboard', async () => {
		const { port, terminal } = started()
		port.emit(runStart('go'), said('the answer'), runEnd())
		await terminal.until('the answer')
		terminal.type('/copy\r')
		await terminal.until('Copied, if your terminal lets programs do that')
		assert.ok(terminal.written.includes(`\x1b]52;c;${Buffer.from('the answer').toString('base64')}\x07`))
	})

	test('! runs a command, # keeps a note', async () => {
		const { port, terminal } = started({
			runShell: async command => ({ text: `ran ${command}`, exitCode: 3 }),
		})
		await terminal.until(PROMPT_LINE)
		terminal.type('!ls -l\r')
		await terminal.until('! ls -l\nran ls -l\nexit 3')
		const noted = port.nextCommand()
		terminal.type('#use tabs\r')
		assert.deepEqual(await noted, { type: 'remember', text: 'use tabs', scope: 'project' })
		const sent = port.nextCommand()
		terminal.type('why?\r')
		const content = [
			{ type: 'text', text: 'I ran `ls -l` (exit code 3):\nran ls -l' },
			{ type: 'text', text: 'why?' },
		]
		assert.deepEqual(await sent, { type: 'prompt', message: { role: 'user', content }, whenBusy: 'steer' })
	})
})

test('a long session shows its end and says how much there is before it', async () => {
	const { port, terminal } = started()
	const turns = Array.from({ length: 600 }, (_, index) => [
		runStart(`prompt ${index}`),
		said(`answer ${index}`),
		runEnd(),
	])
	port.emit(...turns.flat())
	await terminal.until('answer 599')
	const lines = terminal.scrollback().split('\n')
	assert.match(lines[0] ?? '', /^↑ \d+ earlier messages · Ctrl\+O$/)
	const answers = lines.filter(line => line.startsWith('answer'))
	// Two screens of 24 rows, four rows a turn.
	assert.equal(answers.length, 12)
	assert.equal(lines[0], `↑ ${1201 - 24} earlier messages · Ctrl+O`)
})

test('a long run shows its end below its prompt', async () => {
	const { port, terminal } = started()
	const steps = Array.from({ length: 500 }, (_, index) => said(`step ${index}`))
	port.emit(runStart('the goal'), ...steps, runEnd())
	await terminal.until('step 499')
	const lines = terminal.scrollback().split('\n')
	assert.deepEqual(lines.slice(0, 5), ['↑ 477 earlier messages · Ctrl+O', '', '❯ the goal', '⋮', ''])
	assert.equal(lines.filter(line => line.startsWith('step')).length, 24)
})

test('where nothing is left out between an answer and its prompt, nothing says so', async () => {
	const { port, terminal } = started()
	const answer = Array.from({ length: 10 }, (_, row) => `row ${row}`).join('\n')
	const turns = [0, 1, 2, 3, 4, 5].map(turn => [
		runStart(`prompt ${turn}`),
		said(`${answer}\nend ${turn}`),
		runEnd(),
	])
	port.emit(...turns.flat())
	await terminal.until('end 5')
	const lines = terminal.scrollback().split('\n')
	const first = lines.indexOf('↑ 4 earlier messages · Ctrl+O')
	assert.deepEqual(lines.slice(first + 1, first + 5), ['', '❯ prompt 2', '', 'row 0'])
})

test('without colours no colour is written, by nobody', async () => {
	const { port, terminal } = started({ environment: { NO_COLOR: '1' } })
	port.emit(runStart('go'), said('**bold** `code`\n```js\nconst a = 1\n```'), runEnd())
	await terminal.until('const a')
	assert.doesNotMatch(terminal.written, /\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m/)
	assert.match(terminal.written, /\x1b\[1mbold\x1b\[22m/, 'what is bold is no colour')
})

test('foreign text cannot write to the terminal', async () => {
	const { port, terminal } = started()
	const evil = '\x1b]52;c;ZXZpbA==\x07\x1b[2J\x1b]0;owned\x07'
	port.emit(
		runStart(`go ${evil}`),
		text(`a ${evil.slice(0, 7)}`),
		text(evil.slice(7)),
		said(`a ${evil}`, call('c1', `shell${evil}`, { command: `ls ${evil}` })),
		progress('c1', evil),
		toolEnd('c1', 'shell', { outcome: 'failed', content: [{ type: 'text', text: evil }] }),
		{ type: 'notice', level: 'error', text: evil },
		{ type: 'session-rename', name: evil },
		approvalRequest('a1', { title: evil, reasons: [evil], sessionKeys: [evil], diff: evil }),
	)
	await terminal.until('5 no, and tell')
	assert.doesNotMatch(terminal.written, /\x1b\]|\x1b\[2J|\x07/)
})

const SIZES = [
	[80, 24],
	[40, 10],
	[20, 5],
	[200, 50],
] as const

const anyEvents: fc.Arbitrary<readonly AgentEvent[]> = fc
	.array(
		fc.oneof(
			fc.record({
				kind: fc.constant('text' as const),
				text: fc.constantFrom(
					'word ',
					'several words at once ',
					'\n',
					'\n\n- item ',
					'```js\n',
					'let a\n',
					'日本語 ',
				),
			}),
			fc.record({ kind: fc.constant('call' as const), lines: fc.nat(30) }),
			fc.record({ kind: fc.constant('notice' as const), words: fc.nat(40) }),
			fc.record({ kind: fc.constant('queue' as const), count: fc.nat(5) }),
		),
		{ minLength: 1, maxLength: 40 },
	)
	.map(steps => {
		const events: AgentEvent[] = [runStart('go')]
		let reply = ''
		let calls = 0
		for (const step of steps) {
			if (step.kind === 'text') {
				reply += step.text
				events.push(text(step.text))
			} else if (step.kind === 'call') {
				const id = `c${calls++}`
				const args = { command: `command ${id}` }
				events.push(said(reply, call(id, 'shell', args)), toolStart(id, 'shell', args))
				events.push(
					progress(id, 'line\n'.repeat(step.lines)),
					toolEnd(id, 'shell', okResult('out\n'.repeat(step.lines))),
				)
				events.push({ type: 'turn-start', turn: calls })
				reply = ''
			} else if (step.kind === 'notice') {
				// In the middle of an answer it is shown in the middle of it.
				if (reply !== '') continue
				events.push({ type: 'notice', level: 'info', text: 'notice '.repeat(step.words) })
			} else {
				const item = {
					queueId: 'q' as QueueId,
					whenBusy: 'steer' as const,
					message: userText('waiting '.repeat(9)),
				}
				events.push({ type: 'queue-change', items: Array.from({ length: step.count }, () => item) })
			}
		}
		return [...events, said(reply), { type: 'queue-change', items: [] }, runEnd()]
	})

describe('drawn step by step, the screen ends up as if drawn at once', () => {
	for (const [columns, rows] of SIZES) {
		test(`${columns}×${rows}`, async () => {
			await fc.assert(
				fc.asyncProperty(anyEvents, async events => {
					const stepwise = started({ columns, rows })
					await stepwise.terminal.until('Ask')
					for (const [index, event] of events.entries()) {
						stepwise.port.emit(event)
						await new Promise(resolve => setImmediate(resolve))
						if (index % 3 === 2) await pause(12)
					}
					const atOnce = started({ columns, rows })
					atOnce.port.emit(...events)
					for (const { terminal, port } of [stepwise, atOnce]) {
						port.emit({ type: 'notice', level: 'info', text: 'the end' })
						await terminal.until(screen => screen.includes('the end') && screen.includes('Ask'))
						assert.doesNotMatch(terminal.written, /\x1b\[[23]J|\x1b\[H|\x1b\[1;1H/)
					}
					const [one, other] = [stepwise.terminal, atOnce.terminal].map(terminal =>
						withoutAir(terminal.scrollback()),
					)
					assert.equal(one, other)
				}),
				{ numRuns: 8 },
			)
		})
	}
})

/** Where the frame stands on a screen that is not full depends on how tall it has been. */
function withoutAir(screen: string): string {
	return screen.replace(/\n+/g, '\n')
}

test('a bug in drawing ends the screen, and is told to whoever started it', async () => {
	const port = new FakePort()
	const terminal = new ScreenTerminal()
	const exited = startTui({ version: '1', port, stdin: terminal.stdin, stdout: terminal.stdout })
	port.emit({ ...opened, approvals: undefined as never })
	await assert.rejects(exited, TypeError)
	assert.equal(terminal.stdin.isRaw, false)
})

test('what was typed before the screen was there is in the prompt, and no longer where the terminal wrote it', async () => {
	const { terminal } = started({ before: '$ agent\r\nfix the' })
	terminal.type('fix the')
	await terminal.until('> fix the')
	await terminal.until('claude-test · ask')
	assert.equal(terminal.scrollback().split('fix the').length, 2, terminal.scrollback())
	assert.match(terminal.scrollback(), /^\$ agent\n/)
})
