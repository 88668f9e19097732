// What a setting takes, in words: as the documentation and the list of settings have it, and in the message about a value
// that is something else.

import { isObject, type JsonObject, type SchemaProblem } from '../../core/json.ts'
import { schemaOfKey } from './settings-schema.ts'

export function typeOf(schema: JsonObject): string {
	const { enum: choices, type, anyOf, minimum, maximum } = schema
	if (Array.isArray(choices)) return choices.map(String).join(', ')
	if (Array.isArray(anyOf)) return anyOf.filter(isObject).map(typeOf).join(', or ')
	const bounds = [
		minimum === undefined ? '' : `at least ${minimum}`,
		maximum === undefined ? '' : `at most ${maximum}`,
	].filter(bound => bound !== '')
	return [TYPES.get(String(type)) ?? String(type ?? 'anything'), ...bounds].join(', ')
}

/** Behind `must be`: all that is allowed, where the problem names a type or one bound of it. */
export function allowedBy({ path, expected }: SchemaProblem): string {
	const schema = schemaOfKey(path)
	const isPart = TYPES.has(expected) || /^at (?:least|most) [\d.-]+$/.test(expected)
	if (!schema || !isPart) return expected
	if (schema.type === 'object') return 'an object ({ … })'
	return typeOf(schema)
		.replace(/^(?=whole number|number|list)/, 'a ')
		.replace('true, false', 'true or false')
}

const TYPES: ReadonlyMap<string, string> = new Map([
	['string', 'text'],
	['integer', 'whole number'],
	['number', 'number'],
	['boolean', 'true, false'],
	['array', 'list of texts'],
	['object', 'names and what belongs to them'],
])
