import assert from 'node:assert/strict'
import { test } from 'vitest'
import { login } from '../../../src/tui/commands/login.ts'
import type { PickerList } from '../../../src/tui/slash-command/surface.ts'

async function loggingIn(argument: string) {
	const lists: PickerList[] = []
	const words: (readonly string[])[] = []
	const notices: string[] = []
	const work: Promise<unknown>[] = []
	await login.run(argument, {
		options: {
			loginProviders: async () => ['anthropic', 'openai'],
			logIn: async (given: readonly string[]) => {
				words.push(given)
				return true
			},
		},
		surface: () => ({
			handOver: (use: () => Promise<void>) => use(),
			open: (list: PickerList) => void lists.push(list),
		}),
		attempt: (one: Promise<unknown>) => void work.push(one),
		notify: (_level: string, text: string) => void notices.push(text),
		view: () => ({ model: { provider: 'openai', model: 'gpt-5' } }),
	} as never)
	return { lists, words, notices, work }
}

test('without a provider there is a list of them, and the terminal is handed over once one is chosen', async () => {
	const { lists, words, notices, work } = await loggingIn('--key')
	assert.deepEqual([lists.map(({ title }) => title), words], [['Paste a key for'], []])
	lists[0]?.items[1]?.value()
	await Promise.all(work)
	assert.deepEqual([words, notices], [[['openai', '--key']], ['Stored. /model chooses among its models.']])
})

test('with a provider nothing is asked', async () => {
	const { lists, words } = await loggingIn('openai')
	assert.deepEqual([lists, words], [[], [['openai']]])
})
