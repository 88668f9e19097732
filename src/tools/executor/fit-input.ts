// A model's arguments fitted to a tool's schema before they are checked: what the tool does not know is left out, and a
// value in another usual spelling becomes the one that is meant. What is missing or of a wrong type stays as it is.

import { isObject, type JsonObject, type JsonSchema, type JsonValue, parseJson } from '../../core/json.ts'
import { nearestNames } from '../../core/text/nearest.ts'

export type FittedInput = { input: JsonValue; unknown: readonly UnknownArgument[] }

/** `path` as people write it: `items[].activeForm`. `meant` is a required argument beside it that is missing. */
export type UnknownArgument = { path: string; meant?: string }

export function fitInput(input: JsonValue, schema: JsonSchema): FittedInput {
	const unknown = new Map<string, UnknownArgument>()
	const fitted = fitValue(input, schema, {
		path: '',
		found: argument => unknown.set(argument.path, argument),
	})
	return { input: fitted, unknown: [...unknown.values()] }
}

type At = { path: string; found(argument: UnknownArgument): void }

function fitValue(value: JsonValue, schema: JsonValue | undefined, at: At): JsonValue {
	if (!isObject(schema)) return value
	if (typeof value === 'string') {
		const inner = fitText(value, schema)
		return typeof inner === 'object' ? fitValue(inner, schema, at) : inner
	}
	if (Array.isArray(value))
		return value.map(item => fitValue(item, schema.items, { ...at, path: `${at.path}[]` }))
	return isObject(value) ? fitObject(value, schema, at) : value
}

function fitObject(value: JsonObject, schema: JsonSchema, { path, found }: At): JsonObject {
	const properties = isObject(schema.properties) ? schema.properties : {}
	const required = Array.isArray(schema.required) ? schema.required.map(String) : []
	const missing = required.filter(name => !Object.hasOwn(value, name))
	// Only a schema that says so takes nothing else; names that it knows by a pattern are looked at by the check.
	const isClosed = schema.additionalProperties === false && schema.patternProperties === undefined
	const kept = Object.entries(value).flatMap(([name, each]): [string, JsonValue][] => {
		const place = path === '' ? name : `${path}.${name}`
		if (!Object.hasOwn(properties, name)) {
			if (!isClosed) return [[name, each]]
			const meant = meantBy(name, missing)
			found({ path: place, ...(meant !== undefined && { meant }) })
			return []
		}
		// Some models send `null` for what they mean to leave out; no tool here takes null for an optional input.
		if (each === null && !required.includes(name)) return []
		return [[name, fitValue(each, properties[name], { path: place, found })]]
	})
	return Object.fromEntries(kept)
}

/** `file_path` for `path`, `cmd` for `command`. */
function meantBy(name: string, missing: readonly string[]): string | undefined {
	return (
		nearestNames(name, missing, { orPart: true })[0] ??
		missing.find(each => isShortFor(name.toLowerCase(), each))
	)
}

/** Begins alike, and its letters stand in the other in the same order. */
function isShortFor(short: string, long: string): boolean {
	if (short[0] !== long[0]) return false
	let at = 0
	for (const letter of long) if (letter === short[at]) at++
	return at === short.length
}

function fitText(text: string, schema: JsonSchema): JsonValue {
	if (Array.isArray(schema.enum)) return fitChoice(text, schema.enum)
	const types = Array.isArray(schema.type) ? schema.type : [schema.type]
	if (types.includes('string')) return text
	const json = types.includes('array') || types.includes('object') ? parseJson(text) : undefined
	if (Array.isArray(json) ? types.includes('array') : isObject(json) && types.includes('object'))
		return json ?? text
	const word = text.trim().toLowerCase()
	if (types.includes('boolean') && (word === 'true' || word === 'false')) return word === 'true'
	if (!NUMBER.test(word)) return text
	const number = Number(word)
	const isTaken = types.includes('number') || (types.includes('integer') && Number.isSafeInteger(number))
	return isTaken && Number.isFinite(number) ? number : text
}

/** As JSON writes numbers, so that nothing becomes one that only JavaScript takes for one (`0x10`, an empty text). */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/

function fitChoice(text: string, choices: readonly JsonValue[]): JsonValue {
	if (choices.includes(text)) return text
	const others = SAME_STATE.find(words => words.includes(folded(text))) ?? [folded(text)]
	const alike = choices.filter(choice => typeof choice === 'string' && others.includes(folded(choice)))
	return alike.length === 1 ? alike[0]! : text
}

/** What plans of other agents call a state, folded: `completed` where ours says `done`. */
const SAME_STATE: readonly (readonly string[])[] = [
	['pending', 'todo', 'open', 'notstarted'],
	['inprogress', 'doing', 'active', 'started'],
	['done', 'completed', 'complete', 'finished'],
]

function folded(text: string): string {
	return text.toLowerCase().replaceAll(/[-_\s]/g, '')
}
