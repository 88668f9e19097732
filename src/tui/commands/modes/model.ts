// `/model`: the model, the chain of them, or the profile that answers the next prompt.

import type { ModelRef } from '../../../core/model-ref.ts'
import { modelName } from '../../../core/model-ref.ts'
import { chooseProfile } from '../../slash-command/profile-items.ts'
import type { SlashCommand, SlashContext } from '../../slash-command/slash-command.ts'
import { quoted } from '../../text/quoted.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

export const model: SlashCommand = {
	name: 'model',
	argument: '[provider/model|profile]',
	description: 'choose the model, or a profile',
	values: async ({ models, profiles }) => [
		...((await profiles?.())?.all ?? []).map(({ name }) => ({ value: name, description: 'profile' })),
		...(await models()).map(({ ref }) => ({ value: modelName(ref) })),
	],
	async run(argument, context) {
		if (argument === '') return chooseModel(context)
		if (!argument.includes('/') && (await chooseProfile(argument, context))) return
		const chain = argument.split(',').map(name => modelOf(name.trim()))
		const unread = chain.find(one => typeof one === 'string')
		if (unread !== undefined)
			return context.notify('warning', `${quoted(unread)} is not a model. ${await whatThereIs(context)}`)
		context.send({ type: 'set-model', chain: chain.filter(one => typeof one !== 'string') })
	},
}

async function whatThereIs({ options }: SlashContext): Promise<string> {
	const names = ((await options.profiles?.())?.all ?? []).map(({ name }) => sanitizeLine(name))
	const profiles = names.length > 0 ? `, or one of your profiles: ${names.join(', ')}` : ''
	return `Write provider/model, as in openai/gpt-5${profiles}.`
}

/** @returns the name itself when it is not one of a model */
function modelOf(name: string): ModelRef | string {
	const slash = name.indexOf('/')
	if (slash < 1 || slash === name.length - 1) return name
	return { provider: name.slice(0, slash), model: name.slice(slash + 1) }
}

async function chooseModel(context: SlashContext): Promise<void> {
	const { modelPanel } = await import('../../panels/model-panel.tsx')
	context.surface()?.openPanel(await modelPanel(context))
}
