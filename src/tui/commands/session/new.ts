// `/new` and `/clear`: a new session, with an empty context.

import type { SlashCommand } from '../../slash-command/slash-command.ts'

export const clear: SlashCommand = {
	name: 'clear',
	description: 'begin with an empty context, in a new session',
	run: (_argument, { send }) => send({ type: 'session-new' }),
}

export const newSession: SlashCommand = {
	name: 'new',
	description: 'begin a new session',
	run: (_argument, { send }) => send({ type: 'session-new' }),
}
