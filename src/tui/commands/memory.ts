// `/memory`: what is noted, and where to change it. `/memory why`: what memory did about the last prompt.

import type { SlashCommand } from '../slash-command/slash-command.ts'
import { quoted } from '../text/quoted.ts'
import { memoryBlocks, whyBlocks } from './memory-blocks.ts'

export const memory: SlashCommand = {
	name: 'memory',
	description: 'what is noted, and where to change it; why: what was put in front of the last prompt',
	argument: '[why]',
	values: () => [
		{ value: 'why', description: 'what was put in front of the last prompt, and what just missed' },
	],
	async run(argument, { options, show, notify }) {
		const { queries } = options.port
		if (argument !== '' && argument !== 'why')
			return notify('warning', `/memory takes nothing or why, not ${quoted(argument)}.`)
		const state = (await queries.memoryState?.()) ?? {}
		if (argument === 'why') show(...whyBlocks(state))
		else show(...memoryBlocks(await queries.notes(), options.environment?.HOME, state.lag))
	},
}
