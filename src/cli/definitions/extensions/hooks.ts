// `agent hooks …`: the hooks in force here, and trying one out.

import type { CliCommand } from '../../cli-command/cli-command.ts'

const load = () => import('../../commands/hooks.ts')

export const hooks: CliCommand = {
	name: 'hooks',
	description: 'commands that run when something happens',
	commands: [
		{
			name: 'list',
			isDefault: true,
			description: 'the hooks in force in this folder',
			options: [{ flags: '--json', description: 'one JSON object' }],
			run: async ({ output }, flags: { json?: boolean }) =>
				(await load()).listHooksCommand({ json: flags.json === true, output }),
		},
		{
			name: 'test',
			description: 'run the hooks of an event with an input made up for it, and say what it would mean',
			arguments: [{ usage: '<event>', description: 'PreToolUse, UserPromptSubmit, Stop, …' }],
			options: [
				{
					flags: '--tool <name>',
					description: 'the tool of the call: Bash, Edit, shell, …',
					fallback: 'Bash',
				},
				{ flags: '--input <json>', description: 'the input of the call' },
				{ flags: '--prompt <text>', description: 'the prompt', fallback: 'hello' },
			],
			examples: [`agent hooks test PreToolUse --tool Bash --input '{"command":"rm -rf build"}'`],
			run: async ({ output }, event: string, flags: { tool: string; input?: string; prompt: string }) =>
				(await load()).testHooksCommand({ event, ...flags, output }),
		},
	],
}
