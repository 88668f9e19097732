// `agent stats`: what sessions used, by day, folder, model and tool.

import type { CliCommand } from '../cli-command/cli-command.ts'
import type { StatsFlags } from '../commands/statistics/stats.ts'

export const stats: CliCommand = {
	name: 'stats',
	description: 'tokens, cost, time, tools and edits, over days and by folder',
	options: [
		{ flags: '--days <n>', description: 'today and the days before it (default: 30)' },
		{ flags: '--html <file>', description: 'write it as one page with plots, which opens offline' },
		{ flags: '--force', description: 'even if that file is there already' },
		{ flags: '--json', description: 'one JSON object' },
	],
	examples: ['agent stats --days 7', 'agent stats --html stats.html'],
	run: async (context, flags: StatsFlags) =>
		(await import('../commands/statistics/stats.ts')).printStatistics({ flags, ...context }),
}
