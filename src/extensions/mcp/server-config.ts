// MCP server configs: what stands under `mcpServers` in the forms that Claude Code, Gemini CLI and their like write, read
// into one form. A config that cannot be used is kept with its problem, so that it can be shown by its name.

import { isAbsolute, resolve } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import type { ExtensionConfig, ExtensionOrigin } from '../extension-files.ts'
import { expandVariables, VariableProblem } from './expand-variables.ts'

export type ServerConfig = {
	name: string
	origin: ExtensionOrigin
	/** Where it is configured, absolute. */
	path: string
	/** The user says that what it says of its own tools can be believed. Only their own settings can. */
	isTrusted: boolean
	isDisabled: boolean
	/** Of one call, in milliseconds. */
	callTimeoutMs: number | undefined
	/** Names as the server gives them; left out, all of them but the excluded ones. */
	onlyTools: readonly string[] | undefined
	withoutTools: readonly string[]
	/** As it stands there, for the login. */
	oauth: JsonValue | undefined
	endpoint: ServerEndpoint | { kind: 'unusable'; problem: string }
}

export type ServerEndpoint = StdioEndpoint | HttpEndpoint
export type StdioEndpoint = {
	kind: 'stdio'
	command: string
	args: readonly string[]
	/** Added to the built environment. */
	env: Readonly<Record<string, string>>
	/** Absolute. */
	cwd: string
}

/** `http` falls back to `sse` where the server knows only that. */
export type HttpEndpoint = { kind: 'http' | 'sse'; url: string; headers: Readonly<Record<string, string>> }

export type ConfigSurroundings = {
	/** Where relative paths start. */
	cwd: string
	env: Readonly<Record<string, string | undefined>>
	/** Values that only the user's own servers may be given. */
	ownSecrets: readonly string[]
}

/** @returns the servers by name, the later of two with one name, and whole sentences about what is wrong as a whole */
export function readServerConfigs(
	files: readonly ExtensionConfig[],
	surroundings: ConfigSurroundings,
): { servers: readonly ServerConfig[]; problems: readonly string[] } {
	const servers = new Map<string, ServerConfig>()
	const problems: string[] = []
	for (const { origin, path, value } of files) {
		if (!isObject(value)) {
			problems.push(`mcpServers in ${path} must be an object of servers by name, so none of them is used.`)
			continue
		}
		for (const [given, entry] of Object.entries(value)) {
			const name = origin.scope === 'plugin' ? `${origin.plugin}:${given}` : given
			const before = servers.get(name)
			if (before && before.origin.scope === 'user' && origin.scope === 'project')
				problems.push(`The MCP server ${name} of ${path} takes the place of yours in ${before.path}.`)
			// Removed first, so that it stands where the later one does.
			servers.delete(name)
			servers.set(name, readServer({ name, origin, path }, entry, surroundings))
		}
	}
	return { servers: [...servers.values()], problems }
}

/** One entry of `mcpServers`. Never throws: what is wrong with it stands in `endpoint`. */
export function readServer(
	place: Pick<ServerConfig, 'name' | 'origin' | 'path'>,
	entry: JsonValue,
	surroundings: ConfigSurroundings,
): ServerConfig {
	const fields = isObject(entry) ? entry : {}
	const { trusted, disabled, enabled, timeout, includeTools, excludeTools } = fields
	return {
		...place,
		isTrusted: trusted === true && place.origin.scope === 'user',
		isDisabled: disabled === true || enabled === false,
		callTimeoutMs: typeof timeout === 'number' && timeout > 0 ? timeout : undefined,
		onlyTools: isTexts(includeTools) ? includeTools : undefined,
		withoutTools: isTexts(excludeTools) ? excludeTools : [],
		oauth: fields.oauth,
		endpoint: readEndpoint(place, entry, surroundings),
	}
}

/** What would run or be reached, for people. Values of variables and headers are not part of it. */
export function describeEndpoint(endpoint: ServerConfig['endpoint']): string {
	switch (endpoint.kind) {
		case 'stdio':
			return [endpoint.command, ...endpoint.args].map(quoted).join(' ')
		case 'unusable':
			return ''
		default:
			return endpoint.url
	}
}

function readEndpoint(
	place: Pick<ServerConfig, 'origin'>,
	entry: JsonValue,
	surroundings: ConfigSurroundings,
): ServerConfig['endpoint'] {
	if (!isObject(entry)) return unusable('it must be an object with command or url')
	try {
		const expand = expander(place.origin, surroundings)
		const { type = entry.transport } = entry
		if (entry.command !== undefined) return readStdio(entry, expand, surroundings)
		const url = entry.httpUrl ?? entry.url ?? entry.serverUrl
		if (url === undefined) return unusable('it has neither command nor url')
		if (typeof url !== 'string') return unusable(`its url must be text, not ${JSON.stringify(url)}`)
		return readHttp(expand(url), type === 'sse' ? 'sse' : 'http', textsOf(entry, 'headers', expand))
	} catch (error) {
		if (error instanceof VariableProblem || error instanceof WrongField) return unusable(messageOf(error))
		throw error
	}
}

function readStdio(
	entry: JsonObject,
	expand: (text: string) => string,
	{ cwd: base }: ConfigSurroundings,
): ServerConfig['endpoint'] {
	const { command, args = [], cwd } = entry
	if (typeof command !== 'string' || command.trim() === '')
		return unusable(`its command must be a program’s name or path, not ${JSON.stringify(command)}`)
	if (!isTexts(args)) return unusable(`its args must be a list of texts, not ${JSON.stringify(args)}`)
	if (cwd !== undefined && typeof cwd !== 'string')
		return unusable(`its cwd must be a path, not ${JSON.stringify(cwd)}`)
	const folder = cwd === undefined ? base : expand(cwd)
	return {
		kind: 'stdio',
		command: expand(command),
		args: args.map(expand),
		env: textsOf(entry, 'env', expand),
		cwd: isAbsolute(folder) ? folder : resolve(base, folder),
	}
}

function readHttp(
	url: string,
	kind: HttpEndpoint['kind'],
	headers: HttpEndpoint['headers'],
): ServerConfig['endpoint'] {
	const parsed = URL.canParse(url) ? new URL(url) : undefined
	if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
		return unusable(`its url must begin with http:// or https://, not ${JSON.stringify(url)}`)
	return { kind, url, headers }
}

function expander({ scope, ...origin }: ExtensionOrigin, { env, ownSecrets }: ConfigSurroundings) {
	return (text: string) =>
		expandVariables(text, name => {
			if ('root' in origin && name === 'CLAUDE_PLUGIN_ROOT') return origin.root
			const value = env[name]
			if (value !== undefined && scope !== 'user' && ownSecrets.some(each => value.includes(each)))
				throw new VariableProblem(
					`the variable ${name} holds a key of a model provider, which only servers in your own settings may be given`,
				)
			return value
		})
}

class WrongField extends Error {}

/** Numbers and booleans are what people leave the quotes off from. */
function textsOf(
	entry: JsonObject,
	field: 'env' | 'headers',
	expand: (text: string) => string,
): Readonly<Record<string, string>> {
	const value = entry[field] ?? {}
	if (!isObject(value)) throw new WrongField(`its ${field} must be an object of texts by name`)
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => {
			if (typeof each === 'string') return [name, expand(each)]
			if (typeof each === 'number' || typeof each === 'boolean') return [name, String(each)]
			throw new WrongField(`${name} in its ${field} must be text, not ${JSON.stringify(each)}`)
		}),
	)
}

function unusable(problem: string): { kind: 'unusable'; problem: string } {
	return { kind: 'unusable', problem }
}

function isTexts(value: JsonValue | undefined): value is string[] {
	return Array.isArray(value) && value.every(each => typeof each === 'string')
}

function quoted(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
