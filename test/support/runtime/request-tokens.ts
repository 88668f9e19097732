// How many tokens a request on the wire takes, counted by the vocabulary itself from the bytes that came: every text
// a model reads, the tools as they are written, and a few tokens for each message.

import { isObject, type JsonValue } from '../../../src/core/json.ts'
import type { RecordedRequest } from '../model-server/model-server.ts'

const READ = new Set(['text', 'content', 'instructions', 'system', 'arguments', 'output', 'name', 'thinking'])
const TOKENS_A_MESSAGE = 4

export function requestTokens(
	{ body }: Pick<RecordedRequest, 'body'>,
	count: (text: string) => number,
): number {
	const { tools, input, messages, system, instructions } = body
	const items = Array.isArray(input) ? input : Array.isArray(messages) ? messages : []
	const texts = [
		...textsIn(system ?? instructions ?? '', 'system'),
		...items.flatMap(item => textsIn(item, '')),
	]
	// Each text by itself, so that who counts again and again may remember it.
	const read = texts.reduce((sum, text) => sum + count(text), 0)
	return count(JSON.stringify(tools ?? [])) + read + items.length * TOKENS_A_MESSAGE
}

function textsIn(value: JsonValue, key: string): readonly string[] {
	if (typeof value === 'string') return READ.has(key) ? [value] : []
	if (Array.isArray(value)) return value.flatMap(item => textsIn(item, key))
	if (!isObject(value)) return []
	return Object.entries(value).flatMap(([name, inner]) =>
		// What a model wrote as arguments goes over one wire as the object it is.
		name === 'input' ? [JSON.stringify(inner)] : textsIn(inner ?? '', name),
	)
}
