// `agent memory …`: the index of what was said.

import type { CliCommand } from '../cli-command/cli-command.ts'

const load = () => import('../commands/memory/memory.ts')

export const memory: CliCommand = {
	name: 'memory',
	description: 'what is kept to be found again',
	commands: [
		{
			name: 'status',
			isDefault: true,
			description: 'what the index holds, and where the notes are',
			options: [{ flags: '--json', description: 'one JSON object' }],
			run: async (context, flags: { json?: boolean }) =>
				(await load()).memoryStatus({ json: flags.json === true, ...context }),
		},
		{
			name: 'search',
			description: 'what recall would find for a question',
			arguments: [{ usage: '<question...>' }],
			options: [{ flags: '--limit <n>', description: 'at most so many', fallback: '8' }],
			run: async (context, question: readonly string[], flags: { limit: string }) =>
				(await load()).searchMemory({ question: question.join(' '), limit: flags.limit, ...context }),
		},
		{
			name: 'explain',
			description: 'what would be put in front of a prompt, from which list, what just missed, and why',
			arguments: [{ usage: '<prompt...>' }],
			options: [{ flags: '--json', description: 'one JSON object' }],
			run: async (context, prompt: readonly string[], flags: { json?: boolean }) =>
				(await import('../commands/memory/explain-memory.ts')).explainMemory({
					prompt: prompt.join(' '),
					json: flags.json === true,
					...context,
				}),
		},
		{
			name: 'rebuild',
			description: 'make the index anew from the sessions, with the vectors that it lacks',
			run: async context => (await import('../commands/memory/rebuild-memory.ts')).rebuildMemory(context),
		},
		{
			name: 'clear',
			description: 'remove the index; sessions and notes stay',
			run: async context => (await load()).clearMemory(context),
		},
	],
}
