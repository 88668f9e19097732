// `--json-schema`: the file, checked before anything is asked.

import { readFile } from 'node:fs/promises'
import { AgentError, messageOf } from '../../../core/errors.ts'
import { isObject, type JsonSchema, parseJson } from '../../../core/json.ts'
import { jsonMistake } from '../../../workspace/settings/json-mistake.ts'

/** @throws AgentError `usage` that names the file and what is wrong with it */
export async function readOutputSchema(file: string): Promise<JsonSchema> {
	const text = await readFile(file, 'utf8').catch((cause: unknown) => {
		const why = messageOf(cause)
		throw new AgentError('usage', `--json-schema ${file}: the file cannot be read: ${why}`, { cause })
	})
	const schema = parseJson(text.replace(/^\uFEFF/, ''))
	if (!isObject(schema)) throw new AgentError('usage', `--json-schema ${file}: ${flaw(text, schema)}`)
	const { schemaProblem } = await import('../../../runtime/host/check-schema.ts')
	const problem = schemaProblem(schema)
	if (problem !== undefined)
		throw new AgentError('usage', `--json-schema ${file}: this is no usable JSON Schema: ${problem}`)
	return schema
}

function flaw(text: string, value: unknown): string {
	if (value !== undefined) return 'a schema is a JSON object ({ … })'
	const mistake = jsonMistake(text)
	return mistake
		? `this is not valid JSON: line ${mistake.line}, column ${mistake.column}: expected ${mistake.expected}`
		: 'this is not valid JSON'
}
