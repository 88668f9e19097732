// `/login` and `/logout`: where a key or a login is stored and forgotten. A key is not typed where a model reads along:
// the terminal is handed to `agent login`, and the screen comes back when that is done. To forget one takes no terminal.

import type { ArgumentValue, ValueSources } from '../composer/submission.ts'
import type { SlashCommand, SlashContext } from '../slash-command/slash-command.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { quoted } from '../text/quoted.ts'
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
		const named = words.filter(word => !word.startsWith('-'))
		// What the terminal would be handed over for is told here, where it leaves no trace.
		if (named.length > 1)
			return notify('warning', `/login takes one provider, not ${quoted(named.join(' '))}.`)
		const known = (await options.loginProviders?.(named.length === 0 ? undefined : 'all')) ?? []
		const unknown = named.filter(name => known.length > 0 && !known.includes(name.split('@')[0] ?? ''))[0]
		if (unknown !== undefined)
			return notify('warning', `There is no provider ${quoted(unknown)}. There are ${known.join(', ')}.`)
		if (known.length === 0 || named.length > 0) return logInTo(words, context)
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
	description: 'forget a key or login that is stored',
	values: providers,
	async run(provider, context) {
		const { options, surface, notify } = context
		if (!options.logOut) return notify('warning', elsewhere('logout', provider))
		const stored = (await options.storedLogins?.()) ?? []
		if (stored.length === 0)
			return notify('info', 'Nothing is stored. A key in the environment is unset where it was set.')
		if (provider === '')
			return surface()?.open({
				title: 'Forget the key or login of',
				items: stored.map(name => ({
					label: sanitizeLine(name),
					detail: '',
					value: () => context.attempt(logOutOf(name, context)),
				})),
			})
		if (!stored.includes(provider))
			return notify(
				'warning',
				`Nothing is stored for ${quoted(provider)}, but for ${sanitizeLine(stored.join(', '))}.`,
			)
		return logOutOf(provider, context)
	},
}

async function logOutOf(provider: string, { options, notify }: SlashContext): Promise<void> {
	notify('info', (await options.logOut?.(provider)) ?? '')
}

function elsewhere(name: 'login' | 'logout', provider: string): string {
	const command = provider === '' ? `agent ${name}` : cutToWidth(`agent ${name} ${provider}`, 60)
	return `Run “${command}” in another terminal. What it changes counts from the next prompt on, here too.`
}

async function providers({ models }: ValueSources): Promise<readonly ArgumentValue[]> {
	const names = new Set((await models()).map(({ ref }) => ref.provider).filter(name => name !== 'demo'))
	return [...names].map(value => ({ value }))
}
