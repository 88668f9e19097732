// `agent config …`: settings, read and changed.

import type { CliCommand } from '../cli-command/cli-command.ts'
import { PROFILE_OPTION } from '../cli-command/run-options.ts'
import type { RawFlags } from '../startup/flags.ts'

type ConfigFlags = Pick<RawFlags, 'profile'>

const PROFILE = [{ ...PROFILE_OPTION, description: 'as with this profile' }]
const IN_PROFILE = [{ ...PROFILE_OPTION, description: 'in this profile of yours' }]

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
			options: PROFILE,
			run: async ({ output }, { profile }: ConfigFlags) =>
				(await load()).configCommand({ action: 'list', profile, output }),
		},
		{
			name: 'get',
			description: 'print one setting, or all of them as JSON',
			arguments: [{ usage: '[key]', values: 'settings' }],
			options: PROFILE,
			run: async ({ output }, key: string | undefined, { profile }: ConfigFlags) =>
				(await load()).configCommand({ action: 'get', key, profile, output }),
		},
		{
			name: 'set',
			description: 'change a setting in your own file; the value is JSON or plain text',
			arguments: [{ usage: '<key>', values: 'settings' }, { usage: '<value>' }],
			options: IN_PROFILE,
			examples: [
				'agent config set budget.maxCostUsd 2',
				'agent config set model anthropic/claude-sonnet-5-5 --profile work',
			],
			run: async ({ output }, key: string, value: string, { profile }: ConfigFlags) =>
				(await load()).configCommand({ action: 'set', key, value, profile, output }),
		},
		{
			name: 'unset',
			description: 'take a setting out of your own file',
			arguments: [{ usage: '<key>', values: 'settings' }],
			options: IN_PROFILE,
			run: async ({ output }, key: string, { profile }: ConfigFlags) =>
				(await load()).configCommand({ action: 'unset', key, profile, output }),
		},
		{
			name: 'edit',
			description: 'open your own file in your editor (VISUAL, EDITOR), and check it afterwards',
			run: async ({ output }) => (await load()).configCommand({ action: 'edit', output }),
		},
		{
			name: 'schema',
			description: 'print the JSON Schema of settings, for an editor',
			run: async ({ output }) => (await load()).configCommand({ action: 'schema', output }),
		},
	],
}
