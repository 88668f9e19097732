// What the run waits to hear from the user, in the view: approvals and answers, until they are there or nobody waits any more.

import type { EventOf } from '../../core/events.ts'
import type { ApprovalId, CallId, QuestionId } from '../../core/ids.ts'
import { sanitize } from '../text/sanitize.ts'
import { callSubject } from './call-subject.ts'
import { type PendingRequest, type View, withShownBlocks } from './view.ts'
import { withKnownCall } from './view-calls.ts'

export function asking(view: View, asked: PendingRequest): View {
	return { ...view, asked: [...view.asked, asked] }
}

/**
 * A call that is nothing but a question is shown by what was asked and answered. Any other, about which something had to
 * be settled first, is shown as well; an agent's question has no call here.
 */
export function questionEnded(view: View, { questionId, callId, answer }: EventOf<'question-end'>): View {
	const asked = view.asked.find(each => idOf(each) === questionId)
	const settled = notAsking(view, questionId)
	if (asked?.kind !== 'question') return settled
	const question = { text: sanitize(asked.question.text), answer: answer && sanitize(answer) }
	const from = view.calls.find(call => call.callId === callId)
	if (asked.question.agent === undefined && from?.subject === callSubject('', asked.question.text))
		return { ...settled, calls: withKnownCall(settled.calls, callId, () => ({ question })) }
	return withShownBlocks(settled, { kind: 'question', ...question })
}

/** One call may ask for several: the agent that it waits for does so for each of its own. */
export function notAsking(view: View, id: ApprovalId | QuestionId): View {
	return { ...view, asked: view.asked.filter(asked => idOf(asked) !== id) }
}

function idOf(asked: PendingRequest): ApprovalId | QuestionId {
	return asked.kind === 'approval' ? asked.request.approvalId : asked.question.questionId
}

/** What was asked for a call, or for any where none is named, goes with it; but an agent that goes on still asks. */
export function stillAsked({ asked, agents }: View, ended?: CallId): readonly PendingRequest[] {
	const going = new Set(agents.flatMap(({ callId, isBackground }) => (isBackground ? [callId] : [])))
	return asked.filter(each => {
		const { callId } = each.kind === 'approval' ? each.request : each.question
		return going.has(callId) || (ended !== undefined && callId !== ended)
	})
}
