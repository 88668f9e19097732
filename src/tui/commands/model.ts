// `/model`: the model, or the chain of them, that answers the next prompt.

import type { ModelRef } from '../../core/model-ref.ts'
import { modelName } from '../../core/model-ref.ts'
import { modelItems } from '../dialogs/picker-items.ts'
import { profileItems } from '../slash-command/profile-items.ts'
import type { SlashCommand, SlashContext } from '../slash-command/slash-command.ts'

export const model: SlashCommand = {
	name: 'model',
	argument: '[provider/model]',
	description: 'choose the model',
	values: async ({ models }) => (await models()).map(({ ref }) => ({ value: modelName(ref) })),
	run(argument, context) {
		if (argument === '') return chooseModel(context)
		const chain = argument.split(',').map(name => modelOf(name.trim()))
		const unread = chain.find(one => typeof one === 'string')
		if (unread !== undefined)
			return context.notify(
				'warning',
				`“${unread}” is not a model. Write provider/model, as in openai/gpt-5.`,
			)
		context.send({ type: 'set-model', chain: chain.filter(one => typeof one !== 'string') })
	},
}

/** @returns the name itself when it is not one of a model */
function modelOf(name: string): ModelRef | string {
	const slash = name.indexOf('/')
	if (slash < 1 || slash === name.length - 1) return name
	return { provider: name.slice(0, slash), model: name.slice(slash + 1) }
}

async function chooseModel(context: SlashContext): Promise<void> {
	const { options, view, surface, send } = context
	const items = modelItems(await options.port.queries.models(), view().model)
	const setModel = (ref: ModelRef) => () => send({ type: 'set-model', chain: [ref] })
	surface()?.open({
		title: 'Model',
		items: [
			...(await profileItems(context)),
			...items.map(item => ({ ...item, value: setModel(item.value) })),
		],
	})
}
