// The rewind dialog: what is to go back, the conversation or the files or both, above the files that would change.

import { Text } from 'ink'
import { useMemo, useRef, useState } from 'react'
import type { RewindScope } from '../../../core/commands.ts'
import type { RewindPoint } from '../../../core/runtime-port.ts'
import { useBindings } from '../../input/bindings-context.ts'
import { joinedHints, keyHint, keyName, keysOf } from '../../input/key-names.ts'
import type { Bindings } from '../../input/key-press.ts'
import { actionOf, goesThroughList } from '../../input/keymap.ts'
import { useKeys } from '../../input/use-keys.ts'
import { useRowClicks } from '../../mouse/use-row-clicks.ts'
import { cutToWidth } from '../../text/cell-width.ts'
import { paintSpans, type Spans, span } from '../../text/spans.ts'
import type { Theme } from '../../text/theme.ts'
import { STILL_WRITING_MS, useHeldDigit } from '../use-held-digit.ts'
import { pointName, previewRows, waysOf } from './rewind-items.ts'

export type RewindDialogProps = {
	point: RewindPoint
	width: number
	/** Rows there are for all of it. */
	limit: number
	theme: Theme
	onChoose(way: RewindScope): void
	onClose(): void
}

export function RewindDialog({ point, width, limit, theme, onChoose, onClose }: RewindDialogProps) {
	const ways = useMemo(() => waysOf(point), [point])
	const preview = useMemo(() => previewRows(point, width), [point, width])
	const bindings = useBindings()
	const [selected, setSelected] = useState(0)
	const [first, setFirst] = useState(0)
	// Several keys may come before the next render.
	const latest = useRef({ selected: 0, first: 0, isChosen: false, writtenAtMs: Number.NaN })
	const held = useHeldDigit()

	const title: Spans = [
		span(cutToWidth(dialogTitle(point), width), {
			bold: true,
		}),
	]
	const room = Math.max(0, limit - 1 - ways.length - 1)
	const shown = preview.slice(first, first + room)
	const lastFirst = Math.max(0, preview.length - room)

	const choose = (index: number) => {
		const chosen = ways[index]
		if (!chosen || latest.current.isChosen) return
		latest.current.isChosen = true
		onChoose(chosen.way)
	}
	const select = (index: number) => {
		latest.current.selected = index
		setSelected(index)
		clicks.forget()
	}
	const move = (step: number) => select((latest.current.selected + step + ways.length) % ways.length)
	const clicks = useRowClicks({
		at({ row }) {
			const way = ways[row - 1]
			return way && { index: row - 1, name: way.name }
		},
		mark: select,
		choose,
	})
	const scroll = (step: number) => {
		latest.current.first = Math.max(0, Math.min(lastFirst, latest.current.first + step))
		setFirst(latest.current.first)
	}
	useKeys('dialog', press => {
		const before = held.before(press)
		if (before === 'answered') return true
		const wrote = latest.current.writtenAtMs
		if (press.kind !== 'key') {
			const isNumber = press.kind === 'text' && ways[Number(press.text) - 1] !== undefined
			const isWord = before || !isNumber || press.at - wrote < STILL_WRITING_MS
			latest.current.writtenAtMs = isWord ? press.at : Number.NaN
			if (!isWord) held.hold(press.text, () => choose(Number(press.text) - 1))
			return true
		}
		latest.current.writtenAtMs = Number.NaN
		switch (actionOf('rewind', press)) {
			case 'choose':
				// Whoever has written something means something else with it.
				if (Number.isNaN(wrote)) choose(latest.current.selected)
				return true
			case 'close':
				onClose()
				return true
			case 'previous':
				move(-1)
				return true
			case 'next':
				move(1)
				return true
			case 'scroll-up':
				scroll(-Math.max(1, room))
				return true
			case 'scroll-down':
				scroll(Math.max(1, room))
				return true
			case undefined:
				return !goesThroughList(press)
		}
	})

	const rows: readonly Spans[] = [
		title,
		...ways.map(({ name }, index): Spans => {
			const isSelected = index === selected
			return [
				span(isSelected ? '❯ ' : '  ', { tone: 'accent' }),
				span(cutToWidth(`${index + 1} ${name}`, width - 2), isSelected ? { tone: 'accent', bold: true } : {}),
			]
		}),
		[
			span(cutToWidth(footer(bindings, { all: preview.length, first, shown: shown.length }), width), {
				tone: 'quiet',
			}),
		],
		...shown,
	]
	return (
		<Text wrap="truncate">
			{rows
				.slice(0, Math.max(1, limit))
				.map(row => paintSpans(row, theme))
				.join('\n')}
		</Text>
	)
}

function dialogTitle(point: RewindPoint): string {
	if (point.isUndo) return pointName(point)
	return point.name === undefined
		? `Go back to before “${pointName(point)}”`
		: `Go back to the checkpoint ${pointName(point)}`
}

function footer(
	bindings: Bindings,
	{ all, first, shown }: { all: number; first: number; shown: number },
): string {
	const [closes] = keysOf(bindings, 'rewind', 'close')
	const not = closes === undefined ? '' : `${keyName(closes)}: not at all`
	if (all === 0) return not
	if (all === shown) return joinedHints([not, 'what would become of the files:'])
	const more = keyHint(bindings, 'rewind', 'scroll-down', 'for more')
	const files = `files ${first + 1}–${first + shown} of ${all}`
	return joinedHints([not, `${more === '' ? files : `${files}, ${more}`}:`])
}
