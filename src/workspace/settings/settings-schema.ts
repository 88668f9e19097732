// The settings schema: the type, the defaults, and the JSON Schema that editors and our own checks read. Each group of
// settings is a table of its own in `groups/`.

import { isObject, type JsonObject, type JsonSchema } from '../../core/json.ts'
import type { Effort } from '../../core/model.ts'
import {
	PERMISSION_DEFAULTS,
	PERMISSION_SCHEMAS,
	type PermissionSettings,
} from './groups/approval-settings.ts'
import { propertiesOf } from './groups/fields.ts'
import { LIMIT_DEFAULTS, LIMIT_SCHEMAS, type LimitSettings } from './groups/limit-settings.ts'
import {
	EFFORT,
	FAVOURITE_MODELS,
	IMAGE_MODEL,
	MODEL,
	MODELS,
	type ModelSettings,
} from './groups/model-settings.ts'
import { OUTSIDE_DEFAULTS, OUTSIDE_SCHEMAS, type OutsideSettings } from './groups/outside-settings.ts'
import { PROFILES, type ProfileSettings } from './groups/profile-settings.ts'
import { type LoggingSettings, PROGRAM_DEFAULTS, PROGRAM_SCHEMAS } from './groups/program-settings.ts'
import { PROVIDERS, type ProviderSettings } from './groups/provider-settings.ts'
import { REQUEST_DEFAULTS, REQUEST_SCHEMAS, type RequestSettings } from './groups/request-settings.ts'
import { SCREEN_DEFAULTS, SCREEN_SCHEMAS, type ScreenGroup } from './groups/screen-settings.ts'
import { STORED_DEFAULTS, STORED_SCHEMAS, type StoredSettings } from './groups/stored-settings.ts'

export type Settings = {
	/** `provider/model`, or a fallback chain of them. */
	model: string | readonly string[] | undefined
	/** How much models think; left out, as much as each does by itself. */
	effort: Effort | undefined
	/** `provider/model` that draws pictures. */
	imageModel: string | undefined
	/** `provider/model`, those that the list of models begins with. */
	favouriteModels: readonly string[]
	providers: Readonly<Record<string, ProviderSettings>>
	/** What the catalogue does not know, or knows wrongly, by `provider/model`. */
	models: Readonly<Record<string, ModelSettings>>
	/** What `--profile` lays over the rest of this file, by name. */
	profiles: Readonly<Record<string, ProfileSettings>>
} & PermissionSettings &
	StoredSettings &
	LimitSettings &
	RequestSettings &
	OutsideSettings &
	LoggingSettings &
	ScreenGroup

/** The keys that have a place of their own in the layers and can be set by a flag. */
export type SettingKey = TopLevel | { [S in Section]: `${S}.${keyof Settings[S] & string}` }[Section]
type TopLevel = 'model' | 'effort' | 'imageModel' | 'favouriteModels'
type Section = Exclude<keyof Settings, TopLevel | 'providers' | 'models' | 'profiles'>

export const DEFAULT_SETTINGS: Settings = {
	model: undefined,
	effort: undefined,
	imageModel: undefined,
	favouriteModels: [],
	providers: {},
	models: {},
	profiles: {},
	...PERMISSION_DEFAULTS,
	...STORED_DEFAULTS,
	...LIMIT_DEFAULTS,
	...REQUEST_DEFAULTS,
	...OUTSIDE_DEFAULTS,
	...PROGRAM_DEFAULTS,
	...SCREEN_DEFAULTS,
}

/** Published: `agent config schema` prints it. Unknown keys are told, not refused: an older Keelson may read a newer file. */
export const SETTINGS_SCHEMA: JsonSchema = {
	$schema: 'https://json-schema.org/draft/2020-12/schema',
	$id: 'urn:keelson:settings',
	title: 'Keelson settings',
	type: 'object',
	properties: {
		$schema: { type: 'string' },
		model: MODEL,
		effort: EFFORT,
		imageModel: IMAGE_MODEL,
		favouriteModels: FAVOURITE_MODELS,
		providers: PROVIDERS,
		models: MODELS,
		profiles: PROFILES,
		...PERMISSION_SCHEMAS,
		...STORED_SCHEMAS,
		...LIMIT_SCHEMAS,
		...REQUEST_SCHEMAS,
		...OUTSIDE_SCHEMAS,
		...PROGRAM_SCHEMAS,
		...SCREEN_SCHEMAS,
		mcpServers: {
			description: 'MCP servers by name, as other agents write them; agent mcp add adds one.',
			type: 'object',
			additionalProperties: { type: 'object' },
		},
		hooks: {
			description: 'Hooks by event, as Claude Code writes them; agent hooks list shows those in force.',
			type: 'object',
			additionalProperties: { type: 'array' },
		},
		disableAllHooks: { description: 'No hook runs, also none of a folder or a plugin.', type: 'boolean' },
	},
	additionalProperties: false,
}

/** Stand in the same file and are no settings: what they say is read together with what folders bring along. */
export const READ_ELSEWHERE: ReadonlySet<string> = new Set(['mcpServers', 'hooks', 'disableAllHooks'])

/**
 * Every key that can be set, as `section.key`. Below that a value is one thing: `providers.mine` is taken or
 * replaced whole. Sections with free names (`providers`, `models`) are listed as themselves.
 */
export function settingKeys(): readonly string[] {
	return Object.entries(propertiesOf(SETTINGS_SCHEMA)).flatMap(([name, schema]) => {
		if (name.startsWith('$') || READ_ELSEWHERE.has(name)) return []
		const inner = Object.keys(propertiesOf(schema))
		return inner.length === 0 ? [name] : inner.map(key => `${name}.${key}`)
	})
}

/** The schema of a key such as `budget.maxTurns` or `providers.mine.baseUrl`; undefined when there is no such key. */
export function schemaOfKey(key: string): JsonSchema | undefined {
	let schema: JsonSchema | undefined = SETTINGS_SCHEMA
	for (const name of keyPath(key)) {
		const properties: JsonObject = propertiesOf(schema)
		const next: unknown = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties
		if (!isObject(next)) return undefined
		schema = next
	}
	return schema
}

/** Names may hold dots of their own (`models.openai/gpt-4\\.1.images`): those are written with a backslash. */
export function keyPath(key: string): readonly string[] {
	return key.split(/(?<!\\)\./).map(name => name.replaceAll('\\.', '.'))
}
