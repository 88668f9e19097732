// `agent models`: what there is to choose from.

import type { CliCommand } from '../cli-command/cli-command.ts'
import { PROFILE_OPTION } from '../cli-command/run-options.ts'

export const models: CliCommand = {
	name: 'models',
	aliases: ['model'],
	description: 'what there is to choose from, and what it costs',
	arguments: [{ usage: '[provider]', description: 'only what this provider offers', values: 'providers' }],
	options: [{ flags: '--json', description: 'one JSON object' }, PROFILE_OPTION],
	run: async ({ output }, provider: string | undefined, flags: { json?: boolean; profile?: string }) => {
		const { listModels } = await import('../commands/models.ts')
		return listModels({ provider, json: flags.json === true, profile: flags.profile, output })
	},
}
