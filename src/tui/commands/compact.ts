// `/compact`: compacts the conversation so far.

import type { SlashCommand } from '../slash-command/slash-command.ts'

export const compact: SlashCommand = {
	name: 'compact',
	argument: '[what must not be lost]',
	aliases: ['compress'],
	description: 'condense the conversation so far',
	run(focus, { view, send, notify }) {
		send({ type: 'session-compact', ...(focus !== '' && { focus }) })
		if (view().run)
			notify('info', 'The conversation is condensed before the run’s next step, or once it has ended.')
	},
}
