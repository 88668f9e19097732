// `agent init`: an AGENTS.md for this folder.

import type { CliCommand } from '../cli-command/cli-command.ts'
import { RUN_OPTIONS } from '../cli-command/run-options.ts'
import type { InitFlags } from '../commands/init/init.ts'

const TAKEN = ['--model', '--effort', '--profile', '--cd', '--max-turns', '--max-cost', '--timeout']

export const init: CliCommand = {
	name: 'init',
	description: 'write an AGENTS.md from what is in this folder',
	options: [
		...RUN_OPTIONS.filter(({ flags }) => TAKEN.some(name => flags.includes(`${name} `))),
		{ flags: '--mechanical', description: 'without a model: from scripts, targets, folders and CI files' },
		{ flags: '--force', description: 'replace the one there is; what changes is shown' },
	],
	examples: ['agent init', 'agent init --mechanical', 'agent init --force -m anthropic/claude-sonnet-5-5'],
	run: async (context, flags: InitFlags) =>
		(await import('../commands/init/init.ts')).init({ flags, ...context }),
}
