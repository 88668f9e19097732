// `/checkpoint`: gives the place the session is at a name, lists such places, and goes back to one.

import type { RewindPoint } from '../../../core/runtime-port.ts'
import { rewindItems } from '../../dialogs/rewind/rewind-items.ts'
import type { SlashCommand, SlashContext } from '../../slash-command/slash-command.ts'
import { quoted } from '../../text/quoted.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { openRewindDialog } from './rewind.ts'

export const WITH_SUMMARY = '--with-summary'

export const checkpoint: SlashCommand = {
	name: 'checkpoint',
	argument: '[<name> | back <name> [--with-summary]]',
	description: 'name this place, list such places, or go back to one',
	values: async ({ rewindPoints }) => [
		{ value: 'back ', description: 'go back to one' },
		{ value: 'list', description: 'those that have a name' },
		...((await rewindPoints?.()) ?? []).flatMap(({ name }) =>
			name === undefined ? [] : [{ value: `back ${name}`, description: 'go back to it' }],
		),
	],
	async run(argument, context) {
		const words = argument.split(/\s+/).filter(word => word !== '')
		const [verb, ...rest] = words
		if (words.length === 0 || (verb === 'list' && rest.length === 0)) return list(context)
		if (verb === 'back') return goBack(rest, context)
		const [name = '', ...more] = words
		if (more.length > 0)
			return context.notify(
				'warning',
				`A name is one word: /checkpoint ${words.map(word => word.replace(/^-+/, '')).join('-')}`,
			)
		await context.attempt(context.options.port.send({ type: 'checkpoint', name }))
	},
}

async function list(context: SlashContext, withSummary = false): Promise<void> {
	const points = await named(context)
	context.surface()?.open({
		title: 'Go back to the checkpoint',
		emptyText: 'No checkpoint has a name yet: /checkpoint <name> gives this place one.',
		items: rewindItems(points, Date.now()).map(item => ({
			...item,
			value: () => void context.attempt(openRewindDialog(item.value, context, withSummary)),
		})),
	})
}

async function goBack(words: readonly string[], context: SlashContext): Promise<void> {
	const { view, notify } = context
	const withSummary = words.includes(WITH_SUMMARY)
	const names = words.filter(word => word !== WITH_SUMMARY)
	if (view().run) return notify('warning', 'Interrupt the run before going back.')
	if (names.length === 0) return list(context, withSummary)
	const wrong = names.find(word => word.startsWith('-'))
	if (wrong !== undefined)
		return notify('warning', `/checkpoint back knows ${WITH_SUMMARY} and nothing like ${sanitizeLine(wrong)}`)
	const points = await named(context)
	const name = names.join(' ')
	const point = points.find(each => each.name === name)
	if (point) return openRewindDialog(point, context, withSummary)
	const known = points.map(each => each.name).join(', ')
	const there = known === '' ? 'none has a name yet' : `there are: ${known}`
	notify('warning', `No checkpoint is called ${quoted(name)}; ${there}`)
}

async function named({ options }: SlashContext): Promise<readonly RewindPoint[]> {
	return (await options.port.queries.rewindPoints()).filter(({ name }) => name !== undefined)
}
