// The two files that `agent mcp` writes servers into: the user's settings and the project's `.mcp.json`. What else stands
// in them stays as it is.

import { join } from 'node:path'
import { AgentError } from '../../../core/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { createNodeFiles } from '../../../runtime/host/files.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'
import { findProject } from '../../../workspace/places/project.ts'
import { readTextFile } from '../../../workspace/places/text-file.ts'
import { parseSettings } from '../../../workspace/settings/settings-file.ts'
import { openUserSettings } from '../../../workspace/settings/user-settings.ts'
import type { McpPlace } from './configured-servers.ts'

export type ServerScope = 'user' | 'project'

export type ServerFile = {
	path: string
	get(name: string): JsonValue | undefined
	set(name: string, entry: JsonObject): Promise<void>
	remove(name: string): Promise<void>
}

/** @throws AgentError `config-invalid` for a file that is no JSON object: it is not overwritten */
export async function openServerFile(scope: ServerScope, place: McpPlace): Promise<ServerFile> {
	return scope === 'user' ? userFile(place) : projectFile(place)
}

async function userFile(place: McpPlace): Promise<ServerFile> {
	const file = await openUserSettings(homeFolders(place).settingsFile)
	const key = (name: string) => `mcpServers.${name.replaceAll('.', '\\.')}`
	requireObject(file.get('mcpServers'), file.path)
	return {
		path: file.path,
		get: name => file.get(key(name)),
		set: async (name, entry) => file.set(key(name), entry),
		remove: async name => file.unset(key(name)),
	}
}

async function projectFile({ cwd }: McpPlace): Promise<ServerFile> {
	const { root } = await findProject(cwd)
	const path = join(root, '.mcp.json')
	const text = (await readTextFile(path)) ?? ''
	const content = parseSettings(path, text)
	const servers = requireObject(content.mcpServers, path)
	const write = async (changed: JsonObject) => {
		const whole = JSON.stringify({ ...content, mcpServers: changed }, undefined, indentOf(text))
		await createNodeFiles().writeAtomic(path, Buffer.from(`${whole}\n`))
	}
	return {
		path,
		get: name => (Object.hasOwn(servers, name) ? servers[name] : undefined),
		set: (name, entry) => write({ ...servers, [name]: entry }),
		remove: name => write(Object.fromEntries(Object.entries(servers).filter(([each]) => each !== name))),
	}
}

function requireObject(servers: JsonValue | undefined, path: string): JsonObject {
	if (servers === undefined) return {}
	if (isObject(servers)) return servers
	throw new AgentError('config-invalid', `mcpServers in ${path} must be an object of servers by name`)
}

/** As the file has it; two spaces, as most of them do, where it has none. */
function indentOf(text: string): string {
	return /^([ \t]+)"/m.exec(text)?.[1] ?? '  '
}
