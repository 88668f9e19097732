// The words that schemas of settings are written in.

import { isObject, type JsonObject, type JsonSchema } from '../../../core/json.ts'

/** In names of profiles and of accounts. */
export const ACCOUNT = '^[a-z0-9][a-z0-9_-]*$'

export function section(properties: JsonObject): JsonSchema {
	return { type: 'object', properties, additionalProperties: false }
}

export function atLeast(minimum: number, description: string): JsonSchema {
	return { type: 'integer', minimum, description }
}

export function login(description: string): JsonSchema {
	return { type: 'string', pattern: ACCOUNT, description }
}

export function httpUrl(description: string): JsonSchema {
	return { type: 'string', pattern: '^https?://', description }
}

export function texts(description: string): JsonSchema {
	return { type: 'array', items: { type: 'string', minLength: 1 }, description }
}

/** Names or addresses, each with a port if it is to be that one alone; no URL, because a path would promise too much. */
export function hosts(description: string): JsonSchema {
	return { type: 'array', items: { type: 'string', pattern: HOST }, description }
}

const PORT = '(:([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5]))?'
const NAME = `[^\\s/:@?#\\[\\]]+${PORT}`
const ADDRESS_6 = `\\[[0-9A-Fa-f:.]+\\]${PORT}|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*`
const HOST = `^\\s*(${NAME}|${ADDRESS_6})\\s*$`

export function usd(): JsonSchema {
	return { type: 'number', minimum: 0 }
}

/** Those of an object's schema; none of any other. */
export function propertiesOf(schema: unknown): JsonObject {
	return isObject(schema) && isObject(schema.properties) ? schema.properties : {}
}
