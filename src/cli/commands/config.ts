// `agent config`: what is set, where it comes from, and changing the user's own file.

import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { AgentError } from '../../core/errors.ts'
import type { CheckSchema, JsonValue } from '../../core/json.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { createSettingsCheck } from '../../runtime/host/settings-check.ts'
import { type Environment, homeFolders } from '../../workspace/places/home-folders.ts'
import { findProject } from '../../workspace/places/project.ts'
import { projectFile, readProjectFile } from '../../workspace/places/project-file.ts'
import { ACCOUNT, propertiesOf } from '../../workspace/settings/groups/fields.ts'
import { chooseImageModel } from '../../workspace/settings/image-model-choice.ts'
import { chooseModels } from '../../workspace/settings/model-choice.ts'
import { configureProviders } from '../../workspace/settings/provider-settings.ts'
import { flatten } from '../../workspace/settings/settings-file.ts'
import {
	keyPath,
	SETTINGS_SCHEMA,
	schemaOfKey,
	settingKeys,
} from '../../workspace/settings/settings-schema.ts'
import { openUserSettings } from '../../workspace/settings/user-settings.ts'
import { type LoadedSettings, loadSettings } from '../../workspace/settings-layers.ts'
import type { Output } from '../io/output.ts'

export type ConfigArguments = {
	action: 'list' | 'get' | 'set' | 'unset' | 'schema'
	key?: string | undefined
	value?: string | undefined
	/** `list` and `get`: what holds with it. `set` and `unset`: what it says. */
	profile?: string | undefined
	output: Pick<Output, 'out' | 'error'>
	place?: ConfigPlace
}

export type ConfigPlace = { env: Environment; cwd: string; home: string }

/**
 * @returns the exit code; 1 when `get` asks for something that is not set
 * @throws AgentError `usage` for an unknown key, `config-invalid` for a value that does not fit
 */
export async function configCommand(args: ConfigArguments): Promise<number> {
	const { action, key, value, profile, output, place = currentPlace() } = args
	switch (action) {
		case 'schema':
			output.out(`${JSON.stringify(SETTINGS_SCHEMA, null, '\t')}\n`)
			return 0
		case 'list':
			return list(await load(place, profile), { output, ownRules: await ownRulesOf(place) })
		case 'get':
			return get(key, await load(place, profile), output)
		case 'set':
			return set(keyIn(profile, key), requireArgument(value, 'value'), { output, place, profile })
		case 'unset':
			return unset(keyIn(profile, key), { output, place, profile })
	}
}

type ConfigContext = Required<Pick<ConfigArguments, 'output' | 'place'>> & Pick<ConfigArguments, 'profile'>

function currentPlace(): ConfigPlace {
	return { env: process.env, cwd: process.cwd(), home: homedir() }
}

function load(place: ConfigPlace, profile?: string): Promise<LoadedSettings> {
	const checkSchema = async () => createSettingsCheck()
	return loadSettings({ ...place, folders: homeFolders(place), flags: {}, profile, checkSchema })
}

/** What the user has allowed for this project, which is kept beside the settings. */
async function ownRulesOf(place: ConfigPlace): Promise<readonly (readonly [string, string, string])[]> {
	const folders = homeFolders(place)
	const { root } = await findProject(place.cwd)
	const file = projectFile(folders, await realpath(root).catch(() => root), 'permissions')
	const { root: _root, ...lists } = (await readProjectFile(file)) ?? {}
	return Object.entries(lists).map(([list, rules]) => [
		`permissions.${list} here`,
		JSON.stringify(rules),
		file.path,
	])
}

function list(
	{ settings, sources, problems }: LoadedSettings,
	{ output, ownRules }: Pick<ConfigContext, 'output'> & { ownRules: Awaited<ReturnType<typeof ownRulesOf>> },
): number {
	const values = flatten(JSON.parse(JSON.stringify(settings)))
	const keys = [...new Set([...settingKeys().filter(key => !FREE_SECTIONS.has(key)), ...values.keys()])]
	const rows: (readonly [string, string, string])[] = keys
		.filter(key => !FREE_SECTIONS.has(key))
		.map(key => {
			const value = values.get(key)
			const source = sources.get(key)
			return [
				key,
				value === undefined ? 'not set' : JSON.stringify(value),
				source?.from ?? 'built in',
			] as const
		})
	rows.push(...ownRules)
	const widths = [0, 1].map(column => Math.max(...rows.map(row => row[column]!.length)))
	for (const [key, value, source] of rows)
		output.out(`${key.padEnd(widths[0]!)}  ${value.padEnd(widths[1]!)}  ${source}\n`)
	for (const problem of problems) output.error(`warning: ${problem.message}\n`)
	return 0
}

/** Sections whose names the user makes up: only their entries are settings. */
const FREE_SECTIONS: ReadonlySet<string> = new Set(['providers', 'models', 'profiles'])

function get(key: string | undefined, { settings }: LoadedSettings, output: ConfigContext['output']): number {
	if (key !== undefined) requireKnown(key)
	let value: unknown = settings
	for (const name of key === undefined ? [] : keyPath(key))
		value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
	if (value === undefined) {
		output.error(`${key} is not set\n`)
		return 1
	}
	output.out(`${typeof value === 'string' ? value : JSON.stringify(value, null, '\t')}\n`)
	return 0
}

/** Below the profile where one is named: what a profile has is less than there is. */
function keyIn(profile: string | undefined, typed: string | undefined): string {
	const key = requireArgument(typed, 'key')
	if (profile === undefined) return key
	if (!new RegExp(ACCOUNT).test(profile))
		throw new AgentError('usage', `--profile ${profile}: a name has small letters, digits, - and _`)
	const inside = `profiles.${profile}.${key}`
	if (schemaOfKey(inside) !== undefined) return inside
	const fields = Object.keys(propertiesOf(schemaOfKey(`profiles.${profile}`))).join(', ')
	throw new AgentError('usage', `a profile has no ${key}; it has ${fields}`)
}

async function set(key: string, text: string, { output, place, profile }: ConfigContext): Promise<number> {
	requireKnown(key)
	const value = valueFor(key, text, createSettingsCheck())
	if (key === 'model' || key === `profiles.${profile}.model`) await requireModel(value, { place, profile })
	await requireRules(key, value)
	if (key === 'imageModel')
		chooseImageModel(String(value), configureProviders((await load(place)).settings, place.env))
	const file = await openUserSettings(homeFolders(place).settingsFile)
	file.set(key, value)
	output.out(`${key} = ${JSON.stringify(value)} (${file.path})\n`)
	await printEffectiveSource(key, { output, place })
	return 0
}

/** With one that cannot be read nothing would start: a wall that silently does not stand is worse than none. */
async function requireRules(key: string, value: JsonValue): Promise<void> {
	if (keyPath(key)[0] !== 'permissions') return
	const { parseRule } = await import('../../safety/permissions/rule.ts')
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

async function unset(key: string, { output, place }: ConfigContext): Promise<number> {
	const file = await openUserSettings(homeFolders(place).settingsFile)
	if (file.get(key) === undefined) requireKnown(key)
	file.unset(key)
	output.out(`${key} is no longer set (${file.path})\n`)
	await printEffectiveSource(key, { output, place })
	return 0
}

/** A text that means something as JSON is taken as that when it fits, and as it was typed otherwise. */
function valueFor(key: string, text: string, checkSchema: CheckSchema): JsonValue {
	const parsed = parseJson(text)
	const candidates = parsed === undefined ? [text] : [parsed, text]
	const problems = candidates.map(value => checkSchema(SETTINGS_SCHEMA, nestValue(key, value)))
	const fitting = problems.findIndex(found => found.length === 0)
	if (fitting !== -1) return candidates[fitting]!
	const { path, expected } = problems[0]![0]!
	throw new AgentError('config-invalid', `${path} must be ${expected}, not ${text}`)
}

function nestValue(key: string, value: JsonValue): JsonValue {
	return keyPath(key).reduceRight<JsonValue>((inner, name) => Object.fromEntries([[name, inner]]), value)
}

async function requireModel(
	value: JsonValue,
	{ place, profile }: Pick<ConfigContext, 'place' | 'profile'>,
): Promise<void> {
	const { settings } = await load(place)
	// The first setting of a profile is what makes it.
	const isThere = profile !== undefined && Object.hasOwn(settings.profiles, profile)
	const { configs, keySource } = configureProviders(
		isThere ? (await load(place, profile)).settings : settings,
		place.env,
	)
	const model = Array.isArray(value) ? value.map(String) : String(value)
	chooseModels({ model, providers: configs.map(config => config.id), keySource })
}

/** A value in the user's file does nothing while a stronger layer has another. */
async function printEffectiveSource(key: string, { output, place }: ConfigContext): Promise<void> {
	const { sources } = await load(place)
	const source = sources.get(keyPath(key).slice(0, 2).join('.'))
	if (source && source.layer !== 'user') output.error(`note: ${source.from} also sets ${key}, and wins\n`)
}

function requireKnown(key: string): void {
	if (schemaOfKey(key) !== undefined) return
	const guess = nearestNames(key, settingKeys())[0]
	throw new AgentError(
		'usage',
		`there is no setting ${key}${guess ? `; did you mean ${guess}?` : ''} (agent config list shows them all)`,
	)
}

function requireArgument(text: string | undefined, name: string): string {
	if (text === undefined) throw new AgentError('usage', `agent config needs a ${name}`)
	return text
}
