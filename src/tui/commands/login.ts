// `/login` and `/logout`: where a key or a login is stored and forgotten. A key is not typed where a model reads along:
// the terminal is handed to `agent login`, and the screen comes back when that is done.

import type { ArgumentValue, ValueSources } from '../composer/submission.ts'
import type { SlashCommand } from '../slash-command/slash-command.ts'
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
		let isDone = false
		await handOver(async () => {
			isDone = await logIn(argument.split(/\s+/).filter(word => word !== ''))
		})
		if (!isDone) return notify('warning', 'Nothing was stored.')
		notify('info', 'Stored. /model chooses among its models.')
		// What it was stored for, where nothing but the demo answers.
		if (context.view().model?.provider === 'demo') await model.run('', context)
	},
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
	const names = new Set((await models()).map(({ ref }) => ref.provider))
	return [...names].map(value => ({ value }))
}
