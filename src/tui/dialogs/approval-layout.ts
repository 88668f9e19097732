// The rows of the approval dialog around what is asked: how many it takes, what is written in it, and the row of its keys.

import { fittedHints } from '../input/key-names.ts'
import { cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { type Spans, span } from '../text/spans.ts'
import { type ApprovalContent, type ApprovalOption, wholeOptionRows } from './approval-rows.ts'
import type { DialogPlace } from './dialog-frame.ts'

/**
 * Everything there is to read before an answer, what would run in front of why it is asked. Where that has to be
 * scrolled, what is worst is in sight, and of a change the first line of it; and where the answers had to be shortened, what they would allow comes last.
 */
export function askedRows(
	{ question, heading, body, context, reasons, isChange, worst }: ApprovalContent,
	{ answers, room }: { answers: readonly Spans[]; room: number },
): readonly Spans[] {
	const rows = [...question, ...heading, ...body, ...reasons, ...answers]
	if (rows.length <= room) return rows
	const isSeen = question.length + heading.length + worst.length < room
	const first = isSeen ? [...heading, ...worst] : [...worst, ...heading]
	const changed = body.toSpliced(context.at, context.count)
	return [
		...question,
		...first,
		...(isChange ? [...changed, ...reasons] : [...reasons, ...changed]),
		...answers,
	]
}

/** What is being written in the dialog. */
export type Writing = 'reason' | 'remark' | 'command'

const WRITING: Readonly<Record<Writing, { label: string; keys: string }>> = {
	reason: { label: 'No, because: ', keys: 'Enter says no and tells the model · Esc: the answers again' },
	remark: {
		label: 'With a yes: ',
		keys: 'told to the model with the result · Enter: the answers again · Esc: without it',
	},
	command: { label: 'Instead: ', keys: 'Enter has it judged anew · Esc: as it was' },
}

export function writingRows(writing: Writing, text: string, width: number): readonly Spans[] {
	const { label, keys } = WRITING[writing]
	return [
		[
			span(label, { tone: 'accent' }),
			span(`${cutStartToWidth(text, Math.max(1, width - label.length - 1))}▏`),
		],
		[span(cutToWidth(keys, width), { tone: 'quiet' })],
	]
}

export function remarkRow(text: string, width: number): Spans {
	const { label } = WRITING.remark
	return [span(label, { tone: 'accent' }), span(cutToWidth(text, Math.max(1, width - label.length)))]
}

export function keyRow(
	{
		canEdit,
		hasRemark,
		isCut,
		isFull,
		place,
	}: { canEdit: boolean; hasRemark: boolean; isCut: boolean; isFull: boolean; place: DialogPlace },
	width: number,
): Spans {
	const keys = [
		hasRemark ? 'Tab changes the remark' : 'Tab adds a remark',
		...(place.count > 1 ? ['← → the others'] : []),
		...(canEdit ? ['Ctrl+G edits'] : []),
		...(isFull ? ['Ctrl+O as it was'] : isCut ? ['Ctrl+O all rows'] : []),
		'words say no and why',
		'Esc stops the run',
	]
	return [span(fittedHints(keys, width), { tone: 'quiet' })]
}

/** With the frame and the answers, but without the keys, which give way to what there is to read. */
function wholeRows({ content, options, width, more }: Omit<ApprovalRoom, 'most' | 'wanted'>): number {
	const { question, heading, body, reasons } = content
	const inFrame = Math.max(0, question.length - 1) + heading.length + body.length + reasons.length
	return FRAME_ROWS + inFrame + wholeOptionRows(options, width).length + more
}

type ApprovalRoom = {
	content: ApprovalContent
	options: readonly ApprovalOption[]
	width: number
	/** Rows of what is said with a yes. */
	more: number
	most: number
	wanted: number
}

/**
 * What is not long is shown whole: nobody should have to scroll to read a few rows.
 * @returns how many rows it takes, and whether one of them is for the keys
 */
export function approvalRoom(room: ApprovalRoom): { limit: number; hasKeys: boolean } {
	const { most, wanted } = room
	const whole = wholeRows(room)
	const isShort = whole <= Math.min(most, SHORT_ROWS)
	const limit = isShort ? Math.max(whole, Math.min(most, Math.max(whole + 1, wanted))) : wanted
	return { limit, hasKeys: limit >= KEYED_ROWS && limit !== whole }
}

const SHORT_ROWS = 20
/** Air, the two rules. */
const FRAME_ROWS = 3

/** Fewer are for what there is to read. */
const KEYED_ROWS = 14
