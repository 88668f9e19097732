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

export function usd(): JsonSchema {
	return { type: 'number', minimum: 0 }
}

/** Those of an object's schema; none of any other. */
export function propertiesOf(schema: unknown): JsonObject {
	return isObject(schema) && isObject(schema.properties) ? schema.properties : {}
}
