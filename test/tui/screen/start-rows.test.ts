import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import type { ModelInfo } from '../../../src/core/model.ts'
import type { ModelRef } from '../../../src/core/model-ref.ts'
import type { RuntimeQueries } from '../../../src/core/runtime-port.ts'
import { startRows } from '../../../src/tui/screen/start-rows.ts'
import { startTui } from '../../../src/tui/start.tsx'
import type { StartFacts, TuiOptions } from '../../../src/tui/state/tui-options.ts'
import { cellWidth } from '../../../src/tui/text/cell-width.ts'
import { plainText } from '../../../src/tui/text/spans.ts'
import { deferred } from '../../support/deferred.ts'
import { FakePort, opened } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
})

const FACTS: StartFacts = {
	instructions: 'AGENTS.md',
	examples: ['explain src/parser.ts', 'run the tests and fix what fails', 'what changed since Friday?'],
	lastSession: { name: undefined, title: 'please fix the \u001b[31mlexer', usedAt: 0 },
	localServers: ['ollama (3 models)'],
	tip: '/stats shows what all sessions used',
}
const SCENE = {
	...{ facts: FACTS, branch: 'main', isWithoutModel: false, width: 80, limit: 20, now: 3_600_000 },
	...{ chosenWay: 0, wayKeys: '↑↓ Enter' },
}

test('the empty state says what the folder is, what could be asked, and how the last session goes on', () => {
	assert.deepEqual(rowsOf(SCENE), [
		'on main · AGENTS.md is read',
		'  › explain src/parser.ts',
		'  › run the tests and fix what fails',
		'  › what changed since Friday?',
		'Last here: fix the lexer, 1 h ago · /resume goes on with it',
		'Tip: /stats shows what all sessions used',
	])
})

test('a tip names the key in force, and is left out where there is none', () => {
	const facts = { ...FACTS, tip: '{app cycle-mode} changes what runs' }
	const tipWith = (app: Record<string, string>) => rowsOf({ ...SCENE, facts, bindings: { app } }).slice(5)
	assert.deepEqual(tipWith({ f5: 'cycle-mode' }), ['Tip: F5 changes what runs'])
	assert.deepEqual(tipWith({}), [])
	assert.equal(rowsOf({ ...SCENE, facts }).at(-1), 'Tip: Shift+Tab changes what runs')
})

test('without a model it says the three ways to one, and what says least goes first where there is little room', () => {
	const rows = rowsOf({ ...SCENE, isWithoutModel: true })
	assert.deepEqual(rows.slice(1, 4), [
		'❯ /model          on this machine: ollama (3 models)  ↑↓ Enter',
		'  /login          sign in with a browser, where the provider has that',
		'  /login --key    paste a key; it is stored for you alone',
	])
	for (let limit = 0; limit < 12; limit++)
		for (const width of [20, 40, 200]) {
			const shown = rowsOf({ ...SCENE, isWithoutModel: true, limit, width })
			assert.ok(shown.length <= Math.min(9, limit), `${shown.length} of ${limit}`)
			assert.ok(shown.every(row => cellWidth(row) <= width))
			assert.equal(
				shown.some(row => row.includes('/login')),
				limit >= 3,
			)
		}
})

test('with the greeting above it, it is twelve rows and no more', async () => {
	const noModel = { model: { provider: 'demo', model: 'demo' } }
	const { terminal } = opening(async () => FACTS, noModel)
	await terminal.until('❯ /model')
	const [shown = ''] = terminal.screen().split('╭')
	assert.match(shown, /This is the demo[\s\S]*❯ \/model[\s\S]*\nLast here: fix the lexer/)
	assert.equal(shown.trimEnd().split('\n').length, 12)
})

test('it comes after the first frame, is gone with the first prompt, and never appears under what is being typed', async () => {
	const { terminal, port } = opening(async () => FACTS)
	await terminal.until('Last here: fix the lexer')
	port.emit({
		type: 'run-start',
		prompt: { role: 'user', content: [{ type: 'text', text: 'hello there' }] },
		snapshot: { chain: [], cwd: '/', approvals: { kind: 'ask' }, tools: [], maxTurns: 1 },
	})
	await terminal.until('hello there')
	await terminal.until(screen => !screen.includes('Last here'))
	assert.ok(!terminal.screen().includes('Tip:'))

	const asked = deferred()
	let answer = (_facts: StartFacts) => {}
	const late = new Promise<StartFacts>(resolve => {
		answer = resolve
	})
	const other = opening(() => {
		asked.resolve()
		return late
	})
	await asked.promise
	other.terminal.type('x')
	await other.terminal.until('> x')
	answer(FACTS)
	other.terminal.type('yz')
	await other.terminal.until('> xyz')
	assert.ok(!other.terminal.screen().includes('Last here'))
})

test('without a model a way to one is chosen in place, which takes no key of a prompt that is being written', async () => {
	const models: readonly ModelInfo[] = []
	const asked: (readonly string[])[] = []
	const { terminal, port } = opening(async () => FACTS, {
		model: { provider: 'demo', model: 'demo' },
		models: async () => models,
		logIn: async words => {
			asked.push(words)
			return true
		},
	})
	await terminal.until('❯ /model')
	terminal.type('\x1b[B\x1b[B')
	await terminal.until('❯ /login --key')
	terminal.type('hi\x1b[A')
	await terminal.until('> hi')
	assert.match(terminal.screen(), /❯ \/login --key/)
	terminal.type('\x0b')
	await terminal.until('Ask for anything')
	terminal.type('\r')
	// What is stored is stored for a model, which is chosen next.
	await terminal.until(/^Model/m)
	assert.deepEqual(asked, [['--key']])
	terminal.type('\x1b')
	await terminal.until('Ask for anything')
	assert.deepEqual(port.sent, [])
})

test('in a short window a list has the place of the empty state, scrolls nothing away, and leaves it as it was', async () => {
	for (const [columns, rows] of [
		[40, 12],
		[80, 14],
	] as const) {
		const terminal = new ScreenTerminal(columns, rows)
		// Of a shell, whose last row is the window's.
		terminal.stdout.write(Array.from({ length: rows }, (_, index) => `shell ${index}\n`).join(''))
		opening(async () => FACTS, {}, terminal)
		await terminal.until('run the tests')
		const before = [terminal.scrollback(), terminal.rowsBelow()]
		terminal.type('/')
		await terminal.until('› /help')
		await terminal.until(screen => screen.includes('/effort') && !screen.includes('run the tests'))
		terminal.type('\x7f')
		await terminal.until('run the tests')
		await terminal.settled()
		assert.deepEqual([terminal.scrollback(), terminal.rowsBelow()], before)
	}
})

function rowsOf(scene: Parameters<typeof startRows>[0]): readonly string[] {
	return startRows(scene).map(({ spans }) => plainText(spans))
}

type Given = { model?: ModelRef; models?: RuntimeQueries['models']; logIn?: TuiOptions['logIn'] }

function opening(
	startFacts: () => Promise<StartFacts>,
	{ model, models, logIn }: Given = {},
	terminal = new ScreenTerminal(80, 30),
) {
	const port = new FakePort({ ...(models && { models }) })
	const { stdin, stdout } = terminal
	const exited = startTui({
		version: '1',
		environment: { HOME: '/home/me' },
		port,
		stdin,
		stdout,
		startFacts,
		...(logIn && { logIn }),
	})
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit({ ...opened, ...(model && { chain: [model] }) })
	return { terminal, port }
}
