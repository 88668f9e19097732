// Runs a command. What only reads runs unasked, and then with settings that hold it to that.

import type { JsonSchema } from '../../core/json.ts'
import { newRepositoryMemory } from '../../safety/repositories/remembered-files.ts'
import { defineTool } from '../executor/define-tool.ts'
import type { Tool } from '../executor/tool.ts'
import type { ShellInput, ShellToolDeps } from './shell-calls.ts'

const INPUT_SCHEMA: JsonSchema = {
	type: 'object',
	properties: {
		command: { type: 'string', minLength: 1, description: 'Given to bash -c' },
		cwd: { type: 'string', description: 'Folder to run in; default is the working folder' },
		timeout_ms: { type: 'integer', minimum: 1, maximum: 600_000, description: 'Default 120000' },
		background: { type: 'boolean', description: 'Return an id at once; read on with shell_output' },
	},
	required: ['command'],
	additionalProperties: false,
}

const DESCRIPTION =
	'Runs a bash command and returns its output and exit code. Each call is a new shell: cd and variables do not carry over. There is no terminal and no input, so give options that keep programs from asking. Use it for builds, tests, git and the like; use read, grep, glob and edit for files. Use background for servers and watchers.'

const GUIDANCE = `# Shell
- Commands run without a terminal: use flags that answer questions beforehand, and no editors or pagers. Start servers and watchers in the background.
- Use absolute paths or the cwd input instead of cd. Quote paths with spaces.`

export function createShellTool(deps: ShellToolDeps): Tool {
	const calls = { ...deps, repositories: newRepositoryMemory() }
	return defineTool<ShellInput>({
		name: 'shell',
		description: DESCRIPTION,
		inputSchema: INPUT_SCHEMA,
		checkSchema: deps.checkSchema,
		subject: ({ command }) => command,
		guidance: GUIDANCE,
		facts: { access: 'write', phase: 'plan', kind: 'execute', forOthers: true },
		prepare: async input => (await import('./shell-calls.ts')).prepareShellCall(input, calls),
	})
}
