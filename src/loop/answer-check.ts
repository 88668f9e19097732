// Structured output check: does an answer that a program will read hold the JSON it was asked for? Pure.

import { type CheckSchema, type JsonSchema, jsonAnswer } from '../core/json.ts'
import { type UserMessage, userText } from '../core/messages.ts'

export type AnswerRule = { schema: JsonSchema; checkSchema: CheckSchema }

/** @returns what is wrong with the answer, as the end of a sentence, or undefined */
export function answerProblem(answer: string, { schema, checkSchema }: AnswerRule): string | undefined {
	const json = jsonAnswer(answer)
	if (!json) return `it is no valid JSON, it begins with ${JSON.stringify(answer.trim().slice(0, 60))}`
	const problems = checkSchema(schema, json.value)
	if (problems.length === 0) return undefined
	return problems
		.map(({ path, expected, got }) => `${path || 'the value'}: expected ${expected}, got ${got}`)
		.join('; ')
}

export function correctionOf(problem: string): UserMessage {
	return userText(
		`Your answer does not fit the JSON Schema: ${problem}. Answer again, with the JSON value and nothing else.`,
	)
}
