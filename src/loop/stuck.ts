// Loop detection: a model that makes the same call again and again and gets the same answer is told so, and stopped
// if that does not help.

import type { JsonValue } from '../core/json.ts'
import { isObject, parseJson } from '../core/json.ts'
import { type AssistantMessage, callsOf, type Message, type ToolMessage, userText } from '../core/messages.ts'

/** Turns that were like the one before them in every call and every result. */
export type Repeating = { signature: string; times: number; call: string }

export const POINTED_OUT_AT = 3
export const STUCK_AT = 5

/**
 * Counts turns, not calls: a reply that also does something else is not stuck, nor is one that waits for a command
 * whose output changes.
 */
export function countRepeats(
	before: Repeating | undefined,
	added: readonly Message[],
): Repeating | undefined {
	const reply = added.find((message): message is AssistantMessage => message.role === 'assistant')
	const calls = reply ? callsOf(reply) : []
	if (calls.length === 0) return undefined
	const results = new Map(
		added
			.filter((message): message is ToolMessage => message.role === 'tool')
			.map(message => [message.callId, message]),
	)
	const done = calls.map(({ callId, tool, arguments: args }) => {
		const result = results.get(callId)
		return JSON.stringify([tool, canonical(args), result?.outcome ?? null, contentOf(result)])
	})
	const signature = [...new Set(done)].sort().join('\n')
	const times = before?.signature === signature ? before.times + 1 : 1
	const [first] = calls
	return { signature, times, call: `${first!.tool} ${short(first!.arguments)}` }
}

export function repeatCorrection({ call, times }: Repeating) {
	return userText(
		`You have made the same call ${times} times in a row, and its result was the same each time: ${call}. It will not change. Do something else, or say what keeps you from going on.`,
	)
}

/** Order and spelling of the fields make no difference to what a call does. */
function canonical(args: string): string {
	const value = parseJson(args)
	return value === undefined ? args : JSON.stringify(sortKeys(value))
}

function sortKeys(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(sortKeys)
	if (!isObject(value)) return value
	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map(key => [key, sortKeys(value[key] ?? null)]),
	)
}

function contentOf(result: ToolMessage | undefined): string {
	return (result?.content ?? []).map(part => (part.type === 'text' ? part.text : part.uri)).join('\n')
}

function short(args: string): string {
	return args.length <= ARGUMENT_CHARACTERS ? args : `${args.slice(0, ARGUMENT_CHARACTERS).toWellFormed()}…`
}

const ARGUMENT_CHARACTERS = 120
