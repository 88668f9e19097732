// `/login` and `/logout`: where a key or a login is stored and forgotten. A key is not typed where a model reads along:
// the terminal is handed to `agent login`, and the screen comes back when that is done.

import type { ArgumentValue, ValueSources } from '../composer/submission.ts'
import type { SlashCommand, SlashContext } from '../slash-command/slash-command.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { model } from './modes/model.ts'

export const login: SlashCommand = {
	name: 'login',
	argument: '[provider] [--key]',
	description: 'store a key or log in, in this terminal',
	values: providers,
	async run(argument, context) {
		const { options, surface, notify } = context
		const { logIn } = options
		const handOver = surface()?.handOver
		if (!logIn || !handOver) return notify('warning', elsewhere('login', argument))
		const words = argument.split(/\s+/).filter(word => word !== '')
		const known = (await options.loginProviders?.()) ?? []
		if (known.length === 0 || words.some(word => !word.startsWith('-'))) return logInTo(words, context)
		surface()?.open({
			title: words.includes('--key') ? 'Paste a key for' : 'Log in to',
			items: known.map(provider => ({
				label: sanitizeLine(provider),
				detail: '',
				value: () => context.attempt(logInTo([provider, ...words], context)),
			})),
		})
	},
}

async function logInTo(words: readonly string[], context: SlashContext): Promise<void> {
	const { options, surface, notify } = context
	let isDone = false
	await surface()?.handOver(async () => {
		isDone = (await options.logIn?.(words)) ?? false
	})
	if (!isDone) return notify('warning', 'Nothing was stored.')
	notify('info', 'Stored. /model chooses among its models.')
	// What it was stored for, where nothing but the demo answers.
	if (context.view().model?.provider === 'demo') await model.run('', context)
}

export const logout: SlashCommand = {
	name: 'logout',
	argument: '[provider]',
	description: 'how to forget a key or login',
	values: providers,
	run: (provider, { notify }) => notify('warning', elsewhere('logout', provider)),
}

function elsewhere(name: 'login' | 'logout', provider: string): string {
	const command = provider === '' ? `agent ${name}` : `agent ${name} ${provider}`
	return `Run “${command}” in another terminal. What it changes counts from the next prompt on, here too.`
}

async function providers({ models }: ValueSources): Promise<readonly ArgumentValue[]> {
	const names = new Set((await models()).map(({ ref }) => ref.provider).filter(name => name !== 'demo'))
	return [...names].map(value => ({ value }))
}
