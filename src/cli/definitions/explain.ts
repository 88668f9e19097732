// `agent explain`: the permission decision on a shell command.

import type { CliCommand } from '../cli-command/cli-command.ts'

export const explain: CliCommand = {
	name: 'explain',
	description: 'what the approval gate thinks of a shell command',
	arguments: [{ usage: '[command]', description: 'the command; - with --json reads one JSON string a line' }],
	options: [{ flags: '--json', description: 'one JSON object' }],
	examples: ["agent explain 'git log | head'"],
	run: async ({ output }, command: string | undefined, flags: { json?: boolean }) =>
		(await import('../commands/explain.ts')).explain({
			command,
			json: flags.json === true,
			stdin: process.stdin,
			output,
		}),
}
