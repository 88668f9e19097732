// `agent mcp serve`: Keelson's tools for other agents.

import type { CliCommand } from '../../cli-command/cli-command.ts'
import { runOptionsNamed, SERVED_OPTIONS } from '../../cli-command/run-options.ts'
import type { RawFlags } from '../../startup/flags.ts'

export const mcpServe: CliCommand = {
	name: 'serve',
	description: 'be an MCP server on stdin and stdout: the tools, and a whole agent as one of them',
	options: runOptionsNamed([...SERVED_OPTIONS, '--cd', '--no-session']),
	examples: ['agent mcp serve -C ~/project', 'agent mcp serve --tools read,list,glob,grep,outline'],
	run: async (context, flags: RawFlags) =>
		(await import('../../commands/mcp/serve.ts')).serve({ flags, ...context }),
}
