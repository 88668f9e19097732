// Questions of the model that wait for the user's words. The first answer wins; a stopped run answers with nothing.

import { AgentError } from '../../core/errors.ts'
import type { QuestionId } from '../../core/ids.ts'

export class Questions {
	private readonly pending = new Map<QuestionId, (answer: string | undefined) => void>()

	wait(id: QuestionId, signal: AbortSignal): Promise<string | undefined> {
		return new Promise(resolve => {
			const settle = (answer: string | undefined) => {
				signal.removeEventListener('abort', stop)
				this.pending.delete(id)
				resolve(answer)
			}
			const stop = () => settle(undefined)
			this.pending.set(id, settle)
			if (signal.aborted) stop()
			else signal.addEventListener('abort', stop, { once: true })
		})
	}

	/** @throws AgentError `rejected` when the question is not waiting (any more) */
	answer(id: QuestionId, answer: string | undefined): void {
		const settle = this.pending.get(id)
		if (!settle)
			throw new AgentError('rejected', `question ${id} is not waiting; it may have been answered already`)
		settle(answer)
	}
}
