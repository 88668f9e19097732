// The picker, one list for everything that is chosen from a list. Typing narrows it down.

import { Text } from 'ink'
import { useMemo, useRef, useState } from 'react'
import { useBindings } from '../input/bindings-context.ts'
import { keyHint } from '../input/key-names.ts'
import type { KeyPress } from '../input/key-press.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { type FoundItem, foundByLabel, foundItems, type ListItem } from '../list/found-items.ts'
import { beside, listTitle, PANE_FROM_COLUMNS, paneRows, shownList } from '../list/list-rows.ts'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { paintSpans, type Spans, span } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { useLine } from './words/use-line.ts'

export type PickerProps<Value> = {
	title: string
	items: readonly ListItem<Value>[]
	/** A question, not a list: typed text moves nothing, so that no word ends up on the answer that does something. */
	isQuestion?: boolean | undefined
	/** Finds otherwise than in the items. @returns best first */
	find?: ((query: string) => FoundList<Value>) | undefined
	/** A last item for what was typed, as it was typed. */
	typed?: ((query: string) => ListItem<Value> | undefined) | undefined
	/** Several may be chosen, with space and in that order. */
	onChooseMany?: ((values: readonly Value[]) => void) | undefined
	/** Keys of this list alone, asked before they are search text. @returns whether it was one */
	onKey?: ((press: KeyPress, selected: ListItem<Value> | undefined) => boolean) | undefined
	/** Told what is under the cursor, for a preview elsewhere. */
	onSelect?: ((selected: ListItem<Value> | undefined) => void) | undefined
	/** Where it was when it was left for something else. */
	initial?: { query: string; selected: number } | undefined
	/** Told where it is, for `initial`. */
	onMove?: ((place: { query: string; selected: number }) => void) | undefined
	/** What there is to press besides Enter and Esc, at the bottom, each in its forms, the longest first. */
	hints?: readonly (readonly string[])[] | undefined
	/** What Enter does. */
	verb?: string | undefined
	/** Said where there is nothing to choose from. */
	emptyText?: string | undefined
	/** In place of the hints, such as what is wrong with what was chosen. */
	footer?: Spans | undefined
	width: number
	/** Rows there are for all of it. */
	limit: number
	theme: Theme
	onChoose(value: Value): void
	onClose(): void
}

/** `total`: of all that was searched. */
export type FoundList<Value> = { found: readonly FoundItem<Value>[]; total: number }

export function Picker<Value>(props: PickerProps<Value>) {
	const { title, items, isQuestion = false, width, theme, hints = [] } = props
	const bindings = useBindings()
	const limit = listLimit(props.limit)
	const search = useLine(props.initial?.query ?? '')
	const find = (query: string) => {
		const { found, total } = props.find?.(query) ?? { found: foundItems(items, query), total: items.length }
		const typed = query.trim() === '' ? undefined : props.typed?.(query.trim())
		return {
			found: typed ? [...found, foundByLabel(typed, '')] : found,
			count: `${found.length}/${total}`,
			total,
		}
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is found depends on nothing else
	const { found, count, total } = useMemo(() => find(search.text), [items, props.find, search.text])
	const [selected, setSelected] = useState(
		() =>
			props.initial?.selected ??
			Math.max(
				0,
				found.findIndex(({ item }) => item.isCurrent),
			),
	)
	const [chosen, setChosen] = useState<readonly Value[]>([])
	// Keys that came in one read have not been drawn in between: what one has changed the next one must see.
	const latest = useRef({
		selected,
		chosen,
		anchor: undefined as { query: string; value: Value } | undefined,
		/** Where the list began when it was clicked. */
		top: undefined as number | undefined,
	})

	const now = (): readonly FoundItem<Value>[] => {
		const query = search.current()
		return query === search.text ? found : find(query).found
	}
	/** More may have come in above what the cursor was moved to; it stays there. */
	const placeIn = (current: readonly FoundItem<Value>[]): number => {
		const { anchor, selected: index } = latest.current
		const place =
			anchor?.query === search.current() ? current.findIndex(({ item }) => item.value === anchor.value) : -1
		return place >= 0 ? place : Math.max(0, Math.min(index, current.length - 1))
	}
	const select = (index: number, isMoved = true) => {
		const current = now()
		latest.current.top = undefined
		clicks.forget()
		latest.current.selected = Math.max(0, Math.min(current.length - 1, index))
		const moved = isMoved ? current[latest.current.selected] : undefined
		latest.current.anchor = moved && { query: search.current(), value: moved.item.value }
		setSelected(latest.current.selected)
		props.onSelect?.(current[latest.current.selected]?.item)
		props.onMove?.({ query: search.current(), selected: latest.current.selected })
	}
	const toggle = (value: Value) => {
		const { chosen: before } = latest.current
		latest.current.chosen = before.includes(value) ? before.filter(one => one !== value) : [...before, value]
		setChosen(latest.current.chosen)
	}
	const choose = (item: ListItem<Value> | undefined) => {
		const { chosen: several } = latest.current
		if (several.length > 0 && props.onChooseMany) props.onChooseMany(several)
		else if (item) props.onChoose(item.value)
	}
	const isWithFooter = limit >= FOOTER_FROM_ROWS && hints.length > 0
	const shownRows = Math.max(1, limit - 1 - (isWithFooter || props.footer ? 1 : 0))

	useKeys('picker', press => {
		if (goesThroughList(press)) return false
		const current = now()
		const at = placeIn(current)
		const item = current[at]?.item
		if (props.onKey?.(press, item)) return true
		if (props.onChooseMany && actionOf('several-list', press) === 'mark') {
			if (item) toggle(item.value)
			return true
		}
		switch (actionOf('picker', press)) {
			case 'choose':
				choose(item)
				return true
			case 'close':
				props.onClose()
				return true
			case 'previous':
				select(at - 1)
				return true
			case 'next':
				select(at + 1)
				return true
			case 'page-up':
				select(at - shownRows)
				return true
			case 'page-down':
				select(at + shownRows)
				return true
			case 'first':
				select(0)
				return true
			case 'last':
				select(current.length - 1)
				return true
			case 'delete-left':
			case 'delete-word':
			case 'delete-all':
			case undefined:
				if (!isQuestion && search.take(press)) select(0, false)
				return true
		}
	})

	const closing = keyHint(bindings, 'picker', 'close', 'closes')
	const shown = placeIn(found)
	const isCounted = search.text !== '' || found.length > shownRows
	const current = found[shown]?.item
	const isBeside = width >= PANE_FROM_COLUMNS && found.some(({ item }) => item.preview !== undefined)
	const listWidth = isBeside ? Math.floor(width * 0.6) : width
	const { top: heldTop } = latest.current
	const {
		rows: list,
		items: listed,
		top,
	} = shownList({ found, selected: shown, chosen, width: listWidth, limit: shownRows, top: heldTop })
	const clicks = useRowClicks({
		at({ row, column }) {
			const index = column < listWidth && now() === found ? listed[row - 1] : undefined
			const item = index === undefined ? undefined : found[index]?.item
			return item && index !== undefined ? { index, name: `${item.label}\n${item.detail}` } : undefined
		},
		mark(index) {
			select(index)
			latest.current.top = top
		},
		// A question is answered with a key, like what asks for permission.
		choose: isQuestion ? undefined : index => choose(found[index]?.item),
	})
	const pane = isBeside ? paneRows(current?.preview ?? '', width - listWidth - 3) : []
	const rows: Spans[] = [
		listTitle({
			title,
			query: search.text,
			hints: titleHints(closing).slice(isQuestion ? 1 : 0),
			count: isCounted && !isQuestion ? count : '',
			width,
		}),
		...(isBeside ? beside(list, pane, { listWidth, limit: shownRows }) : list),
	]
	if (found.length === 0) rows.push([span(cutToWidth(nothingText(props, total), width), { tone: 'quiet' })])
	if (props.footer) rows.push(props.footer)
	else if (isWithFooter)
		rows.push(footerRow(keyHint(bindings, 'picker', 'choose', props.verb ?? 'chooses'), hints, width))
	return (
		<Text wrap="truncate">
			{rows
				.slice(0, Math.max(1, limit))
				.map(row => paintSpans(row, theme))
				.join('\n')}
		</Text>
	)
}

function titleHints(closing: string): readonly string[] {
	return closing === '' ? ['(type to search)', ''] : [`(type to search, ${closing})`, `(${closing})`]
}
const FOOTER_FROM_ROWS = 5

/** Of a high window, much is left to what the list is about. */
function listLimit(limit: number): number {
	return Math.min(limit, Math.max(LEAST_ROWS, Math.floor(limit * 0.6)))
}

const LEAST_ROWS = 14

function nothingText({ emptyText }: Pick<PickerProps<unknown>, 'emptyText'>, total: number): string {
	return total === 0 ? `  ${emptyText ?? 'nothing here yet'}` : '  nothing found'
}

/** How to choose, and behind it what there is room for. */
function footerRow(choosing: string, hints: readonly (readonly string[])[], width: number): Spans {
	const kept = choosing === '' ? [] : [choosing]
	for (const forms of hints) {
		const fitting = forms.find(form => cellWidth([...kept, form].join(' · ')) <= width)
		if (fitting !== undefined && fitting !== '') kept.push(fitting)
	}
	return [span(cutToWidth(kept.join(' · '), width), { tone: 'quiet' })]
}
