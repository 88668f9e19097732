// Answers what a run asks: an approval or a question goes to the person behind the client, the answer to the runtime.

import { AgentError } from '../../core/errors.ts'
import type { AgentEvent } from '../../core/events.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { ServedCallHooks } from './call-hooks.ts'

/** Never rejects: what cannot be asked is a no, and a question that is over needs no answer. */
export async function askByPort(
	port: RuntimePort,
	event: AgentEvent,
	{ asked, signal }: ServedCallHooks,
): Promise<void> {
	try {
		if (event.type === 'approval-request') {
			const { approvalId } = event.request
			const decision = await asked
				.approve(event.request, signal)
				.catch((error: Error): { answer: 'no-with-reason'; reason: string } => ({
					answer: 'no-with-reason',
					reason: `the client could not be asked: ${error.message}`,
				}))
			await port.send({ type: 'approve', approvalId, decision })
		} else if (event.type === 'question-request') {
			const { questionId } = event.question
			const answer = await asked.answer(event.question, signal).catch(() => undefined)
			await port.send({ type: 'answer', questionId, ...(answer !== undefined && { answer }) })
		}
	} catch (error) {
		if (!(error instanceof AgentError && error.code === 'rejected')) throw error
	}
}
