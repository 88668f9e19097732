// Pending approvals. The first answer wins; a stopped run or a shutdown answers what is left.

import type { ApprovalRequest, DecidedBy, Decision } from '../../core/approval.ts'
import { PendingAnswers } from '../../core/async/pending-answers.ts'
import { AgentError } from '../../core/errors.ts'
import type { ApprovalId } from '../../core/ids.ts'

export type ApprovalAnswer = { decision: Decision; by: DecidedBy }

export class Approvals {
	private readonly pending = new PendingAnswers<ApprovalId, ApprovalRequest, ApprovalAnswer>()
	/** Answered with "always", and not on disk yet. */
	private readonly storing = new Set<ApprovalId>()
	private readonly keys = new Set<string>()

	/** What "this session" has allowed so far. */
	get sessionGrants(): ReadonlySet<string> {
		return this.keys
	}

	/**
	 * Allows the request's rules for the project, and answers whatever else waits and is covered by them.
	 * @param store - keeps the rules; while it does, nobody else can answer
	 */
	async answerForProject(
		id: ApprovalId,
		store: (rules: readonly string[]) => Promise<void>,
		remark?: string,
	): Promise<void> {
		const rules = this.waitingFor(id).permission.projectRules ?? []
		if (rules.length === 0)
			throw new AgentError('rejected', 'this call cannot be allowed for the project; answer it once')
		if (this.storing.has(id)) throw new AgentError('rejected', `approval ${id} is being answered already`)
		this.storing.add(id)
		try {
			await store(rules)
		} finally {
			this.storing.delete(id)
		}
		for (const [each, request] of this.pending.questions)
			if (isCovered(request, rules)) {
				const said = each === id && remark !== undefined ? { remark } : {}
				this.pending.answer(each, { decision: { answer: 'project', ...said }, by: 'user' })
			}
	}

	/** Resolves with the first answer, or with a refusal as soon as `signal` fires. */
	wait(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
		const refused: ApprovalAnswer = { decision: { answer: 'no' }, by: 'cancel' }
		return this.pending.wait(request.approvalId, request, { signal, answer: refused })
	}

	/** @throws AgentError `rejected` when nothing waits under this id (any more), or cannot be answered like this */
	answer(id: ApprovalId, decision: Decision): void {
		const { permission, command } = this.waitingFor(id)
		if (this.storing.has(id)) throw new AgentError('rejected', `approval ${id} is being answered already`)
		if (decision.answer === 'project')
			throw new AgentError('rejected', 'rules for the project cannot be kept here; answer it once')
		if (decision.answer === 'edit' && command === undefined)
			throw new AgentError('rejected', 'this call has no command that could be changed; answer yes or no')
		if (decision.answer === 'edit' && decision.command.trim() === '')
			throw new AgentError('rejected', 'the changed command is empty; answer no where nothing is to run')
		if (decision.answer === 'session' && permission.sessionKeys.length === 0)
			throw new AgentError('rejected', 'this call cannot be allowed for the whole session; answer it once')
		if (decision.answer === 'session') for (const key of permission.sessionKeys) this.keys.add(key)
		this.pending.answer(id, { decision, by: 'user' })
	}

	private waitingFor(id: ApprovalId): ApprovalRequest {
		const request = this.pending.question(id)
		if (request) return request
		throw new AgentError('rejected', `approval ${id} is not waiting; it may have been answered already`)
	}
}

function isCovered({ permission: assessment }: ApprovalRequest, rules: readonly string[]): boolean {
	const needed = assessment.projectRules ?? []
	return needed.length > 0 && needed.every(rule => rules.includes(rule))
}
