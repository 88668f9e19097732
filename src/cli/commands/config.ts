// `agent config`: what is set, where it comes from, and changing the user's own file.

import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { AgentError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { homeFolders } from '../../workspace/places/home-folders.ts'
import { findProject } from '../../workspace/places/project.ts'
import { projectFile, readProjectFile } from '../../workspace/places/project-file.ts'
import { ACCOUNT, propertiesOf } from '../../workspace/settings/groups/fields.ts'
import { keyPath, SETTINGS_SCHEMA, schemaOfKey } from '../../workspace/settings/settings-schema.ts'
import { openUserSettings } from '../../workspace/settings/user-settings.ts'
import type { LoadedSettings } from '../../workspace/settings-layers.ts'
import type { Output } from '../io/output.ts'
import {
	type ConfigPlace,
	checkedValue,
	loadPlace,
	requireKnown,
	strongerLayer,
} from './settings/checked-setting.ts'
import { settingRows } from './settings/setting-report.ts'

export type ConfigArguments = {
	action: 'list' | 'get' | 'set' | 'unset' | 'edit' | 'schema'
	key?: string | undefined
	value?: string | undefined
	/** `list` and `get`: what holds with it. `set` and `unset`: what it says. */
	profile?: string | undefined
	output: Pick<Output, 'out' | 'error'>
	place?: ConfigPlace
}

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
		case 'edit': {
			const { editSettings } = await import('./settings/edit-settings.ts')
			return editSettings({ place, output, hasTerminal: process.stdin.isTTY && process.stdout.isTTY })
		}
		case 'list':
			return list(await loadPlace(place, profile), { output, ownRules: await ownRulesOf(place) })
		case 'get':
			return get(key, await loadPlace(place, profile), output)
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
	loaded: LoadedSettings,
	{ output, ownRules }: Pick<ConfigContext, 'output'> & { ownRules: Awaited<ReturnType<typeof ownRulesOf>> },
): number {
	const rows: (readonly [string, string, string])[] = settingRows(loaded).map(({ key, value, source }) => [
		key,
		value === undefined ? 'not set' : JSON.stringify(value),
		source?.from ?? 'built in',
	])
	rows.push(...ownRules)
	const widths = [0, 1].map(column => Math.max(...rows.map(row => row[column]!.length)))
	for (const [key, value, source] of rows)
		output.out(`${key.padEnd(widths[0]!)}  ${value.padEnd(widths[1]!)}  ${source}\n`)
	for (const problem of loaded.problems) output.error(`warning: ${problem.message}\n`)
	return 0
}

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
	const value = await checkedValue(key, text, { place, profile })
	const file = await openUserSettings(homeFolders(place).settingsFile)
	await file.set(key, value)
	output.out(`${key} = ${JSON.stringify(value)} (${file.path})\n`)
	await printEffectiveSource(key, { output, place })
	return 0
}

async function unset(key: string, { output, place }: ConfigContext): Promise<number> {
	const file = await openUserSettings(homeFolders(place).settingsFile)
	if (file.get(key) === undefined) requireKnown(key)
	await file.unset(key)
	output.out(`${key} is no longer set (${file.path})\n`)
	await printEffectiveSource(key, { output, place })
	return 0
}

/** A value in the user's file does nothing while a stronger layer has another. */
async function printEffectiveSource(key: string, { output, place }: ConfigContext): Promise<void> {
	const stronger = await strongerLayer(key, { place, written: 'user' })
	if (stronger !== undefined) output.error(`note: ${stronger} also sets ${key}, and wins\n`)
}

function requireArgument(text: string | undefined, name: string): string {
	if (text === undefined) throw new AgentError('usage', `agent config needs a ${name}`)
	return text
}
