// `agent mcp serve`: Keelson's tools for other agents.

import type { CliCommand } from '../../cli-command/cli-command.ts'
import { runOptionsNamed } from '../../cli-command/run-options.ts'
import type { RawFlags } from '../../startup/flags.ts'

/** What holds for every call. The rest is about one prompt, or about what is printed. */
const SERVED: readonly string[] = [
	'--model',
	'--profile',
	'--effort',
	'--cd',
	'--add-dir',
	'--approve',
	'--allow',
	'--sandbox',
	'--yolo',
	'--max-turns',
	'--max-cost',
	'--timeout',
	'--tools',
	'--disallowed-tools',
	'--no-session',
	'--bare',
]

export const mcpServe: CliCommand = {
	name: 'serve',
	description: 'be an MCP server on stdin and stdout: the tools, and a whole agent as one of them',
	options: runOptionsNamed(SERVED),
	examples: ['agent mcp serve -C ~/project', 'agent mcp serve --tools read,list,glob,grep,outline'],
	run: async (context, flags: RawFlags) =>
		(await import('../../commands/mcp/serve.ts')).serve({ flags, ...context }),
}
