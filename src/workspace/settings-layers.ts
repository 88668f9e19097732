// Settings come in layers: what is built in, the user's file, a profile out of it, two files of the project, the
// environment, the flags. A later layer replaces single values of the earlier ones, and every value knows where it came from.

import { join } from 'node:path'
import { AgentError, errorInfo } from '../core/errors.ts'
import type { CheckSchema, JsonValue } from '../core/json.ts'
import { isObject } from '../core/json.ts'
import { isLogLevel } from '../core/logging/logger.ts'
import type { Environment, HomeFolders } from './places/home-folders.ts'
import { LONGEST_TIMER_MS } from './settings/groups/fields.ts'
import { profileValues } from './settings/profiles.ts'
import { needsTrust, takeFromProject } from './settings/project-settings.ts'
import type { SettingsProblem, SettingValues } from './settings/settings-file.ts'
import { flatten, nest, readSettingsFile, readSettingsText, validValues } from './settings/settings-file.ts'
import { DEFAULT_SETTINGS, type SettingKey, type Settings } from './settings/settings-schema.ts'
import { openFolder, type TrustedFolder } from './trust/trust.ts'
import { LOCAL_SETTINGS, PROJECT_SETTINGS } from './trust/trust-offers.ts'

export type LoadedSettings = {
	settings: Settings
	/** Of every value that is not built in, by `section.key`. */
	sources: ReadonlyMap<string, SettingSource>
	/** Every permission rule by itself, because rules of different layers hold side by side. */
	rules: readonly WrittenRule[]
	problems: readonly SettingsProblem[]
	/** The one in force. */
	profile?: string
}

/** As it was written; what it means is for the tools to say. */
export type WrittenRule = { list: 'allow' | 'ask' | 'deny'; text: string; source: SettingSource }

/** `from` is a file, a variable, `profile <name>` or `flags`. */
export type SettingSource = {
	layer: 'user' | 'profile' | 'project' | 'local' | 'environment' | 'flags'
	from: string
}

export type FlagSettings = Readonly<Partial<Record<SettingKey, JsonValue | undefined>>>

/**
 * A mistake in the user's own file stops the start, but for how things look; one in a project's is told, and that file does not count.
 * @param checkSchema - loads the checker, which is not cheap; called only when there is a settings file
 * @param folder - the project as it was looked at before; left out, it is looked at now
 * @throws AgentError `config-invalid` for a file that cannot be read or parsed, for values that do not fit, and for a
 *   profile that is not there
 */
export async function loadSettings(input: SettingsInput): Promise<LoadedSettings> {
	const { folders, cwd, env, flags, checkSchema } = input
	const folder = input.folder ?? (await openFolder({ cwd, folders }))
	const problems: SettingsProblem[] = folder.problems.map(message => ({
		from: folder.root,
		key: '',
		message,
	}))
	const layers: Layer[] = []

	const users = await readSettingsFile(folders.settingsFile)
	if (users) {
		const { values, problems: wrong } = validValues(folders.settingsFile, users.values, await checkSchema())
		problems.push(...users.problems, ...wrong)
		layers.push({ source: { layer: 'user', from: folders.settingsFile }, values })
	}
	const profile = input.profile ?? (env.KEELSON_PROFILE || undefined)
	if (profile !== undefined) {
		const values = profileValues(profile, {
			file: folders.settingsFile,
			values: valuesOf(layers),
			variable: input.profile === undefined ? 'KEELSON_PROFILE' : undefined,
		})
		layers.push({ source: { layer: 'profile', from: `profile ${profile}` }, values })
	}
	for (const [layer, file] of PROJECT_FILES) {
		const bytes = folder.settings.get(file)
		if (!bytes) continue
		const source: SettingSource = { layer, from: join(folder.root, file) }
		const read = await projectLayer(source, bytes, {
			below: valuesOf(layers),
			isTrusted: folder.standing === 'trusted',
			checkSchema,
		})
		problems.push(...read.problems)
		layers.push({ source, values: read.values, own: read.own })
	}
	layers.push(...environmentLayers(env))
	const flagEntries = Object.entries(flags).filter(
		(entry): entry is [string, JsonValue] => entry[1] !== undefined,
	)
	layers.push({ source: { layer: 'flags', from: 'flags' }, values: new Map(flagEntries) })

	return {
		settings: settingsFrom(valuesOf(layers)),
		sources: sourcesOf(layers),
		rules: layers.flatMap(rulesOf),
		problems,
		...(profile !== undefined && { profile }),
	}
}

export type SettingsInput = {
	folders: Pick<HomeFolders, 'settingsFile'>
	cwd: string
	env: Environment
	flags: FlagSettings
	checkSchema: () => Promise<CheckSchema>
	folder?: TrustedFolder
	/** From the command line; left out, `KEELSON_PROFILE` counts. */
	profile?: string | undefined
}

const PROJECT_FILES = [
	['project', PROJECT_SETTINGS],
	['local', LOCAL_SETTINGS],
] as const

type ProjectLayer = { values: SettingValues; own: SettingValues; problems: readonly SettingsProblem[] }

async function projectLayer(
	{ from }: SettingSource,
	bytes: Uint8Array,
	given: { below: SettingValues; isTrusted: boolean; checkSchema: () => Promise<CheckSchema> },
): Promise<ProjectLayer> {
	try {
		const { values, problems } = readSettingsText(from, new TextDecoder().decode(bytes))
		const taken = takeFromProject(from, values, given)
		const valid = validValues(from, taken.values, await given.checkSchema())
		const own = new Map([...values].filter(([key]) => valid.values.has(key)))
		// Hooks and servers are no settings of this schema; what becomes of them is told with the trust of the folder.
		const unknown = problems.filter(({ key }) => !needsTrust(key))
		return { values: valid.values, own, problems: [...unknown, ...taken.problems, ...valid.problems] }
	} catch (error) {
		// Whoever wrote this file is not the one who would be kept from working.
		const { message } = errorInfo(error)
		return { values: new Map(), own: new Map(), problems: [{ from, key: '', message }] }
	}
}

/** `own`: without what was taken over from below, where lists are added to. */
type Layer = { source: SettingSource; values: SettingValues; own?: SettingValues }

function rulesOf({ source, values, own = values }: Layer): readonly WrittenRule[] {
	return (['allow', 'ask', 'deny'] as const).flatMap(list => {
		const texts = own.get(`permissions.${list}`)
		return Array.isArray(texts) ? texts.map(text => ({ list, text: String(text), source })) : []
	})
}

const BUILT_IN: SettingValues = flatten(JSON.parse(JSON.stringify(DEFAULT_SETTINGS)))

function valuesOf(layers: readonly Layer[]): SettingValues {
	return new Map([...BUILT_IN, ...layers.flatMap(layer => [...layer.values])])
}

function sourcesOf(layers: readonly Layer[]): ReadonlyMap<string, SettingSource> {
	const sources = new Map<string, SettingSource>()
	const before = new Map<string, JsonValue>()
	for (const { source, values } of layers)
		for (const [key, value] of values) {
			// What a project says once more stays the user's own word.
			const isRepeated = (source.layer === 'project' || source.layer === 'local') && before.get(key) === value
			if (!isRepeated) sources.set(key, source)
			before.set(key, value)
		}
	return sources
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
	{ name: 'KEELSON_LOG_LEVEL', key: 'log.level', read: readLogLevel },
	{ name: 'KEELSON_SOCKET', key: 'network.socket', read: readSwitch },
]

function readLogLevel(name: string, text: string): JsonValue {
	if (isLogLevel(text)) return text
	throw new AgentError('config-invalid', `${name} must be error, warn, info or debug, not "${text}"`)
}

function readSwitch(name: string, text: string): JsonValue {
	if (text === '0' || text === '1') return text === '1'
	throw new AgentError('config-invalid', `${name} must be 0 or 1, not "${text}"`)
}

function readMilliseconds(name: string, text: string): JsonValue {
	if (!/^[1-9][0-9]*$/.test(text))
		throw new AgentError('config-invalid', `${name} must be a whole number of milliseconds, not "${text}"`)
	if (Number(text) <= LONGEST_TIMER_MS) return Number(text)
	throw new AgentError(
		'config-invalid',
		`${name} must be at most ${LONGEST_TIMER_MS} milliseconds, which are 24 days, not ${text}`,
	)
}
