// `/copy`: the last answer to the clipboard.

import type { SlashCommand } from '../slash-command/slash-command.ts'

export const copy: SlashCommand = {
	name: 'copy',
	description: 'the last answer to the clipboard',
	async run(_argument, { view, notify, show, copy }) {
		// What stands above the beginning of this session is of another one.
		const last = view().blocks.recent.findLast(({ kind }) => kind === 'answer' || kind === 'welcome')
		if (last?.kind !== 'answer')
			return show({ kind: 'notice', level: 'info', text: 'There is no answer to copy yet.' })
		notify('info', `${await copy(last.text)}.`)
	},
}
