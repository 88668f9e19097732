// User requests of a run: approvals of calls and answers to questions. Both are in the log together with what was
// answered.

import type { ApprovalRequest } from '../../core/approval.ts'
import { followSignal } from '../../core/async/follow-signal.ts'
import { PendingAnswers } from '../../core/async/pending-answers.ts'
import type { Command } from '../../core/commands.ts'
import { AgentError } from '../../core/errors.ts'
import type { Question, StoredEvent } from '../../core/events.ts'
import type { QuestionId, RunId } from '../../core/ids.ts'
import { createWaitingTime, type WaitingTime } from '../../core/time/waiting-time.ts'
import { type ApprovalAnswer, Approvals } from '../permissions/approvals.ts'
import type { ActorDeps } from './actor-deps.ts'

export type UserRequestsDeps = Pick<
	ActorDeps,
	'ids' | 'clock' | 'isInteractive' | 'allowForProject' | 'above'
> & {
	store(event: StoredEvent, runId: RunId): Promise<void> | undefined
}

export class UserRequests {
	private readonly deps: UserRequestsDeps
	private readonly approvals = new Approvals()
	private readonly questions = new PendingAnswers<QuestionId, Question, string | undefined>()
	private readonly waiting: WaitingTime

	constructor(deps: UserRequestsDeps) {
		this.deps = deps
		this.waiting = createWaitingTime(deps.clock)
	}

	/** How long somebody has been asked so far. */
	get askedMs(): number {
		return this.waiting.totalMs()
	}

	/** What "this session" has answered. */
	get sessionGrants(): ReadonlySet<string> {
		return this.deps.above?.sessionGrants() ?? this.approvals.sessionGrants
	}

	async approve(
		call: Omit<ApprovalRequest, 'approvalId'>,
		runId: RunId,
		signal: AbortSignal,
	): Promise<ApprovalAnswer> {
		const { ids, isInteractive, store, above } = this.deps
		const request: ApprovalRequest = { approvalId: ids.approval(), ...call }
		const tell = () => store({ type: 'approval-request', request }, runId)
		const answer = await this.answerTo<ApprovalAnswer>(tell, signal, {
			// A sub-agent's questions are those of the run it works for; both logs have them.
			above: above && (() => above.approve(withoutCall(call), signal)),
			own: isInteractive ? until => this.approvals.wait(request, until) : undefined,
			nobody: { decision: { answer: 'no' }, by: 'nobody' },
		})
		const { approvalId, callId } = request
		await store({ type: 'approval-end', approvalId, callId, ...answer }, runId)
		return answer
	}

	/** The first answer wins. */
	async answerApproval({ approvalId, decision }: Extract<Command, { type: 'approve' }>): Promise<void> {
		const { allowForProject } = this.deps
		if (decision.answer === 'project' && allowForProject)
			return this.approvals.answerForProject(approvalId, allowForProject, decision.remark)
		this.approvals.answer(approvalId, decision)
	}

	/** Resolves without an answer when nobody is there, the user would not say, or the run is stopped. */
	async ask(
		asked: Omit<Question, 'questionId'>,
		runId: RunId,
		signal: AbortSignal,
	): Promise<string | undefined> {
		const { ids, isInteractive, store, above } = this.deps
		if (!isInteractive) return undefined
		const question: Question = { questionId: ids.question(), ...asked }
		const { questionId, callId } = question
		const { callId: _, ...words } = asked
		const tell = () => store({ type: 'question-request', question }, runId)
		const answer = await this.answerTo<string | undefined>(tell, signal, {
			above: above && (() => above.ask(words)),
			own: until => this.questions.wait(questionId, question, { signal: until, answer: undefined }),
			nobody: undefined,
		})
		const end: StoredEvent = { type: 'question-end', questionId, callId }
		await store(answer === undefined ? end : { ...end, answer }, runId)
		return answer
	}

	/** Whoever hears of a request may answer it in the same breath, so it waits before it is told. */
	private async answerTo<Answer>(
		tell: () => Promise<void> | undefined,
		signal: AbortSignal,
		{
			above,
			own,
			nobody,
		}: {
			above: (() => Promise<Answer>) | undefined
			own: ((until: AbortSignal) => Promise<Answer>) | undefined
			nobody: Answer
		},
	): Promise<Answer> {
		if (above || !own) {
			await tell()
			return above ? this.waiting.during(above()) : nobody
		}
		const until = followSignal(signal)
		const answer = own(until.signal)
		try {
			await tell()
			return await this.waiting.during(answer)
		} catch (error) {
			until.abort()
			throw error
		} finally {
			until.leave()
		}
	}

	/** @throws AgentError `rejected` when the question is not waiting (any more) */
	answerQuestion({ questionId, answer }: Extract<Command, { type: 'answer' }>): void {
		if (this.questions.answer(questionId, answer)) return
		throw new AgentError(
			'rejected',
			`question ${questionId} is not waiting; it may have been answered already`,
		)
	}
}

function withoutCall({ callId: _, ...asked }: Omit<ApprovalRequest, 'approvalId'>) {
	return asked
}
