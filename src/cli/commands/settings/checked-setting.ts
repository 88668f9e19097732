// A setting that is about to be changed: the key is one, the value is what it takes, and where it is written something
// comes of it. What is wrong is said in the same words on the command line and on the screen.

import { join } from 'node:path'
import { AgentError } from '../../../core/errors.ts'
import type { CheckSchema, JsonValue } from '../../../core/json.ts'
import { isObject, parseJson } from '../../../core/json.ts'
import { nearestNames } from '../../../core/text/nearest.ts'
import { createSettingsCheck } from '../../../runtime/host/settings-check.ts'
import type { WritableLayer } from '../../../tui/state/tui-options.ts'
import { THEME_NAMES } from '../../../tui/themes/theme-names.ts'
import { type Environment, homeFolders } from '../../../workspace/places/home-folders.ts'
import { chooseImageModel } from '../../../workspace/settings/image-model-choice.ts'
import { chooseModels, parseModel } from '../../../workspace/settings/model-choice.ts'
import { configureProviders } from '../../../workspace/settings/provider-settings.ts'
import { allowedBy, narrowest } from '../../../workspace/settings/setting-type.ts'
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
import { themeServices } from '../../startup/theme-services.ts'

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
	await requireNamed(key, value, place)
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
	const problems = candidates.map(value => narrowest(checkSchema(SETTINGS_SCHEMA, nestValue(key, value))))
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

/** What a name stands for is there: a provider, or a theme. */
async function requireNamed(key: string, value: JsonValue, place: ConfigPlace): Promise<void> {
	if (key === 'screen.theme') return requireTheme(String(value), place)
	const [section, name] = keyPath(key)
	// Their provider may be set later.
	if (section === 'models')
		for (const model of namesIn(name, value)) parseModel(model, [model.split('/')[0] ?? ''])
	if (key !== 'imageModel' && (!NAMING_MODELS.has(key) || value === OFFLINE_EMBEDDER)) return
	const providers = configureProviders((await loadPlace(place)).settings, place.env)
	const ids = providers.configs.map(({ id }) => id)
	if (key === 'imageModel') chooseImageModel(String(value), providers)
	else for (const model of [value].flat()) parseModel(String(model), ids)
}

const NAMING_MODELS: ReadonlySet<string> = new Set([
	'context.summaryModel',
	'memory.embedder',
	'favouriteModels',
])
const OFFLINE_EMBEDDER = 'offline'

/** Of `models.mine/big.images` and of `models` as a whole. */
function namesIn(name: string | undefined, value: JsonValue): readonly string[] {
	if (name !== undefined) return [name]
	return isObject(value) ? Object.keys(value) : []
}

async function requireTheme(name: string, place: ConfigPlace): Promise<void> {
	const folders = homeFolders(place)
	const own = (await themeServices(folders).list()).map(theme => theme.name)
	const names = [...THEME_NAMES, ...own]
	if (names.includes(name)) return
	// As the screen guesses, which says the same of a name in a file.
	const allowedEdits = (length: number) => Math.max(1, Math.floor(length / 3))
	const guess = nearestNames(name, names, { allowedEdits })[0]
	throw new AgentError(
		'config-invalid',
		`screen.theme must be ${names.join(', ')}, or a file in ${join(folders.config, 'themes')} without its ending, not ${name}${guess ? `; did you mean ${guess}?` : ''}`,
	)
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
