// Services for a runtime that was given none: what is kept by name ends with the runtime, and nobody reads a log.

import { AgentError } from '../../core/errors.ts'
import { type JsonValue, parseJson } from '../../core/json.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { KeyValues } from '../../core/services/key-values.ts'
import type { Logging } from '../../core/services/logging.ts'

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
			const text = valuesOf(auth).get(checked(key))
			return text === undefined ? undefined : parseJson(text)
		},
		async set(auth, key, value) {
			valuesOf(auth).set(checked(key), encoded(key, value))
		},
		remove: async (auth, key) => valuesOf(auth).delete(checked(key)),
		keys: async (auth, prefix) =>
			[...valuesOf(auth).keys()]
				.filter(key => key.startsWith(prefix))
				.sort()
				.slice(0, MOST_KEYS),
	}
}

export const NO_LOGGING: Logging = { log() {} }

const MOST_KEYS = 1000
const LONGEST_KEY = 512
const LARGEST_VALUE_BYTES = 1024 * 1024

function checked(key: string): string {
	const isControlled = [...key].some(character => character < ' ' || character === '\x7f')
	if (key !== '' && key.length <= LONGEST_KEY && !isControlled) return key
	const shown = JSON.stringify(key.slice(0, 80))
	throw new AgentError(
		'usage',
		`${shown} is no key: it needs 1 to ${LONGEST_KEY} characters, none of them a control character`,
	)
}

function encoded(key: string, value: JsonValue): string {
	const json: string | undefined = JSON.stringify(value)
	if (json === undefined) throw new AgentError('usage', `the value of ${key} is no JSON`)
	const bytes = new TextEncoder().encode(json).length
	if (bytes <= LARGEST_VALUE_BYTES) return json
	throw new AgentError(
		'usage',
		`the value of ${key} has ${bytes} bytes of JSON; ${LARGEST_VALUE_BYTES} are allowed`,
	)
}
