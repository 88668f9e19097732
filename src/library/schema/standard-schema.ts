// Standard Schema: what validators such as zod, Valibot and ArkType all have under `~standard`, as far as it is used.

import { AgentError, messageOf } from '../../core/errors.ts'
import { isObject, type JsonSchema, parseJson } from '../../core/json.ts'

/**
 * A validator that keeps to [Standard Schema](https://standardschema.dev): zod 4.2 and later as it is. One that cannot
 * tell its JSON Schema (`jsonSchema` left out) can check a value, but not tell a model what to write.
 */
export type StandardSchema<Input = unknown, Output = Input> = {
	readonly '~standard': {
		readonly version: 1
		readonly vendor: string
		readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
		readonly types?: { readonly input: Input; readonly output: Output } | undefined
		readonly jsonSchema?: {
			readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
		}
	}
}

export type StandardResult<Output> =
	| { readonly value: Output; readonly issues?: undefined }
	| { readonly issues: readonly StandardIssue[] }

export type StandardIssue = {
	readonly message: string
	readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** What a validator makes of a value that fits it. */
export type OutputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output']

/** What is wrong with a value, as the end of a sentence; else the value as the validator gives it back. */
export type Validated<Output> = { value: Output; problem?: undefined } | { problem: string }

export function isStandardSchema(schema: object): schema is StandardSchema {
	return '~standard' in schema
}

/**
 * What a model is to write so that the validator takes it.
 * @throws AgentError `usage` for a validator that cannot tell
 */
export function jsonSchemaOf(schema: StandardSchema): JsonSchema {
	const { vendor, jsonSchema } = schema['~standard']
	if (!jsonSchema)
		throw new AgentError(
			'usage',
			`this ${vendor} schema cannot tell its JSON Schema (zod from 4.2 on can); give a JSON Schema instead`,
		)
	const { $schema: _, ...written } = told(vendor, () => jsonSchema.input({ target: 'draft-2020-12' }))
	// What a validator hands out may hold more than JSON.
	const plain = parseJson(JSON.stringify(written))
	return isObject(plain) ? plain : {}
}

function told(vendor: string, tell: () => Record<string, unknown>): Record<string, unknown> {
	try {
		return tell()
	} catch (cause) {
		throw new AgentError('usage', `this ${vendor} schema has no JSON Schema: ${messageOf(cause)}`, { cause })
	}
}

export async function validated<Output>(
	schema: StandardSchema<unknown, Output>,
	value: unknown,
): Promise<Validated<Output>> {
	const result = await schema['~standard'].validate(value)
	if (!result.issues) return { value: result.value }
	return { problem: result.issues.map(issueInWords).join('; ') }
}

function issueInWords({ message, path = [] }: StandardIssue): string {
	const place = path.map(step => String(typeof step === 'object' ? step.key : step)).join('.')
	return `${place || 'the value'}: ${message}`
}
