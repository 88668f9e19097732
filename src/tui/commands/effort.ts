// The analysis budget of one command. Its unit is about a microsecond, so that no text, however it is made, holds
// anybody up; what is beyond it is not analysed and asks.

import { EFFORTS } from '../../core/model.ts'
import type { SlashCommand } from '../slash-command/slash-command.ts'
import { effortName } from '../text/format.ts'

export const effort: SlashCommand = {
	name: 'effort',
	argument: '[none|low|medium|high]',
	description: 'how much the model thinks',
	values: () => EFFORTS.map(value => ({ value })),
	run(argument, { view, notify, send }) {
		if (argument === '')
			return notify(
				'info',
				`Effort: ${effortName(view().effort)}. Change it with /effort none|low|medium|high.`,
			)
		const wanted = EFFORTS.find(each => each === argument.toLowerCase())
		if (wanted) send({ type: 'set-effort', effort: wanted })
		else notify('warning', `“${argument}” is no effort. There are none, low, medium and high.`)
	},
}
