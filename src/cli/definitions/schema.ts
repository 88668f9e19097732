// `agent schema`: what other programs check our formats with.

import type { CliCommand } from '../cli-command/cli-command.ts'

export const schema: CliCommand = {
	name: 'schema',
	description: 'print the JSON Schema of a format',
	arguments: [
		{
			usage: '<format>',
			description: 'stream-json (a line of it), settings, or session (a line of its log)',
			values: ['stream-json', 'settings', 'session'],
		},
	],
	examples: ['agent schema stream-json > stream-json.schema.json'],
	run: async ({ output }, name: string) =>
		(await import('../commands/schema/schema.ts')).schemaCommand(name, output),
}
