// The dialog of a pending request: an approval or an answer. Whatever is too long for a dialog is written above it
// first.

import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Decision } from '../core/approval.ts'
import type { Actions } from './actions.ts'
import { ApprovalDialog, fitsDialog } from './dialogs/ApprovalDialog.tsx'
import { approvalContent, approvalOptions, optionRows } from './dialogs/approval-rows.ts'
import { QuestionDialog } from './dialogs/QuestionDialog.tsx'
import type { ScreenStore } from './screen/screen-store.ts'
import type { PendingRequest, View } from './state/view-state.ts'
import { reveal } from './text/sanitize.ts'
import { plainText } from './text/spans.ts'
import type { Theme } from './text/theme.ts'

export type AskedDialogProps = {
	asked: PendingRequest
	view: View
	store: ScreenStore
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
			onAnswer={answer =>
				actions.send(
					answer === undefined ? { type: 'answer', questionId } : { type: 'answer', questionId, answer },
				)
			}
		/>
	)
}

function AskedApproval({
	request,
	view,
	store,
	actions,
	width,
	limit,
	theme,
	lastKeyAtMs,
	onWriting,
}: AskedDialogProps & { request: Extract<PendingRequest, { kind: 'approval' }>['request'] }) {
	const args = view.calls.find(call => call.callId === request.callId)?.arguments ?? ''
	const content = useMemo(() => approvalContent(request, args, width), [request, args, width])
	const fits = fitsDialog(content, { request, width, limit })
	const { diff, title } = request.permission
	const writeAbove = useEffectEvent(() => {
		const rows = [...content.body, ...content.reasons].map(plainText)
		const { rows: answers } = optionRows({
			options: approvalOptions(request),
			selected: -1,
			waiting: 0,
			width,
			limit: Number.POSITIVE_INFINITY,
		})
		const text = diff === undefined ? [...rows, ...answers.map(plainText)].join('\n') : reveal(diff).text
		store.show({ kind: 'expanded', title: reveal(title).text, text, isDiff: diff !== undefined })
	})
	useEffect(() => {
		if (!fits) writeAbove()
	}, [fits])

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
