// `agent mcp login` and `logout`: logins of MCP servers.

import type { CliCommand } from '../../cli-command/cli-command.ts'

const SERVER = { usage: '<name>' }

export const mcpLogin: CliCommand = {
	name: 'login',
	description: 'log in to a server behind a URL',
	arguments: [SERVER],
	options: [{ flags: '--device', description: 'by a code that is typed in a browser on another machine' }],
	examples: ['agent mcp login tracker', 'BROWSER=firefox agent mcp login tracker'],
	run: async (context, name: string, flags: { device?: boolean }) =>
		(await import('../../commands/mcp/login-server.ts')).loginToServer({
			name,
			byDevice: flags.device === true,
			...context,
		}),
}

export const mcpLogout: CliCommand = {
	name: 'logout',
	description: 'forget the login of a server',
	arguments: [SERVER],
	run: async (context, name: string) =>
		(await import('../../commands/mcp/login-server.ts')).logoutOfServer({ name, ...context }),
}
