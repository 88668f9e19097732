// `/copy`: the last answer to the clipboard.

import type { SlashCommand } from '../slash-command/slash-command.ts'

export const copy: SlashCommand = {
	name: 'copy',
	description: 'the last answer to the clipboard',
	async run(_argument, { view, notify, copy }) {
		const answer = view().blocks.recent.findLast(block => block.kind === 'answer')
		if (!answer) return notify('info', 'There is no answer to copy yet.')
		notify('info', `${await copy(answer.text)}.`)
	},
}
