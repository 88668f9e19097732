// The approval dialog: asks whether a call may run. A digit answers, or the cursor and Enter; words begin the reason
// against it. Keys that were typed for something else do not answer it.

import { Text } from 'ink'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import { fittedHints } from '../input/key-names.ts'
import type { KeyPress } from '../input/key-press.ts'
import { actionOf, goesThroughDialog } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import { cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { reveal } from '../text/sanitize.ts'
import { paintSpans, type Spans, span } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { createAnswerGuard } from './answer-guard.ts'
import {
	type ApprovalContent,
	type ApprovalOption,
	approvalOptions,
	optionRows,
	wholeOptionRows,
} from './approval-rows.ts'
import { type DialogPlace, dialogFrame } from './dialog-frame.ts'
import { useLine } from './use-line.ts'
import { scrollStep, useScroll } from './use-scroll.ts'

export type ApprovalDialogProps = {
	request: ApprovalRequest
	content: ApprovalContent
	/** Which of those that wait this one is, from 0, and how many they are. */
	place: DialogPlace
	width: number
	/** Rows there are for all of it, and how many it may take; what is too long scrolls. */
	limit: { most: number; wanted: number }
	theme: Theme
	lastKeyAtMs(): number
	onDecision(decision: Decision): void
	/** Told when the reason against the call begins and ends to be written. */
	onWriting(isWriting: boolean): void
	/** Stops the run that asks. */
	onStop(): void
	/** Shows another one that waits. */
	onTurn(step: -1 | 1): void
	/** Opens an editor on the command. Left out, there is none, and it is edited here. @returns undefined for no change */
	editText?: ((text: string, name?: string) => Promise<string | undefined>) | undefined
	/** It has the whole window. */
	isFull: boolean
	/** The whole window, or back. */
	onFull(): void
}

export function ApprovalDialog(props: ApprovalDialogProps) {
	const { request, content, place, width, theme, onDecision } = props
	const options = useMemo(() => approvalOptions(request), [request])
	const isHard = request.permission.outcome === 'ask-always'
	const [selected, setSelected] = useState(isHard ? options.findIndex(option => option.answer === 'no') : 0)
	const latest = useRef<{
		selected: number
		isAnswered: boolean
		writing: Writing | undefined
		isWritingOn: boolean
	}>({ selected, isAnswered: false, writing: undefined, isWritingOn: false })
	const [writing, setWriting] = useState<Writing | undefined>()
	const reason = useLine()
	const remark = useLine()
	const command = useLine(request.command)
	const { most } = props.limit
	const [guard] = useState(() => createAnswerGuard(performance.now(), props.lastKeyAtMs()))

	const tellWriting = useEffectEvent(props.onWriting)
	useEffect(() => {
		if (!writing) return
		tellWriting(true)
		return () => tellWriting(false)
	}, [writing])

	const more = remark.text === '' ? 0 : 1
	const limit = useMemo(
		() => rowsFor({ content, options, width, more, ...props.limit }),
		[content, options, width, more, props.limit],
	)
	const answers = useMemo(
		() => optionRows({ options, selected, width, limit }),
		[options, selected, width, limit],
	)
	const lines = { reason, remark, command }
	const hasKeys = !writing && limit >= KEYED_ROWS && limit !== wholeRows({ content, options, width, more })
	const answering = writing
		? writingRows(writing, reveal(lines[writing].text).text, width)
		: [...answers.rows, ...(remark.text === '' ? [] : [remarkRow(remark.text, width)])]
	const frame = useMemo(
		() => dialogFrame(content, { width, limit: most, place }),
		[content, width, most, place],
	)
	const around = answering.length + (hasKeys ? 1 : 0) + frame.above.length + frame.between.length
	const room = Math.max(0, limit - around)
	const asked = useMemo(
		() => askedRows(frame.content, { answers: answers.isWhole ? [] : wholeOptionRows(options, width), room }),
		[frame.content, answers.isWhole, options, width, room],
	)
	const scroll = useScroll(asked, room, width)
	const keys = keyRow(
		{
			canEdit: request.command !== undefined,
			hasRemark: remark.text !== '',
			isCut: content.isFolded || !scroll.isWhole,
			isFull: props.isFull,
			place,
		},
		width,
	)

	const decide = (decision: Decision) => {
		if (latest.current.isAnswered) return
		latest.current.isAnswered = true
		onDecision(decision)
	}
	const write = (next: Writing | undefined) => {
		latest.current.writing = next
		setWriting(next)
	}
	const editCommand = () => {
		if (request.command === undefined) return
		// A text of several lines is none for a line.
		if (!props.editText) return request.command.includes('\n') ? undefined : write('command')
		const isLine = !request.command.includes('\n')
		props.editText(request.command, 'command.sh').then(decideEdited, () => isLine && write('command'))
	}
	const decideEdited = (edited: string | undefined) => {
		const text = edited?.replace(/\s+$/, '') ?? ''
		if (text !== '' && text !== request.command?.trimEnd()) decide({ answer: 'edit', command: text })
	}
	const choose = (answer: ApprovalOption['answer']) => {
		if (!options.some(option => option.answer === answer)) return
		const said = remark.current().trim()
		if (answer === 'no-with-reason') write('reason')
		else decide(answer === 'no' || said === '' ? { answer } : { answer, remark: said })
	}
	const select = (index: number) => {
		latest.current.selected = index
		setSelected(index)
	}
	const move = (step: number) => select((latest.current.selected + step + options.length) % options.length)
	// The answer is a key's. A click that only brings the window to the front must not allow anything, nor lead Enter to
	// a yes where the cursor rests on no.
	useRowClicks({
		at({ row }) {
			const first = frame.above.length + scroll.shown.length + frame.between.length
			const index = row < limit ? answers.optionOf[row - first] : undefined
			const option = index === undefined ? undefined : options[index]
			return option && index !== undefined ? { index, name: option.key } : undefined
		},
		mark(index) {
			const { isAnswered, writing: current } = latest.current
			if (!isHard && !isAnswered && !current && guard.admits(performance.now())) select(index)
		},
	})

	useKeys('dialog', press => {
		// Answered, but not gone yet: what is typed now is for the prompt again.
		if (latest.current.isAnswered) return false
		const { writing: current } = latest.current
		if (current) {
			if (lines[current].take(press)) return true
			if (press.kind === 'key' && press.chord === 'enter') {
				const text = lines[current].current().trim()
				if (current === 'reason')
					decide(text === '' ? { answer: 'no' } : { answer: 'no-with-reason', reason: text })
				else if (current === 'command') decideEdited(text)
				// Enter ends the words and says yes to nothing: that is what the answers are for.
				if (current !== 'reason') write(undefined)
			} else if (press.kind === 'key' && press.chord === 'escape') {
				if (current === 'remark') remark.set('')
				if (current === 'command') command.set(request.command ?? '')
				write(undefined)
			}
			return !goesThroughDialog(press)
		}
		// Reading on answers nothing.
		const step = scrollStep(actionOf('dialog', press))
		if (step !== undefined) {
			scroll.page(step)
			return true
		}
		const look = actionOf('dialog', press)
		if (look === 'earlier-question' || look === 'later-question') {
			props.onTurn(look === 'later-question' ? 1 : -1)
			return true
		}
		if (look === 'full') {
			props.onFull()
			return true
		}
		// What still belongs to the prompt goes on to it, and so does the Enter that ends it, whenever that comes.
		if (!guard.admits(press.at)) {
			if (press.kind !== 'key') latest.current.isWritingOn = true
			return false
		}
		if (latest.current.isWritingOn) {
			latest.current.isWritingOn = false
			if (press.kind === 'key' && press.chord === 'enter') return false
		}
		const action = actionOf('dialog', press)
		switch (action) {
			case 'once':
			case 'session':
			case 'project':
			case 'no':
			case 'no-with-reason':
				choose(action)
				return true
			case 'stop':
				latest.current.isAnswered = true
				props.onStop()
				return true
			case 'choose':
				choose(options[latest.current.selected]?.answer ?? 'no')
				return true
			case 'previous':
				move(-1)
				return true
			case 'next':
				move(1)
				return true
			case 'remark':
				write('remark')
				return true
			case 'edit-command':
				editCommand()
				return true
			case 'scroll-up':
			case 'scroll-down':
			case 'earlier-question':
			case 'later-question':
			case 'full':
				return true
			case undefined:
				if (isWords(press)) {
					reason.take(press)
					write('reason')
				}
				return !goesThroughDialog(press)
		}
	})

	const rows = [
		...frame.above,
		...scroll.shown,
		...frame.between,
		...answering,
		...(hasKeys ? [keys] : []),
	].slice(0, Math.max(1, limit))
	return <Text wrap="truncate">{rows.map(row => paintSpans(row, theme)).join('\n')}</Text>
}

/**
 * Everything there is to read before an answer. Where that has to be scrolled, why it is asked comes first; and where
 * the answers had to be shortened, what they would allow comes last.
 */
function askedRows(
	{ question, heading, body, reasons, worst }: ApprovalContent,
	{ answers, room }: { answers: readonly Spans[]; room: number },
): readonly Spans[] {
	const rows = [...question, ...heading, ...body, ...reasons, ...answers]
	return rows.length <= room ? rows : [...question, ...worst, ...reasons, ...heading, ...body, ...answers]
}

/** What is being written in the dialog. */
type Writing = 'reason' | 'remark' | 'command'

const WRITING: Readonly<Record<Writing, { label: string; keys: string }>> = {
	reason: { label: 'No, because: ', keys: 'Enter says no and tells the model · Esc: the answers again' },
	remark: {
		label: 'With a yes: ',
		keys: 'told to the model with the result · Enter: the answers again · Esc: without it',
	},
	command: { label: 'Instead: ', keys: 'Enter has it judged anew · Esc: as it was' },
}

function writingRows(writing: Writing, text: string, width: number): readonly Spans[] {
	const { label, keys } = WRITING[writing]
	return [
		[
			span(label, { tone: 'accent' }),
			span(`${cutStartToWidth(text, Math.max(1, width - label.length - 1))}▏`),
		],
		[span(cutToWidth(keys, width), { tone: 'quiet' })],
	]
}

function remarkRow(text: string, width: number): Spans {
	const { label } = WRITING.remark
	return [span(label, { tone: 'accent' }), span(cutToWidth(text, Math.max(1, width - label.length)))]
}

function keyRow(
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

/** What is not long is shown whole: nobody should have to scroll to read a few rows. */
function rowsFor(room: ApprovalRoom): number {
	const whole = wholeRows(room)
	if (whole <= Math.min(room.most, SHORT_ROWS))
		return Math.max(whole, Math.min(room.most, Math.max(whole + 1, room.wanted)))
	return room.wanted
}

const SHORT_ROWS = 20
/** Air, the two rules. */
const FRAME_ROWS = 3

/** Fewer are for what there is to read. */
const KEYED_ROWS = 14

/** What begins the reason against a call: whoever writes does not mean to allow it. A digit alone is a mistyped answer. */
function isWords(press: KeyPress): boolean {
	return press.kind === 'paste' || (press.kind === 'text' && /[^\d\s]/.test(press.text))
}
