// `agent rewind` and `agent undo`: going back in a session without a screen.

import type { CliArgument, CliCommand } from '../cli-command/cli-command.ts'
import type { RewindFlags, RewindPlace } from '../commands/sessions/rewind-session.ts'

const SESSION: CliArgument = { usage: '<session>', values: 'sessions' }
const WHAT = [
	{ flags: '--files', description: 'only the files' },
	{ flags: '--conversation', description: 'only the conversation' },
	{ flags: '--both', description: 'conversation and files, which is usual' },
]

const JSON_OPTION = { flags: '--json', description: 'as JSON' }

export const rewind: CliCommand = {
	name: 'rewind',
	description: 'list the prompts and checkpoints of a session, or go back to one',
	arguments: [SESSION],
	options: [
		{
			flags: '--to <n>',
			description: 'to before prompt n, as they are listed; undo: to before the last going back',
		},
		{ flags: '--to-checkpoint <name>', description: 'to a place that /checkpoint gave this name' },
		{ flags: '--with-summary', description: 'a summary of what is left behind stays in the conversation' },
		...WHAT,
		{ flags: '--list', description: 'list the prompts and checkpoints, which is usual without --to' },
		JSON_OPTION,
	],
	examples: [
		'agent rewind 261122-1530',
		'agent rewind 261122-1530 --to 3 --files',
		'agent rewind 261122-1530 --to-checkpoint before-refactor --with-summary',
	],
	run: async (context, session: string, flags: RewindFlags & RewindPlace) =>
		(await import('../commands/sessions/rewind-session.ts')).rewindSession({ session, flags, ...context }),
}

export const undo: CliCommand = {
	name: 'undo',
	description: 'go back to before the last prompt of a session',
	arguments: [SESSION],
	options: [...WHAT, JSON_OPTION],
	run: async (context, session: string, flags: RewindFlags) =>
		(await import('../commands/sessions/rewind-session.ts')).rewindSession({
			session,
			flags: { ...flags, to: 'last' },
			...context,
		}),
}
