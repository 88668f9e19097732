// `agent config …`: settings, read and changed.

import type { CliCommand } from '../cli-command/cli-command.ts'

const load = () => import('../commands/config.ts')

export const config: CliCommand = {
	name: 'config',
	aliases: ['settings'],
	description: 'read and change settings',
	commands: [
		{
			name: 'list',
			isDefault: true,
			description: 'every setting and where it comes from',
			run: async ({ output }) => (await load()).configCommand({ action: 'list', output }),
		},
		{
			name: 'get',
			description: 'print one setting, or all of them as JSON',
			arguments: [{ usage: '[key]', values: 'settings' }],
			run: async ({ output }, key: string | undefined) =>
				(await load()).configCommand({ action: 'get', key, output }),
		},
		{
			name: 'set',
			description: 'change a setting in your own file; the value is JSON or plain text',
			arguments: [{ usage: '<key>', values: 'settings' }, { usage: '<value>' }],
			examples: ['agent config set budget.maxCostUsd 2'],
			run: async ({ output }, key: string, value: string) =>
				(await load()).configCommand({ action: 'set', key, value, output }),
		},
		{
			name: 'unset',
			description: 'take a setting out of your own file',
			arguments: [{ usage: '<key>', values: 'settings' }],
			run: async ({ output }, key: string) => (await load()).configCommand({ action: 'unset', key, output }),
		},
		{
			name: 'schema',
			description: 'print the JSON Schema of settings, for an editor',
			run: async ({ output }) => (await load()).configCommand({ action: 'schema', output }),
		},
	],
}
