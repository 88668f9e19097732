import assert from 'node:assert/strict'
import { test } from 'vitest'
import { login, logout } from '../../../src/tui/commands/login.ts'
import type { PickerList } from '../../../src/tui/slash-command/surface.ts'

async function loggingIn(argument: string, command = login) {
	const lists: PickerList[] = []
	const words: (readonly string[])[] = []
	const notices: string[] = []
	const work: Promise<unknown>[] = []
	await command.run(argument, {
		options: {
			loginProviders: async (which?: 'all') => [
				'anthropic',
				'openai',
				...(which === 'all' ? ['ollama'] : []),
			],
			storedLogins: async () => ['openai', 'openai@work'],
			logOut: async (provider: string) => `${provider} is taken out`,
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

test('what no provider is called, or two, is told before the terminal is handed over', async () => {
	for (const [typed, said] of [
		['bogus', 'There is no provider “bogus”. There are anthropic, openai, ollama.'],
		['openai ollama', '/login takes one provider, not “openai ollama”.'],
	] as const) {
		const { lists, words, notices } = await loggingIn(typed)
		assert.deepEqual([lists, words, notices], [[], [], [said]])
	}
	for (const typed of ['ollama', 'openai@work --key'])
		assert.deepEqual((await loggingIn(typed)).words, [typed.split(' ')])
})

test('what is stored can be forgotten where one is', async () => {
	const { lists, notices, work } = await loggingIn('', logout)
	assert.deepEqual(
		lists[0]?.items.map(({ label }) => label),
		['openai', 'openai@work'],
	)
	lists[0]?.items[1]?.value()
	await Promise.all(work)
	assert.deepEqual(notices, ['openai@work is taken out'])
	assert.deepEqual((await loggingIn('openai', logout)).notices, ['openai is taken out'])
	assert.deepEqual((await loggingIn('gemini', logout)).notices, [
		'Nothing is stored for “gemini”, but for openai, openai@work.',
	])
})
