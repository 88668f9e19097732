// Key-value memory as files: one for each key of a tenant, named by the key's hash, its first line the key and the rest
// its value.

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentError, messageOf } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { KeyValues } from '../../core/services/key-values.ts'
import { MOST_KEYS, requireKey, requireValue } from '../key-value-limits.ts'

export function createFileKeyValues(folderOf: (auth: AuthContext) => string): KeyValues {
	const fileOf = (auth: AuthContext, key: string) =>
		join(folderOf(auth), createHash('sha256').update(key).digest('hex'))
	return {
		async get(auth, key) {
			const text = await readFile(fileOf(auth, requireKey(key)), 'utf8').catch(() => undefined)
			return text === undefined ? undefined : parseJson(text.slice(text.indexOf('\n') + 1))
		},
		async set(auth, key, value) {
			const path = fileOf(auth, requireKey(key))
			const json = requireValue(key, value)
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
			return rm(fileOf(auth, requireKey(key))).then(
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
