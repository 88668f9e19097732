// The dialog of a pending request: an approval or an answer. Several that wait are looked through; each is answered for
// itself.

import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ApprovalRequest, Decision } from '../core/approval.ts'
import type { ScreenSettings } from '../core/screen/screen-settings.ts'
import type { Actions } from './actions.ts'
import { ApprovalDialog } from './dialogs/ApprovalDialog.tsx'
import { approvalContent } from './dialogs/approval-rows.ts'
import type { DialogPlace } from './dialogs/dialog-frame.ts'
import { QuestionDialog } from './dialogs/QuestionDialog.tsx'
import { useCodeColours } from './dialogs/use-code-colours.ts'
import { UnsentWords } from './dialogs/words/unsent-words.ts'
import type { PendingRequest, View } from './state/view.ts'
import type { Theme } from './text/theme.ts'

export type AskedDialogProps = {
	/** The one that has waited longest. */
	asked: PendingRequest
	view: View
	actions: Actions
	width: number
	limit: number
	theme: Theme
	lastKeyAtMs(): number
	diffStyle: ScreenSettings['diffStyle']
	/** @returns undefined for no change. Left out, there is no editor. */
	editText?: ((text: string, name?: string) => Promise<string | undefined>) | undefined
}

export function AskedDialog(props: AskedDialogProps) {
	const { actions, view } = props
	const [turnedTo, setTurnedTo] = useState<string | undefined>()
	const [isFull, setFull] = useState(false)
	const words = useUnsentWords(view, actions)
	// What was looked at may have been answered elsewhere.
	const index = Math.max(
		0,
		view.asked.findIndex(each => idOf(each) === turnedTo),
	)
	const asked = view.asked[index] ?? props.asked
	const wanted = isFull ? props.limit : partOf(props.limit)
	const limit = useMemo(() => ({ most: props.limit, wanted }), [props.limit, wanted])
	const place: DialogPlace = useMemo(() => ({ index, count: view.asked.length }), [index, view.asked.length])
	const turn = (step: -1 | 1) => {
		const next = view.asked[index + step]
		if (next) setTurnedTo(idOf(next))
	}
	if (asked.kind === 'approval')
		return (
			<AskedApproval
				key={asked.request.approvalId}
				{...props}
				room={limit}
				place={place}
				request={asked.request}
				words={words}
				isFull={isFull}
				onFull={() => setFull(!isFull)}
				onTurn={turn}
			/>
		)
	const { questionId } = asked.question
	return (
		<QuestionDialog
			key={questionId}
			question={asked.question}
			draft={words.answer(questionId)}
			onDraft={draft => words.setAnswer(questionId, draft)}
			place={place}
			onTurn={turn}
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

/** What was written for a question that is gone comes back in the prompt. */
function useUnsentWords({ asked }: View, { putBack }: Actions): UnsentWords {
	const [words] = useState(() => new UnsentWords())
	const giveBack = useEffectEvent((waiting: readonly PendingRequest[]) => {
		const taken = words.takeExcept(new Set(waiting.map(idOf)))
		if (taken.length > 0) putBack(taken.join('\n'))
	})
	useEffect(() => giveBack(asked), [asked])
	useEffect(() => () => giveBack([]), [])
	return words
}

/** At most three fifths of the window, so that what led to it stays in sight; but the answers have to fit. */
function partOf(limit: number): number {
	return Math.min(limit, Math.max(LEAST_ROWS, Math.floor((limit + ROWS_AROUND) * 0.6)))
}

const LEAST_ROWS = 14
/** Of the window, beside a dialog: prompt, status line, the cursor's row and that of the transcript. */
const ROWS_AROUND = 4

function idOf(asked: PendingRequest): string {
	return asked.kind === 'approval' ? asked.request.approvalId : asked.question.questionId
}

type AskedApprovalProps = AskedDialogProps & {
	request: ApprovalRequest
	room: { most: number; wanted: number }
	words: UnsentWords
	place: DialogPlace
	isFull: boolean
	onFull(): void
	onTurn(step: -1 | 1): void
}

function AskedApproval({ request, words, place, isFull, onFull, onTurn, ...props }: AskedApprovalProps) {
	const { view, actions, width, diffStyle } = props
	const args = view.calls.find(call => call.callId === request.callId)?.arguments ?? ''
	const colours = useCodeColours(request.permission.diff !== undefined)
	const content = useMemo(
		() => approvalContent(request, args, { width, colours, diffStyle, isWhole: isFull }),
		[request, args, width, colours, diffStyle, isFull],
	)
	const decide = (decision: Decision) =>
		actions.send({ type: 'approve', approvalId: request.approvalId, decision })
	return (
		<ApprovalDialog
			request={request}
			content={content}
			place={place}
			width={width}
			limit={props.room}
			theme={props.theme}
			lastKeyAtMs={props.lastKeyAtMs}
			onDecision={decide}
			draft={words.approval(request.approvalId)}
			onDraft={draft => words.setApproval(request.approvalId, draft)}
			// Nothing to stop: a command in the background asks, after the run that started it.
			onStop={() => (view.run ? actions.interrupt() : decide({ answer: 'no' }))}
			onTurn={onTurn}
			isFull={isFull}
			onFull={onFull}
			editText={props.editText}
		/>
	)
}
