// JSON Schema without making code of it, which pages with a strict policy and edge workers forbid. Knows the keywords
// that tools and answers are described with; those it does not know hold for everything.

import {
	type CheckSchema,
	isObject,
	type JsonObject,
	type JsonSchema,
	type JsonValue,
	type SchemaProblem,
} from '../../core/json.ts'

export const checkByReading: CheckSchema = (schema, value) => {
	const problems: SchemaProblem[] = []
	check(value, schema, { root: schema, path: '', depth: 0, found: problem => problems.push(problem) })
	return problems.slice(0, MOST_PROBLEMS)
}

/** @returns what is wrong with a schema that is to be used */
export function flawOf(schema: JsonSchema): string | undefined {
	const types = [schema.type ?? []].flat()
	const strange = types.find(type => typeof type !== 'string' || !TYPES.has(type))
	return strange === undefined ? undefined : `type ${JSON.stringify(strange)} is none`
}

const MOST_PROBLEMS = 8
/** A schema may refer to itself; a value that deep is none that anybody means. */
const DEEPEST = 200

type CheckedValue = { root: JsonSchema; path: string; depth: number; found(problem: SchemaProblem): void }

function check(value: unknown, schema: JsonValue | undefined, place: CheckedValue): void {
	if (schema === false) return void place.found({ path: place.path, expected: 'nothing', got: shown(value) })
	if (!isObject(schema) || place.depth > DEEPEST) return
	const at = { ...place, depth: place.depth + 1 }
	if (typeof schema.$ref === 'string') check(value, referred(schema.$ref, place.root), at)
	const wrong = (expected: string) => place.found({ path: place.path, expected, got: shown(value) })
	const types = [schema.type ?? []].flat().map(String)
	if (types.length > 0 && !types.some(type => TYPES.get(type)?.(value))) return wrong(types.join(' or '))
	if (Array.isArray(schema.enum) && !schema.enum.some(each => isSame(each, value)))
		wrong(`one of ${schema.enum.map(each => JSON.stringify(each)).join(', ')}`)
	if ('const' in schema && !isSame(schema.const, value)) wrong(JSON.stringify(schema.const))
	checkCombined(value, schema, at, wrong)
	if (typeof value === 'string') checkText(value, schema, wrong)
	else if (typeof value === 'number') checkNumber(value, schema, wrong)
	else if (Array.isArray(value)) checkList(value, schema, at, wrong)
	else if (isObject(value)) checkObject(value, schema, at)
}

function checkCombined(
	value: unknown,
	schema: JsonObject,
	at: CheckedValue,
	wrong: (expected: string) => void,
): void {
	const fits = (other: JsonValue) => {
		let isFit = true
		check(value, other, { ...at, found: () => (isFit = false) })
		return isFit
	}
	for (const each of listIn(schema.allOf)) check(value, each, at)
	const any = listIn(schema.anyOf)
	if (any.length > 0 && !any.some(fits)) wrong(`what one of ${any.length} schemas describes`)
	const one = listIn(schema.oneOf)
	if (one.length > 0 && one.filter(fits).length !== 1)
		wrong(`what exactly one of ${one.length} schemas describes`)
	if (isObject(schema.not) && fits(schema.not)) wrong('something else')
}

function checkText(value: string, schema: JsonObject, wrong: (expected: string) => void): void {
	const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
	const { length } = [...value]
	if (length < Number(minLength)) wrong(`at least ${minLength} characters`)
	if (length > Number(maxLength)) wrong(`at most ${maxLength} characters`)
	if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) wrong(`text that fits ${pattern}`)
}

function checkNumber(value: number, schema: JsonObject, wrong: (expected: string) => void): void {
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
	if (typeof minimum === 'number' && value < minimum) wrong(`at least ${minimum}`)
	if (typeof maximum === 'number' && value > maximum) wrong(`at most ${maximum}`)
	if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
		wrong(`more than ${exclusiveMinimum}`)
	if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
		wrong(`less than ${exclusiveMaximum}`)
	if (typeof multipleOf === 'number' && !Number.isInteger(value / multipleOf))
		wrong(`a multiple of ${multipleOf}`)
}

function checkList(
	value: readonly unknown[],
	schema: JsonObject,
	at: CheckedValue,
	wrong: (expected: string) => void,
): void {
	const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = schema
	if (value.length < Number(minItems)) wrong(`at least ${minItems} items`)
	if (value.length > Number(maxItems)) wrong(`at most ${maxItems} items`)
	if (uniqueItems === true && new Set(value.map(each => JSON.stringify(each))).size < value.length)
		wrong('items that differ')
	const first = listIn(schema.prefixItems)
	for (const [index, each] of value.entries())
		check(each, first[index] ?? schema.items, { ...at, path: `${at.path}[${index}]` })
}

function checkObject(value: JsonObject, schema: JsonObject, at: CheckedValue): void {
	const path = (name: string) => (at.path === '' ? name : `${at.path}.${name}`)
	const known = isObject(schema.properties) ? schema.properties : {}
	const patterns = isObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : []
	for (const name of listIn(schema.required).map(String))
		if (!Object.hasOwn(value, name)) at.found({ path: path(name), expected: 'a value', got: 'nothing' })
	for (const [name, each] of Object.entries(value)) {
		const own = Object.hasOwn(known, name) ? [known[name]] : []
		const fitting = [
			...own,
			...patterns.flatMap(([pattern, other]) => (new RegExp(pattern, 'u').test(name) ? [other] : [])),
		]
		for (const one of fitting) check(each, one, { ...at, path: path(name) })
		if (fitting.length > 0) continue
		if (schema.additionalProperties === false)
			at.found({
				path: path(name),
				expected: `one of ${Object.keys(known).join(', ')}`,
				got: 'an unknown name',
			})
		else check(each, schema.additionalProperties, { ...at, path: path(name) })
	}
}

/** Within the schema itself: `#/$defs/port`. */
function referred(ref: string, root: JsonSchema): JsonValue | undefined {
	if (!ref.startsWith('#')) return undefined
	const steps = ref
		.slice(1)
		.split('/')
		.slice(1)
		.map(step => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
	return steps.reduce<JsonValue | undefined>((at, step) => (isObject(at) ? at[step] : undefined), root)
}

const TYPES: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
	['object', isObject],
	['array', Array.isArray],
	['string', (value: unknown) => typeof value === 'string'],
	['number', (value: unknown) => typeof value === 'number'],
	['integer', Number.isInteger],
	['boolean', (value: unknown) => typeof value === 'boolean'],
	['null', (value: unknown) => value === null],
])

function listIn(value: JsonValue | undefined): readonly JsonValue[] {
	return Array.isArray(value) ? value : []
}

function isSame(one: unknown, other: unknown): boolean {
	return one === other || canonical(one) === canonical(other)
}

/** Whatever order names came in. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, each) =>
		isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
	)
}

function shown(value: unknown): string {
	if (Array.isArray(value)) return `array of ${value.length}`
	if (isObject(value)) return 'object'
	const text = JSON.stringify(value) ?? 'nothing'
	return value === null ? 'null' : `${typeof value} ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`
}
