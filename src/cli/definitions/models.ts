// `agent models`: what there is to choose from.

import type { CliCommand } from '../cli-command/cli-command.ts'

export const models: CliCommand = {
	name: 'models',
	aliases: ['model'],
	description: 'what there is to choose from, and what it costs',
	arguments: [{ usage: '[provider]', description: 'only what this provider offers', values: 'providers' }],
	options: [{ flags: '--json', description: 'one JSON object' }],
	run: async ({ output }, provider: string | undefined, flags: { json?: boolean }) =>
		(await import('../commands/models.ts')).listModels({ provider, json: flags.json === true, output }),
}
