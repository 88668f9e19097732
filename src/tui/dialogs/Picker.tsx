// The picker, one list for everything that is chosen from a list. Typing narrows it down.

import { Text } from 'ink'
import { useMemo, useRef, useState } from 'react'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { paintSpans, type Spans, span } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { useLine } from './use-line.ts'

export type PickerItem<Value> = {
	value: Value
	/** All texts are on one line and sanitized. */
	label: string
	detail: string
	/** Found by, besides the label and the detail. */
	keywords?: string
}

export type PickerProps<Value> = {
	title: string
	items: readonly PickerItem<Value>[]
	/** A question, not a list: typed text moves nothing, so that no word ends up on the answer that does something. */
	isQuestion?: boolean
	width: number
	/** Rows there are for all of it. */
	limit: number
	theme: Theme
	onChoose(value: Value): void
	onClose(): void
}

export function Picker<Value>(props: PickerProps<Value>) {
	const { title, items, isQuestion = false, width, limit, theme, onChoose, onClose } = props
	const search = useLine()
	const [selected, setSelected] = useState(0)
	const latest = useRef(0)
	const found = useMemo(() => matching(items, search.text), [items, search.text])
	const shownRows = Math.max(1, limit - 1)

	const select = (index: number, count: number) => {
		latest.current = Math.max(0, Math.min(count - 1, index))
		setSelected(latest.current)
	}
	useKeys('picker', press => {
		if (goesThroughList(press)) return false
		// Keys that came in one read may have changed the search since the last render.
		const now = matching(items, search.current())
		switch (actionOf('picker', press)) {
			case 'choose': {
				const chosen = now[latest.current]
				if (chosen) onChoose(chosen.value)
				return true
			}
			case 'close':
				onClose()
				return true
			case 'previous':
				select(latest.current - 1, now.length)
				return true
			case 'next':
				select(latest.current + 1, now.length)
				return true
			case 'page-up':
				select(latest.current - shownRows, now.length)
				return true
			case 'page-down':
				select(latest.current + shownRows, now.length)
				return true
			case 'first':
				select(0, now.length)
				return true
			case 'last':
				select(now.length - 1, now.length)
				return true
			case 'delete-left':
			case 'delete-all':
			case undefined:
				if (!isQuestion && search.take(press)) select(0, now.length)
				return true
		}
	})

	const first = Math.max(0, Math.min(selected - Math.floor(shownRows / 2), found.length - shownRows))
	const rows = [
		titleRow(title, { search: search.text, isQuestion, width }),
		...found
			.slice(first, first + shownRows)
			.map((item, index) => itemRow(item, first + index === selected, width)),
	]
	if (found.length === 0)
		rows.push([
			span(cutToWidth(items.length === 0 ? '  nothing here yet' : '  nothing found', width), {
				tone: 'quiet',
			}),
		])
	return (
		<Text wrap="truncate">
			{rows
				.slice(0, Math.max(1, limit))
				.map(row => paintSpans(row, theme))
				.join('\n')}
		</Text>
	)
}

/** Every word has to be found somewhere; the order stays. */
export function matching<Value>(
	items: readonly PickerItem<Value>[],
	search: string,
): readonly PickerItem<Value>[] {
	const words = search
		.toLowerCase()
		.split(/\s+/)
		.filter(word => word !== '')
	if (words.length === 0) return items
	return items.filter(({ label, detail, keywords = '' }) => {
		const text = `${label} ${detail} ${keywords}`.toLowerCase()
		return words.every(word => text.includes(word))
	})
}

function titleRow(
	title: string,
	{ search, isQuestion, width }: { search: string; isQuestion: boolean; width: number },
): Spans {
	const room = Math.max(0, width - cellWidth(title) - 1)
	const hint = HINTS.slice(isQuestion ? 1 : 0).find(each => cellWidth(each) <= room) ?? ''
	return [
		span(cutToWidth(`${title} `, width), { bold: true }),
		search === '' ? span(hint, { tone: 'quiet' }) : span(cutToWidth(`${search}▏`, room), { tone: 'accent' }),
	]
}

const HINTS = ['(type to search, Esc closes)', '(Esc closes)']

function itemRow({ label, detail }: PickerItem<unknown>, isSelected: boolean, width: number): Spans {
	// A short one stays beside a long label: it is what tells two alike apart.
	const kept = cellWidth(detail) + 2
	const name = cutToWidth(label, Math.max(1, width - 2 - (kept <= width / 2 ? kept : 0)))
	const rest = width - 2 - cellWidth(name) - 2
	return [
		span(isSelected ? '❯ ' : '  ', { tone: 'accent' }),
		span(name, isSelected ? { tone: 'accent', bold: true } : {}),
		span(rest > 3 ? `  ${cutToWidth(detail, rest)}` : '', { tone: 'quiet' }),
	]
}
