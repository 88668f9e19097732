// `/effort`: how much the model thinks.

import { EFFORTS } from '../../../core/model.ts'
import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { effortName } from '../../text/format.ts'
import { quoted } from '../../text/quoted.ts'

export const effort: SlashCommand = {
	name: 'effort',
	argument: '[none|low|medium|high]',
	description: 'how much the model thinks',
	values: () => EFFORTS.map(value => ({ value })),
	run(argument, { view, notify, send, surface }) {
		if (argument === '')
			return surface()?.open({
				title: `Effort: ${effortName(view().effort)}`,
				items: EFFORTS.map(effort => ({
					label: effort,
					detail: '',
					isCurrent: effort === view().effort,
					value: () => send({ type: 'set-effort', effort }),
				})),
			})
		const wanted = EFFORTS.find(each => each === argument.toLowerCase())
		if (wanted) send({ type: 'set-effort', effort: wanted })
		else notify('warning', `${quoted(argument)} is no effort. There are none, low, medium and high.`)
	},
}
