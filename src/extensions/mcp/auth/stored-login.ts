// What is kept of a server's login: who we are to its login server, the tokens, and where they came from. One file for
// each server, for the user alone. Its name holds a hash of the server's address, so that an entry that puts another
// address under a known name never gets the tokens of the first.

import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentError, messageOf } from '../../../core/errors.ts'
import type { UnixMs } from '../../../core/ids.ts'
import { isObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts'
import { withFileLock } from '../../../process/file-lock.ts'

export type StoredLogin = {
	client?: ClientIdentity
	tokens?: Tokens
	/** Where `tokens` came from, and the only place they are ever sent back to. */
	authority?: Authority
	/** Scopes that a call was refused for while nobody could be asked: the next login asks for them. */
	wantedScope?: string
}

export type ClientIdentity = {
	id: string
	secret?: string
	/** How it proves that it is itself, where the login server has said so. */
	authMethod?: string
	/** The login server that knows this client. */
	issuer: string
	/** What was registered. */
	redirectUri?: string
}

export type Tokens = {
	accessToken: string
	refreshToken?: string
	/** What was granted, separated by spaces. */
	scope?: string
	/** Missing where the server does not say; its 401 will. */
	expiresAt?: UnixMs
	/** From then on it is renewed before it is used. */
	refreshAt?: UnixMs
}

/** What has to be known of a login server to renew or revoke a token. */
export type Authority = {
	url: string
	issuer: string
	tokenUrl: string
	tokenAuthMethods?: readonly string[]
	revocationUrl?: string
	/** RFC 8707: the tokens are for this server and no other. */
	resource?: string
}

export type LoginFile = {
	readonly path: string
	/** @throws AgentError `config-invalid` for a file that is there and is not what we wrote */
	read(): Promise<StoredLogin | undefined>
	/**
	 * One process at a time: nobody else reads or writes meanwhile. It has to end within a minute.
	 * @param change - what to keep; `undefined` leaves the file as it is, `null` removes it
	 */
	update(change: (before: StoredLogin | undefined) => Promise<StoredLogin | null | undefined>): Promise<void>
}

/** @param folder - of all such files, below the user's own */
export function loginFile(folder: string, server: { name: string; url: string }): LoginFile {
	const hash = createHash('sha256').update(server.url).digest('hex').slice(0, 16)
	const path = join(folder, `${server.name.replaceAll(/[^\w-]/g, '_').slice(0, 64)}.${hash}.json`)

	async function read(): Promise<StoredLogin | undefined> {
		const text = await readFile(path, 'utf8').catch(error => {
			if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
			throw new AgentError('config-invalid', `${path} cannot be read: ${messageOf(error)}`, { cause: error })
		})
		if (text === undefined) return undefined
		const file = parseJson(text)
		if (isObject(file) && file.url === server.url) return storedLoginIn(file)
		throw damaged(path, server.name)
	}

	async function write(login: StoredLogin): Promise<void> {
		const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
		try {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			const text = JSON.stringify({ format: 1, server: server.name, url: server.url, ...login }, null, '\t')
			await writeFile(temporary, `${text}\n`, { flag: 'wx', mode: 0o600, flush: true })
			await rename(temporary, path)
		} catch (error) {
			await rm(temporary, { force: true })
			throw new AgentError('storage-failed', `${path} cannot be written: ${messageOf(error)}`, {
				cause: error,
			})
		}
	}

	return {
		path,
		read,
		update: change =>
			withFileLock(path, async () => {
				const after = await change(await read())
				if (after === null) await rm(path, { force: true })
				else if (after !== undefined) await write(after)
			}),
	}
}

/** Everything that nobody may see in the files of a folder, those of servers that are no longer configured too. */
export async function storedSecrets(folder: string): Promise<readonly string[]> {
	const names = await readdir(folder).catch(() => [])
	const files = names.filter(name => name.endsWith('.json')).map(name => readFile(join(folder, name), 'utf8'))
	const texts = await Promise.allSettled(files)
	return texts.flatMap(text => {
		const file = text.status === 'fulfilled' ? parseJson(text.value) : undefined
		return isObject(file) ? secretsOf(storedLoginIn(file)) : []
	})
}

/** Everything in it that nobody may see. */
export function secretsOf({ client, tokens }: StoredLogin): readonly string[] {
	return [client?.secret, tokens?.accessToken, tokens?.refreshToken].filter(value => value !== undefined)
}

function damaged(path: string, server: string): AgentError {
	return new AgentError(
		'config-invalid',
		`${path} is damaged: remove it, then run \`agent mcp login ${server}\` again`,
	)
}

function storedLoginIn(file: JsonObject): StoredLogin {
	const client = clientIn(file.client)
	const tokens = tokensIn(file.tokens)
	const authority = authorityIn(file.authority)
	const wantedScope = text(file.wantedScope)
	return {
		...(client && { client }),
		...(tokens && { tokens }),
		...(authority && { authority }),
		...(wantedScope && { wantedScope }),
	}
}

function clientIn(value: JsonValue | undefined): ClientIdentity | undefined {
	if (!isObject(value) || !text(value.id) || !text(value.issuer)) return undefined
	const { secret, authMethod, redirectUri } = value
	return {
		id: text(value.id),
		issuer: text(value.issuer),
		...(text(secret) && { secret: text(secret) }),
		...(text(authMethod) && { authMethod: text(authMethod) }),
		...(text(redirectUri) && { redirectUri: text(redirectUri) }),
	}
}

function tokensIn(value: JsonValue | undefined): Tokens | undefined {
	if (!isObject(value) || !text(value.accessToken)) return undefined
	const { refreshToken, scope, expiresAt, refreshAt } = value
	return {
		accessToken: text(value.accessToken),
		...(text(refreshToken) && { refreshToken: text(refreshToken) }),
		...(text(scope) && { scope: text(scope) }),
		...(typeof expiresAt === 'number' && { expiresAt }),
		...(typeof refreshAt === 'number' && { refreshAt }),
	}
}

function authorityIn(value: JsonValue | undefined): Authority | undefined {
	if (!isObject(value) || !text(value.url) || !text(value.issuer) || !text(value.tokenUrl)) return undefined
	const { tokenAuthMethods, revocationUrl, resource } = value
	return {
		url: text(value.url),
		issuer: text(value.issuer),
		tokenUrl: text(value.tokenUrl),
		...(Array.isArray(tokenAuthMethods) && { tokenAuthMethods: tokenAuthMethods.map(String) }),
		...(text(revocationUrl) && { revocationUrl: text(revocationUrl) }),
		...(text(resource) && { resource: text(resource) }),
	}
}

function text(value: JsonValue | undefined): string {
	return typeof value === 'string' ? value : ''
}
