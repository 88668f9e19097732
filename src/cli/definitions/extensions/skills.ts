// `agent skills …`: the skills there are, and whether one is written as the specification wants it.

import type { CliCommand } from '../../cli-command/cli-command.ts'

const load = () => import('../../commands/extensions/skills.ts')

export const skills: CliCommand = {
	name: 'skills',
	aliases: ['skill'],
	description: 'list, show and validate skills',
	commands: [
		{
			name: 'list',
			isDefault: true,
			description: 'the skills that a session in this folder would have',
			options: [{ flags: '--json', description: 'one JSON array' }],
			run: async (context, { json }: { json?: boolean }) => (await load()).listSkills({ ...context, json }),
		},
		{
			name: 'show',
			description: 'a skill as the model would get it',
			arguments: [{ usage: '<name>' }],
			run: async (context, name: string) => (await load()).showSkill(name, context),
		},
		{
			name: 'validate',
			description: 'hold skills against the specification; exit code 1 where one does not pass',
			arguments: [
				{
					usage: '[path]',
					description: 'a SKILL.md, its folder, or a folder of skills; else those of this folder',
				},
			],
			examples: ['agent skills validate .agents/skills/pdf'],
			run: async (context, path: string | undefined) => (await load()).validateSkills(path, context),
		},
	],
}
