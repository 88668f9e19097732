// The question dialog: the model asks the user something, with a few answers to choose from, or words of one's own.

import { Text } from 'ink'
import { useRef, useState } from 'react'
import type { Question } from '../../core/events.ts'
import { goesThroughDialog } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import { paintSpans, type Spans, span, wrapSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { createAnswerGuard } from './answer-guard.ts'
import { useHeldDigit } from './use-held-digit.ts'
import { useLine } from './use-line.ts'
import { useScroll } from './use-scroll.ts'

export type QuestionDialogProps = {
	question: Question
	width: number
	limit: number
	theme: Theme
	lastKeyAtMs(): number
	onAnswer(answer: string): void
	/** Stops the run that asks. */
	onStop(): void
}

export function QuestionDialog({
	question,
	width,
	limit,
	theme,
	lastKeyAtMs,
	onAnswer,
	onStop,
}: QuestionDialogProps) {
	const { options } = question
	const line = useLine()
	const [selected, setSelected] = useState(0)
	const latest = useRef({ selected, isAnswered: false, isWritingOn: false })
	const held = useHeldDigit()
	const [guard] = useState(() => createAnswerGuard(performance.now(), lastKeyAtMs()))

	const answer = (text: string) => {
		if (latest.current.isAnswered) return
		latest.current.isAnswered = true
		onAnswer(text)
	}
	const move = (step: number) => {
		if (options.length === 0) return
		latest.current.selected = (latest.current.selected + step + options.length) % options.length
		setSelected(latest.current.selected)
	}
	useKeys('dialog', press => {
		if (latest.current.isAnswered) return false
		if (!guard.admits(press.at)) {
			if (press.kind !== 'key') latest.current.isWritingOn = true
			return false
		}
		// The Enter that ends what was written for the prompt is the prompt's.
		if (latest.current.isWritingOn) {
			latest.current.isWritingOn = false
			if (press.kind === 'key' && press.chord === 'enter') return false
		}
		const before = held.before(press)
		if (before === 'answered') return true
		if (before) line.set(before.digit)
		if (press.kind !== 'key') {
			const numbered =
				line.current() === '' && press.kind === 'text' ? options[Number(press.text) - 1] : undefined
			if (numbered !== undefined) held.hold(press.text, () => answer(numbered))
			else line.take(press)
			return true
		}
		if (press.chord === 'enter') {
			const own = line.current().trim()
			const chosen = own === '' ? options[latest.current.selected] : own
			if (chosen !== undefined) answer(chosen)
		} else if (press.chord === 'escape') {
			latest.current.isAnswered = true
			onStop()
		} else if (press.chord === 'page-up') scroll.page(-1)
		else if (press.chord === 'page-down') scroll.page(1)
		else if (press.chord === 'up') move(-1)
		else if (press.chord === 'down') move(1)
		else if (goesThroughDialog(press)) return false
		else line.take(press)
		return true
	})

	const below: readonly Spans[] = [
		...options.map((option, index): Spans => {
			const isSelected = index === selected && line.text === ''
			return [
				span(isSelected ? '❯ ' : '  ', { tone: 'accent' }),
				span(
					cutToWidth(`${index + 1} ${sanitizeLine(option)}`, width - 2),
					isSelected ? { tone: 'accent', bold: true } : {},
				),
			]
		}),
		[span('> ', { tone: 'accent' }), span(`${cutStartToWidth(line.text, Math.max(1, width - 3))}▏`)],
	].slice(-Math.max(1, limit - 1))
	const text = sanitize(question.agent === undefined ? question.text : `${question.agent}: ${question.text}`)
		.split('\n')
		.flatMap(row => wrapSpans([span(row, { bold: true })], width))
	const scroll = useScroll(text, Math.max(1, limit - below.length), width)
	return (
		<Text wrap="truncate">{[...scroll.shown, ...below].map(row => paintSpans(row, theme)).join('\n')}</Text>
	)
}
