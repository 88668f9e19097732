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
import { cellWidth, cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import { paintSpans, type Spans, span, wrapSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { createAnswerGuard } from './answer-guard.ts'
import { type DialogPlace, dialogRules } from './dialog-frame.ts'
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
	const whole: readonly Spans[] = [
		...(rules ? [rules.between] : []),
		...optionRows(question, { selected: line.text === '' ? selected : -1, marked, width }),
		[span('> ', { tone: 'accent' }), span(`${cutStartToWidth(line.text, Math.max(1, width - 3))}▏`)],
		...(limit >= KEYED_ROWS ? [keyRow(question, place, { width, bindings })] : []),
	]
	const below = whole.slice(-Math.max(1, limit - 1))
	const isNamed = rules !== undefined || question.agent === undefined
	const said = sanitize(isNamed ? question.text : `${question.agent}: ${question.text}`)
		.split('\n')
		.flatMap(row => wrapSpans([span(row, { bold: true })], width))
	const text = [...(rules ? [] : chipRow(question, place, width)), ...said]
	const air: readonly Spans[] = [
		...(limit >= KEYED_ROWS ? [[span(' ')]] : []),
		...(rules ? [rules.above] : []),
	]
	const scroll = useScroll(text, Math.max(1, limit - below.length - air.length), width)
	const above = [...air, ...scroll.shown]
	// The answer is a key's, like that of a question for permission.
	useRowClicks({
		at({ row }) {
			const first = above.length + (rules ? 1 : 0)
			const index = row - first - (below.length - whole.length)
			const option = row < first ? undefined : options[index]
			return option === undefined ? undefined : { index, name: option }
		},
		mark(index) {
			if (latest.current.isAnswered || !guard.admits(performance.now())) return
			latest.current.selected = index
			setSelected(index)
		},
	})
	return <Text wrap="truncate">{[...above, ...below].map(row => paintSpans(row, theme)).join('\n')}</Text>
}

/** What it is about, and who asks. */
function titleOf({ header, agent }: Question): Spans {
	const topic = header === undefined ? 'Question' : cutToWidth(sanitizeLine(header), 24)
	const who = agent === undefined ? '' : ` of the agent ${sanitizeLine(agent)}`
	const title = span(topic, { tone: 'warning', bold: true })
	return who === '' ? [title] : [title, span(cutToWidth(who, 30), { tone: 'quiet' })]
}

/** What it is about, and which of several it is. */
function chipRow({ header }: Question, { index, count }: DialogPlace, width: number): readonly Spans[] {
	const topic =
		header === undefined ? '' : cutToWidth(sanitizeLine(header), Math.max(1, Math.min(24, width - 12)))
	const chip = topic === '' ? [] : [span(` ${topic} `, { bold: true, background: 'selection' })]
	const place =
		count > 1 ? [span(`${topic === '' ? '' : '  '}${index + 1} of ${count}`, { tone: 'warning' })] : []
	return chip.length + place.length === 0 ? [] : [[...chip, ...place]]
}

function optionRows(
	{ options, descriptions = [], allowsSeveral }: Question,
	{ selected, marked, width }: { selected: number; marked: ReadonlySet<number>; width: number },
): readonly Spans[] {
	const labels = options.map((option, index) => {
		const box = allowsSeveral ? (marked.has(index) ? '[x] ' : '[ ] ') : ''
		return cutToWidth(`${box}${index + 1} ${sanitizeLine(option)}`, width - 2)
	})
	// What they mean begins in one column, unless a long name would leave no room for that.
	const widest = Math.max(0, ...labels.map(cellWidth))
	const column = widest <= width / 2 ? widest : 0
	return labels.map((label, index): Spans => {
		const isSelected = index === selected
		const blanks = Math.max(0, column - cellWidth(label))
		const room = width - 4 - cellWidth(label) - blanks
		const meaning = room < LEAST_MEANING ? '' : sanitizeLine(descriptions[index] ?? '')
		return [
			span(isSelected ? '❯ ' : '  ', { tone: 'accent' }),
			span(label, isSelected ? { tone: 'accent', bold: true } : {}),
			...(meaning === ''
				? []
				: [span(`${' '.repeat(blanks + 2)}${cutToWidth(meaning, room)}`, { tone: 'quiet' })]),
		]
	})
}

/** Columns of a description that are worth reading. */
const LEAST_MEANING = 12

function keyRow(
	{ options, allowsSeveral }: Question,
	{ count }: DialogPlace,
	{ width, bindings }: { width: number; bindings: Bindings },
): Spans {
	const others = ['earlier-question', 'later-question']
	const keys = [
		...(allowsSeveral ? ['Space marks'] : options.length > 0 ? ['a digit answers'] : []),
		...(allowsSeveral || options.length === 0 ? [keyHint(bindings, 'dialog', 'choose', 'answers')] : []),
		...(count > 1 ? [keysHint(bindings, 'dialog', others, { joint: ' ', words: 'the others' })] : []),
		...(options.length > 0 ? ['words are an answer of your own'] : []),
		keyHint(bindings, 'dialog', 'stop', 'stops the run'),
	]
	return [span(fittedHints(keys, width), { tone: 'quiet' })]
}

const KEYED_ROWS = 14
