// The trust dialog: asks whether what the folder brings along may act. Nothing of it does before the answer, and no
// is what Enter says.

import { Text } from 'ink'
import { useMemo, useRef, useState } from 'react'
import { actionOf, goesThroughDialog } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import type { TrustAnswer, TrustQuestion } from '../state/tui-options.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { paintSpans, type Spans, span } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { createAnswerGuard } from './answer-guard.ts'
import { trustContent } from './trust-rows.ts'
import { STILL_WRITING_MS } from './use-held-digit.ts'
import { scrollStep, useScroll } from './use-scroll.ts'

export type TrustDialogProps = {
	question: TrustQuestion
	width: number
	limit: number
	theme: Theme
	lastKeyAtMs(): number
	onAnswer(answer: TrustAnswer): void
}

const OPTIONS: readonly { key: string; label: string; answer: TrustAnswer }[] = [
	{ key: '1', label: 'no, go on without what it brings', answer: 'go-on' },
	{ key: '2', label: 'yes, trust this folder as it is', answer: 'trust' },
	{ key: '3', label: 'quit', answer: 'quit' },
]

export function TrustDialog({ question, width, limit, theme, ...props }: TrustDialogProps) {
	const [selected, setSelected] = useState(0)
	const latest = useRef({ selected: 0, isAnswered: false, writtenAtMs: Number.NaN })
	const [guard] = useState(() => createAnswerGuard(performance.now(), props.lastKeyAtMs()))
	const { heading, items } = useMemo(() => trustContent(question, width), [question, width])

	const rowsToRead = useMemo(() => [...heading, ...items], [heading, items])
	const scroll = useScroll(rowsToRead, Math.max(0, limit - OPTIONS.length), width, {
		context: 'trust',
	})

	const answer = (given: TrustAnswer) => {
		if (latest.current.isAnswered) return
		latest.current.isAnswered = true
		props.onAnswer(given)
	}
	const select = (index: number) => {
		latest.current.selected = index
		setSelected(index)
	}
	const move = (step: number) => select((latest.current.selected + step + OPTIONS.length) % OPTIONS.length)
	// The answer is a key's: a click that only brings the window to the front must not trust anything.
	useRowClicks({
		at({ row }) {
			const index = row - scroll.shown.length
			const option = OPTIONS[index]
			return option && { index, name: option.key }
		},
		mark: index => guard.admits(performance.now()) && select(index),
	})
	useKeys('dialog', press => {
		if (latest.current.isAnswered) return false
		// Reading on answers nothing.
		const step = scrollStep(actionOf('trust', press))
		if (step !== undefined) {
			scroll.page(step)
			return true
		}
		// What still belongs to the prompt goes on to it.
		if (!guard.admits(press.at)) {
			if (press.kind !== 'key') latest.current.writtenAtMs = press.at
			return false
		}
		const action = actionOf('trust', press)
		const wrote = latest.current.writtenAtMs
		const isWord = press.kind !== 'key' && (!action || press.at - wrote < STILL_WRITING_MS)
		latest.current.writtenAtMs = isWord ? press.at : Number.NaN
		switch (action) {
			case 'go-on':
			case 'trust':
			case 'quit':
				if (!isWord) answer(action)
				return true
			case 'choose':
				// Whoever has written something does not mean to trust.
				answer(Number.isNaN(wrote) ? (OPTIONS[latest.current.selected]?.answer ?? 'go-on') : 'go-on')
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
				return !goesThroughDialog(press)
		}
	})

	const options = OPTIONS.map(({ key, label }, index): Spans => {
		const isSelected = index === selected
		return [
			span(isSelected ? '❯ ' : '  ', { tone: 'accent' }),
			span(
				cutToWidth(`${key} ${label}`, Math.max(1, width - 2)),
				isSelected ? { tone: 'accent', bold: true } : {},
			),
		]
	})
	const rows = [...scroll.shown, ...options].slice(0, Math.max(1, limit))
	return <Text wrap="truncate">{rows.map(row => paintSpans(row, theme)).join('\n')}</Text>
}
