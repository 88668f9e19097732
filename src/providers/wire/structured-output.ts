// Structured output formats: vendors promise an answer that fits a schema only for a strict subset of JSON Schema.
// Pure.

import { isObject, type JsonSchema, type JsonValue } from '../../core/json.ts'

/** As both of OpenAI's formats write it. Nothing is promised where they would refuse: they want an object at the top. */
export function openAiFormat(schema: JsonSchema | undefined): OpenAiFormat | undefined {
	if (schema?.type !== 'object') return undefined
	return { name: 'answer', schema, strict: isStrictSchema(schema) }
}

export type OpenAiFormat = { name: string; schema: JsonSchema; strict: boolean }

/** Every object closed and all of its properties required, all the way down. */
export function isStrictSchema(schema: JsonSchema): boolean {
	return objectsWithin(schema).every(object => {
		const properties = Object.keys(isObject(object.properties) ? object.properties : {})
		const required = Array.isArray(object.required) ? object.required : []
		return object.additionalProperties === false && properties.every(name => required.includes(name))
	})
}

function objectsWithin(value: JsonValue): readonly JsonSchema[] {
	if (Array.isArray(value)) return value.flatMap(objectsWithin)
	if (!isObject(value)) return []
	const inside = Object.values(value).flatMap(objectsWithin)
	return value.type === 'object' || isObject(value.properties) ? [value, ...inside] : inside
}
