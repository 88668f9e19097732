// `/copy`: the last answer to the clipboard, by the terminal's own means (OSC 52).

import type { SlashCommand } from '../slash-command/slash-command.ts'

export const copy: SlashCommand = {
	name: 'copy',
	description: 'the last answer to the clipboard',
	run(_argument, { view, notify, control }) {
		const answer = view().blocks.recent.findLast(block => block.kind === 'answer')
		if (!answer) return notify('info', 'There is no answer to copy yet.')
		control(`\x1b]52;c;${Buffer.from(answer.text).toString('base64')}\x07`)
		notify(
			'info',
			'The last answer is on the clipboard, if your terminal lets programs put it there (OSC 52).',
		)
	},
}
