// `agent doctor`: is everything here that is needed.

import type { CliCommand } from '../cli-command/cli-command.ts'
import { PROFILE_OPTION } from '../cli-command/run-options.ts'

export const doctor: CliCommand = {
	name: 'doctor',
	description: 'check this installation: Node, terminal, folders, settings, keys, servers, web, extensions',
	options: [
		{
			flags: '--network [provider]',
			description:
				'walk the way to a provider, step by step with times: proxy, DNS, TLS, models, one token, WebSocket; costs at most one request with a reply of 16 tokens',
			values: 'providers',
		},
		{
			flags: '-m, --model <name>',
			description: 'with --network: the model that is asked for the token',
			values: 'models',
		},
		{ flags: '--json', description: 'with --network: one JSON object' },
		PROFILE_OPTION,
	],
	examples: ['agent doctor', 'agent doctor --network', 'agent doctor --network openai'],
	run: async ({ version, output }, flags: DoctorFlags) => {
		const { network, model, json, profile } = flags
		if (network === undefined && model === undefined && json === undefined)
			return (await import('../commands/doctor.ts')).doctor({ version, output, env: process.env, profile })
		const { doctorNetwork } = await import('../commands/doctor-network.ts')
		const env = profile === undefined ? process.env : { ...process.env, KEELSON_PROFILE: profile }
		return doctorNetwork({ network, model, json: json === true, output, env })
	},
}

type DoctorFlags = { network?: string | true; model?: string; json?: boolean; profile?: string }
