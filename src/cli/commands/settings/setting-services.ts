// Settings as the screen looks at and changes them, in the user's file or in one of the project's.

import { lstat, mkdir, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { AgentError, messageOf } from '../../../core/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import type { SettingServices, WritableLayer } from '../../../tui/state/tui-options.ts'
import { homeFolders } from '../../../workspace/places/home-folders.ts'
import { takeFromProject } from '../../../workspace/settings/project-settings.ts'
import { flatten, parseSettings } from '../../../workspace/settings/settings-file.ts'
import { keyPath } from '../../../workspace/settings/settings-schema.ts'
import { openUserSettings } from '../../../workspace/settings/user-settings.ts'
import type { FlagSettings } from '../../../workspace/settings-layers.ts'
import { readNoFollowFile } from '../../../workspace/trust/no-follow-file.ts'
import { openFolder } from '../../../workspace/trust/trust.ts'
import { LOCAL_SETTINGS, PROJECT_SETTINGS } from '../../../workspace/trust/trust-offers.ts'
import { ownSecrets } from '../../startup/own-secrets.ts'
import { type ConfigPlace, checkedValue, loadPlace, requireKnown, strongerLayer } from './checked-setting.ts'
import { settingsReport } from './setting-report.ts'

export type SettingsStart = { place: ConfigPlace; profile?: string | undefined; flags: FlagSettings }

/** @param started - where the program runs, and what was said on its command line */
export function settingServices(started: () => Promise<SettingsStart>): SettingServices {
	return {
		async list() {
			const { place, profile, flags } = await started()
			const [loaded, { known }] = await Promise.all([loadPlace(place, profile, flags), ownSecrets(place)])
			return settingsReport(loaded, known)
		},
		async set(key, text, layer) {
			const { place, flags } = await started()
			const value = await checkedValue(key, text, { place })
			if (layer === 'user') {
				const file = await openUserSettings(homeFolders(place).settingsFile)
				await file.set(key, value)
				return notes(key, { place, flags, layer })
			}
			await requireTaken(key, value, { place, layer })
			const root = await changeProjectFile(place, layer, settings => withValue(settings, keyPath(key), value))
			return [...(await notes(key, { place, flags, layer })), ...(await trustNote(root, place))]
		},
		async unset(key, layer) {
			const { place, flags } = await started()
			requireKnown(key)
			if (layer === 'user') {
				const file = await openUserSettings(homeFolders(place).settingsFile)
				await file.unset(key)
				return notes(key, { place, flags, layer })
			}
			const root = await changeProjectFile(place, layer, settings =>
				withValue(settings, keyPath(key), undefined),
			)
			return [...(await notes(key, { place, flags, layer })), ...(await trustNote(root, place))]
		},
	}
}

/** Where this program runs, as `agent config` has it. */
export function currentPlace(cwd: string): ConfigPlace {
	return { env: process.env, cwd, home: homedir() }
}

async function notes(
	key: string,
	{ place, flags, layer }: { place: ConfigPlace; flags: FlagSettings; layer: WritableLayer },
): Promise<readonly string[]> {
	const stronger = await strongerLayer(key, { place, written: layer, flags })
	return stronger === undefined ? [] : [`${stronger} also sets ${key}, and wins.`]
}

const FILES: Readonly<Record<'project' | 'local', string>> = {
	project: PROJECT_SETTINGS,
	local: LOCAL_SETTINGS,
}

/** @throws AgentError `config-invalid` for what a project's file cannot say, in the words of a start that finds it there */
async function requireTaken(
	key: string,
	value: JsonValue,
	{ place, layer }: { place: ConfigPlace; layer: 'project' | 'local' },
): Promise<void> {
	const folders = homeFolders(place)
	const folder = await openFolder({ cwd: place.cwd, folders })
	const { settings } = await loadPlace({ ...place, folder: { ...folder, settings: new Map() } })
	const below = flatten(JSON.parse(JSON.stringify(settings)))
	const from = join(folder.root, FILES[layer])
	const { problems } = takeFromProject(from, new Map([[key, value]]), { below, isTrusted: true })
	if (problems[0]) throw new AgentError('config-invalid', problems[0].message)
}

/** Through no link: a folder could have put one where its settings are. @returns the root of the project */
async function changeProjectFile(
	place: ConfigPlace,
	layer: 'project' | 'local',
	change: (settings: JsonObject) => JsonObject,
): Promise<string> {
	const { root } = await openFolder({ cwd: place.cwd, folders: homeFolders(place) })
	const steps = FILES[layer].split('/')
	const path = join(root, ...steps)
	const folder = join(root, ...steps.slice(0, -1))
	const found = await lstat(folder).catch(() => undefined)
	if (found && !found.isDirectory())
		throw new AgentError(
			'config-invalid',
			`${folder} is not a folder of its own, so nothing is written there`,
		)
	const read = await readNoFollowFile(root, steps)
	if (read && 'problem' in read) throw new AgentError('config-invalid', read.problem)
	const settings = read ? parseSettings(path, new TextDecoder().decode(read.bytes)) : {}
	const temporary = `${path}.${process.pid}.tmp`
	try {
		await mkdir(folder, { recursive: true })
		await writeFile(temporary, `${JSON.stringify(change(settings), null, '\t')}\n`, { flag: 'wx' })
		await rename(temporary, path)
	} catch (cause) {
		throw new AgentError('config-invalid', `${path} cannot be written: ${messageOf(cause)}`, { cause })
	}
	return root
}

/** Trust is in the bytes that were shown; these are others now, whoever has changed them. */
async function trustNote(root: string, place: ConfigPlace): Promise<readonly string[]> {
	const { standing } = await openFolder({ cwd: root, folders: homeFolders(place) })
	if (standing === 'trusted' || standing === 'nothing') return []
	return ['The next start asks whether this folder is trusted; until then some of it does not count.']
}

function withValue(settings: JsonObject, path: readonly string[], value: JsonValue | undefined): JsonObject {
	const [name, ...rest] = path
	if (name === undefined) return settings
	const others = Object.fromEntries(Object.entries(settings).filter(([key]) => key !== name))
	if (rest.length === 0) return value === undefined ? others : { ...settings, [name]: value }
	const inner = settings[name]
	const next = withValue(isObject(inner) ? inner : {}, rest, value)
	return value === undefined && Object.keys(next).length === 0 ? others : { ...settings, [name]: next }
}
