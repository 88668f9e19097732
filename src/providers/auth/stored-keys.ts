// The keys that are not in the environment: what the user's own command prints, and what `agent login` has stored.
// The file is read each time, so that a login in another terminal counts from the next request on.

import type { Clock } from '../../core/host.ts'
import type { KeyOwner, ProviderKey } from '../../core/model.ts'
import {
	credentialOf,
	credentialsPath,
	entryName,
	type Login,
	readCredentials,
	secretsIn,
	secretsOf,
} from './credentials.ts'
import { LoginRenewals } from './login-renewals.ts'

export type StoredKeys = {
	/** Where a key would come from, without fetching it. As things were when this was made. */
	source(owner: KeyOwner): string | undefined
	key(owner: KeyOwner): Promise<ProviderKey | undefined>
	/** Another one in the place of one that was refused, or undefined. */
	refresh(owner: KeyOwner, refused: ProviderKey): Promise<ProviderKey | undefined>
	/** Everything that must be taken out of whatever is stored or shown. Grows as keys are fetched. */
	known(): readonly string[]
}

export type StoredKeysSetup = {
	configFolder: string
	env: Readonly<Record<string, string | undefined>>
	clock: Pick<Clock, 'now'>
}

export async function openStoredKeys({ configFolder, env, clock }: StoredKeysSetup): Promise<StoredKeys> {
	const path = credentialsPath(configFolder)
	const secrets = new Set<string>()
	const keep = (found: readonly string[]) => {
		for (const secret of found) secrets.add(secret)
	}
	const renewals = new LoginRenewals({ path, env, clock, renewed: login => keep(secretsOf(login)) })
	const printed = printedKeys(env, secrets)

	// A damaged file is told to whoever needs a key out of it.
	const atStart = await read().catch(() => ({}))

	async function read() {
		const credentials = await readCredentials(path)
		keep(secretsIn(credentials))
		return credentials
	}

	async function stored(id: string): Promise<ProviderKey | undefined> {
		const credential = credentialOf(await read(), id)
		if (credential === undefined) return undefined
		if (credential.type === 'key') return { value: credential.key, source: SOURCE }
		return tokenOf(await renewals.inTime(id, credential))
	}

	async function storedInsteadOf(id: string, refused: string): Promise<ProviderKey | undefined> {
		const credential = credentialOf(await read(), id)
		if (credential?.type !== 'oauth') {
			const isNew = credential !== undefined && credential.key !== refused
			return isNew ? { value: credential.key, source: SOURCE } : undefined
		}
		const login = credential.accessToken === refused ? await renewals.renew(id, credential) : credential
		return login && tokenOf(login)
	}

	return {
		source: ({ id, login, apiKeyCommand }) => {
			if (apiKeyCommand !== undefined) return commandName(id)
			return credentialOf(atStart, entryName(id, login)) && SOURCE
		},
		key: async owner => {
			const { id, login, apiKeyCommand } = owner
			if (apiKeyCommand === undefined) return stored(entryName(id, login))
			return { value: await printed.print(owner, apiKeyCommand), source: commandName(id) }
		},
		refresh: async (owner, refused) => {
			const { id, login, apiKeyCommand } = owner
			if (apiKeyCommand === undefined) return storedInsteadOf(entryName(id, login), refused.value)
			const value = await printed.again(owner, apiKeyCommand)
			return value === refused.value ? undefined : { value, source: commandName(id) }
		},
		known: () => [...secrets].filter(secret => secret.length >= SHORTEST_SECRET),
	}
}

/** Keys that the user's own commands print. @param secrets - what commands are not shown; the keys go there, too */
function printedKeys(env: StoredKeysSetup['env'], secrets: Set<string>) {
	const printed = new Map<string, Promise<string>>()
	const run = async ({ id, withheld }: KeyOwner, command: string): Promise<string> => {
		const { runKeyCommand } = await import('./key-command.ts')
		const hidden = [...withheld(), ...secrets]
		const key = await runKeyCommand({ command, name: commandName(id), env, withheld: hidden })
		secrets.add(key)
		return key
	}
	const print = (owner: KeyOwner, command: string): Promise<string> => {
		const running = printed.get(owner.id) ?? run(owner, command)
		printed.set(owner.id, running)
		running.catch(() => printed.delete(owner.id))
		return running
	}
	return {
		print,
		/** It may hand out keys that live for an hour. */
		again(owner: KeyOwner, command: string): Promise<string> {
			printed.delete(owner.id)
			return print(owner, command)
		},
	}
}

const SOURCE = 'credentials.json'
/** What is shorter also stands in texts that are no secret. */
const SHORTEST_SECRET = 8

function tokenOf({ accessToken }: Login): ProviderKey {
	return { value: accessToken, source: SOURCE, isToken: true }
}

function commandName(id: string): string {
	return `providers.${id}.apiKeyCommand`
}
