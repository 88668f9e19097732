// `/rename`: gives this session a name.

import type { SlashCommand } from '../../slash-command/slash-command.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

export const rename: SlashCommand = {
	name: 'rename',
	argument: '<name>',
	aliases: ['name'],
	description: 'give this session a name',
	run(name, { surface, view, send }) {
		// To be changed, or to be written.
		if (name === '') return surface()?.insertText(`/rename ${sanitizeLine(view().name ?? '')}`)
		send({ type: 'session-rename', name })
	},
}
