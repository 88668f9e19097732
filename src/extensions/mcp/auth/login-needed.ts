// The error of a server that wants a login which only a person can give.

import { AgentError } from '../../../core/errors.ts'

export class LoginNeeded extends AgentError {
	constructor(server: string, why: string) {
		super('auth-failed', `the MCP server ${server} ${why}: run \`agent mcp login ${server}\``)
		// The SDK's version negotiation hands on what has this name, and takes everything else for a broken line.
		this.name = 'UnauthorizedError'
	}
}
