// What a call over MCP brings along: that it may be cancelled, who hears how far it is, and whom to ask.

import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import type { Question } from '../../core/events.ts'

export type ServedCallHooks = {
	signal: AbortSignal
	progress(text: string): void
	asked: AskedPerson
}

/** Somebody behind the client. Both let go when `signal` fires. */
export type AskedPerson = {
	approve(request: ApprovalRequest, signal: AbortSignal): Promise<Decision>
	/** @returns undefined when they would not say */
	answer(question: Question, signal: AbortSignal): Promise<string | undefined>
}
