// `agent serve`: tasks for other programs over HTTP.

import type { CliCommand } from '../../cli-command/cli-command.ts'
import { runOptionsNamed, SERVED_OPTIONS } from '../../cli-command/run-options.ts'
import type { ServeFlags } from '../../commands/serve/serve-flags.ts'

export const serve: CliCommand = {
	name: 'serve',
	description: 'take tasks of other programs over HTTP, and work on them',
	options: [
		{
			flags: '--host <address>',
			description: 'listen there; other than loopback needs --token-file',
			fallback: '127.0.0.1',
		},
		{ flags: '--port <n>', description: 'listen there; 0 takes one that is free', fallback: '0' },
		{
			flags: '--token-file <file>',
			description: 'who may come in: a line TOKEN APP/USER for each, mode 0600',
		},
		{ flags: '--name <id>', description: 'what this server calls itself' },
		{ flags: '--max-running <n>', description: 'tasks that are worked on at once', fallback: '4' },
		{ flags: '--per-user <n>', description: 'of them, tasks of one user' },
		{
			flags: '--workspaces <folders...>',
			description: 'folders that tasks may name, or name one in; left out, the working folder',
		},
		{
			flags: '--allow-git <places...>',
			description: 'hosts that tasks may name git repositories of, URL@COMMIT, or folders for file:// URLs',
		},
		{
			flags: '--allow-host <name>',
			description: 'a name this server may be called by; may be given again',
			isRepeatable: true,
		},
		{
			flags: '--allow-origin <url>',
			description: 'a site whose pages may ask; may be given again',
			isRepeatable: true,
		},
		{
			flags: '--allow-push-host <host>',
			description: 'an address of this network that push notifications of A2A may go to; may be given again',
			isRepeatable: true,
		},
		{ flags: '--negotiate', description: 'over A2A, ask the model first whether a message is a task at all' },
		{
			flags: '--database <url>',
			description: 'share tasks with other servers on this PostgreSQL: postgres://user@host/name',
		},
		{ flags: '--no-page', description: 'without the web page' },
		{ flags: '--migrate', description: 'make the schema of the database, or bring it to this version' },
		...runOptionsNamed([...SERVED_OPTIONS, '--cd']),
	],
	examples: [
		'agent serve --port 8080',
		'agent serve -C ~/project -m demo/demo',
		'agent tasks list --server http://127.0.0.1:8080',
	],
	run: async (context, flags: ServeFlags) =>
		(await import('../../commands/serve/serve.ts')).serve({ flags, ...context }),
}
