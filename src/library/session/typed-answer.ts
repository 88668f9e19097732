// The typed call: a prompt and a schema in, a value out.

import { AgentError } from '../../core/errors.ts'
import { type JsonSchema, type JsonValue, jsonAnswer } from '../../core/json.ts'
import { type UserMessage, userText } from '../../core/messages.ts'
import { askingForJson } from '../../core/text/asking-for-json.ts'
import { isStandardSchema, jsonSchemaOf, type StandardSchema, validated } from '../schema/standard-schema.ts'
import type { PromptOptions, Run } from './run.ts'
import { finished } from './run-result.ts'

/** Of a session, what a typed call needs. */
type AskedSession = {
	prompt(prompt: UserMessage, options?: PromptOptions): Pick<Run, 'result'>
	close(): Promise<void>
}

export type TypedCall = {
	open(schema: JsonSchema): Promise<AskedSession>
	/** @returns what is wrong with a schema */
	schemaProblem(schema: JsonSchema): Promise<string | undefined>
	options: PromptOptions | undefined
}

/**
 * @param open - a session whose answers must fit the schema; closed at the end
 * @throws RunError when there is no answer, AgentError `invalid-output` for one that the validator does not take, `usage` for a schema that
 * cannot be used
 */
export async function typedAnswer(
	prompt: string | UserMessage,
	schema: JsonSchema | StandardSchema,
	{ open, schemaProblem, options }: TypedCall,
): Promise<unknown> {
	const validator = isStandardSchema(schema) ? schema : undefined
	const jsonSchema = isStandardSchema(schema) ? jsonSchemaOf(schema) : schema
	const flaw = await schemaProblem(jsonSchema)
	if (flaw !== undefined) throw new AgentError('usage', `this is no usable JSON Schema: ${flaw}`)
	const session = await open(jsonSchema)
	try {
		const message = typeof prompt === 'string' ? userText(prompt) : prompt
		const ask = async (asked: UserMessage) => {
			const { text } = finished(await session.prompt(asked, options).result)
			return valueIn(text)
		}
		const value = await ask(askingForJson(message, jsonSchema))
		if (!validator) return value
		const first = await validated(validator, value)
		if (first.problem === undefined) return first.value
		// A validator may ask for more than its JSON Schema can say; the loop has corrected what that one does.
		const again = `Your answer is not accepted: ${first.problem}. Answer again, with the JSON value and nothing else.`
		const second = await validated(validator, await ask(userText(again)))
		if (second.problem === undefined) return second.value
		throw new AgentError(
			'invalid-output',
			`the answer was not accepted, also when corrected: ${second.problem}`,
		)
	} finally {
		await session.close()
	}
}

function valueIn(text: string): JsonValue {
	const answer = jsonAnswer(text)
	if (answer) return answer.value
	throw new AgentError('invalid-output', `the answer is no JSON: ${text.slice(0, 200)}`)
}
