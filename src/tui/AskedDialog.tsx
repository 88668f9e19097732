// The dialog of a pending request: an approval or an answer.

import { useMemo } from 'react'
import type { Decision } from '../core/approval.ts'
import type { Actions } from './actions.ts'
import { ApprovalDialog } from './dialogs/ApprovalDialog.tsx'
import { approvalContent } from './dialogs/approval-rows.ts'
import { QuestionDialog } from './dialogs/QuestionDialog.tsx'
import type { PendingRequest, View } from './state/view.ts'
import type { Theme } from './text/theme.ts'

export type AskedDialogProps = {
	asked: PendingRequest
	view: View
	actions: Actions
	width: number
	limit: number
	theme: Theme
	lastKeyAtMs(): number
	/** Told when the reason against a call begins and ends to be written. */
	onWriting(isWriting: boolean): void
}

export function AskedDialog(props: AskedDialogProps) {
	const { asked, actions } = props
	if (asked.kind === 'approval')
		return <AskedApproval key={asked.request.approvalId} {...props} request={asked.request} />
	const { questionId } = asked.question
	return (
		<QuestionDialog
			key={questionId}
			question={asked.question}
			width={props.width}
			limit={props.limit}
			theme={props.theme}
			lastKeyAtMs={props.lastKeyAtMs}
			onAnswer={answer => actions.send({ type: 'answer', questionId, answer })}
			// Nothing to stop: an agent in the background asks, after the run that started it.
			onStop={() => (props.view.run ? actions.interrupt() : actions.send({ type: 'answer', questionId }))}
		/>
	)
}

function AskedApproval({
	request,
	view,
	actions,
	width,
	limit,
	theme,
	lastKeyAtMs,
	onWriting,
}: AskedDialogProps & { request: Extract<PendingRequest, { kind: 'approval' }>['request'] }) {
	const args = view.calls.find(call => call.callId === request.callId)?.arguments ?? ''
	const content = useMemo(() => approvalContent(request, args, { width }), [request, args, width])
	const decide = (decision: Decision) =>
		actions.send({ type: 'approve', approvalId: request.approvalId, decision })
	return (
		<ApprovalDialog
			request={request}
			content={content}
			waiting={view.asked.length - 1}
			width={width}
			limit={limit}
			theme={theme}
			lastKeyAtMs={lastKeyAtMs}
			onDecision={decide}
			onWriting={onWriting}
			// Nothing to stop: a command in the background asks, after the run that started it.
			onStop={() => (view.run ? actions.interrupt() : decide({ answer: 'no' }))}
		/>
	)
}
