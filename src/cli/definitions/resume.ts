// `agent resume` and `agent replay`: a stored session, taken up or only looked at.

import type { CliCommand } from '../cli-command/cli-command.ts'
import { RUN_OPTIONS } from '../cli-command/run-options.ts'
import type { ReplayFlags } from '../commands/sessions/replay.ts'
import type { RawFlags } from '../startup/flags.ts'

export const resume: CliCommand = {
	name: 'resume',
	description: 'take up a session; without a name choose one',
	arguments: [
		{
			usage: '[session]',
			description: 'id, unambiguous start of an id, or name',
			values: 'sessions',
		},
		{ usage: '[prompt]', description: 'goes on with this prompt' },
	],
	options: [...RUN_OPTIONS, { flags: '--last', description: 'the newest session of this folder' }],
	examples: ['agent resume', 'agent resume --last "and now fix it"'],
	run: async (context, session: string | undefined, prompt: string | undefined, flags: RawFlags) =>
		(await import('../commands/chat/chat.ts')).resume({ session, prompt, flags, ...context }),
}

export const replay: CliCommand = {
	name: 'replay',
	description: 'play a stored session on the screen, without model or tools',
	arguments: [{ usage: '<session>', values: 'sessions' }],
	options: [
		{ flags: '--speed <speed>', description: 'as it was, or faster', choices: ['1', '4', 'max'] },
		{ flags: '--from <n>', description: 'everything before event n at once' },
	],
	run: async (context, session: string, flags: ReplayFlags) =>
		(await import('../commands/sessions/replay.ts')).replay({ session, flags, ...context }),
}
