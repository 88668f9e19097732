// What comes for a task from outside becomes commands of its session.

import { AgentError } from '../../core/errors.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { UserMessage } from '../../core/messages.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import type { TaskInput } from '../../core/services/tasks.ts'

export type InputHands = {
	/** Once the task's run has begun; undefined when it never will. */
	session(): Promise<RuntimePort | undefined>
	cancel(): Promise<void>
	/** Into the run that goes on, or a next one. */
	steer(session: RuntimePort, message: UserMessage): Promise<void>
	/** Told of what came too late. */
	log(error: unknown): void
}

/** Resolves when there are no more. */
export async function handInputs(inputs: AsyncIterable<TaskInput>, hands: InputHands): Promise<void> {
	for await (const input of inputs) {
		try {
			await handIn(input, hands)
		} catch (error) {
			hands.log(error)
		}
	}
}

async function handIn(input: TaskInput, hands: InputHands): Promise<void> {
	if (input.type === 'cancel') return hands.cancel()
	const session = await hands.session()
	if (!session) throw new AgentError('rejected', `${input.type} came for a run that never began`)
	switch (input.type) {
		case 'approve':
			return session.send({ type: 'approve', approvalId: input.approvalId, decision: input.decision })
		case 'answer':
			return session.send(input)
		case 'steer':
			return hands.steer(session, input.message)
		default:
			return assertNever(input)
	}
}
