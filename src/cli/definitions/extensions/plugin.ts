// `agent plugin …`: folders of commands, agents, skills, hooks and servers, from a folder or a git repository.

import type { CliCommand, CliContext, CliOption } from '../../cli-command/cli-command.ts'

const load = () => import('../../commands/extensions/plugin.ts')

const YES: CliOption = { flags: '-y, --yes', description: 'trust what is listed without asking' }
const NAME = { usage: '<name>' }

type Flags = { yes?: boolean }

export const plugin: CliCommand = {
	name: 'plugin',
	aliases: ['plugins'],
	description: 'install and look after plugins',
	commands: [
		{
			name: 'list',
			isDefault: true,
			description: 'the plugins there are, where they are from, and whether they are used',
			run: async (context: CliContext) => (await load()).listPlugins(context),
		},
		{
			name: 'add',
			description: 'list what a plugin brings along, and install it once it is trusted',
			arguments: [
				{
					usage: '<source>',
					description: 'a folder, or a git URL with #commit (or branch, or tag) and :folder behind it',
				},
			],
			options: [YES],
			examples: [
				'agent plugin add ./my-plugin',
				'agent plugin add https://example.com/team/tools.git#4f2a9c1d',
				'agent plugin add https://example.com/team/tools.git#main:plugins/review',
			],
			run: async (context, source: string, { yes }: Flags) =>
				(await load()).addPlugin(source, { ...context, yes }),
		},
		{
			name: 'show',
			description: 'what a plugin brings along',
			arguments: [NAME],
			run: async (context, name: string) => (await load()).showPlugin(name, context),
		},
		{
			name: 'update',
			description: 'fetch a plugin anew, show what is different, and use it once that is trusted',
			arguments: [NAME],
			options: [YES],
			run: async (context, name: string, { yes }: Flags) =>
				(await load()).updatePlugin(name, { ...context, yes }),
		},
		{
			name: 'remove',
			description: 'remove a plugin',
			arguments: [NAME],
			run: async (context, name: string) => (await load()).removePluginNamed(name, context),
		},
	],
}
