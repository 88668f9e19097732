// The words that schemas of settings are written in.

import { isObject, type JsonObject, type JsonSchema } from '../../../core/json.ts'

/** In names of profiles and of accounts. */
export const ACCOUNT = '^[a-z0-9][a-z0-9_-]*$'
const WEB_ADDRESS = '^https?://[^\\s/?#]'
const VARIABLE = '^[A-Za-z_][A-Za-z0-9_]*$'

/** As long as a timer of Node's can be: beyond, it would be over at once. */
export const LONGEST_TIMER_MS = 2_147_483_647
/** A day. */
export const DAY_MS = 86_400_000
/** Sixteen terabytes. */
export const MOST_MB = 16_777_216

export function section(properties: JsonObject): JsonSchema {
	return { type: 'object', properties, additionalProperties: false }
}

export function atLeast(minimum: number, description: string): JsonSchema {
	return { type: 'integer', minimum, description }
}

export function between(minimum: number, maximum: number, description: string): JsonSchema {
	return { type: 'integer', minimum, maximum, description }
}

/** The name of an environment variable. */
export function variable(description: string): JsonSchema {
	return { type: 'string', pattern: VARIABLE, description }
}

export function login(description: string): JsonSchema {
	return { type: 'string', pattern: ACCOUNT, description }
}

export function httpUrl(description: string): JsonSchema {
	return { type: 'string', pattern: WEB_ADDRESS, description }
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

/** What opens a file at a line: the name of an editor, or an address with its place in it. */
export const EDITOR_LINKS =
	'^(auto|off|file|vscode|vscode-insiders|cursor|windsurf|zed|idea|[a-z][a-z0-9+.-]*:.*[{]path[}].*)$'

/** What a text has to be, for people: behind `must be`, by the pattern that says it to the check. */
export const PATTERN_WORDS: ReadonlyMap<string, string> = new Map([
	[ACCOUNT, 'a name of small letters, digits, - and _'],
	[WEB_ADDRESS, 'an address that begins with http:// or https://'],
	[VARIABLE, 'the name of an environment variable'],
	[
		EDITOR_LINKS,
		'auto, off, file, vscode, vscode-insiders, cursor, windsurf, zed, idea, or an address with {path} in it',
	],
	[HOST, 'a host name or an address, with or without a port'],
])

export function usd(): JsonSchema {
	return { type: 'number', minimum: 0 }
}

/** Those of an object's schema; none of any other. */
export function propertiesOf(schema: unknown): JsonObject {
	return isObject(schema) && isObject(schema.properties) ? schema.properties : {}
}
