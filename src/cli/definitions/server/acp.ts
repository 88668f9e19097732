// `agent acp`: Keelson in an editor.

import type { CliCommand } from '../../cli-command/cli-command.ts'
import { runOptionsNamed } from '../../cli-command/run-options.ts'
import type { RawFlags } from '../../startup/flags.ts'

/** What holds for every session. Its folder is for the client to say, and the rest is about one prompt. */
const SERVED: readonly string[] = [
	'--model',
	'--profile',
	'--effort',
	'--add-dir',
	'--approve',
	'--allow',
	'--sandbox',
	'--yolo',
	'--max-turns',
	'--max-cost',
	'--timeout',
	'--tools',
	'--disallowed-tools',
	'--system-prompt',
	'--append-system-prompt',
	'--no-session',
	'--bare',
]

export const acp: CliCommand = {
	name: 'acp',
	description: 'be the agent of an editor: the Agent Client Protocol on stdin and stdout',
	options: [
		...runOptionsNamed(SERVED),
		{ flags: '--login', description: 'log in to a provider in this terminal instead, and end' },
	],
	examples: ['agent acp', 'agent acp --approve auto-edit -m anthropic/claude-sonnet-5-5'],
	run: async (context, flags: RawFlags & { login?: boolean }) =>
		(await import('../../commands/acp.ts')).acp({ flags, ...context }),
}
