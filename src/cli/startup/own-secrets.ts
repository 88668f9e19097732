// Known secrets: the keys this program itself may use, found without starting anything, those of the environment and
// what `agent login` and `agent mcp login` have stored.

import { errorInfo } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { storedSecrets } from '../../extensions/mcp/auth/stored-login.ts'
import { openStoredKeys } from '../../providers/auth/stored-keys.ts'
import { loginFolder } from '../../runtime/extensions/mcp/server-logins.ts'
import { nodeClock } from '../../runtime/host/clock.ts'
import { type Environment, homeFolders } from '../../workspace/places/home-folders.ts'
import { readProviderKeys } from '../../workspace/settings/provider-keys.ts'
import { BUILT_IN_PROVIDERS } from '../../workspace/settings/provider-settings.ts'
import { flatten, readSettingsFile } from '../../workspace/settings/settings-file.ts'

/** @param place - whose environment, home and folder it is */
export async function ownSecrets(place: {
	env: Environment
	home: string
	cwd: string
}): Promise<{ known: readonly string[]; problems: readonly string[] }> {
	const folders = homeFolders(place)
	const problems: string[] = []
	const builtIn = BUILT_IN_PROVIDERS.flatMap(provider => provider.keyNames)
	const [own, stored] = await Promise.all([
		namesIn(folders.settingsFile).catch((error: unknown) => {
			problems.push(`${errorInfo(error).message}; keys that only its providers have are not known`)
			return []
		}),
		openStoredKeys({ configFolder: folders.config, env: place.env, clock: nodeClock }),
	])
	const keys = readProviderKeys(place.env, [...builtIn, ...own])
	const logins = await storedSecrets(loginFolder(folders.config))
	return { known: [...new Set([...keys.known(), ...stored.known(), ...logins])], problems }
}

/** Variables that the user's own providers and search engine take their keys from. */
async function namesIn(settingsFile: string): Promise<readonly string[]> {
	const file = await readSettingsFile(settingsFile)
	const values = [...(file?.values ?? [])].flatMap(([key, value]) =>
		key.startsWith('profiles.') && isObject(value) ? [...flatten(value)] : [[key, value] as const],
	)
	return values.flatMap(([key, value]) => {
		const name = isObject(value) ? value.apiKeyEnv : key === 'webSearch.apiKeyEnv' ? value : undefined
		return typeof name === 'string' ? [name] : []
	})
}
