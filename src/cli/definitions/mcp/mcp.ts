// `agent mcp …`: the MCP servers that are configured, and whether they work.

import type { CliCommand } from '../../cli-command/cli-command.ts'
import type { AddFlags } from '../../commands/mcp/add-server.ts'
import { mcpLogin, mcpLogout } from './mcp-login.ts'
import { mcpServe } from './mcp-serve.ts'

const SERVER = { usage: '<name>' }
const SCOPE = { flags: '-s, --scope <scope>', choices: ['user', 'project'] }

const add: CliCommand = {
	name: 'add',
	description: 'configure a server: a command behind --, or a URL',
	arguments: [
		SERVER,
		{ usage: '<command-or-url...>', description: 'its program and arguments, or where it is' },
	],
	options: [
		{
			flags: '-t, --transport <transport>',
			description: 'how it is spoken to; a URL is http where nothing is said',
			choices: ['stdio', 'http', 'sse'],
		},
		{ flags: '-e, --env <K=V>', description: 'a variable it is started with', isRepeatable: true },
		{ flags: '-H, --header <K: V>', description: 'a header that is sent to it', isRepeatable: true },
		{ ...SCOPE, description: 'in your settings, or in .mcp.json of this project', fallback: 'user' },
		{
			flags: '--trusted',
			description: 'believe what it says of its own tools: those that only read then need no question',
		},
	],
	examples: [
		'agent mcp add files -- npx -y @modelcontextprotocol/server-filesystem .',
		'agent mcp add --transport http docs https://mcp.example.com/mcp',
	],
	run: async (context, name: string, target: readonly string[], flags: AddFlags) =>
		(await import('../../commands/mcp/add-server.ts')).addServer({ name, target, flags, ...context }),
}

const addJson: CliCommand = {
	name: 'add-json',
	description: 'configure a server as it would stand under mcpServers',
	arguments: [SERVER, { usage: '<json>' }],
	options: [{ ...SCOPE, description: 'in your settings, or in .mcp.json of this project', fallback: 'user' }],
	run: async (context, name: string, json: string, flags: { scope: 'user' | 'project' }) =>
		(await import('../../commands/mcp/add-server.ts')).addServerJson({ name, json, ...flags, ...context }),
}

const list: CliCommand = {
	name: 'list',
	isDefault: true,
	description: 'all that are configured, without starting them',
	options: [{ flags: '--json', description: 'one JSON object a line' }],
	run: async (context, flags: { json?: boolean }) =>
		(await import('../../commands/mcp/list-servers.ts')).listServers({
			json: flags.json === true,
			...context,
		}),
}

const get: CliCommand = {
	name: 'get',
	description: 'how one is configured',
	arguments: [SERVER],
	run: async (context, name: string) =>
		(await import('../../commands/mcp/list-servers.ts')).getServer({ name, ...context }),
}

const remove: CliCommand = {
	name: 'remove',
	description: 'take one out of its configuration',
	arguments: [SERVER],
	options: [{ ...SCOPE, description: 'where, if it stands in both' }],
	run: async (context, name: string, flags: { scope?: 'user' | 'project' }) =>
		(await import('../../commands/mcp/remove-server.ts')).removeServer({ name, ...flags, ...context }),
}

const test: CliCommand = {
	name: 'test',
	description: 'start it, and say what it offers',
	arguments: [{ usage: '[name]', description: 'all of them where it is left out' }],
	options: [{ flags: '--accept', description: 'what it says anew of its tools may be used from now on' }],
	run: async (context, name: string | undefined, flags: { accept?: boolean }) =>
		(await import('../../commands/mcp/test-servers.ts')).testServers({
			name,
			accept: flags.accept === true,
			...context,
		}),
}

export const mcp: CliCommand = {
	name: 'mcp',
	description: 'configure MCP servers, and try them',
	commands: [add, addJson, list, get, remove, test, mcpLogin, mcpLogout, mcpServe],
}
