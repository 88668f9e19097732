// `agent login` and `agent logout`: a key that is pasted, a command that prints one, or a login in a browser.

import { homedir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { AgentError } from '../../core/errors.ts'
import { namesInstead } from '../../core/text/nearest.ts'
import { withFileLock } from '../../process/file-lock.ts'
import {
	type Credentials,
	credentialsPath,
	entryName,
	readCredentials,
	withCredential,
	writeCredentials,
} from '../../providers/auth/credentials.ts'
import { runKeyCommand } from '../../providers/auth/key-command.ts'
import { openStoredKeys } from '../../providers/auth/stored-keys.ts'
import { createCheckSchema } from '../../runtime/host/check-schema.ts'
import { nodeClock } from '../../runtime/host/clock.ts'
import { type HomeFolders, homeFolders } from '../../workspace/places/home-folders.ts'
import { type ConfiguredProviders, configureProviders } from '../../workspace/settings/provider-settings.ts'
import type { Settings } from '../../workspace/settings/settings-schema.ts'
import { openUserSettings } from '../../workspace/settings/user-settings.ts'
import { loadSettings } from '../../workspace/settings-layers.ts'
import type { Output } from '../io/output.ts'
import { type LoginFlags, obtainCredential } from './obtain-credential.ts'

type Say = Pick<Output, 'out' | 'error'>

/** @returns the exit code; nothing that is secret is ever written to the output */
export async function login(args: {
	provider: string | undefined
	flags: LoginFlags & { keyCommand?: string }
	output: Say
}): Promise<number> {
	const { flags, output } = args
	const place = await readPlace(flags.profile)
	const [named = '', typed] = (args.provider ?? (await askWhich(place))).split('@')
	const id = knownProvider(named, place)
	const account = accountNamed(typed) ?? place.settings.providers[id]?.login
	if (flags.keyCommand !== undefined && account !== undefined)
		throw new AgentError('usage', `the account "${account}" of ${id} is stored, and has no key command`)
	if (flags.keyCommand !== undefined) await keepCommand(id, flags.keyCommand, { place, output })
	else {
		const credential = await obtainCredential(id, {
			flags,
			oauth: place.settings.providers[id]?.oauth,
			notify: output.error,
		})
		await changeCredentials(place, credentials =>
			withCredential(credentials, entryName(id, account), credential),
		)
		const what = credential.type === 'key' ? 'The key' : 'The login'
		const whose = account === undefined ? id : `the account "${account}" of ${id}`
		output.out(`${what} for ${whose} is stored in ${place.path}\n`)
	}
	const { keySource } = await readPlace(flags.profile)
	const wanted = flags.keyCommand === undefined ? 'credentials.json' : `providers.${id}.apiKeyCommand`
	const source = typed === undefined ? keySource(id) : undefined
	if (source !== undefined && source !== wanted) output.error(`note: ${source} is set as well, and wins\n`)
	return 0
}

/** `openai@work`: one account of several. */
function accountNamed(typed: string | undefined): string | undefined {
	if (typed === undefined || /^[a-z0-9][a-z0-9_-]*$/.test(typed)) return typed
	const rule = 'small letters, digits, _ and -, for example openai@work'
	throw new AgentError('usage', `"${typed}" is no name for an account: ${rule}`)
}

/** Without a provider the only login there is. What is set in the environment stays set. */
export async function logout(args: {
	provider: string | undefined
	profile?: string | undefined
	output: Say
}): Promise<number> {
	const { output, profile } = args
	const place = await readPlace(profile)
	const stored = Object.keys(await readCredentials(place.path))
	const id = args.provider ?? onlyOne(stored)
	const entry = entryName(id, place.settings.providers[id]?.login)
	const isStored = stored.includes(entry)
	const hasCommand = place.settings.providers[id]?.apiKeyCommand !== undefined
	if (isStored) {
		await changeCredentials(place, credentials => withCredential(credentials, entry, undefined))
		output.out(`${entry} is taken out of ${place.path}\n`)
	}
	if (hasCommand) {
		const file = await openUserSettings(place.folders.settingsFile)
		await file.unset(`providers.${id}.apiKeyCommand`)
		output.out(`The key command for ${id} is taken out of ${file.path}\n`)
	}
	if (!isStored && !hasCommand) output.error(`nothing is stored for ${knownProvider(id, place)}\n`)
	const source = (await readPlace(profile)).keySource(id)
	if (source !== undefined) output.error(`note: ${source} is still set\n`)
	return 0
}

type LoginContext = ConfiguredProviders & { folders: HomeFolders; path: string; settings: Settings }

export async function readPlace(profile: string | undefined): Promise<LoginContext> {
	const { env } = process
	const cwd = process.cwd()
	const folders = homeFolders({ env, home: homedir(), cwd })
	const checkSchema = async () => createCheckSchema()
	const { settings } = await loadSettings({ folders, cwd, env, flags: {}, checkSchema, profile })
	const stored = await openStoredKeys({ configFolder: folders.config, env, clock: nodeClock })
	const configured = configureProviders(settings, env, stored)
	return { ...configured, folders, path: credentialsPath(folders.config), settings }
}

function changeCredentials(
	{ path }: LoginContext,
	change: (credentials: Credentials) => Credentials,
): Promise<void> {
	return withFileLock(path, async () => writeCredentials(path, change(await readCredentials(path))))
}

function knownProvider(id: string, place: LoginContext): string {
	const known = withKeys(place)
	if (known.includes(id)) return id
	throw new AgentError('usage', `there is no provider "${id}" to log in to; ${namesInstead(id, known)}`)
}

/** Those that want a key or a login, or all that can have one. */
export async function loginProviders(which?: 'all'): Promise<readonly string[]> {
	const place = await readPlace(undefined)
	return which === 'all' ? withKeys(place) : keyed(place)
}

/** What `logout` can forget. */
export async function storedLogins(): Promise<readonly string[]> {
	const { path, settings } = await readPlace(undefined)
	const commands = Object.entries(settings.providers).filter(([, { apiKeyCommand }]) => apiKeyCommand)
	return [...new Set([...Object.keys(await readCredentials(path)), ...commands.map(([id]) => id)])]
}

function withKeys({ configs }: LoginContext): readonly string[] {
	return configs.flatMap(config => (config.api === 'demo' ? [] : [config.id]))
}

function keyed({ configs }: LoginContext): readonly string[] {
	return configs.flatMap(({ id, keyOptional }) => (keyOptional ? [] : [id]))
}

async function askWhich(place: LoginContext): Promise<string> {
	const known = keyed(place).join(', ')
	if (!process.stdin.isTTY)
		throw new AgentError('usage', `which provider? agent login <provider>, with one of ${known}`)
	const reader = createInterface({ input: process.stdin, output: process.stderr })
	try {
		return (await reader.question(`Which provider? (${known}) `)).trim()
	} finally {
		reader.close()
	}
}

function onlyOne(stored: readonly string[]): string {
	const [only, ...more] = stored
	if (only !== undefined && more.length === 0) return only
	if (only === undefined) throw new AgentError('usage', 'nothing is stored: agent logout <provider>')
	throw new AgentError('usage', `which one? agent logout <provider>, with one of ${stored.join(', ')}`)
}

/** Kept only when it works. */
async function keepCommand(
	id: string,
	command: string,
	{ place, output }: { place: LoginContext; output: Say },
): Promise<void> {
	const withheld = place.keys.known()
	await runKeyCommand({ command, name: 'the key command', env: process.env, withheld })
	const file = await openUserSettings(place.folders.settingsFile)
	await file.set(`providers.${id}.apiKeyCommand`, command)
	output.out(`The key for ${id} comes from the command in ${file.path}\n`)
}
