// What a setting takes, in words: as the documentation and the list of settings have it, and in the message about a value
// that is something else.

import { isObject, type JsonObject, type SchemaProblem } from '../../core/json.ts'
import { PATTERN_WORDS } from './groups/fields.ts'
import { schemaOfKey } from './settings-schema.ts'

export function typeOf(schema: JsonObject): string {
	const { enum: choices, type, anyOf, minimum, maximum, items, required } = schema
	if (Array.isArray(choices)) return choices.map(String).join(', ')
	if (Array.isArray(anyOf)) return anyOf.filter(isObject).map(typeOf).join(', or ')
	if (isObject(items) && Array.isArray(items.enum)) return `list of ${items.enum.map(String).join(', ')}`
	if (type === 'object' && Array.isArray(required)) return `object with ${required.map(String).join(', ')}`
	const bounds = [
		minimum === undefined ? '' : `at least ${minimum}`,
		maximum === undefined ? '' : `at most ${maximum}`,
	].filter(bound => bound !== '')
	return [TYPES.get(String(type)) ?? String(type ?? 'anything'), ...bounds].join(', ')
}

/** Without those of a whole in which something is wrong: that it is no list either helps nobody. */
export function narrowest(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
	const isWithin = (inner: string, outer: string) =>
		inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)
	return problems.filter(({ path }) => !problems.some(other => isWithin(other.path, path)))
}

/** Behind `must be`: all that is allowed, where the problem names a type or one bound of it. */
export function allowedBy({ path, expected }: SchemaProblem): string {
	const [key = '', item] = path.split(/\[\d+\]$/)
	const whole = schemaOfKey(key)
	const schema = item !== undefined && isObject(whole?.items) ? whole.items : whole
	const words = PATTERN_WORDS.get(String(schema?.pattern))
	if (words !== undefined && expected === `text that fits ${String(schema?.pattern)}`) return words
	const isPart = TYPES.has(expected) || /^at (?:least|most) [\d.-]+$/.test(expected)
	if (!schema || !isPart) return expected
	if (schema.type === 'object') return 'an object ({ … })'
	return typeOf(schema)
		.replace(/(?<=^|or )(?=whole number|number|list)/g, 'a ')
		.replace(/(?<=^|or )(?=object)/g, 'an ')
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
