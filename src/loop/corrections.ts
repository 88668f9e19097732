// The correction limit: how often in a row a tool could not be used as the model used it. A model that cannot correct
// itself is stopped.

import { type ToolMessage, type UnreadCall, type UserMessage, userText } from '../core/messages.ts'
import type { ToolSpec } from '../core/model.ts'
import type { ToolResult } from '../core/tool.ts'

export const MAX_CORRECTIONS = 3

export type Corrections = ReadonlyMap<string, number>

export type CallOutcome = { message: ToolMessage; detail: ToolResult['detail'] }

/** Counts turns, not calls: four missing files looked for at once are one thing to correct. */
export function countCorrections(before: Corrections, outcomes: readonly CallOutcome[]): Corrections {
	const after = new Map(before)
	for (const tool of new Set(outcomes.map(outcome => outcome.message.tool))) {
		const own = outcomes.filter(outcome => outcome.message.tool === tool)
		if (own.some(isGood)) after.delete(tool)
		else if (own.some(needsCorrection)) after.set(tool, (after.get(tool) ?? 0) + 1)
	}
	return after
}

/** @returns the tool that has failed once more than it may */
export function failingTool(corrections: Corrections): string | undefined {
	for (const [tool, count] of corrections) if (count > MAX_CORRECTIONS) return tool
	return undefined
}

// A command that ran and said no (a failing test) is news, not a misuse of the tool.
function isGood({ message, detail }: CallOutcome): boolean {
	return message.outcome === 'ok' || detail?.type === 'command'
}

function needsCorrection({ message }: CallOutcome): boolean {
	return message.outcome === 'failed'
}

/** What the model is told about a call that it wrote as text: what was seen, and how calls are made. */
export function unreadCorrection(call: UnreadCall, tools: readonly ToolSpec[]): UserMessage {
	const seen = `Nothing was called. Your reply ends in what looks like a tool call written as text (${call.dialect}): ${shortCall(call)}`
	const names = tools.map(tool => tool.name)
	const isKnown = call.tool === undefined || names.includes(call.tool)
	const how =
		names.length === 0
			? 'There are no tools here. Answer in words.'
			: `Call tools through the API's own tool calls. Without any, end the reply with exactly <tool_call>{"name": "…", "arguments": {…}}</tool_call>, in valid JSON. ${isKnown ? 'The tools are' : `There is no tool ${call.tool}; there are`} ${names.join(', ')}.`
	return userText(
		`${seen}\n\n${how} If it was meant to be shown and not run, put it into a code block, with a sentence after it that says what it is.`,
	)
}

export function shortCall({ text }: UnreadCall): string {
	const line = text.replaceAll(/\s+/g, ' ').trim()
	return line.length <= CALL_CHARACTERS ? line : `${line.slice(0, CALL_CHARACTERS).toWellFormed()}…`
}

const CALL_CHARACTERS = 160
