// Plugin manifests: `.claude-plugin/plugin.json`, of which only the name has to be there, or none at all in a folder that
// has the usual folders in it. Paths of its own never lead out of the plugin.

import { posix } from 'node:path'
import { AgentError } from '../../core/errors.ts'
import type { JsonValue } from '../../core/json.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { PluginFiles } from './plugin-files.ts'

export type PluginManifest = {
	name: string
	version: string | undefined
	/** Foreign text, one line. */
	description: string | undefined
	/** Folders or files to look in, relative, beside the usual ones. */
	paths: Record<PluginFolder, readonly string[]>
	/** What stands in the manifest itself, or in a file that it names. */
	hooks: readonly (JsonValue | { file: string })[]
	servers: readonly (JsonValue | { file: string })[]
	/** Whole sentences. */
	problems: readonly string[]
}

export type PluginFolder = 'commands' | 'agents' | 'skills'

export const MANIFEST = '.claude-plugin/plugin.json'
export const MARKETPLACE = '.claude-plugin/marketplace.json'

/**
 * @param fallback - what it is called where it does not say
 * @throws AgentError `config-invalid` for what is no plugin
 */
export function readManifest(files: PluginFiles, fallback: string): PluginManifest {
	const found = files.get(MANIFEST)
	if (!found) {
		if (!looksLikePlugin(files)) throw noPlugin(files)
		return manifestOf({}, fallback)
	}
	const manifest = parseJson(new TextDecoder().decode(found.bytes).replace(/^\uFEFF/, ''))
	if (!isObject(manifest)) throw new AgentError('config-invalid', `${MANIFEST} is not a JSON object`)
	return manifestOf(manifest, fallback)
}

/** `name@marketplace` is how others write it; a name is one step and can be typed. */
export function isPluginName(name: string): boolean {
	return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)
}

function manifestOf(manifest: Readonly<Record<string, JsonValue>>, fallback: string): PluginManifest {
	const name = manifest.name ?? fallback
	if (typeof name !== 'string' || !isPluginName(name))
		throw new AgentError(
			'config-invalid',
			`${MANIFEST}: name is ${JSON.stringify(name)}; it has to be 1 to 64 letters, digits, dots, - and _`,
		)
	const problems: string[] = []
	const paths = (kind: PluginFolder | 'hooks' | 'mcpServers', value: JsonValue | undefined) =>
		listOf(value).flatMap(one => {
			if (typeof one !== 'string') return []
			const path = ownPath(one)
			if (path === undefined)
				problems.push(
					`${name}: ${kind} names ${JSON.stringify(one)}, which is outside of the plugin and is not used.`,
				)
			return path === undefined ? [] : [path]
		})
	const configs = (kind: 'hooks' | 'mcpServers') => [
		...paths(kind, manifest[kind]).map(file => ({ file })),
		...listOf(manifest[kind]).filter(isObject),
	]
	return {
		name,
		version: textOf(manifest.version),
		description: textOf(manifest.description),
		paths: {
			commands: paths('commands', manifest.commands),
			agents: paths('agents', manifest.agents),
			skills: paths('skills', manifest.skills),
		},
		hooks: configs('hooks'),
		servers: configs('mcpServers'),
		problems,
	}
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
	if (value === undefined || value === null) return []
	return Array.isArray(value) ? value : [value]
}

function textOf(value: JsonValue | undefined): string | undefined {
	return typeof value === 'string'
		? value.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim() || undefined
		: undefined
}

function ownPath(written: string): string | undefined {
	const path = posix.normalize(written.replace(/^\$\{CLAUDE_PLUGIN_ROOT\}\//, './'))
	if (posix.isAbsolute(path) || path === '..' || path.startsWith('../') || path.includes('\\'))
		return undefined
	return path.replace(/\/$/, '')
}

function looksLikePlugin(files: PluginFiles): boolean {
	return [...files.keys()].some(
		path =>
			/^(?:commands|agents|skills)\/.+\.md$/.test(path) ||
			path === 'hooks/hooks.json' ||
			path === '.mcp.json',
	)
}

function noPlugin(files: PluginFiles): AgentError {
	const market = files.get(MARKETPLACE)
	const value = market && parseJson(new TextDecoder().decode(market.bytes))
	const names = isObject(value) && Array.isArray(value.plugins) ? value.plugins.flatMap(pluginIn) : []
	if (names.length === 0)
		return new AgentError(
			'config-invalid',
			`there is no ${MANIFEST} in it, and no commands, agents, skills, hooks or .mcp.json either`,
		)
	const [first] = names
	return new AgentError(
		'config-invalid',
		`that is a marketplace, not a plugin. Add one of its plugins by its folder: …#HEAD:${first!.folder}, or the folder itself. There are: ${names.map(({ name, folder }) => `${name} (${folder})`).join(', ')}`,
	)
}

function pluginIn(entry: JsonValue): readonly { name: string; folder: string }[] {
	if (!isObject(entry) || typeof entry.name !== 'string' || typeof entry.source !== 'string') return []
	const folder = ownPath(entry.source)
	return folder === undefined || !isPluginName(entry.name) ? [] : [{ name: entry.name, folder }]
}
