// What a plugin brings along, in the shape of all other extension files: read from its files as they were trusted, with
// its own folder in place of `${CLAUDE_PLUGIN_ROOT}`.

import { posix } from 'node:path'
import type { JsonValue } from '../../core/json.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { ExtensionConfig, ExtensionFiles, ExtensionOrigin, ExtensionText } from '../extension-files.ts'
import type { PluginFiles } from './plugin-files.ts'
import { MANIFEST, type PluginManifest } from './plugin-manifest.ts'

/** @param root - where its files are, absolute */
export function pluginContent(
	files: PluginFiles,
	manifest: PluginManifest,
	root: string,
): Omit<ExtensionFiles, 'plugins'> {
	const origin: ExtensionOrigin = { scope: 'plugin', plugin: manifest.name, root }
	const from = { files, root, origin, problems: [...manifest.problems] }
	return {
		commands: texts('commands', manifest, from),
		agents: texts('agents', manifest, from),
		skills: skills(manifest, from),
		hooks: configs('hooks', ['hooks/hooks.json'], manifest.hooks, from),
		servers: configs('mcpServers', ['.mcp.json'], manifest.servers, from),
		problems: from.problems,
	}
}

type ContentSource = { files: PluginFiles; root: string; origin: ExtensionOrigin; problems: string[] }

function texts(
	kind: 'commands' | 'agents',
	{ paths }: PluginManifest,
	from: ContentSource,
): readonly ExtensionText[] {
	const found = new Map<string, ExtensionText>()
	for (const place of [kind, ...paths[kind]]) {
		const below = place === '.' ? '' : `${place}/`
		for (const path of from.files.keys()) {
			if (!path.endsWith(MARKDOWN) || isSkill(path)) continue
			const name = path === place ? posix.basename(path) : path.startsWith(below) && path.slice(below.length)
			if (name !== false && name !== '') found.set(path, textAt(path, name.slice(0, -MARKDOWN.length), from))
		}
	}
	return [...found.values()]
}

function skills({ paths, name }: PluginManifest, from: ContentSource): readonly ExtensionText[] {
	const found = new Map<string, ExtensionText>()
	for (const place of ['skills', ...paths.skills]) {
		const below = place === '.' ? '' : `${place}/`
		for (const path of from.files.keys()) {
			if (!isSkill(path) || !path.startsWith(below)) continue
			// One at the root of the plugin is called what the plugin is.
			const folder = posix.basename(posix.dirname(path))
			found.set(path, textAt(path, folder === '.' ? name : folder, from))
		}
	}
	return [...found.values()]
}

function isSkill(path: string): boolean {
	return posix.basename(path) === 'SKILL.md'
}

function textAt(path: string, name: string, { files, root, origin }: ContentSource): ExtensionText {
	return { origin, name, path: `${root}/${path}`, text: decode(files.get(path)!.bytes) }
}

function configs(
	key: 'hooks' | 'mcpServers',
	usual: readonly string[],
	given: readonly (JsonValue | { file: string })[],
	from: ContentSource,
): readonly ExtensionConfig[] {
	const named = given.flatMap(each => (isFile(each) ? [each.file] : []))
	const inline = given
		.filter(each => !isFile(each))
		.map(value => ({ file: MANIFEST, value: unwrap(value, key) }))
	const read = [...new Set([...usual.filter(file => from.files.has(file)), ...named])].flatMap(file => {
		const value = parseJson(decode(from.files.get(file)?.bytes ?? new Uint8Array()).replace(/^\uFEFF/, ''))
		if (isObject(value)) return [{ file, value: unwrap(value, key) }]
		const what = from.files.has(file) ? 'is not a JSON object' : 'is not there'
		from.problems.push(`${from.root}/${file} ${what}, so none of its ${key} are used.`)
		return []
	})
	return [...read, ...inline].map(({ file, value }) => ({
		origin: from.origin,
		path: `${from.root}/${file}`,
		value: withRoot(value, from.root),
	}))
}

function isFile(value: JsonValue | { file: string }): value is { file: string } {
	return isObject(value) && typeof value.file === 'string' && Object.keys(value).length === 1
}

/** Some write what stands under the key without it. */
function unwrap(value: JsonValue, key: string): JsonValue {
	return isObject(value) && value[key] !== undefined ? value[key] : value
}

function withRoot(value: JsonValue, root: string): JsonValue {
	if (typeof value === 'string') return value.replaceAll(/\$\{CLAUDE_PLUGIN_ROOT\}/g, () => root)
	if (Array.isArray(value)) return value.map(one => withRoot(one, root))
	if (!isObject(value)) return value
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withRoot(one, root)]))
}

function decode(bytes: Uint8Array): string {
	return new TextDecoder().decode(bytes)
}

const MARKDOWN = '.md'
