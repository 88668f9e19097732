// Lines of `stream-json` against their published schema: whatever a test reads of them is what the schema says.

import assert from 'node:assert/strict'
import { STREAM_JSON_SCHEMA } from '../../src/cli/commands/schema/stream-json-schema.ts'
import { isObject, type JsonObject } from '../../src/core/json.ts'
import { createCheckSchema } from '../../src/runtime/host/check-schema.ts'

const check = createCheckSchema()

/** @throws AssertionError with the line and what is wrong with it */
export function requireStreamLine<Line>(line: Line): Line {
	const problems = check(STREAM_JSON_SCHEMA, line)
	if (problems.length > 0) assert.fail(`no line of stream-json: ${JSON.stringify(line)}: ${whyNot(line)}`)
	return line
}

/** Against the one kind of line that it is meant to be. */
function whyNot(line: unknown): string {
	const kinds = Array.isArray(STREAM_JSON_SCHEMA.anyOf) ? STREAM_JSON_SCHEMA.anyOf.filter(isObject) : []
	const kind = kinds.find(({ properties }) => {
		const { type, subtype } = isObject(properties) ? properties : {}
		return (
			isObject(line) && isConst(type, line.type) && (line.type !== 'system' || isConst(subtype, line.subtype))
		)
	})
	return kind ? JSON.stringify(check(kind, line)) : 'there is no such type or subtype'
}

function isConst(schema: unknown, value: unknown): boolean {
	return isObject(schema) && (schema satisfies JsonObject).const === value
}
