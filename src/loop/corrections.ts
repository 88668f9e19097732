// How often in a row a tool could not be used as the model used it. A model that cannot correct itself is stopped.

import type { ToolMessage } from '../core/messages.ts'
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
export function hopelessTool(corrections: Corrections): string | undefined {
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
