// The person at the editor, to a session: what it asks is shown as a call, put to them, and their answer sent back. What
// nobody waits for any more is taken from their screen.

import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { Command } from '../../core/commands.ts'
import type { AgentEvent } from '../../core/events.ts'
import type { ApprovalId, QuestionId } from '../../core/ids.ts'
import { type AskedEditor, askPermission } from './asking.ts'
import { askQuestion } from './asking-questions.ts'
import type { CallUpdates } from './call-updates.ts'

export type PersonAtEditorDeps = {
	editor: AskedEditor
	calls: CallUpdates
	tell(updates: readonly SessionUpdate[]): Promise<void>
	send(command: Command): Promise<void>
	/** They would rather have all of it end. */
	cancel(): void
}

type AskingEvent = Extract<
	AgentEvent,
	{ type: 'approval-request' | 'approval-end' | 'question-request' | 'question-end' }
>

export class PersonAtEditor {
	private readonly deps: PersonAtEditorDeps
	private readonly asked = new Map<ApprovalId | QuestionId, AbortController>()

	constructor(deps: PersonAtEditorDeps) {
		this.deps = deps
	}

	/** Resolves when they have been asked, not when they have answered. */
	async hear(event: AskingEvent): Promise<void> {
		const { calls, tell, editor } = this.deps
		switch (event.type) {
			case 'approval-request': {
				const { approvalId } = event.request
				const { updates, toolCall } = calls.asked(event.request)
				await tell(updates)
				const asking = askPermission(event.request, toolCall, { ...editor, signal: this.waitFor(approvalId) })
				void asking.then(answer =>
					answer === 'cancelled'
						? this.deps.cancel()
						: this.answer({ type: 'approve', approvalId, decision: answer.decision }),
				)
				return
			}
			case 'question-request': {
				const { questionId } = event.question
				await tell(calls.questioned(event.question))
				const asking = askQuestion(event.question, { ...editor, signal: this.waitFor(questionId) })
				void asking.then(answer =>
					this.answer({ type: 'answer', questionId, ...(answer !== undefined && { answer }) }),
				)
				return
			}
			case 'approval-end':
				return this.withdraw(event.approvalId)
			case 'question-end':
				return this.withdraw(event.questionId)
		}
	}

	/** Nothing is asked any more. */
	leave(): void {
		for (const id of [...this.asked.keys()]) this.withdraw(id)
	}

	/** Somebody else may have answered, or nobody waits any more. */
	private async answer(command: Command): Promise<void> {
		await this.deps.send(command).catch(() => undefined)
	}

	private waitFor(id: ApprovalId | QuestionId): AbortSignal {
		const controller = new AbortController()
		this.asked.set(id, controller)
		return controller.signal
	}

	private withdraw(id: ApprovalId | QuestionId): void {
		this.asked.get(id)?.abort()
		this.asked.delete(id)
	}
}
