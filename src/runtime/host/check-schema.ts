// JSON Schema by ajv, and its findings in words a model can act on.

import { createRequire } from 'node:module'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { AgentError, messageOf } from '../../core/errors.ts'
import { type CheckSchema, isObject, type JsonSchema, type SchemaProblem } from '../../core/json.ts'
import { toolChecks } from './tool-checks.ts'

/**
 * Loads ajv (30 ms) at the first check of a schema that is none of our tools'. Compiled schemas are kept, so hand in the same object each time.
 * @param known - checks that are compiled already
 * The returned check throws AgentError `config-invalid` for a schema that cannot be used.
 */
export function createCheckSchema(known: ReadonlyMap<JsonSchema, ValidateFunction> = new Map()): CheckSchema {
	let ajv: Ajv2020 | undefined
	const loadOnce = () => {
		ajv ??= loadAjv()
		return ajv
	}
	const compiled = new WeakMap<JsonSchema, ValidateFunction>()
	const compile = (schema: JsonSchema) => {
		const validate = toolChecks().get(JSON.stringify(schema)) ?? compileWith(loadOnce(), schema)
		compiled.set(schema, validate)
		return validate
	}
	return (schema, value) => {
		const validate = compiled.get(schema) ?? known.get(schema) ?? compile(schema)
		return validate(value) ? [] : problemsOf(validate.errors ?? [])
	}
}

/** For a schema somebody wrote by hand. @returns what is wrong with it, or undefined */
export function schemaProblem(schema: JsonSchema): string | undefined {
	const ajv = loadAjv()
	const rest = forAjv(schema)
	if (!ajv.validateSchema(rest)) return ajv.errorsText(ajv.errors, { dataVar: 'schema' })
	try {
		ajv.compile(rest)
		return undefined
	} catch (error) {
		return messageOf(error)
	}
}

// `require` and not `import`, because a check is synchronous and must not cost anything before it is needed.
function loadAjv(): Ajv2020 {
	const ajv: typeof import('ajv/dist/2020.js') = createRequire(import.meta.url)('ajv/dist/2020.js')
	return new ajv.Ajv2020(AJV_OPTIONS)
}

export const AJV_OPTIONS = {
	allErrors: true,
	verbose: true,
	strict: false,
	// Compiling the schema of schemas takes longer than all ours together.
	validateSchema: false,
	validateFormats: false,
	logger: false,
} as const

/** Two servers may use the same `$id`, and a `$schema` of an older draft would be looked up. */
export function forAjv({ $id, $schema, ...rest }: JsonSchema): JsonSchema {
	return rest
}

function compileWith(ajv: Ajv2020, schema: JsonSchema): ValidateFunction {
	try {
		return ajv.compile(forAjv(schema))
	} catch (error) {
		const reason = messageOf(error)
		throw new AgentError('config-invalid', `the JSON Schema cannot be used: ${reason}`, { cause: error })
	}
}

function problemsOf(errors: readonly ErrorObject[]): SchemaProblem[] {
	const told = errors.filter(error => !SUMMARIES.has(error.keyword))
	const problems = (told.length > 0 ? told : errors).map(problemOf)
	const unique = new Map(problems.map(problem => [JSON.stringify(problem), problem]))
	return [...unique.values()].slice(0, MAX_PROBLEMS)
}

const MAX_PROBLEMS = 8

/** Keywords whose error only says that errors beside it exist. */
const SUMMARIES = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'propertyNames'])

function problemOf(error: ErrorObject): SchemaProblem {
	const path = pathOf(error.instancePath)
	if (error.propertyName !== undefined) {
		const name = error.propertyName
		return { path: joinPath(path, name), expected: `a name: ${boundOf(error)}`, got: JSON.stringify(name) }
	}
	switch (error.keyword) {
		case 'required': {
			const name = String(error.params.missingProperty)
			return { path: joinPath(path, name), expected: expectedOf(error.parentSchema, name), got: 'nothing' }
		}
		case 'additionalProperties':
		case 'unevaluatedProperties': {
			const name = String(error.params.additionalProperty ?? error.params.unevaluatedProperty)
			return {
				path: joinPath(path, name),
				expected: `one of ${knownNames(error.parentSchema)}`,
				got: 'an unknown name',
			}
		}
		case 'type':
			return { path, expected: typeName(error.params.type), got: describeValue(error.data) }
		case 'enum':
			return {
				path,
				expected: `one of ${listValues(error.params.allowedValues)}`,
				got: describeValue(error.data),
			}
		case 'const':
			return { path, expected: JSON.stringify(error.params.allowedValue), got: describeValue(error.data) }
		default:
			return { path, expected: boundOf(error), got: describeValue(error.data) }
	}
}

/** As it reads behind `must be` and behind `expected`. */
function boundOf({ keyword, params, message }: ErrorObject): string {
	switch (keyword) {
		case 'minimum':
			return `at least ${params.limit}`
		case 'maximum':
			return `at most ${params.limit}`
		case 'minLength':
			return params.limit === 1 ? 'text that is not empty' : `at least ${params.limit} characters`
		case 'maxLength':
			return `at most ${params.limit} characters`
		case 'minItems':
			return params.limit === 1 ? 'a list that is not empty' : `at least ${params.limit} items`
		case 'maxItems':
			return `at most ${params.limit} items`
		case 'pattern':
			return `text that fits ${params.pattern}`
		default:
			return (message ?? keyword).replace(/^must (?:be )?/, '')
	}
}

/** `/items/0/status` → `items[0].status` */
function pathOf(pointer: string): string {
	return pointer
		.split('/')
		.slice(1)
		.map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
		.reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : joinPath(path, step)), '')
}

function joinPath(path: string, name: string): string {
	return path === '' ? name : `${path}.${name}`
}

function expectedOf(schema: unknown, name: string): string {
	const properties = isObject(schema) ? schema.properties : undefined
	const property = isObject(properties) ? properties[name] : undefined
	if (!isObject(property)) return 'a value'
	if (Array.isArray(property.enum)) return `one of ${listValues(property.enum)}`
	return property.type === undefined ? 'a value' : typeName(property.type)
}

function knownNames(schema: unknown): string {
	const properties = isObject(schema) ? schema.properties : undefined
	return isObject(properties) && Object.keys(properties).length > 0
		? Object.keys(properties).join(', ')
		: 'no properties at all'
}

function typeName(type: unknown): string {
	return Array.isArray(type) ? type.join(' or ') : String(type)
}

function listValues(values: unknown): string {
	return Array.isArray(values) ? values.map(value => JSON.stringify(value)).join(', ') : String(values)
}

function describeValue(value: unknown): string {
	if (value === undefined) return 'nothing'
	if (Array.isArray(value)) return `array of ${value.length}`
	if (typeof value === 'object' && value !== null) return 'object'
	const text = JSON.stringify(value)
	const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
	return value === null ? 'null' : `${typeof value} ${short}`
}
