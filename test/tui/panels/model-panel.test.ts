// `/model` on the screen: groups, favourites, effort, a chain, a name of one's own.

import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import type { Command } from '../../../src/core/commands.ts'
import type { ModelInfo } from '../../../src/core/model.ts'
import { startTui } from '../../../src/tui/start.tsx'
import type { SettingServices } from '../../../src/tui/state/tui-options.ts'
import { FakePort, opened } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
})

function model(provider: string, name: string, given: Partial<ModelInfo> = {}): ModelInfo {
	return {
		ref: { provider, model: name },
		windowTokens: 200_000,
		maxOutputTokens: 8_000,
		price: { input: 3_000_000, cachedInput: 300_000, cacheWrite: 0, output: 15_000_000 },
		images: true,
		reasoning: false,
		...given,
	}
}

const MODELS = [
	model('anthropic', 'claude-test', { reasoning: true }),
	model('anthropic', 'claude-small', { windowTokens: 1_000_000 }),
	model('openai', 'gpt-5', { price: undefined, images: false }),
]

const SETTING = { fallback: null, from: 'settings.json', description: '', type: '', inProject: '' }

type Given = {
	columns?: number
	rows?: number
	favourites?: readonly string[]
	/** In use, instead of the usual one, and the layer that says so. */
	demo?: 'built-in' | 'flags'
}

function opening({ columns = 80, rows = 24, favourites = [], demo }: Given = {}) {
	const terminal = new ScreenTerminal(columns, rows)
	const models = demo === undefined ? MODELS : [...MODELS.slice(1), model('demo', 'demo')]
	const port = new FakePort({ models: async () => models })
	const written: unknown[] = []
	const settings: SettingServices = {
		list: async () => ({
			problems: [],
			settings: [
				{ ...SETTING, key: 'favouriteModels', value: [...favourites], layer: 'user' },
				{ ...SETTING, key: 'model', value: null, layer: demo ?? 'user' },
			],
		}),
		set: async (...change) => {
			written.push(change)
			return []
		},
		unset: async () => [],
	}
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: '/home/me' },
		settings,
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		initialPrompt: '/model',
	})
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit({ ...opened, ...(demo && { chain: [{ provider: 'demo', model: 'demo' }] }) })
	return { port, terminal, written }
}

const STATUS = / · (?:ask|plan)\b/

/** The rows of the list, without what is around it. */
function listed(terminal: ScreenTerminal): readonly string[] {
	const rows = terminal.screen().split('\n')
	const start = rows.findIndex(row => row.startsWith('Model'))
	const end = rows.findIndex((row, index) => index > start && (row === '' || STATUS.test(row)))
	return rows.slice(start, end < 0 ? undefined : end)
}

async function sent(port: FakePort, count: number): Promise<readonly Command[]> {
	while (port.sent.length < count) await port.nextCommand()
	return port.sent
}

describe('/model', () => {
	test('has air above it where the window has fifteen rows', async () => {
		const above = async (rows: number) => {
			const { terminal } = opening({ rows })
			await terminal.until('claude-small')
			if (rows < 15) await terminal.until('Enter sends')
			const screen = terminal.screen().split('\n')
			return screen[screen.findIndex(row => row.startsWith('Model')) - 1]
		}
		assert.deepEqual(
			[await above(15), await above(14)],
			['', 'Enter sends, / lists the commands, ? the keys.'],
		)
	})

	test('has groups, windows, prices and abilities, and begins at the model in use', async () => {
		const { terminal } = opening()
		await terminal.until('claude-small')
		assert.deepEqual(listed(terminal), [
			'Model (type to search, Esc closes)',
			'anthropic',
			'❯ claude-test   200k  $3/$15  in use · images · reasoning',
			'  claude-small  1M    $3/$15  images',
			'openai',
			'  gpt-5         200k',
			'Enter takes it · ←→ effort as it likes · Space makes a chain · * favourite',
		])
	})

	test('has a pane beside it where there is room', async () => {
		const { terminal } = opening({ columns: 120 })
		await terminal.until('US dollars for a million tokens')
		assert.match(terminal.screen(), /^anthropic +│ anthropic\/claude-test$/m)
	})

	test('sets the model that was searched for, with the effort of the arrows', async () => {
		const { port, terminal } = opening()
		await terminal.until('claude-small')
		terminal.type('small')
		await terminal.until(/Model small▏ +1\/3/)
		terminal.type('\x1b[C\x1b[C\x1b[C')
		await terminal.until('effort medium')
		terminal.type('\r')
		assert.deepEqual(await sent(port, 2), [
			{ type: 'set-model', chain: [{ provider: 'anthropic', model: 'claude-small' }] },
			{ type: 'set-effort', effort: 'medium' },
		])
		await terminal.until(screen => !screen.includes('Model'))
	})

	test('makes a chain in the order of the spaces', async () => {
		const { port, terminal } = opening()
		await terminal.until('claude-small')
		terminal.type('\x1b[B\x1b[B \x1b[A \r')
		assert.deepEqual(await sent(port, 1), [
			{
				type: 'set-model',
				chain: [
					{ provider: 'openai', model: 'gpt-5' },
					{ provider: 'anthropic', model: 'claude-small' },
				],
			},
		])
	})

	test('takes a name as it was typed', async () => {
		const { port, terminal } = opening()
		await terminal.until('claude-small')
		terminal.type('mine/llama:70b')
		await terminal.until('use ‘mine/llama:70b’ as typed')
		terminal.type('\r')
		assert.deepEqual(await sent(port, 1), [
			{ type: 'set-model', chain: [{ provider: 'mine', model: 'llama:70b' }] },
		])
	})

	test('with the demo in use begins at the first that is a model, and new sessions begin with what is taken', async () => {
		const chain = [{ provider: 'anthropic', model: 'claude-small' }]
		for (const [demo, kept] of [
			['built-in', [['model', 'anthropic/claude-small', 'user']]],
			['flags', []],
		] as const) {
			const { port, terminal, written } = opening({ demo })
			await terminal.until(/❯ claude-small/)
			assert.match(terminal.screen(), /demo +200k[^\n]*in use/)
			const sent = port.nextCommand()
			terminal.type('\r')
			assert.deepEqual(await sent, { type: 'set-model', chain })
			// What is kept is asked for before this list.
			terminal.type('/model\r')
			await terminal.until(/^Model/m)
			if (demo === 'built-in') await terminal.until(() => written.length > 0)
			assert.deepEqual(written, kept)
		}
	})

	test('puts favourites first, and a star makes one', async () => {
		const { terminal, written } = opening({ favourites: ['openai/gpt-5'] })
		await terminal.until('claude-small')
		assert.deepEqual(listed(terminal).slice(1, 3), ['favourites', '  ★ openai/gpt-5  200k'])
		terminal.type('\x1b[B*')
		await terminal.until(/★ claude-small/)
		assert.deepEqual(written, [['favouriteModels', '["openai/gpt-5","anthropic/claude-small"]', 'user']])
	})

	for (const [columns, rows] of [
		[40, 12],
		[80, 24],
		[200, 50],
	] as const)
		test(`leaves no trace on ${columns} columns, and the draft is kept`, async () => {
			const { terminal } = opening({ columns, rows })
			await terminal.until('claude-small')
			for (const row of terminal.screen().split('\n')) assert.ok(row.length <= columns)
			terminal.type('\x1b')
			await terminal.until(screen => !screen.includes('claude-small'))
			assert.doesNotMatch(terminal.scrollback(), /claude-small|Model|Esc closes/)
		})
})
