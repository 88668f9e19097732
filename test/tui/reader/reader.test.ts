import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { whySpoken } from '../../../src/cli/commands/chat/screen-services.ts'
import type { CallId, QuestionId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import { okResult } from '../../../src/core/tool.ts'
import { spokenMarkdown } from '../../../src/tui/reader/spoken-markdown.ts'
import { startReader } from '../../../src/tui/reader/start-reader.ts'
import type { TuiOptions } from '../../../src/tui/state/tui-options.ts'
import {
	approvalRequest,
	call,
	FakePort,
	opened,
	RUN,
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

function started(TERM = 'xterm-256color', options: Partial<TuiOptions> = {}, model?: ModelRef) {
	const terminal = new ScreenTerminal(80, 24)
	const port = new FakePort()
	const exited = startReader(
		{
			version: '1',
			environment: { HOME: '/home/me', TERM },
			port,
			stdin: terminal.stdin,
			stdout: terminal.stdout,
			...options,
		},
		'--screen-reader',
	)
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit({ ...opened, ...(model && { chain: [model] }) })
	return { terminal, port, exited }
}

test('a terminal that takes no sequences is sent none', async () => {
	const { terminal } = started('dumb')
	await terminal.until(/You:$/)
	assert.doesNotMatch(terminal.written, /\x1b/)
})

test('what the folder is, and that nothing but the demo answers, is said before anything is asked', async () => {
	const facts = {
		...{ instructions: 'AGENTS.md', examples: [], localServers: ['ollama (3 models)'], tip: 'x' },
		lastSession: { name: 'parser work', title: '', usedAt: Date.now() },
	}
	const asked: object[] = []
	const startFacts = async (given: { isWithoutModel: boolean }) => {
		asked.push(given)
		return facts
	}
	const { terminal, port } = started(undefined, { startFacts }, { provider: 'demo', model: 'demo' })
	await terminal.until(/Last here: parser work, just now\. \/resume goes on with it\.\nYou:$/)
	assert.match(
		terminal.scrollback(),
		/This is the demo[\s\S]*\/login --key to paste a key\.\nYou: ?\nOn this machine: ollama \(3 models\)\.\nAGENTS\.md is read\.\nLast here/,
	)
	assert.deepEqual(asked, [{ isWithoutModel: true }])
	port.emit(opened, { type: 'context-use', usedTokens: 64_000, windowTokens: 200_000 })
	terminal.type('/statusline\r')
	await terminal.until(/· 32%/)
	assert.doesNotMatch(terminal.scrollback(), /[█░]/)
	assert.equal(terminal.scrollback().match(/Last here/g)?.length, 1)
})

test('a run is lines that say who says them, each written once and none drawn again', async () => {
	const { terminal, port, exited } = started()
	await terminal.until(/You:$/)
	assert.match(terminal.screen(), /^Screen reader mode: switched on by --screen-reader\./)
	const sent = port.nextCommand()
	terminal.type('fix itt\x7f\r')
	assert.deepEqual(await sent, { type: 'prompt', message: userText('fix it'), whenBusy: 'steer' })
	port.emit(runStart('fix it'))
	await terminal.until('Keelson: working.')
	port.emit(
		said('I look.', call('c1', 'shell', { command: 'npm test' })),
		toolStart('c1', 'shell', { command: 'npm test' }),
		toolEnd(
			'c1',
			'shell',
			okResult('12 passed', { type: 'command', exitCode: 0, timedOut: false, durationMs: 1 }),
		),
		said('All **good**.\n\n| File | Lines |\n|---|---|\n| a.ts | 3 |\n'),
		runEnd(),
	)
	// The bell comes once the lines are out.
	await terminal.until(() => /done after[^\n]*\n[\s\S]*\x07/.test(terminal.written))
	const { written } = terminal
	assert.match(
		terminal.scrollback(),
		/You: fix it\nKeelson: working\.\nKeelson: I look\.\nTool: shell npm test: done\n12 passed\nKeelson: All good\.\nFile: a\.ts\nLines: 3\n/,
	)
	// No cursor goes up or home, nothing is erased, no frame, no title; a bell at the end.
	assert.doesNotMatch(written, /\x1b\[\d*[A-HJKLMf]|\x1b\]|[╭│╰█✓●]/)
	terminal.type('\x0c')
	await terminal.until(() => terminal.scrollback().match(/Lines: 3/g)?.length === 2)
	terminal.type('\x04')
	await exited
	assert(terminal.written.endsWith('\x1b[?2004l'))
})

test('earlier prompts come with Up, files and commands with Tab as numbers', async () => {
	const { terminal, port } = started()
	port.queries.promptHistory = async () => ['first of all', 'then this']
	port.queries.files = async () => ['src/parser.ts', 'src/parts.ts', 'docs/notes.md']
	await terminal.until(/You:$/)
	terminal.type('half')
	await terminal.until(/You: half$/)
	terminal.type('\x1b[A')
	await terminal.until(/You: then this$/)
	terminal.type('\x1bOA')
	await terminal.until(/You: first of all$/)
	terminal.type('\x1b[A')
	await terminal.until(/No earlier prompt\.\nYou: first of all$/)
	terminal.type('\x0e\x0e')
	await terminal.until(/You: half$/)

	terminal.type('\x15look at @par\t')
	await terminal.until(/1\. src\/par\S+\n2\. src\/par\S+\nType a number/)
	terminal.type(terminal.screen().includes('1. src/parser.ts') ? '1\r' : '2\r')
	await terminal.until(/You: look at @src\/parser\.ts$/)
	const sent = port.nextCommand()
	terminal.type('closely\r')
	assert.deepEqual(await sent, {
		type: 'prompt',
		message: userText('look at @src/parser.ts closely'),
		whenBusy: 'steer',
	})
	terminal.type('/stat\t')
	await terminal.until(/Question: Commands for \/stat[\s\S]*1\. \/stat/)
	terminal.type('\r')
	await terminal.until(/You: \/stat$/)
})

describe('what is asked', () => {
	test('is numbered, and only a number with Enter allows anything', async () => {
		const { terminal, port } = started()
		await terminal.until(/You:$/)
		port.emit(runStart('go'))
		await terminal.until('working')
		terminal.type('1 more thing')
		await terminal.until('1 more thing')
		port.emit(approvalRequest('a1', { title: 'rm -rf build' }))
		await terminal.until(/Your answer:$/)
		assert.match(
			terminal.scrollback(),
			/Question: Run this command\?\nrm -rf build\n[\s\S]*1\. yes, once\n4\. no\nType 1 or 4/,
		)
		assert(terminal.written.includes('\x07'))
		// What was being typed is no answer, and a number that is not there is none.
		terminal.type('\r')
		terminal.type('2\r')
		await terminal.until(() => terminal.scrollback().match(/Type 1 or 4/g)?.length === 3)
		assert.deepEqual(port.sent, [])
		const sent = port.nextCommand()
		terminal.type('1\r')
		assert.deepEqual(await sent, { type: 'approve', approvalId: 'a1', decision: { answer: 'once' } })
		await terminal.until(/1 more thing$/)
	})

	test('words say no, and why', async () => {
		const { terminal, port } = started()
		port.emit(runStart('go'), approvalRequest('a1', { title: 'rm -rf build' }))
		await terminal.until(/Your answer:$/)
		const sent = port.nextCommand()
		terminal.type('yes, do it\r')
		assert.deepEqual(await sent, {
			type: 'approve',
			approvalId: 'a1',
			decision: { answer: 'no-with-reason', reason: 'yes, do it' },
		})
	})

	test('of a question is answered by its number or in words', async () => {
		const { terminal, port } = started()
		const ask = (id: string) =>
			port.emit({
				type: 'question-request',
				question: {
					questionId: id as QuestionId,
					callId: 'c1' as CallId,
					text: 'Which database?',
					options: ['SQLite', 'Postgres'],
				},
			})
		port.emit(runStart('go'))
		ask('q1')
		await terminal.until('2. Postgres')
		const first = port.nextCommand()
		terminal.type('2\r')
		assert.deepEqual(await first, { type: 'answer', questionId: 'q1', answer: 'Postgres' })
		port.emit({
			type: 'question-end',
			questionId: 'q1' as QuestionId,
			callId: 'c1' as CallId,
			answer: 'Postgres',
		})
		ask('q2')
		await terminal.until(() => terminal.scrollback().match(/1\. SQLite/g)?.length === 2)
		const second = port.nextCommand()
		terminal.type('neither\r')
		assert.deepEqual(await second, { type: 'answer', questionId: 'q2', answer: 'neither' })
	})
})

test('Esc stops the run, and commands are lists of numbers', async () => {
	const { terminal, port } = started()
	port.emit(runStart('go'))
	await terminal.until('working')
	const sent = port.nextCommand()
	terminal.type('\x1b')
	assert.deepEqual(await sent, { type: 'cancel', runId: RUN })
	port.emit(runEnd('cancelled'))
	await terminal.until('done after')
	terminal.type('/permissions\r')
	await terminal.until(/There are no rules yet\./)
	terminal.type('/status\r')
	await terminal.until(/model: anthropic\/claude-test/i)
})

describe('what a drawn screen has panels for is lines and numbers', () => {
	test('models, and what is chosen is sent', async () => {
		const { terminal, port } = started()
		port.queries.models = async () =>
			['gpt-5', 'gpt-5-mini'].map(model => ({
				ref: { provider: 'openai', model },
				windowTokens: 400_000,
				maxOutputTokens: 128_000,
				price: undefined,
				images: true,
				reasoning: true,
			}))
		await terminal.until(/You:$/)
		terminal.type('/model\r')
		await terminal.until(
			/Question: Model\nopenai:\n1\. gpt-5, 400k[^\n]*\n2\. gpt-5-mini, [\s\S]*Your answer:$/,
		)
		const sent = port.nextCommand()
		terminal.type('2\r')
		assert.deepEqual(await sent, { type: 'set-model', chain: [{ provider: 'openai', model: 'gpt-5-mini' }] })
	})

	test('settings: words search, a number keeps its own, and the value is typed', async () => {
		const written: string[] = []
		const setting = (key: string) => ({
			key,
			value: 'old',
			fallback: 'old',
			layer: 'built-in' as const,
			from: '',
			description: `what ${key} is`,
			type: 'text',
			inProject: '',
		})
		const settings = {
			list: async () => ({
				settings: [...Array(30).keys()].map(number => setting(`part${number}.name`)),
				problems: [],
			}),
			set: async (key: string, text: string) => {
				written.push(`${key}=${text}`)
				return []
			},
			unset: async () => [],
		}
		const { terminal } = started('xterm', { settings })
		await terminal.until(/You:$/)
		terminal.type('/config\r')
		await terminal.until(/15\. part14\.name[\s\S]*Words search\. The word more says 15 more\./)
		terminal.type('part27\r')
		await terminal.until(/28\. part27\.name, old, default, what part27\.name is\n/)
		terminal.type('28\r')
		await terminal.until(/takes {4}text[\s\S]*You: \/config part27\.name$/)
		terminal.type('new\r')
		await terminal.until('part27.name is new.')
		assert.deepEqual(written, ['part27.name=new'])
	})

	test('changes: files, and of the one that is chosen the lines that differ', async () => {
		const { terminal, port } = started()
		const file = { path: '/w/a.ts', name: 'a.ts', what: 'changed' as const }
		const counts = { added: 1, removed: 1, key: 'k' }
		const range = { from: 1, count: 1 }
		port.queries.changes = {
			list: async scope => ({
				scope,
				since: 'the last prompt',
				files: scope === 'session' ? [file] : [],
				moreFiles: 0,
			}),
			counts: async () => [counts],
			file: async () => ({
				...file,
				...counts,
				before: { kind: 'text', text: 'one\ntwo\n' },
				after: { kind: 'text', text: 'one\nzwei\n' },
				hunks: [{ before: range, after: range, spans: [{ before: range, after: range }], key: 'h' }],
			}),
			seen: async () => [],
		}
		await terminal.until(/You:$/)
		terminal.type('/diff\r')
		await terminal.until(/1\. a\.ts, changed, 1 added, 1 removed\n/)
		terminal.type('1\r')
		await terminal.until(/a\.ts\nremoved 2: two\nadded 2: zwei\nYou:$/)
	})

	test('what is about a screen that is drawn says so and claims no effect', async () => {
		const { terminal } = started()
		await terminal.until(/You:$/)
		terminal.type('/vim on\r')
		await terminal.until(/Note: Vim keys are kept for the screen that is drawn\./)
		terminal.type('/screen full\r')
		await terminal.until(/Note: Nothing is drawn here, so there is no window to take/)
		assert.doesNotMatch(terminal.scrollback(), /Esc leaves insert mode/)
	})

	test('help says the keys that are here, and a command leaves the list it is typed at', async () => {
		const { terminal } = started()
		await terminal.until(/You:$/)
		terminal.type('/help\r')
		await terminal.until(/Ctrl\+L: says the last message or question again\n[\s\S]*@: a file\n/)
		terminal.type('/help commands\r')
		await terminal.until(/15\. \/[\s\S]*Your answer:$/)
		assert.match(terminal.scrollback(), /1\. \/help, keys, commands, tips\n/)
		terminal.type('/context\r')
		await terminal.until(/Context: [^\n]*\n(?:[a-z ]+: [^\n]*\n)+You:$/)
	})
})

test('Markdown is words: code has a beginning and an end, and a table says what its cells are about', () => {
	assert.deepEqual(
		spokenMarkdown(
			'# Two *things*\n\n1. one `a`\n2. two\n   - inner\n\n```ts\nlet a\n```\n\n| A | B |\n|---|---|\n| 1 | **2** |\n| 3 | 4 |\n',
		),
		[
			'Heading: Two things',
			'1. one a',
			'2. two',
			'  - inner',
			'Code, ts:',
			'let a',
			'End of code.',
			'Row 1 of 2',
			'A: 1',
			'B: 2',
			'Row 2 of 2',
			'A: 3',
			'B: 4',
		],
	)
})

test('the flag, the variable and the setting ask for it, and the first of them is named', () => {
	const why = (flag: boolean, env: Record<string, string>, screenReader: boolean) =>
		whySpoken({ flag, env, screen: { screenReader } })
	assert.deepEqual(
		[
			why(true, { ACCESSIBLE: '1' }, true),
			why(false, { ACCESSIBLE: '1' }, true),
			why(false, { ACCESSIBLE: '0' }, true),
			why(false, { ACCESSIBLE: '', TERM: 'dumb' }, false),
			why(false, { ACCESSIBLE: '', TERM: 'xterm' }, false),
		],
		['--screen-reader', 'ACCESSIBLE=1', 'the setting screen.screenReader', 'TERM=dumb', undefined],
	)
})
