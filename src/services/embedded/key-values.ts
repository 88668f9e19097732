// Key-value memory as files: one for each key of a tenant, named by the key's hash, its first line the key and the rest
// its value.

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentError, messageOf } from '../../core/errors.ts'
import { type JsonValue, parseJson } from '../../core/json.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { KeyValues } from '../../core/services/key-values.ts'

export function createFileKeyValues(folderOf: (auth: AuthContext) => string): KeyValues {
	const fileOf = (auth: AuthContext, key: string) =>
		join(folderOf(auth), createHash('sha256').update(key).digest('hex'))
	return {
		async get(auth, key) {
			requireKey(key)
			const text = await readFile(fileOf(auth, key), 'utf8').catch(() => undefined)
			return text === undefined ? undefined : parseJson(text.slice(text.indexOf('\n') + 1))
		},
		async set(auth, key, value) {
			requireKey(key)
			const json = encoded(key, value)
			const path = fileOf(auth, key)
			try {
				await mkdir(folderOf(auth), { recursive: true, mode: 0o700 })
				const half = `${path}.${Math.random().toString(36).slice(2)}.new`
				await writeFile(half, `${JSON.stringify(key)}\n${json}`, { mode: 0o600 })
				await rename(half, path)
			} catch (error) {
				throw new AgentError('storage-failed', `${path} cannot be written: ${messageOf(error)}`, {
					cause: error,
				})
			}
		},
		async remove(auth, key) {
			requireKey(key)
			return rm(fileOf(auth, key)).then(
				() => true,
				() => false,
			)
		},
		async keys(auth, prefix) {
			const folder = folderOf(auth)
			const keys: string[] = []
			for (const name of await readdir(folder).catch((): string[] => [])) {
				if (name.endsWith('.new')) continue
				const text = await readFile(join(folder, name), 'utf8').catch(() => '')
				const key = parseJson(text.slice(0, text.indexOf('\n')))
				if (typeof key === 'string' && key.startsWith(prefix)) keys.push(key)
			}
			return keys.sort().slice(0, MOST_KEYS)
		},
	}
}

export function createKeyValuesInMemory(): KeyValues {
	const values = new Map<string, Map<string, JsonValue>>()
	const of = ({ app, user }: AuthContext): Map<string, JsonValue> => {
		const tenant = `${app}/${user}`
		const known = values.get(tenant) ?? new Map<string, JsonValue>()
		values.set(tenant, known)
		return known
	}
	return {
		async get(auth, key) {
			requireKey(key)
			return structuredClone(of(auth).get(key))
		},
		async set(auth, key, value) {
			requireKey(key)
			of(auth).set(key, JSON.parse(encoded(key, value)))
		},
		async remove(auth, key) {
			requireKey(key)
			return of(auth).delete(key)
		},
		keys: async (auth, prefix) =>
			[...of(auth).keys()]
				.filter(key => key.startsWith(prefix))
				.sort()
				.slice(0, MOST_KEYS),
	}
}

/** @throws AgentError `usage` */
function requireKey(key: string): void {
	if (key.length >= 1 && key.length <= MOST_LETTERS && !CONTROL.test(key)) return
	const what = key === '' ? 'an empty key' : `a key of ${key.length} characters`
	throw new AgentError(
		'usage',
		`${what} was given; a key has 1 to ${MOST_LETTERS}, and no control characters among them`,
	)
}

/** @throws AgentError `usage` */
function encoded(key: string, value: JsonValue): string {
	const json = JSON.stringify(value)
	const bytes = Buffer.byteLength(json)
	if (bytes <= MOST_BYTES) return json
	throw new AgentError(
		'usage',
		`the value of ${key} has ${bytes} bytes of JSON; at most ${MOST_BYTES} are kept`,
	)
}

const CONTROL = /\p{Cc}/u
const MOST_LETTERS = 512
const MOST_BYTES = 1024 * 1024
const MOST_KEYS = 1000
