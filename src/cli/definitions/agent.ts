// `agent` itself: the chat, and the list of all commands in the order in which help shows them.

import type { CliCommand } from '../cli-command/cli-command.ts'
import { RUN_OPTIONS } from '../cli-command/run-options.ts'
import type { RawFlags } from '../startup/flags.ts'
import { completion } from './completion.ts'
import { config } from './config.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { hooks } from './extensions/hooks.ts'
import { plugin } from './extensions/plugin.ts'
import { skills } from './extensions/skills.ts'
import { help } from './help.ts'
import { init } from './init.ts'
import { login, logout } from './login.ts'
import { map } from './map.ts'
import { mcp } from './mcp/mcp.ts'
import { memory } from './memory.ts'
import { models } from './models.ts'
import { replay, resume } from './resume.ts'
import { rewind, undo } from './rewind.ts'
import { run } from './run.ts'
import { schema } from './schema.ts'
import { scrub } from './scrub.ts'
import { acp } from './server/acp.ts'
import { serve } from './server/serve.ts'
import { tasks } from './server/tasks.ts'
import { sessions } from './sessions.ts'
import { stats } from './stats.ts'
import { trust } from './trust.ts'

export const AGENT: CliCommand = {
	name: 'agent',
	description: 'A coding agent for the terminal.',
	arguments: [{ usage: '[prompt]', description: 'chat in the terminal; without a terminal the same as run' }],
	options: RUN_OPTIONS,
	examples: ['agent', 'agent run "why does the build fail?"', 'agent resume --last "and now fix it"'],
	commands: [
		run,
		resume,
		replay,
		rewind,
		undo,
		sessions,
		stats,
		memory,
		map,
		config,
		init,
		login,
		logout,
		explain,
		trust,
		mcp,
		serve,
		tasks,
		skills,
		plugin,
		hooks,
		scrub,
		schema,
		models,
		acp,
		doctor,
		completion,
		help,
	],
	run: async (context, prompt: string | undefined, flags: RawFlags) =>
		(await import('../commands/chat/chat.ts')).chat({ prompt, flags, ...context }),
}
