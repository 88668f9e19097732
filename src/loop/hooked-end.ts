// Hooks at the end of a turn: they hear of its calls, may end the run, and may send a model back that thinks it is done.

import { textOf, userText } from '../core/messages.ts'
import type { LoopHooks } from './deps.ts'
import { type End, failedEnd, stoppedEnd } from './run-end.ts'
import type { RunState } from './run-state.ts'
import type { TurnOutcome } from './turn.ts'

/** @returns undefined when the run goes on; then `state` has what the model is told first */
export async function hookedEnd(
	end: End | undefined,
	{ outcome, state, hooks }: { outcome: TurnOutcome; state: RunState; hooks: LoopHooks },
	signal: AbortSignal,
): Promise<End | undefined> {
	if (signal.aborted) return end
	if (outcome.outcomes.length > 0) await hooks.afterCalls(outcome.added)
	const isAnswered = end?.reason === 'finished' || end?.reason === 'tool-denied'
	const isHalted = hooks.halted() !== undefined
	const reason = isAnswered && !isHalted ? await hooks.beforeEnd(answerOf(outcome)) : undefined
	if (signal.aborted) return stoppedEnd(signal)
	const halted = hooks.halted()
	if (halted !== undefined) return failedEnd({ code: 'hook-stopped', message: halted })
	if (reason === undefined) return end
	state.correction = userText(reason)
	return undefined
}

function answerOf({ added }: TurnOutcome): string {
	return added.map(message => (message.role === 'assistant' ? textOf(message.content) : '')).join('')
}
