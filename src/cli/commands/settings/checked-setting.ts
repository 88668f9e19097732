// A setting that is about to be changed: the key is one, the value is what it takes, and where it is written something
// comes of it. What is wrong is said in the same words on the command line and on the screen.

import { AgentError } from '../../../core/errors.ts'
import type { CheckSchema, JsonValue } from '../../../core/json.ts'
import { isObject, parseJson } from '../../../core/json.ts'
import { nearestNames } from '../../../core/text/nearest.ts'
import { createSettingsCheck } from '../../../runtime/host/settings-check.ts'
import type { WritableLayer } from '../../../tui/state/tui-options.ts'
import { type Environment, homeFolders } from '../../../workspace/places/home-folders.ts'
import { chooseImageModel } from '../../../workspace/settings/image-model-choice.ts'
import { chooseModels } from '../../../workspace/settings/model-choice.ts'
import { configureProviders } from '../../../workspace/settings/provider-settings.ts'
import { allowedBy } from '../../../workspace/settings/setting-type.ts'
import {
	keyPath,
	SETTINGS_SCHEMA,
	schemaOfKey,
	settingKeys,
} from '../../../workspace/settings/settings-schema.ts'
import {
	type FlagSettings,
	type LoadedSettings,
	loadSettings,
	type SettingSource,
} from '../../../workspace/settings-layers.ts'
import type { TrustedFolder } from '../../../workspace/trust/trust.ts'

export type ConfigPlace = { env: Environment; cwd: string; home: string }

export function loadPlace(
	place: ConfigPlace & { folder?: TrustedFolder },
	profile?: string,
	flags: FlagSettings = {},
): Promise<LoadedSettings> {
	const checkSchema = async () => createSettingsCheck()
	return loadSettings({ ...place, folders: homeFolders(place), flags, profile, checkSchema })
}

/**
 * @param text - as typed
 * @throws AgentError `usage` for an unknown key, `config-invalid` for a value that does not fit
 */
export async function checkedValue(
	key: string,
	text: string,
	{ place, profile }: { place: ConfigPlace; profile?: string | undefined },
): Promise<JsonValue> {
	requireKnown(key)
	const value = valueFor(key, text, createSettingsCheck())
	if (key === 'model' || key === `profiles.${profile}.model`) await requireModel(value, { place, profile })
	await requireRules(key, value)
	if (key === 'imageModel')
		chooseImageModel(String(value), configureProviders((await loadPlace(place)).settings, place.env))
	return value
}

export function requireKnown(key: string): void {
	if (schemaOfKey(key) !== undefined) return
	const guess = nearestNames(key, settingKeys())[0]
	throw new AgentError(
		'usage',
		`there is no setting ${key}${guess ? `; did you mean ${guess}?` : ''} (agent config list shows them all)`,
	)
}

/** A text that means something as JSON is taken as that when it fits, and as it was typed otherwise. */
function valueFor(key: string, text: string, checkSchema: CheckSchema): JsonValue {
	const parsed = parseJson(text)
	const candidates = parsed === undefined ? [text] : [parsed, text]
	const problems = candidates.map(value => checkSchema(SETTINGS_SCHEMA, nestValue(key, value)))
	const fitting = problems.findIndex(found => found.length === 0)
	if (fitting !== -1) return candidates[fitting]!
	const problem = problems[0]![0]!
	const { path, got } = problem
	// Of a whole object only what is wrong in it.
	const wrong = path.length > key.length || isObject(parsed) ? got : text
	throw new AgentError('config-invalid', `${path} must be ${allowedBy(problem)}, not ${wrong}`)
}

function nestValue(key: string, value: JsonValue): JsonValue {
	return keyPath(key).reduceRight<JsonValue>((inner, name) => Object.fromEntries([[name, inner]]), value)
}

/** With one that cannot be read nothing would start: a wall that silently does not stand is worse than none. */
async function requireRules(key: string, value: JsonValue): Promise<void> {
	if (keyPath(key)[0] !== 'permissions') return
	const { parseRule } = await import('../../../safety/permissions/rule.ts')
	for (const list of RULE_LISTS) {
		const whole = isObject(value) ? value[list] : undefined
		const texts = key === `permissions.${list}` ? value : whole
		for (const text of Array.isArray(texts) ? texts : []) {
			const rule = parseRule(String(text), list)
			if ('expected' in rule) {
				const message = `permissions.${list}: ${JSON.stringify(text)} must be ${rule.expected}`
				throw new AgentError('config-invalid', message)
			}
		}
	}
}

const RULE_LISTS = ['allow', 'ask', 'deny'] as const

async function requireModel(
	value: JsonValue,
	{ place, profile }: { place: ConfigPlace; profile: string | undefined },
): Promise<void> {
	const { settings } = await loadPlace(place)
	// The first setting of a profile is what makes it.
	const isThere = profile !== undefined && Object.hasOwn(settings.profiles, profile)
	const { configs, keySource } = configureProviders(
		isThere ? (await loadPlace(place, profile)).settings : settings,
		place.env,
	)
	const model = Array.isArray(value) ? value.map(String) : String(value)
	chooseModels({ model, providers: configs.map(config => config.id), keySource })
}

/** A value in a file does nothing while a stronger layer has another. @returns where that is, or nothing */
export async function strongerLayer(
	key: string,
	{ place, written, flags }: { place: ConfigPlace; written: WritableLayer; flags?: FlagSettings },
): Promise<string | undefined> {
	const { sources } = await loadPlace(place, undefined, flags)
	const source = sources.get(keyPath(key).slice(0, 2).join('.'))
	return source && LAYERS.indexOf(source.layer) > LAYERS.indexOf(written) ? source.from : undefined
}

/** The later, the stronger. */
const LAYERS: readonly SettingSource['layer'][] = [
	'user',
	'profile',
	'project',
	'local',
	'environment',
	'flags',
]
