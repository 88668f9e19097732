// MCP servers that a client brings along: the user has configured them there, so they are theirs like those of their own
// settings.

import type { McpServer } from '@agentclientprotocol/sdk'
import type { JsonObject } from '../../core/json.ts'
import type { ExtensionConfig } from '../../extensions/extension-files.ts'

/** @returns them as they would stand under `mcpServers`; undefined for none */
export function clientServers(servers: readonly McpServer[]): ExtensionConfig | undefined {
	if (servers.length === 0) return undefined
	const value = Object.fromEntries(servers.map(server => [server.name, entryOf(server)]))
	return { origin: { scope: 'user' }, path: 'the editor', value }
}

function entryOf(server: McpServer): JsonObject {
	if ('type' in server) {
		const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, literal(value)]))
		return { type: server.type, url: literal(server.url), headers }
	}
	const env = Object.fromEntries(server.env.map(({ name, value }) => [name, literal(value)]))
	return { command: literal(server.command), args: server.args.map(literal), env }
}

/** In a settings file `${NAME}` is a variable. What a client sends is meant as it stands: the default of one that nobody sets. */
function literal(text: string): string {
	return text.replaceAll('${', `\${${NEVER_SET}:-$}{`)
}

const NEVER_SET = '_KEELSON_LITERAL_DOLLAR'
