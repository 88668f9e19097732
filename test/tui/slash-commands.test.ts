import assert from 'node:assert/strict'
import { test } from 'vitest'
import { nextMode } from '../../src/tui/mode-cycle.ts'
import { type SlashAction, slashAction } from '../../src/tui/slash-commands.ts'

const NOW = 1000
const send = (command: Extract<SlashAction, { kind: 'send' }>['command']): SlashAction => ({
	kind: 'send',
	command,
})
const problem = (text: string): SlashAction => ({ kind: 'problem', text })

const cases: readonly (readonly [typed: string, action: SlashAction])[] = [
	['help', { kind: 'local', action: 'help' }],
	['EXIT', { kind: 'local', action: 'quit' }],
	['usage', { kind: 'local', action: 'cost' }],
	['model', { kind: 'local', action: 'choose-model' }],
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
	['model gpt-5', problem('“gpt-5” is not a model. Write provider/model, as in openai/gpt-5.')],
	['effort', { kind: 'local', action: 'show-effort' }],
	['effort High', send({ type: 'set-effort', effort: 'high' })],
	['effort extreme', problem('“extreme” is no effort. There are none, low, medium and high.')],
	['approve', { kind: 'local', action: 'show-mode' }],
	['approve auto-edit', send({ type: 'set-approvals', mode: { kind: 'auto-edit' } })],
	['approve 10m', send({ type: 'set-approvals', mode: { kind: 'until', at: 601_000 } })],
	['approve 2h', send({ type: 'set-approvals', mode: { kind: 'until', at: 7_201_000 } })],
	[
		'approve everything',
		problem(
			'“everything” is no approval mode. There are ask, auto-edit, plan, all, none, and a time such as 10m or 1h.',
		),
	],
	['plan', send({ type: 'set-approvals', mode: { kind: 'plan' } })],
	['compact', send({ type: 'session-compact' })],
	['compress the exact error texts', send({ type: 'session-compact', focus: 'the exact error texts' })],
	['clear', send({ type: 'session-new' })],
	['resume', { kind: 'local', action: 'choose-session' }],
	['resume 01ABC', send({ type: 'session-resume', selector: '01ABC' })],
	['session fork', { kind: 'local', action: 'choose-fork' }],
	['fork', { kind: 'local', action: 'choose-fork' }],
	['export notes.html', { kind: 'export', file: 'notes.html' }],
	['session rename two words', send({ type: 'session-rename', name: 'two words' })],
	[
		'session drop',
		problem('/session drop does not exist. There are new, resume, list, fork, rename, export.'),
	],
	['rename', problem('Say the name as well: /rename fix the parser')],
	['hlep', problem('There is no command /hlep. Did you mean /help?')],
	['res', problem('There is no command /res. Did you mean /resume?')],
	['frobnicate', problem('There is no command /frobnicate. /help lists them.')],
]
for (const [typed, action] of cases) {
	test(`/${typed}`, () => {
		const [name = '', ...argument] = typed.split(' ')
		assert.deepEqual(slashAction(name, argument.join(' '), NOW), action)
	})
}

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
