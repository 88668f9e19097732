// `agent mcp list` and `get`: what is configured, read and not started. Values of variables and headers may be secrets and
// are not shown.

import { isObject, type JsonObject } from '../../../core/json.ts'
import { describeEndpoint } from '../../../extensions/mcp/server-config.ts'
import { serverLine } from '../../../extensions/mcp/server-text.ts'
import type { Output } from '../../io/output.ts'
import {
	type ConfiguredServer,
	configuredServers,
	currentPlace,
	type McpPlace,
	serverNamed,
} from './configured-servers.ts'

type ListContext = { output: Pick<Output, 'out' | 'error'>; place?: McpPlace }

/** @returns the exit code */
export async function listServers({
	json,
	output,
	place = currentPlace(),
}: ListContext & { json: boolean }): Promise<number> {
	const { servers, problems } = await configuredServers(place)
	if (json) for (const server of servers) output.out(`${JSON.stringify(asObject(server))}\n`)
	else if (servers.length === 0)
		output.error('No MCP servers are configured; agent mcp add configures one.\n')
	else {
		const width = Math.max(...servers.map(({ config }) => config.name.length))
		for (const server of servers) {
			const { config } = server
			const note = noteOn(server)
			const target = serverLine(describeEndpoint(config.endpoint), 500)
			output.out(
				`${config.name.padEnd(width)}  ${config.origin.scope.padEnd(7)}  ${target}${note && `  (${note})`}\n`,
			)
		}
	}
	for (const problem of problems) output.error(`warning: ${problem}\n`)
	return 0
}

/** @returns the exit code @throws AgentError `usage` when there is none of that name */
export async function getServer({
	name,
	output,
	place = currentPlace(),
}: ListContext & { name: string }): Promise<number> {
	const { servers } = await configuredServers(place)
	const server = serverNamed(name, servers)
	const { config, entry } = server
	const note = noteOn(server)
	output.out(`${name}: ${note || 'used'}\nfrom: ${config.path} (${config.origin.scope})\n`)
	output.out(`${JSON.stringify(withoutValues(isObject(entry) ? entry : {}), undefined, '  ')}\n`)
	return 0
}

function noteOn({ config, isUsed }: ConfiguredServer): string {
	if (config.endpoint.kind === 'unusable') return `cannot be used: ${config.endpoint.problem}`
	if (config.isDisabled) return 'disabled'
	return isUsed ? '' : 'not used until the folder is trusted: agent trust'
}

function asObject(server: ConfiguredServer): JsonObject {
	const { config, isUsed } = server
	const { endpoint } = config
	return {
		name: config.name,
		scope: config.origin.scope,
		from: config.path,
		transport: endpoint.kind,
		target: describeEndpoint(endpoint),
		used: isUsed && !config.isDisabled && endpoint.kind !== 'unusable',
		...(noteOn(server) && { note: noteOn(server) }),
	}
}

/** Variables are named, for they are read elsewhere; what stands there itself is not repeated. */
function withoutValues(entry: JsonObject): JsonObject {
	const hidden = ['env', 'headers'].flatMap((field): [string, JsonObject][] => {
		const values = entry[field]
		if (!isObject(values)) return []
		const names = Object.entries(values).map(([name, value]) => [
			name,
			/^\$\{\w+\}$/.test(String(value)) ? value : '…',
		])
		return [[field, Object.fromEntries(names)]]
	})
	return { ...entry, ...Object.fromEntries(hidden) }
}
