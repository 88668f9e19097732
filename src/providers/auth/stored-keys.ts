// The keys that are not in the environment: what the user's own command prints, and what `agent login` has stored.
// The file is read each time, so that a login in another terminal counts from the next request on.

import { AgentError } from '../../core/errors.ts'
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
	const printed = new Map<string, Promise<string>>()
	const renewals = new Map<string, Promise<Login | undefined>>()

	// A damaged file is told to whoever needs a key out of it.
	const atStart = await read().catch(() => ({}))

	async function read() {
		const credentials = await readCredentials(path)
		for (const secret of secretsIn(credentials)) secrets.add(secret)
		return credentials
	}

	async function stored(id: string): Promise<ProviderKey | undefined> {
		const credential = credentialOf(await read(), id)
		if (credential === undefined) return undefined
		if (credential.type === 'key') return { value: credential.key, source: SOURCE }
		return tokenOf(await inTime(id, credential))
	}

	async function storedInsteadOf(id: string, refused: string): Promise<ProviderKey | undefined> {
		const credential = credentialOf(await read(), id)
		if (credential?.type !== 'oauth') {
			const isNew = credential !== undefined && credential.key !== refused
			return isNew ? { value: credential.key, source: SOURCE } : undefined
		}
		const login = credential.accessToken === refused ? await renew(id, credential) : credential
		return login && tokenOf(login)
	}

	/** A login that is about to run out is renewed; while it lasts, a renewal that fails can wait. */
	async function inTime(id: string, login: Login): Promise<Login> {
		const now = clock.now()
		if (login.refreshAt === undefined || now < login.refreshAt) return login
		const isOver = login.expiresAt !== undefined && now >= login.expiresAt
		try {
			const renewed = await renew(id, login)
			if (renewed || !isOver) return renewed ?? login
		} catch (error) {
			if (isOver || !(error instanceof AgentError && error.retryable)) throw error
			return login
		}
		throw (await import('./renewal.ts')).loginOver(id, 'it has run out')
	}

	/** Requests of this process that come at the same time wait for the same renewal. */
	function renew(id: string, { accessToken }: Login): Promise<Login | undefined> {
		const running = renewals.get(accessToken) ?? startRenewal(id, accessToken)
		renewals.set(accessToken, running)
		return running.finally(() => renewals.delete(accessToken))
	}

	async function startRenewal(provider: string, spent: string): Promise<Login | undefined> {
		const [{ renewLogin }, { createHttpFetch }] = await Promise.all([
			import('./renewal.ts'),
			import('../http/http-fetch.ts'),
		])
		const fetch = createHttpFetch({ proxyEnv: env })
		const login = await renewLogin({ path, provider, spent, fetch, clock })
		for (const secret of login ? secretsOf(login) : []) secrets.add(secret)
		return login
	}

	function print(owner: KeyOwner, command: string): Promise<string> {
		const running = printed.get(owner.id) ?? run(owner, command)
		printed.set(owner.id, running)
		running.catch(() => printed.delete(owner.id))
		return running
	}

	async function run({ id, withheld }: KeyOwner, command: string): Promise<string> {
		const { runKeyCommand } = await import('./key-command.ts')
		const hidden = [...withheld(), ...secrets]
		const key = await runKeyCommand({ command, name: commandName(id), env, withheld: hidden })
		secrets.add(key)
		return key
	}

	return {
		source: ({ id, login, apiKeyCommand }) => {
			if (apiKeyCommand !== undefined) return commandName(id)
			return credentialOf(atStart, entryName(id, login)) && SOURCE
		},
		key: async owner => {
			const { id, login, apiKeyCommand } = owner
			if (apiKeyCommand === undefined) return stored(entryName(id, login))
			return { value: await print(owner, apiKeyCommand), source: commandName(id) }
		},
		refresh: async (owner, refused) => {
			const { id, login, apiKeyCommand } = owner
			if (apiKeyCommand === undefined) return storedInsteadOf(entryName(id, login), refused.value)
			// It may hand out keys that live for an hour.
			printed.delete(id)
			const value = await print(owner, apiKeyCommand)
			return value === refused.value ? undefined : { value, source: commandName(id) }
		},
		known: () => [...secrets].filter(secret => secret.length >= SHORTEST_SECRET),
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
