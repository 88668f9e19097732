// `agent doctor`: is everything here that is needed.

import type { CliCommand } from '../cli-command/cli-command.ts'

export const doctor: CliCommand = {
	name: 'doctor',
	description: 'check this installation: Node, terminal, folders, settings, keys, servers, web, extensions',
	run: async ({ version, output }) =>
		(await import('../commands/doctor.ts')).doctor({ version, output, env: process.env }),
}
