// Key-value memory that ends with its process.

import { parseJson } from '../core/json.ts'
import type { AuthContext } from '../core/services/auth-context.ts'
import type { KeyValues } from '../core/services/key-values.ts'
import { MOST_KEYS, requireKey, requireValue } from './key-value-limits.ts'

export function createInMemoryKeyValues(): KeyValues {
	/** As JSON, so that nobody changes a value by changing what they have got. */
	const tenants = new Map<string, Map<string, string>>()
	const valuesOf = ({ app, user }: AuthContext) => {
		const tenant = JSON.stringify([app, user])
		const values = tenants.get(tenant) ?? new Map<string, string>()
		tenants.set(tenant, values)
		return values
	}
	return {
		async get(auth, key) {
			const text = valuesOf(auth).get(requireKey(key))
			return text === undefined ? undefined : parseJson(text)
		},
		async set(auth, key, value) {
			valuesOf(auth).set(requireKey(key), requireValue(key, value))
		},
		remove: async (auth, key) => valuesOf(auth).delete(requireKey(key)),
		keys: async (auth, prefix) =>
			[...valuesOf(auth).keys()]
				.filter(key => key.startsWith(prefix))
				.sort()
				.slice(0, MOST_KEYS),
	}
}
