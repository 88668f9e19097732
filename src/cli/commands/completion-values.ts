// `agent completion --values`: what only this machine knows, for the scripts of shells. Asks no server.

import { homedir } from 'node:os'
import { modelName } from '../../core/model-ref.ts'
import { openStoredKeys } from '../../providers/auth/stored-keys.ts'
import { knownModels } from '../../providers/discovery/catalogue.ts'
import { nodeClock } from '../../runtime/host/clock.ts'
import { createSettingsCheck } from '../../runtime/host/settings-check.ts'
import { homeFolders } from '../../workspace/places/home-folders.ts'
import { type ConfiguredProviders, configureProviders } from '../../workspace/settings/provider-settings.ts'
import { type Settings, settingKeys } from '../../workspace/settings/settings-schema.ts'
import { loadSettings } from '../../workspace/settings-layers.ts'
import type { Output } from '../io/output.ts'
import { openStore } from './sessions/session-store.ts'

/** @returns the exit code */
export async function printValues(kind: string, output: Pick<Output, 'out'>): Promise<number> {
	const values = await valuesOf(kind)
	for (const value of new Set(values)) if (SAFE.test(value)) output.out(`${value}\n`)
	return 0
}

/** bash expands the words it is given once more: what stands in a name must not be run by a Tab. */
const SAFE = /^[\w@%+=:,./-]+$/

async function valuesOf(kind: string): Promise<readonly string[]> {
	switch (kind) {
		case 'sessions':
			return sessionsHere()
		case 'settings':
			return settingKeys()
		case 'profiles':
			return Object.keys((await configured()).settings.profiles)
		case 'providers':
			return (await configured()).configs.map(({ id }) => id)
		case 'models': {
			const { configs, settings } = await configured()
			return [
				...configs.flatMap(({ id }) => knownModels(id).map(({ ref }) => modelName(ref))),
				...Object.keys(settings.models),
			]
		}
		default:
			return []
	}
}

async function sessionsHere(): Promise<readonly string[]> {
	const here = process.cwd()
	const stored = await openStore(folders()).list()
	return stored
		.filter(({ cwd }) => cwd === here)
		.flatMap(({ sessionId, name }) => (name === undefined ? [sessionId] : [sessionId, name]))
}

async function configured(): Promise<ConfiguredProviders & { settings: Settings }> {
	const { env } = process
	const checkSchema = async () => createSettingsCheck()
	const { settings } = await loadSettings({
		folders: folders(),
		cwd: process.cwd(),
		env,
		flags: {},
		checkSchema,
	})
	const stored = await openStoredKeys({ configFolder: folders().config, env, clock: nodeClock })
	return { ...configureProviders(settings, env, stored), settings }
}

function folders() {
	return homeFolders({ env: process.env, home: homedir(), cwd: process.cwd() })
}
