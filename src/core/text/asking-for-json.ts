// The words that ask for an answer that fits a schema.

import type { JsonSchema } from '../json.ts'
import type { UserMessage } from '../messages.ts'

/**
 * The prompt with the schema in front of it: what was typed comes last in a prompt. Said in words although it goes to the provider, too: not every server can be
 * held to a schema, and none to every part of one.
 */
export function askingForJson({ role, content }: UserMessage, schema: JsonSchema): UserMessage {
	const text = `When you are done, answer with one JSON value that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`
	return { role, content: [{ type: 'text', text }, ...content] }
}
