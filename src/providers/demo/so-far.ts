// The demo's state: how many rounds of calls there were since the newest prompt, and what they brought.

import { isObject, type JsonObject, parseJson } from '../../core/json.ts'
import { callsOf, type Message, type ToolOutcome, textOf } from '../../core/messages.ts'

export type SoFar = {
	prompt: string
	rounds: number
	/** Nothing has been answered before in this conversation. */
	isFirstAnswer: boolean
	results: readonly DemoToolResult[]
}

export type DemoToolResult = { tool: string; input: JsonObject; outcome: ToolOutcome; text: string }

export function readSoFar(messages: readonly Message[]): SoFar {
	const start = messages.findLastIndex(message => message.role === 'user')
	const since = messages.slice(start + 1)
	const calls = since.flatMap(message => (message.role === 'assistant' ? callsOf(message) : []))
	const inputs = new Map(calls.map(call => [call.callId, parseJson(call.arguments)]))
	const before = messages.slice(0, Math.max(0, start))
	return {
		prompt: promptOf(messages[start]),
		rounds: since.filter(message => message.role === 'assistant' && callsOf(message).length > 0).length,
		isFirstAnswer: !before.some(message => message.role === 'assistant' && callsOf(message).length === 0),
		results: since.flatMap(message => {
			if (message.role !== 'tool') return []
			const input = inputs.get(message.callId)
			const { tool, outcome, content } = message
			return [{ tool, outcome, input: isObject(input) ? input : {}, text: textOf(content) }]
		}),
	}
}

/** Notes about the folder and recalled memory may stand in front of what was typed, which is always the last text. */
function promptOf(message: Message | undefined): string {
	if (message?.role !== 'user') return ''
	return message.content.findLast(part => part.type === 'text')?.text ?? ''
}
