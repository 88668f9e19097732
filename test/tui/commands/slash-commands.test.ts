import assert from 'node:assert/strict'
import { describe, onTestFinished, test } from 'vitest'
import type { Command } from '../../../src/core/commands.ts'
import type { AgentEvent } from '../../../src/core/events.ts'
import { promptText, userText } from '../../../src/core/messages.ts'
import { createActions } from '../../../src/tui/actions.ts'
import { compact } from '../../../src/tui/commands/compact.ts'
import { initMessage } from '../../../src/tui/commands/init.ts'
import { plan } from '../../../src/tui/commands/modes/approve.ts'
import { SLASH_COMMANDS, slashCommandReference } from '../../../src/tui/commands/slash-commands.ts'
import { tellReading } from '../../../src/tui/commands/usage/stats.ts'
import { argumentHint, tokenAt } from '../../../src/tui/composer/completion.ts'
import { EMPTY_BUFFER, setText } from '../../../src/tui/composer/text-buffer.ts'
import { ScreenStore } from '../../../src/tui/screen/screen-store.ts'
import { nextMode } from '../../../src/tui/slash-command/mode-cycle.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { ScreenPreferences } from '../../../src/tui/state/screen-preferences.ts'
import { ScreenTheme } from '../../../src/tui/themes/screen-theme.ts'
import { TranscriptWriter } from '../../../src/tui/transcript/transcript-writer.ts'
import { FakePort, opened, runEnd, runStart, said, text } from '../../support/screen/fake-port.ts'
import { PLAIN } from '../../support/screen/plain-theme.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

/**
 * What comes of a command in a session with one finished run: something sent, shown, told, opened, written, put on the
 * clipboard, or the end.
 */
async function outcomeOf(name: string, argument: string): Promise<unknown> {
	const port = new FakePort()
	const { stdin, stdout } = new ScreenTerminal()
	const theme = PLAIN
	const target = { columns: 80, insertAbove() {} }
	const store = new ScreenStore(
		{ version: '1', home: undefined },
		onReady => new TranscriptWriter({ target, theme, onReady }),
	)
	port.emit(opened, runStart('go'), said('done'), runEnd())
	port.close()
	await store.follow(port, new AbortController().signal)
	return new Promise(resolve => {
		const exportSession = async (_session: string, file: string) => {
			resolve({ exported: file })
			return file
		}
		const actions = createActions({
			options: { port, version: '1', stdin, stdout, exportSession, profiles: async () => PROFILES },
			preferences: new ScreenPreferences(),
			store,
			theme: new ScreenTheme({ depth: 'none', environment: {}, onChange() {} }),
			surface: () => ({
				open: ({ title }) => resolve({ list: title }),
				openSessions: () => resolve({ sessions: true }),
				openRewind: () => resolve({ rewind: true }),
				openPanel: () => resolve({ panel: true }),
				insertText: text => resolve({ inserted: text }),
				openPage: ([block]) =>
					resolve(block?.kind === 'notice' ? { page: block.text } : { table: block?.title ?? '' }),
				openWindow: () => resolve({ window: true }),
				restorePrompt() {},
				handOver: use => use(),
				openEditor: () => resolve({ editor: true }),
				editText: async () => undefined,
			}),
			control: sequence => resolve({ sequence }),
			exit: () => resolve({ exited: true }),
		})
		const { total } = store.view.blocks
		store.subscribe(() => {
			const { passing, blocks } = store.view
			if (passing) resolve({ level: passing.level, text: passing.text })
			const block = blocks.recent.slice(-Math.max(0, blocks.total - total))[0]
			if (blocks.total > total && block?.kind === 'notice') resolve({ recorded: block.text })
		})
		void port.nextCommand().then(command => resolve({ command }))
		actions.submit({ kind: 'command', name, argument })
	})
}
const PROFILES = {
	inForce: undefined,
	all: [
		{
			name: 'work',
			chain: [{ provider: 'mine', model: 'b' }],
			effort: undefined,
			needsStart: undefined,
			approvals: undefined,
		},
	],
}
const send = (command: Command) => ({ command })
const told = (level: string, text: string) => ({ level, text })
const problem = (text: string) => told('warning', text)

const cases: readonly (readonly [typed: string, outcome: object])[] = [
	['help', { panel: true }],
	['help me', problem('“me” is no page of the help. There are keys, commands and tips.')],
	['keys', { panel: true }],
	['EXIT', { exited: true }],
	['usage', { table: 'This session' }],
	['model', { panel: true }],
	['model openai/gpt-5', send({ type: 'set-model', chain: [{ provider: 'openai', model: 'gpt-5' }] })],
	[
		'model openrouter/meta/llama, demo/demo',
		send({
			type: 'set-model',
			chain: [
				{ provider: 'openrouter', model: 'meta/llama' },
				{ provider: 'demo', model: 'demo' },
			],
		}),
	],
	['model work', send({ type: 'set-model', chain: [{ provider: 'mine', model: 'b' }] })],
	[
		'model gpt-5',
		problem(
			'“gpt-5” is not a model. Write provider/model, as in openai/gpt-5, or one of your profiles: work.',
		),
	],
	['effort', { list: 'Effort: as the model likes' }],
	['effort High', send({ type: 'set-effort', effort: 'high' })],
	['effort extreme', problem('“extreme” is no effort. There are none, low, medium and high.')],
	['approve', { list: 'Mode: ask' }],
	['approve auto-edit', send({ type: 'set-approvals', mode: { kind: 'auto-edit' } })],
	[
		'approve everything',
		problem(
			'“everything” is no approval mode. There are ask, all, none, auto-edit, plan, or a time such as 10m, 23:59 or 2026-11-30T18:00.',
		),
	],
	['config', problem('Settings cannot be changed here.')],
	['plan', send({ type: 'set-approvals', mode: { kind: 'plan' } })],
	['compact', send({ type: 'session-compact' })],
	['compress the exact error texts', send({ type: 'session-compact', focus: 'the exact error texts' })],
	['clear', send({ type: 'session-new' })],
	['resume', { sessions: true }],
	['resume 01ABC', send({ type: 'session-resume', selector: '01ABC' })],
	['session fork', { list: 'Go on in a copy' }],
	['fork', { list: 'Go on in a copy' }],
	['export notes.html', { exported: 'notes.html' }],
	['session rename two words', send({ type: 'session-rename', name: 'two words' })],
	[
		'session drop',
		problem('/session drop does not exist. There are new, resume, list, fork, rename, export.'),
	],
	['session', { sessions: true }],
	['session list', { sessions: true }],
	['session export notes.html', { exported: 'notes.html' }],
	['status', { table: 'Keelson 1' }],
	[
		'login openai',
		problem(
			'Run “agent login openai” in another terminal. What it changes counts from the next prompt on, here too.',
		),
	],
	['rewind', { list: 'Go back to before' }],
	['permissions', { list: 'Permissions: choose one to delete it' }],
	['skills', { page: 'There are no skills. .agents/skills/<name>/SKILL.md is one.' }],
	['doctor', problem('Run “agent doctor” in another terminal.')],
	['copy', { sequence: '\x1b]52;c;ZG9uZQ==\x07' }],
	['rename', { inserted: '/rename ' }],
	['hlep', problem('There is no command /hlep. Did you mean /help?')],
	['res', problem('There is no command /res. Did you mean /resume?')],
	['init the tests', send({ type: 'prompt', message: initMessage('the tests'), whenBusy: 'queue' })],
	['MCP', { page: 'No MCP servers are configured. Run “agent mcp add” in another terminal.' }],
	['plan the tests', send({ type: 'set-approvals', mode: { kind: 'plan' } })],
	[
		'clear this and that',
		problem('/clear takes nothing, but “this and that” stands behind it. It was not run.'),
	],
	['quit now', problem('/quit takes nothing, but “now” stands behind it. It was not run.')],
	['session fork it', problem('/fork takes nothing, but “it” stands behind it. It was not run.')],
	['screen both', problem('“both” is no screen. There are inline and full.')],
	['vim', told('info', 'Vim keys are on: Esc leaves insert mode, Enter sends in every mode.')],
	['frobnicate', problem('There is no command /frobnicate. /help lists them.')],
]
for (const [typed, outcome] of cases) {
	test(`/${typed}`, async () => {
		const [name = '', ...argument] = typed.split(' ')
		assert.deepEqual(await outcomeOf(name, argument.join(' ')), outcome)
	})
}

test('what is wrong with a long argument can be read to its end', async () => {
	assert.deepEqual(
		await outcomeOf('screen', 'x'.repeat(10_000)),
		problem(`“${'x'.repeat(39)}…” is no screen. There are inline and full.`),
	)
})

test('what is to be planned is asked once only reading is allowed', async () => {
	const commands: Command[] = []
	const send = (command: Command) => void commands.push(command)
	await plan.run('the parser', { send } as never)
	assert.deepEqual(commands, [
		{ type: 'set-approvals', mode: { kind: 'plan' } },
		{ type: 'prompt', message: userText('the parser'), whenBusy: 'steer' },
	])
})

test('of /init people see what they typed, and the model what it is to do', () => {
	const message = initMessage('the tests')
	assert.equal(promptText(message), '/init the tests')
	assert.match(JSON.stringify(message), /Write it to AGENTS\.md.*What matters most: the tests/)
	assert.equal(promptText(initMessage('')), '/init')
})

test('/stats says how far it is, how fast and for how long, where that takes some seconds', () => {
	const lines: string[] = []
	let now = 0
	const reading = (ofBytes: number, ...steps: readonly (readonly [ms: number, bytes: number])[]) => {
		now = 0
		const told = tellReading(
			text => lines.push(text),
			() => now,
		)
		for (const [ms, bytes] of steps) {
			now = ms
			told.at({ bytes, ofBytes })
		}
		told.end()
		return lines.splice(0)
	}
	assert.deepEqual(reading(20e6, [100, 1e6], [500, 10e6], [1000, 20e6]), [])
	assert.deepEqual(reading(200e6, [100, 1e6], [500, 20e6], [600, 24e6], [4000, 160e6]), [
		'Reading sessions: 10% · 20 of 200 MB · 40 MB/s · 4.5s left',
		'Reading sessions: 80% · 160 of 200 MB · 40 MB/s · 1.0s left',
		'Read 200 MB of sessions. What was counted is kept.',
	])
})

test('/compact says while a run goes on when it will be done', async () => {
	const notices: string[] = []
	const commands: Command[] = []
	await compact.run('', {
		send: (command: Command) => void commands.push(command),
		view: () => ({ run: { runId: 'r1' } }),
		notify: (_level: string, text: string) => void notices.push(text),
	} as never)
	assert.deepEqual(commands, [{ type: 'session-compact' }])
	assert.match(notices[0] ?? '', /before the run’s next step/)
})

test('/approve takes a time', async () => {
	const before = Date.now()
	const outcome = await outcomeOf('approve', '10m')
	const at = /"at":(\d+)/.exec(JSON.stringify(outcome))?.[1]
	assert.deepEqual(outcome, send({ type: 'set-approvals', mode: { kind: 'until', at: Number(at) } }))
	assert.ok(Number(at) >= before + 600_000 && Number(at) <= Date.now() + 600_000)
})

const EXPECTED =
	'help model approve plan context compact clear resume session new fork rename rewind diff export copy memory init mcp ' +
	'skills agents hooks tools cost status theme config keys statusline screen permissions checkpoint stats plugin login ' +
	'logout doctor editor vim quit compress undo'

describe('the list', () => {
	test('no name stands for two commands', () => {
		const names = SLASH_COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases])
		assert.deepEqual(names, [...new Set(names)])
	})

	test('a name that people know from elsewhere is there', () => {
		const known = SLASH_COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases])
		for (const name of EXPECTED.split(' ')) assert.ok(known.includes(name), name)
	})

	test('as a reference has one row for each command', () => {
		const [head, line, ...rows] = slashCommandReference().trimEnd().split('\n')
		assert.deepEqual([head, line], ['| Command | Also | What it does |', '| --- | --- | --- |'])
		assert.equal(rows.length, SLASH_COMMANDS.length)
		assert.ok(
			rows.includes(
				'| `/compact [what must not be lost]` | `/compress` | condense the conversation so far |',
			),
		)
		assert.ok(rows.includes('| `/effort [none\\|low\\|medium\\|high]` |  | how much the model thinks |'))
	})
})

test('Shift+Tab never gets to `all` by itself', () => {
	const cycle = (wasAll: boolean) => {
		const kinds = []
		let mode = nextMode({ kind: 'ask' }, wasAll)
		for (let step = 0; step < 4; step++) {
			kinds.push(mode.kind)
			mode = nextMode(mode, wasAll)
		}
		return kinds
	}
	assert.deepEqual(cycle(false), ['auto-edit', 'plan', 'ask', 'auto-edit'])
	assert.deepEqual(cycle(true), ['auto-edit', 'plan', 'all', 'ask'])
})

describe('without an argument', () => {
	/** Those that are over with the screen, or with the prompt that they send. */
	const others = ['quit', 'init']

	test('every command is opened and closed without a trace in the scrollback and on the screen', async () => {
		const terminal = new ScreenTerminal(80, 24)
		const port = new FakePort()
		let edited = 0
		const exited = startTui({
			...{ version: '1', environment: { HOME: '/home/me' }, port },
			...{ stdin: terminal.stdin, stdout: terminal.stdout },
			exportSession: async () => 'session.md',
			editText: async () => {
				edited++
				return undefined
			},
		})
		onTestFinished(async () => {
			port.close()
			await exited
		})
		const rows = Array.from({ length: 30 }, (_, row) => `row ${row}`)
		port.emit(opened, runStart('go'), said(`${rows.join('\n\n')}\n\nIt is done.`), runEnd())
		await terminal.until(screen => screen.includes('It is done.') && screen.includes('Ask for anything'))
		/** Also where on the screen it stands: nothing tells that anything was open. */
		const seen = () => [terminal.scrollback(), terminal.screen(), terminal.cursor().column].join('\n\n')
		const before = seen()
		const names = SLASH_COMMANDS.map(({ name }) => name).filter(name => !others.includes(name))
		// These two stay as they are until they are called again.
		const all = names.flatMap(name => (name === 'vim' || name === 'screen' ? [name, name] : [name]))
		for (const [index, name] of all.entries()) {
			const editedBefore = edited
			const isSent = port.nextCommand()
			terminal.type(`/${name}\r`)
			const isShown = terminal.until(screen => {
				// It writes what is to be gone on with.
				const isTyped = name !== 'rename' && new RegExp(`> /${name} *│`).test(screen)
				return !isTyped && (seen() !== before || edited > editedBefore)
			})
			await Promise.race([isShown, isSent])
			if (all[index + 1] === name) continue
			for (let keys = 0; seen() !== before && keys < 3; keys++) {
				terminal.type(name === 'rename' ? '\x03' : '\x1b')
				await terminal.until(() => seen() === before).catch(() => {})
			}
			assert.equal(seen(), before, name)
		}
		terminal.type('\x12')
		await terminal.until('search:')
		terminal.type('\x1b')
		await terminal.until(() => seen() === before)
	})
})

test.each([
	[80, 24],
	[200, 50],
])(
	'at %ix%i a list that was open while an answer streamed leaves what would be there without it',
	async (columns, rows) => {
		const started = () => {
			const terminal = new ScreenTerminal(columns, rows)
			const port = new FakePort()
			const { stdin, stdout } = terminal
			const exited = startTui({ version: '1', environment: { HOME: '/home/me' }, port, stdin, stdout })
			onTestFinished(async () => {
				port.close()
				await exited
			})
			return { terminal, port }
		}
		const [looked, other] = [started(), started()]
		const both = async (shows: string, ...events: readonly AgentEvent[]) => {
			for (const { port } of [looked, other]) port.emit(...events)
			await other.terminal.until(shows)
		}
		const lines = (word: string) => Array.from({ length: 60 }, (_, row) => `${word} ${row}`).join('\n\n')
		await both('Ask for anything', opened, runStart('go'), said(lines('before')), runEnd())
		await both('begins 59', runStart('more'), text(`${lines('begins')}\n\n`))
		await looked.terminal.until('begins 59')
		looked.terminal.type('/help\r')
		await looked.terminal.until('Esc closes')
		await both('streams 59', text(`${lines('streams')}\n\n`))
		assert.doesNotMatch(looked.terminal.screen(), /streams/)
		looked.terminal.type('\x1b')
		const seen = ({ terminal }: typeof looked) =>
			[terminal.scrollback(), terminal.screen(), terminal.cursor().column]
				.join('\n\n')
				.replaceAll(/Working[^─]*/g, '')
		await looked.terminal.until(() => seen(looked) === seen(other))
	},
)

test('behind every command stands what it takes, or that it takes nothing; but for words of one’s own it is offered', () => {
	const free = ['compact', 'as-is', 'init', 'rename', 'plan']
	for (const { name, aliases = [], argument, values } of SLASH_COMMANDS)
		for (const typed of [name, ...aliases]) {
			const token = tokenAt(setText(EMPTY_BUFFER, `/${typed} `))
			assert.equal(argumentHint(token, SLASH_COMMANDS), argument ?? `/${name} takes nothing`)
			assert.equal(values !== undefined, argument !== undefined && !free.includes(name), name)
		}
	const more = (text: string) => argumentHint(tokenAt(setText(EMPTY_BUFFER, text)), SLASH_COMMANDS)
	assert.deepEqual(['/status now', '/compact the', '/nothing '].map(more), [
		'/status takes nothing',
		undefined,
		undefined,
	])
})
