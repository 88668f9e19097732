// The approval dialog: asks whether a call may run. A digit answers, or the cursor and Enter; words begin the reason
// against it. Keys that were typed for something else do not answer it.

import { Text } from 'ink'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import type { KeyPress } from '../input/key-press.ts'
import { actionOf, goesThroughDialog } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
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
import { dialogFrame } from './dialog-frame.ts'
import { useLine } from './use-line.ts'
import { scrollStep, useScroll } from './use-scroll.ts'

export type ApprovalDialogProps = {
	request: ApprovalRequest
	content: ApprovalContent
	/** How many more are waiting behind this one. */
	waiting: number
	width: number
	/** Rows there are for all of it; what is too long scrolls. */
	limit: number
	theme: Theme
	lastKeyAtMs(): number
	onDecision(decision: Decision): void
	/** Told when the reason against the call begins and ends to be written. */
	onWriting(isWriting: boolean): void
	/** Stops the run that asks. */
	onStop(): void
}

export function ApprovalDialog(props: ApprovalDialogProps) {
	const { request, content, waiting, width, limit, theme, onDecision } = props
	const options = useMemo(() => approvalOptions(request), [request])
	const isHard = request.permission.outcome === 'ask-always'
	const [selected, setSelected] = useState(isHard ? options.findIndex(option => option.answer === 'no') : 0)
	const latest = useRef({ selected, isAnswered: false, isTelling: false, isWritingOn: false })
	const [isTelling, setTelling] = useState(false)
	const reason = useLine()
	const [guard] = useState(() => createAnswerGuard(performance.now(), props.lastKeyAtMs()))

	const tellWriting = useEffectEvent(props.onWriting)
	useEffect(() => {
		if (!isTelling) return
		tellWriting(true)
		return () => tellWriting(false)
	}, [isTelling])

	const answers = useMemo(
		() => optionRows({ options, selected, waiting, width, limit }),
		[options, selected, waiting, width, limit],
	)
	const below = isTelling ? reasonRows(reason.text, width) : answers.rows
	const frame = useMemo(
		() => dialogFrame(content, { width, limit, waiting }),
		[content, width, limit, waiting],
	)
	const room = Math.max(0, limit - below.length - frame.above.length - frame.between.length)
	const asked = useMemo(
		() => askedRows(frame.content, { answers: answers.isWhole ? [] : wholeOptionRows(options, width), room }),
		[frame.content, answers.isWhole, options, width, room],
	)
	const scroll = useScroll(asked, room, width)

	const decide = (decision: Decision) => {
		if (latest.current.isAnswered) return
		latest.current.isAnswered = true
		onDecision(decision)
	}
	const tell = (isOpen: boolean) => {
		latest.current.isTelling = isOpen
		setTelling(isOpen)
	}
	const choose = (answer: ApprovalOption['answer']) => {
		if (!options.some(option => option.answer === answer)) return
		if (answer === 'no-with-reason') tell(true)
		else decide({ answer })
	}
	const move = (step: number) => {
		latest.current.selected = (latest.current.selected + step + options.length) % options.length
		setSelected(latest.current.selected)
	}

	useKeys('dialog', press => {
		// Answered, but not gone yet: what is typed now is for the prompt again.
		if (latest.current.isAnswered) return false
		if (latest.current.isTelling) {
			if (reason.take(press)) return true
			if (press.kind === 'key' && press.chord === 'enter') {
				const text = reason.current().trim()
				decide(text === '' ? { answer: 'no' } : { answer: 'no-with-reason', reason: text })
			} else if (press.kind === 'key' && press.chord === 'escape') tell(false)
			return !goesThroughDialog(press)
		}
		// Reading on answers nothing.
		const step = scrollStep(actionOf('dialog', press))
		if (step !== undefined) {
			scroll.page(step)
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
			case 'scroll-up':
			case 'scroll-down':
				return true
			case undefined:
				if (isWords(press)) {
					reason.take(press)
					tell(true)
				}
				return !goesThroughDialog(press)
		}
	})

	const rows = [...frame.above, ...scroll.shown, ...frame.between, ...below].slice(0, Math.max(1, limit))
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

function reasonRows(text: string, width: number): readonly Spans[] {
	const label = 'No, because: '
	return [
		[
			span(label, { tone: 'accent' }),
			span(`${cutStartToWidth(text, Math.max(1, width - label.length - 1))}▏`),
		],
		[
			span(cutToWidth('Enter says no and tells the model · Esc: the answers again', width), {
				tone: 'quiet',
			}),
		],
	]
}

/** What begins the reason against a call: whoever writes does not mean to allow it. A digit alone is a mistyped answer. */
function isWords(press: KeyPress): boolean {
	return press.kind === 'paste' || (press.kind === 'text' && /[^\d\s]/.test(press.text))
}
