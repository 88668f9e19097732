// `agent completion`: completion scripts for shells.

import type { CliCommand } from '../cli-command/cli-command.ts'

export const completion: CliCommand = {
	name: 'completion',
	description: 'print a completion script',
	arguments: [{ usage: '[shell]', description: 'bash, zsh or fish', values: ['bash', 'zsh', 'fish'] }],
	options: [
		{
			flags: '--values <kind>',
			description: 'what the script offers: models, profiles, providers, sessions or settings, one a line',
			choices: ['models', 'profiles', 'providers', 'sessions', 'settings'],
		},
	],
	examples: ['eval "$(agent completion bash)"', 'agent completion fish | source'],
	run: async ({ root, output }, shell: string | undefined, { values }: { values?: string }) =>
		values === undefined
			? (await import('../commands/completion.ts')).completion(shell, root, output)
			: (await import('../commands/completion-values.ts')).printValues(values, output),
}
