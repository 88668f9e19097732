// A message of an MCP server made to be what it almost is: the SDK refuses a whole list for one tool that is not well
// described, and a whole result for one part of a kind that it does not know. Pure.

import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'

/** @returns the same message where nothing is to be mended */
export function mendedMessage(message: JSONRPCMessage): JSONRPCMessage {
	if (!('result' in message)) return message
	// What came over a wire as JSON is that, whatever the SDK calls it.
	const result = message.result as JsonObject
	if (Array.isArray(result.tools)) return withResult(message, { ...result, tools: mendedTools(result.tools) })
	if (Array.isArray(result.content))
		return withResult(message, { ...result, content: result.content.map(mendedPart) })
	return message
}

function withResult(message: JSONRPCMessage, result: JsonObject): JSONRPCMessage {
	return { ...message, result } as JSONRPCMessage
}

/**
 * One without a name cannot be called. What a tool says its results look like is left out: a result that looks otherwise
 * would be refused, and a model can do something with it.
 */
function mendedTools(tools: readonly JsonValue[]): JsonValue[] {
	return tools.flatMap(tool => {
		if (!isObject(tool) || typeof tool.name !== 'string') return []
		const { description, outputSchema: _, ...rest } = tool
		return [
			{
				...rest,
				...(typeof description === 'string' && { description }),
				inputSchema: mendedSchema(tool.inputSchema),
			},
		]
	})
}

/** Every tool takes an object; some servers leave that out, or have `null` where there is nothing. */
function mendedSchema(schema: JsonValue | undefined): JsonObject {
	if (!isObject(schema)) return { type: 'object' }
	const kept = Object.entries(schema).filter(([name, value]) => {
		if (name === 'properties') return isObject(value)
		return name !== 'required' || Array.isArray(value)
	})
	// In their order, by which it is known whether a server says something new of a tool.
	return { ...Object.fromEntries(kept), type: 'object' }
}

function mendedPart(part: JsonValue): JsonValue {
	if (!isObject(part)) return note('a part that is no object')
	const needed = NEEDED.get(String(part.type))
	if (!needed)
		return note(`a part of the type ${JSON.stringify(part.type) ?? 'nothing'}, which is not known here`)
	const whole: JsonObject = part.type === 'resource_link' ? { name: part.uri ?? '', ...part } : part
	const missing = needed.find(name => typeof whole[name] !== (name === 'resource' ? 'object' : 'string'))
	return missing === undefined ? whole : note(`a part of the type ${part.type} without its ${missing}`)
}

const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
	['text', ['text']],
	['image', ['data', 'mimeType']],
	['audio', ['data', 'mimeType']],
	['resource', ['resource']],
	['resource_link', ['uri', 'name']],
])

function note(what: string): JsonObject {
	return { type: 'text', text: `[${what}]` }
}
