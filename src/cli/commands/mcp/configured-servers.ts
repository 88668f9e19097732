// The MCP servers that are configured for a folder, also those that nobody has trusted yet: to be looked at.

import { homedir } from 'node:os'
import { AgentError } from '../../../core/errors.ts'
import { isObject, type JsonValue } from '../../../core/json.ts'
import { nearestNames } from '../../../core/text/nearest.ts'
import type { ExtensionFiles } from '../../../extensions/extension-files.ts'
import { readServerConfigs, type ServerConfig } from '../../../extensions/mcp/server-config.ts'
import { loadExtensionFiles } from '../../../runtime/extensions/load-extension-files.ts'
import { type Environment, homeFolders } from '../../../workspace/places/home-folders.ts'
import { openFolder } from '../../../workspace/trust/trust.ts'
import { ownSecrets } from '../../startup/own-secrets.ts'

export type McpPlace = { env: Environment; cwd: string; home: string }

export function currentPlace(): McpPlace {
	return { env: process.env, cwd: process.cwd(), home: homedir() }
}

export type ConfiguredServers = {
	/** What may be started. */
	extensions: ExtensionFiles
	servers: readonly ConfiguredServer[]
	problems: readonly string[]
	ownSecrets: readonly string[]
}

/** `isUsed`: false for a project's, in a folder that is not trusted as it is now. */
export type ConfiguredServer = { config: ServerConfig; entry: JsonValue; isUsed: boolean }

export async function configuredServers(place: McpPlace): Promise<ConfiguredServers> {
	const folders = homeFolders(place)
	const [folder, secrets] = await Promise.all([openFolder({ cwd: place.cwd, folders }), ownSecrets(place)])
	const extensions = await loadExtensionFiles({ home: place.home, folders, folder })
	const all =
		folder.standing === 'trusted'
			? extensions
			: await loadExtensionFiles({ home: place.home, folders, folder: { ...folder, standing: 'trusted' } })
	const surroundings = { cwd: place.cwd, env: place.env, ownSecrets: secrets.known }
	const { servers, problems } = readServerConfigs(all.servers, surroundings)
	return {
		extensions,
		servers: servers.map(config => ({
			config,
			entry: entryOf(all, config),
			isUsed: config.origin.scope !== 'project' || folder.standing === 'trusted',
		})),
		problems: [...all.problems, ...problems, ...secrets.problems],
		ownSecrets: secrets.known,
	}
}

/** @throws AgentError `usage` */
export function serverNamed(name: string, servers: readonly ConfiguredServer[]): ConfiguredServer {
	const found = servers.find(({ config }) => config.name === name)
	if (found) return found
	const names = servers.map(({ config }) => config.name)
	const near = nearestNames(name, names, { orPart: true })
	const hint =
		near.length > 0
			? `did you mean ${near.join(' or ')}?`
			: names.length > 0
				? `there is ${names.join(', ')}`
				: 'agent mcp add configures one'
	throw new AgentError('usage', `there is no MCP server ${JSON.stringify(name)}; ${hint}`)
}

function entryOf({ servers }: ExtensionFiles, { name, path, origin }: ServerConfig): JsonValue {
	const own = origin.scope === 'plugin' ? name.slice(origin.plugin.length + 1) : name
	const file = servers.findLast(each => each.path === path && isObject(each.value) && own in each.value)
	return (isObject(file?.value) && file.value[own]) || null
}
