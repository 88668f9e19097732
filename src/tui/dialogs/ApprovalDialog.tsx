// The approval dialog: asks whether a call may run. A digit answers, or the cursor and Enter; words begin the reason
// against it. Keys that were typed for something else do not answer it.

import { Text } from 'ink'
import { useMemo, useRef, useState } from 'react'
import type { ApprovalRequest, Decision } from '../../core/approval.ts'
import type { KeyPress } from '../input/key-press.ts'
import { type ActionOf, actionOf, goesThroughDialog } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import { reveal } from '../text/sanitize.ts'
import { paintSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { createAnswerGuard } from './answer-guard.ts'
import { approvalRoom, askedRows, keyRow, remarkRow, type Writing, writingRows } from './approval-layout.ts'
import {
	type ApprovalContent,
	type ApprovalOption,
	approvalOptions,
	optionRows,
	wholeOptionRows,
} from './approval-rows.ts'
import { type DialogPlace, dialogFrame } from './dialog-frame.ts'
import { type Scroll, scrollStep, useScroll } from './use-scroll.ts'
import type { ApprovalDraft } from './words/unsent-words.ts'
import { useLine } from './words/use-line.ts'

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
	/** What was written when another one was turned to. */
	draft: ApprovalDraft
	/** Told what is written, and has not been sent. */
	onDraft(draft: ApprovalDraft): void
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
	const { request, theme } = props
	const options = useMemo(() => approvalOptions(request), [request])
	const texts = useTexts(props)
	const answering = useAnswering(props, options, texts)
	const [guard] = useState(() => createAnswerGuard(performance.now(), props.lastKeyAtMs()))
	const { rows, optionAt, scroll } = useApprovalRows(props, { options, texts, selected: answering.selected })
	// The answer is a key's. A click that only brings the window to the front must not allow anything, nor lead Enter to
	// a yes where the cursor rests on no.
	useRowClicks({
		at({ row }) {
			const index = optionAt(row)
			const option = index === undefined ? undefined : options[index]
			return option && index !== undefined ? { index, name: option.key } : undefined
		},
		mark(index) {
			const isFree = !answering.isHard && !answering.isAnswered() && !texts.current()
			if (isFree && guard.admits(performance.now())) answering.select(index)
		},
	})
	useApprovalKeys(props, { texts, answering, guard, scroll })
	return <Text wrap="truncate">{rows.map(row => paintSpans(row, theme)).join('\n')}</Text>
}

/** What is written in it, and which of them just now. */
function useTexts({ request, draft, onDraft }: ApprovalDialogProps) {
	const kept = useRef(draft)
	const keep = (written: Partial<ApprovalDraft>) => {
		kept.current = { ...kept.current, ...written }
		onDraft(kept.current)
	}
	const reason = useLine(draft.reason, text => keep({ reason: text }))
	const remark = useLine(draft.remark, text => keep({ remark: text }))
	const command = useLine(draft.command ?? request.command, text => keep({ command: text }))
	const [isSetAside, setAside] = useState(draft.isRemarkSetAside)
	const [writing, setWriting] = useState<Writing | undefined>()
	// Several keys may come before the next render.
	const latest = useRef<Writing | undefined>(undefined)
	return {
		lines: { reason, remark, command },
		writing,
		/** The one that goes with a yes. */
		remark: isSetAside ? '' : remark.text,
		sentRemark: () => (kept.current.isRemarkSetAside ? '' : remark.current().trim()),
		/** Words that are left with Esc are there again when they are turned to; until then they go with nothing. */
		setRemarkAside(isAside: boolean) {
			keep({ isRemarkSetAside: isAside })
			setAside(isAside)
		},
		sent: (decision: Decision) =>
			keep({
				...('reason' in decision && { reason: '' }),
				...('remark' in decision && { remark: '' }),
			}),
		current: () => latest.current,
		write(next: Writing | undefined) {
			latest.current = next
			setWriting(next)
		},
	}
}

type Texts = ReturnType<typeof useTexts>

/** The answer that the cursor is on, and giving one: once. */
function useAnswering(props: ApprovalDialogProps, options: readonly ApprovalOption[], texts: Texts) {
	const { request, onDecision, editText } = props
	const isHard = request.permission.outcome === 'ask-always'
	const [selected, setSelected] = useState(isHard ? options.findIndex(option => option.answer === 'no') : 0)
	const latest = useRef({ selected, isAnswered: false })
	const decide = (decision: Decision) => {
		if (latest.current.isAnswered) return
		latest.current.isAnswered = true
		texts.sent(decision)
		onDecision(decision)
	}
	const decideEdited = (edited: string | undefined) => {
		const text = edited?.replace(/\s+$/, '') ?? ''
		if (text !== '' && text !== request.command?.trimEnd()) decide({ answer: 'edit', command: text })
	}
	const select = (index: number) => {
		latest.current.selected = index
		setSelected(index)
	}
	const choose = (answer: ApprovalOption['answer']) => {
		if (!options.some(option => option.answer === answer)) return
		const said = texts.sentRemark()
		if (answer === 'no-with-reason') texts.write('reason')
		else decide(answer === 'no' || said === '' ? { answer } : { answer, remark: said })
	}
	return {
		isHard,
		selected,
		isAnswered: () => latest.current.isAnswered,
		select,
		move: (step: number) => select((latest.current.selected + step + options.length) % options.length),
		decide,
		decideEdited,
		choose,
		chooseSelected: () => choose(options[latest.current.selected]?.answer ?? 'no'),
		editCommand() {
			if (request.command === undefined) return
			// A text of several lines is none for a line.
			const isLine = !request.command.includes('\n')
			if (editText)
				editText(request.command, 'command.sh').then(decideEdited, () => isLine && texts.write('command'))
			else if (isLine) texts.write('command')
		},
		stop() {
			latest.current.isAnswered = true
			props.onStop()
		},
	}
}

type AnswerChoice = ReturnType<typeof useAnswering>

function useApprovalRows(
	{ request, content, place, width, limit: { most, wanted }, isFull }: ApprovalDialogProps,
	{ options, texts, selected }: { options: readonly ApprovalOption[]; texts: Texts; selected: number },
) {
	const { lines, writing } = texts
	const { remark } = texts
	const more = remark === '' ? 0 : 1
	const { limit, hasKeys } = useMemo(
		() => approvalRoom({ content, options, width, more, most, wanted }),
		[content, options, width, more, most, wanted],
	)
	const answers = useMemo(
		() => optionRows({ options, selected, width, limit }),
		[options, selected, width, limit],
	)
	const frame = useMemo(
		() => dialogFrame(content, { width, limit: most, place }),
		[content, width, most, place],
	)
	const answering = writing
		? writingRows(writing, reveal(lines[writing].text).text, width)
		: [...answers.rows, ...(remark === '' ? [] : [remarkRow(remark, width)])]
	const keyRows = hasKeys && !writing ? 1 : 0
	const around = answering.length + keyRows + frame.above.length + frame.between.length
	const room = Math.max(0, limit - around)
	const asked = useMemo(
		() => askedRows(frame.content, { answers: answers.isWhole ? [] : wholeOptionRows(options, width), room }),
		[frame.content, answers.isWhole, options, width, room],
	)
	const scroll = useScroll(asked, room, width)
	const keys = keyRow(
		{
			canEdit: request.command !== undefined,
			hasRemark: remark !== '',
			isCut: content.isFolded || !scroll.isWhole,
			isFull,
			place,
		},
		width,
	)
	const rows = [
		...frame.above,
		...scroll.shown,
		...frame.between,
		...answering,
		...(keyRows > 0 ? [keys] : []),
	].slice(0, Math.max(1, limit))
	const first = frame.above.length + scroll.shown.length + frame.between.length
	return {
		rows,
		scroll,
		optionAt: (row: number) => (row < limit ? answers.optionOf[row - first] : undefined),
	}
}

function useApprovalKeys(
	props: ApprovalDialogProps,
	given: {
		texts: Texts
		answering: AnswerChoice
		guard: ReturnType<typeof createAnswerGuard>
		scroll: Scroll
	},
): void {
	const { texts, answering, guard, scroll } = given
	/** What is typed is still for the prompt, and so is the Enter that ends it, whenever that comes. */
	const isWritingOn = useRef(false)
	useKeys('dialog', press => {
		// Answered, but not gone yet: what is typed now is for the prompt again.
		if (answering.isAnswered()) return false
		const writing = texts.current()
		if (writing) return takeWords(press, writing, { texts, answering, command: props.request.command })
		const action = actionOf('dialog', press)
		if (readOn(action, scroll, props)) return true
		if (!guard.admits(press.at)) {
			if (press.kind !== 'key') isWritingOn.current = true
			return false
		}
		if (isWritingOn.current) {
			isWritingOn.current = false
			if (press.kind === 'key' && press.chord === 'enter') return false
		}
		return answer(press, action, { texts, answering })
	})
}

/** Looking at more of it, or at another one, answers nothing. */
function readOn(
	action: ActionOf<'dialog'> | undefined,
	scroll: Scroll,
	{ onTurn, onFull }: Pick<ApprovalDialogProps, 'onTurn' | 'onFull'>,
): boolean {
	const step = scrollStep(action)
	if (step !== undefined) scroll.page(step)
	else if (action === 'earlier-question' || action === 'later-question')
		onTurn(action === 'later-question' ? 1 : -1)
	else if (action === 'full') onFull()
	else return false
	return true
}

function takeWords(
	press: KeyPress,
	writing: Writing,
	{ texts, answering, command }: { texts: Texts; answering: AnswerChoice; command: string | undefined },
): boolean {
	const { lines, write } = texts
	if (lines[writing].take(press)) return true
	if (press.kind === 'key' && press.chord === 'enter') {
		const text = lines[writing].current().trim()
		if (writing === 'reason')
			answering.decide(text === '' ? { answer: 'no' } : { answer: 'no-with-reason', reason: text })
		else if (writing === 'command') answering.decideEdited(text)
		// Enter ends the words and says yes to nothing: that is what the answers are for.
		if (writing !== 'reason') write(undefined)
	} else if (press.kind === 'key' && press.chord === 'escape') {
		if (writing === 'remark') texts.setRemarkAside(true)
		if (writing === 'command') lines.command.set(command ?? '')
		write(undefined)
	}
	return !goesThroughDialog(press)
}

/** @returns whether the key was for the dialog */
function answer(
	press: KeyPress,
	action: ActionOf<'dialog'> | undefined,
	{ texts, answering }: { texts: Texts; answering: AnswerChoice },
): boolean {
	switch (action) {
		case 'once':
		case 'session':
		case 'project':
		case 'no':
		case 'no-with-reason':
			answering.choose(action)
			return true
		case 'stop':
			answering.stop()
			return true
		case 'choose':
			answering.chooseSelected()
			return true
		case 'previous':
			answering.move(-1)
			return true
		case 'next':
			answering.move(1)
			return true
		case 'remark':
			texts.setRemarkAside(false)
			texts.write('remark')
			return true
		case 'edit-command':
			answering.editCommand()
			return true
		case 'scroll-up':
		case 'scroll-down':
		case 'earlier-question':
		case 'later-question':
		case 'full':
			return true
		case undefined:
			if (isWords(press)) {
				texts.lines.reason.take(press)
				texts.write('reason')
			}
			return !goesThroughDialog(press)
	}
}

/** What begins the reason against a call: whoever writes does not mean to allow it. A digit alone is a mistyped answer. */
function isWords(press: KeyPress): boolean {
	return press.kind === 'paste' || (press.kind === 'text' && /[^\d\s]/.test(press.text))
}
