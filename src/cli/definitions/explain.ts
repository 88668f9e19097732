// `agent explain`: the permission decision on a shell command.

import type { CliCommand } from '../cli-command/cli-command.ts'

export const explain: CliCommand = {
	name: 'explain',
	description: 'what the approval gate thinks of a shell command',
	arguments: [{ usage: '[command]', description: 'the command; - with --json reads one JSON string a line' }],
	options: [
		{ flags: '--json', description: 'one JSON object' },
		{
			flags: '--here',
			description: 'also what a session in this folder would decide, with your rules and its own',
		},
	],
	examples: ["agent explain 'git log | head'", "agent explain --here 'npm test'"],
	run: async ({ output }, command: string | undefined, flags: { json?: boolean; here?: boolean }) =>
		(await import('../commands/explain.ts')).explain({
			command,
			json: flags.json === true,
			here: flags.here === true,
			stdin: process.stdin,
			output,
		}),
}
