// JSON as a type, and reading it without throwing.

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }
/** A JSON Schema (draft 2020-12 as far as model providers accept it). Plain data, so its bytes never change. */
export type JsonSchema = JsonObject

export function parseJson(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text) as JsonValue
	} catch {
		return undefined
	}
}

/**
 * The JSON that a model's answer is, as its text and as its value. Models that nobody can hold to a format like to
 * put it between the marks of a code block, with a sentence before or after; those are not part of it. Of several
 * blocks none is taken: which of them is the answer would be a guess.
 */
export function jsonAnswer(answer: string): { text: string; value: JsonValue } | undefined {
	const whole = jsonIn(answer)
	if (whole) return whole
	const [block, ...others] = answer.matchAll(/^[ \t]*```[\w-]*[ \t]*\r?\n(.*?)\r?\n[ \t]*```[ \t]*\r?$/gms)
	return block && others.length === 0 ? jsonIn(block[1] ?? '') : undefined
}

function jsonIn(answer: string): { text: string; value: JsonValue } | undefined {
	const text = answer.trim()
	const value = parseJson(text)
	return value === undefined ? undefined : { text, value }
}

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One thing that is wrong with a value, in words for a model or a person. `path` is empty for the value itself. */
export type SchemaProblem = { path: string; expected: string; got: string }

/** Empty when the value fits. Implemented once, with ajv, by the runtime and handed down. */
export type CheckSchema = (schema: JsonSchema, value: unknown) => readonly SchemaProblem[]
