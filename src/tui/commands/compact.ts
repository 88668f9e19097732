// `/compact`: compacts the conversation so far.

import type { SlashCommand } from '../slash-command/slash-command.ts'

export const compact: SlashCommand = {
	name: 'compact',
	argument: '[what must not be lost]',
	aliases: ['compress'],
	description: 'condense the conversation so far',
	run: (focus, { send }) => send({ type: 'session-compact', ...(focus !== '' && { focus }) }),
}
