// Opening calls: what a prompt wants run before the model is asked. They are calls like any other, approved, recorded
// and shown as such, in a message of their own that no model has written.

import type { AssistantMessage } from '../core/messages.ts'
import type { CallHooks, LoopDeps } from './deps.ts'
import type { RunState } from './run-state.ts'
import { runningText, startToolStep } from './tool-step.ts'

/** @throws AgentError `storage-failed` */
export async function makeOpeningCalls(
	state: RunState,
	deps: LoopDeps,
	charges: Pick<CallHooks, 'spend' | 'exceeded'>,
	signal: AbortSignal,
): Promise<void> {
	const { opening = [], chain } = deps
	if (opening.length === 0) return
	const message: AssistantMessage = {
		role: 'assistant',
		model: chain[0]!,
		content: opening,
		stop: 'tool-calls',
	}
	// On disk first: each call is told as part of it, whatever becomes of this process.
	await deps.store({ type: 'message-end', message })
	const { maxTurns } = deps.limits
	const step = startToolStep(
		deps,
		{
			running: tools => deps.show({ type: 'progress', turn: 0, maxTurns, text: runningText(tools) }),
			denied: reason => state.denials.push(reason),
			...charges,
		},
		signal,
	)
	for (const call of opening) {
		state.usedIds.add(call.callId)
		await step.add(call)
	}
	const { outcomes, stored } = await step.finish()
	state.stored = stored
	state.messages.push(message, ...outcomes.map(outcome => outcome.message))
}
