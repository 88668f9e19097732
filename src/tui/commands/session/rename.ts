// `/rename`: gives this session a name.

import type { SlashCommand } from '../../slash-command/slash-command.ts'

export const rename: SlashCommand = {
	name: 'rename',
	argument: '<name>',
	aliases: ['name'],
	description: 'give this session a name',
	run(name, { notify, send }) {
		if (name === '') return notify('warning', 'Say the name as well: /rename fix the parser')
		send({ type: 'session-rename', name })
	},
}
