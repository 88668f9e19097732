// What `agent login` has stored: one file for the user alone, an entry for each provider. It is written whole, and
// what this version does not know in it stays as it is.

import { randomBytes } from 'node:crypto'
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { UnixMs } from '../../core/ids.ts'
import { isObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts'
import { textIn } from '../http/read-json.ts'

export type Credential = { type: 'key'; key: string } | Login

export type Login = {
	type: 'oauth'
	accessToken: string
	refreshToken?: string
	/** Missing where the server does not say; its 401 will. */
	expiresAt?: UnixMs
	/** From then on it is renewed before it is used. */
	refreshAt?: UnixMs
	/** Where the tokens came from, and the only place they are ever sent back to. */
	tokenUrl: string
	clientId: string
}

/** Entries by provider id, as they are in the file. */
export type Credentials = JsonObject

export function credentialsPath(configFolder: string): string {
	return join(configFolder, 'credentials.json')
}

/** Under which a credential is kept: `openai`, or `openai@work` for one account of several. */
export function entryName(provider: string, login: string | undefined): string {
	return login === undefined ? provider : `${provider}@${login}`
}

/** @throws AgentError `config-invalid` for a file that is there and is not what we wrote */
export async function readCredentials(path: string): Promise<Credentials> {
	const text = await readFile(path, 'utf8').catch(error => {
		if (isMissing(error)) return undefined
		throw new AgentError('config-invalid', `${path} cannot be read: ${messageOf(error)}`, { cause: error })
	})
	if (text === undefined) return {}
	const file = parseJson(text)
	if (isObject(file) && isObject(file.providers)) return file.providers
	throw new AgentError('config-invalid', `${path} is damaged: remove it, then run \`agent login\` again`)
}

/** Only under the lock: between reading and writing nobody else may write. */
export async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
	try {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 })
		// Some keep their settings elsewhere and a link here.
		const target = await realpath(path).catch(() => path)
		const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
		try {
			const text = JSON.stringify({ format: 1, providers: credentials }, null, '\t')
			await writeFile(temporary, `${text}\n`, { flag: 'wx', mode: 0o600, flush: true })
			await rename(temporary, target)
		} finally {
			await rm(temporary, { force: true })
		}
	} catch (error) {
		throw new AgentError('storage-failed', `${path} cannot be written: ${messageOf(error)}`, { cause: error })
	}
}

/** @returns undefined where there is none, and for a kind that a newer Keelson has stored */
export function credentialOf(credentials: Credentials, provider: string): Credential | undefined {
	const entry = Object.hasOwn(credentials, provider) ? credentials[provider] : undefined
	if (!isObject(entry)) return undefined
	if (entry.type === 'key' && textIn(entry.key)) return { type: 'key', key: textIn(entry.key) }
	const { accessToken, tokenUrl, clientId } = entry
	if (entry.type !== 'oauth' || !textIn(accessToken) || !textIn(tokenUrl) || !textIn(clientId))
		return undefined
	return {
		type: 'oauth',
		accessToken: textIn(accessToken),
		tokenUrl: textIn(tokenUrl),
		clientId: textIn(clientId),
		...(textIn(entry.refreshToken) && { refreshToken: textIn(entry.refreshToken) }),
		...(typeof entry.expiresAt === 'number' && { expiresAt: entry.expiresAt }),
		...(typeof entry.refreshAt === 'number' && { refreshAt: entry.refreshAt }),
	}
}

/** @param credential - undefined takes the entry out */
export function withCredential(
	credentials: Credentials,
	provider: string,
	credential: Credential | undefined,
): Credentials {
	const others = Object.entries(credentials).filter(([id]) => id !== provider)
	const own: readonly [string, JsonValue][] = credential ? [[provider, credential]] : []
	return Object.fromEntries([...others, ...own])
}

/** Everything in the file that nobody may see. */
export function secretsIn(credentials: Credentials): readonly string[] {
	return Object.keys(credentials).flatMap(provider => {
		const credential = credentialOf(credentials, provider)
		return credential ? secretsOf(credential) : []
	})
}

export function secretsOf(credential: Credential): readonly string[] {
	if (credential.type === 'key') return [credential.key]
	const { accessToken, refreshToken } = credential
	return refreshToken === undefined ? [accessToken] : [accessToken, refreshToken]
}

function isMissing(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
