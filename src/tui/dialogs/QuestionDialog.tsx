// The question dialog: the model asks the user something, with a few answers to choose from, or words of one's own.

import { Text } from 'ink'
import { useRef, useState } from 'react'
import type { Question } from '../../core/events.ts'
import { useBindings } from '../input/bindings-context.ts'
import { fittedHints, keyHint, keysHint } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import { actionOf, goesThroughDialog } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import { cutStartToWidth } from '../text/cell-width.ts'
import { paintSpans, type Spans, span } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { createAnswerGuard } from './answer-guard.ts'
import { type DialogPlace, dialogRules } from './dialog-frame.ts'
import { chipRow, optionRows, textRows, titleOf } from './question-rows.ts'
import { useHeldDigit } from './use-held-digit.ts'
import { scrollStep, useScroll } from './use-scroll.ts'
import { type AnswerDraft, NO_ANSWER_YET } from './words/unsent-words.ts'
import { useLine } from './words/use-line.ts'

export type QuestionDialogProps = {
	question: Question
	/** What of an answer was there when another one was turned to. */
	draft: AnswerDraft
	/** Told what of an answer is there, and has not been given. */
	onDraft(draft: AnswerDraft): void
	place: DialogPlace
	width: number
	limit: number
	theme: Theme
	lastKeyAtMs(): number
	onAnswer(answer: string): void
	/** Stops the run that asks. */
	onStop(): void
	/** Shows another one that waits. */
	onTurn(step: -1 | 1): void
}

export function QuestionDialog({
	question,
	draft,
	onDraft,
	place,
	width,
	limit,
	theme,
	lastKeyAtMs,
	onAnswer,
	onStop,
	onTurn,
}: QuestionDialogProps) {
	const { options } = question
	const bindings = useBindings()
	const line = useLine(draft.text, () => tellDraft())
	const [selected, setSelected] = useState(draft.selected)
	const [marked, setMarked] = useState(draft.marked)
	const latest = useRef({ selected, marked, isAnswered: false, isWritingOn: false })
	const tellDraft = () => {
		const { selected: at, marked: those } = latest.current
		onDraft({ selected: at, marked: those, text: line.current() })
	}
	const held = useHeldDigit()
	const [guard] = useState(() => createAnswerGuard(performance.now(), lastKeyAtMs()))

	const answer = (text: string) => {
		if (latest.current.isAnswered) return
		latest.current.isAnswered = true
		onDraft(NO_ANSWER_YET)
		onAnswer(text)
	}
	const move = (step: number) => {
		if (options.length === 0) return
		latest.current.selected = (latest.current.selected + step + options.length) % options.length
		setSelected(latest.current.selected)
	}
	const mark = (index: number) => {
		const next = new Set(latest.current.marked)
		if (!next.delete(index)) next.add(index)
		latest.current.marked = next
		setMarked(next)
	}
	useKeys('dialog', press => {
		if (latest.current.isAnswered) return false
		// Looking at another one answers nothing.
		const action = press.kind === 'key' ? actionOf('dialog', press) : undefined
		if (line.current() === '' && (action === 'earlier-question' || action === 'later-question')) {
			tellDraft()
			onTurn(action === 'earlier-question' ? -1 : 1)
			return true
		}
		if (!guard.admits(press.at)) {
			if (press.kind !== 'key') latest.current.isWritingOn = true
			return false
		}
		// The Enter that ends what was written for the prompt is the prompt's.
		if (latest.current.isWritingOn) {
			latest.current.isWritingOn = false
			if (action === 'choose') return false
		}
		const before = held.before(press)
		if (before === 'answered') return true
		if (before) line.set(before.digit)
		if (press.kind !== 'key') {
			const isFirst = line.current() === '' && press.kind === 'text'
			const index = isFirst && /^\d$/.test(press.text) ? Number(press.text) - 1 : -1
			const numbered = options[index]
			if (isFirst && press.text === ' ' && question.allowsSeveral) mark(latest.current.selected)
			else if (numbered !== undefined)
				held.hold(press.text, () => (question.allowsSeveral ? mark(index) : answer(numbered)))
			else line.take(press)
			return true
		}
		if (action === 'choose') {
			const own = line.current().trim()
			const picked = options.filter((_, index) => latest.current.marked.has(index))
			const several = [...picked, ...(own === '' ? [] : [own])].join(', ')
			const chosen = several === '' ? options[latest.current.selected] : several
			if (chosen !== undefined) answer(chosen)
		} else if (action === 'stop') {
			latest.current.isAnswered = true
			onStop()
		} else if (action === 'scroll-up' || action === 'scroll-down') scroll.page(scrollStep(action) ?? 1)
		else if (action === 'previous') move(-1)
		else if (action === 'next') move(1)
		else if (goesThroughDialog(press)) return false
		else line.take(press)
		return true
	})

	const rules = dialogRules(titleOf(question), { width, limit, place })
	const hasKeys = limit >= KEYED_ROWS
	const air: readonly Spans[] = [...(hasKeys ? [[span(' ')]] : []), ...(rules ? [rules.above] : [])]
	const said = textRows(question, width, rules !== undefined)
	const text = [...(rules ? [] : chipRow(question, place, width)), ...said]
	// What is asked has half of the rows where the answers want the other half; one row is for words of one's own.
	const room = Math.max(2, limit - air.length - (rules ? 1 : 0) - (hasKeys ? 2 : 1))
	const shown = optionRows(question, {
		selected,
		isMarked: line.text === '',
		marked,
		width,
		room: Math.max(1, room - Math.min(text.length, Math.ceil(room / 2))),
	})
	const below: readonly Spans[] = [
		...(rules ? [rules.between] : []),
		...shown.rows,
		[span('> ', { tone: 'accent' }), span(`${cutStartToWidth(line.text, Math.max(1, width - 3))}▏`)],
		...(hasKeys ? [keyRow(question, place, { width, bindings })] : []),
	]
	const scroll = useScroll(text, Math.max(1, limit - below.length - air.length), width)
	const above = [...air, ...scroll.shown]
	// The answer is a key's, like that of a question for permission.
	useRowClicks({
		at({ row }) {
			const index = shown.optionOf[row - above.length - (rules ? 1 : 0)]
			const option = index === undefined ? undefined : options[index]
			return option === undefined || index === undefined ? undefined : { index, name: option }
		},
		mark(index) {
			if (latest.current.isAnswered || !guard.admits(performance.now())) return
			latest.current.selected = index
			setSelected(index)
		},
	})
	return <Text wrap="truncate">{[...above, ...below].map(row => paintSpans(row, theme)).join('\n')}</Text>
}

function keyRow(
	{ options, allowsSeveral }: Question,
	{ count }: DialogPlace,
	{ width, bindings }: { width: number; bindings: Bindings },
): Spans {
	const others = ['earlier-question', 'later-question']
	const keys = [
		...(allowsSeveral ? ['Space marks'] : options.length > 0 ? ['A digit answers'] : []),
		...(allowsSeveral || options.length === 0 ? [keyHint(bindings, 'dialog', 'choose', 'answers')] : []),
		...(count > 1 ? [keysHint(bindings, 'dialog', others, { joint: ' ', words: 'the others' })] : []),
		...(options.length > 0 ? ['words are an answer of your own'] : []),
		keyHint(bindings, 'dialog', 'stop', 'stops the run'),
	]
	return [span(fittedHints(keys, width), { tone: 'quiet' })]
}

const KEYED_ROWS = 14
