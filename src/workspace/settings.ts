// Settings come in layers: what is built in, the user's file, two files of the project, the environment, the
// flags. A later layer replaces single values of the earlier ones, and every value knows where it came from.

import { join } from 'node:path'
import { AgentError } from '../core/errors.ts'
import type { CheckSchema, JsonValue } from '../core/json.ts'
import { isObject } from '../core/json.ts'
import type { Environment, HomeFolders } from './home-folders.ts'
import { findProject } from './project.ts'
import { takeFromProject } from './project-settings.ts'
import type { SettingsProblem, SettingValues } from './settings-file.ts'
import { flatten, nest, readSettingsFile, requireValid } from './settings-file.ts'
import { DEFAULT_SETTINGS, type SettingKey, type Settings } from './settings-schema.ts'

export type LoadedSettings = {
	settings: Settings
	/** Of every value that is not built in, by `section.key`. */
	sources: ReadonlyMap<string, SettingSource>
	problems: readonly SettingsProblem[]
}

/** `from` is a file, a variable, or `flags`. */
export type SettingSource = { layer: 'user' | 'project' | 'local' | 'environment' | 'flags'; from: string }

export type FlagSettings = Readonly<Partial<Record<SettingKey, JsonValue | undefined>>>

/**
 * @param checkSchema - loads the checker, which is not cheap; called only when there is a settings file
 * @throws AgentError `config-invalid` for a file that cannot be read or parsed, and for values that do not fit
 */
export async function loadSettings({
	folders,
	cwd,
	env,
	flags,
	checkSchema,
}: SettingsInput): Promise<LoadedSettings> {
	const { root } = await findProject(cwd)
	const files: readonly SettingSource[] = [
		{ layer: 'user', from: folders.settingsFile },
		{ layer: 'project', from: join(root, '.keelson', 'settings.json') },
		{ layer: 'local', from: join(root, '.keelson', 'settings.local.json') },
	]
	const contents = await Promise.all(files.map(file => readSettingsFile(file.from)))

	const layers: Layer[] = []
	const problems: SettingsProblem[] = []
	for (const [index, source] of files.entries()) {
		const content = contents[index]
		if (content === undefined) continue
		problems.push(...content.problems)
		let { values } = content
		if (source.layer !== 'user') {
			const taken = takeFromProject(source.from, values, valuesOf(layers))
			problems.push(...taken.problems)
			values = taken.values
		}
		requireValid(source.from, values, await checkSchema())
		layers.push({ source, values })
	}
	layers.push(...environmentLayers(env))
	const flagEntries = Object.entries(flags).filter(
		(entry): entry is [string, JsonValue] => entry[1] !== undefined,
	)
	layers.push({ source: { layer: 'flags', from: 'flags' }, values: new Map(flagEntries) })

	return { settings: settingsFrom(valuesOf(layers)), sources: sourcesOf(layers), problems }
}

export type SettingsInput = {
	folders: Pick<HomeFolders, 'settingsFile'>
	cwd: string
	env: Environment
	flags: FlagSettings
	checkSchema: () => Promise<CheckSchema>
}

type Layer = { source: SettingSource; values: SettingValues }

const BUILT_IN: SettingValues = flatten(JSON.parse(JSON.stringify(DEFAULT_SETTINGS)))

function valuesOf(layers: readonly Layer[]): SettingValues {
	return new Map([...BUILT_IN, ...layers.flatMap(layer => [...layer.values])])
}

function sourcesOf(layers: readonly Layer[]): ReadonlyMap<string, SettingSource> {
	return new Map(
		layers.flatMap(({ source, values }) => [...values.keys()].map(key => [key, source] as const)),
	)
}

/** Every value has been checked against the schema that describes `Settings`, which is what makes the cast true. */
function settingsFrom(values: SettingValues): Settings {
	const given = nest(values)
	const settings = Object.entries(DEFAULT_SETTINGS).map(([name, fallback]) => {
		const value = given[name]
		return [name, isObject(fallback) && isObject(value) ? { ...fallback, ...value } : (value ?? fallback)]
	})
	return Object.fromEntries(settings) as Settings
}

function environmentLayers(env: Environment): readonly Layer[] {
	return ENVIRONMENT.flatMap(({ name, key, read }) => {
		const text = env[name]
		if (!text) return []
		return [{ source: { layer: 'environment', from: name }, values: new Map([[key, read(name, text)]]) }]
	})
}

const ENVIRONMENT: readonly {
	name: string
	key: SettingKey
	read(name: string, text: string): JsonValue
}[] = [
	{ name: 'KEELSON_MODEL', key: 'model', read: (_name, text) => text },
	{ name: 'KEELSON_STREAM_IDLE_MS', key: 'network.streamIdleMs', read: readMilliseconds },
	{ name: 'KEELSON_SOCKET', key: 'network.socket', read: readSwitch },
]

function readSwitch(name: string, text: string): JsonValue {
	if (text === '0' || text === '1') return text === '1'
	throw new AgentError('config-invalid', `${name} must be 0 or 1, not "${text}"`)
}

function readMilliseconds(name: string, text: string): JsonValue {
	if (/^[1-9][0-9]*$/.test(text)) return Number(text)
	throw new AgentError('config-invalid', `${name} must be a whole number of milliseconds, not "${text}"`)
}
