// `agent acp`: Keelson in an editor.

import type { CliCommand } from '../../cli-command/cli-command.ts'
import { runOptionsNamed, SERVED_OPTIONS } from '../../cli-command/run-options.ts'
import type { RawFlags } from '../../startup/flags.ts'

export const acp: CliCommand = {
	name: 'acp',
	description: 'be the agent of an editor: the Agent Client Protocol on stdin and stdout',
	options: [
		// The folder is for the client to say.
		...runOptionsNamed([...SERVED_OPTIONS, '--system-prompt', '--append-system-prompt', '--no-session']),
		{ flags: '--login', description: 'log in to a provider in this terminal instead, and end' },
	],
	examples: ['agent acp', 'agent acp --approve auto-edit -m anthropic/claude-sonnet-5-5'],
	run: async (context, flags: RawFlags & { login?: boolean }) =>
		(await import('../../commands/acp.ts')).acp({ flags, ...context }),
}
