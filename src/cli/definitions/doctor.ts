// `agent doctor`: is everything here that is needed.

import type { CliCommand } from '../cli-command/cli-command.ts'
import { PROFILE_OPTION } from '../cli-command/run-options.ts'

export const doctor: CliCommand = {
	name: 'doctor',
	description: 'check this installation: Node, terminal, folders, settings, keys, servers, web, extensions',
	options: [PROFILE_OPTION],
	run: async ({ version, output }, { profile }: { profile?: string }) =>
		(await import('../commands/doctor.ts')).doctor({ version, output, env: process.env, profile }),
}
