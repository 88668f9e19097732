// `/quit`: leaves; the session is kept.

import type { SlashCommand } from '../slash-command/slash-command.ts'

export const quit: SlashCommand = {
	name: 'quit',
	aliases: ['exit', 'q'],
	description: 'leave; the session is kept',
	run: (_argument, { exit }) => exit(),
}
