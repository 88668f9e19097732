// The list of themes, with what each one looks like: the screen itself wears the one the cursor is on. Esc puts the one
// back that was in force, Enter keeps this one.

import { Text } from 'ink'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../core/errors.ts'
import { useBindings } from '../input/bindings-context.ts'
import { keyHint } from '../input/key-names.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { firstShown } from '../list/list-rows.ts'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { padRow, paintSpans, type Spans, span, wrapSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'

export type ThemeDialogProps = {
	names: readonly string[]
	before: string
	sample(theme: Theme, width: number): readonly string[]
	width: number
	/** Rows there are for all of it. */
	limit: number
	theme: Theme
	/** Has the screen wear it. Rejects with what is wrong with it. */
	onTry(name: string): Promise<void>
	onKeep(name: string): void
	onClose(): void
}

export function ThemeDialog(props: ThemeDialogProps) {
	const { names, before, sample, width, limit, theme, onTry, onKeep, onClose } = props
	const bindings = useBindings()
	const start = Math.max(0, names.indexOf(before))
	const [selected, setSelected] = useState(start)
	const latest = useRef(start)
	/** Where the list began when it was clicked. */
	const heldTop = useRef<number | undefined>(undefined)
	const [problem, setProblem] = useState<{ name: string; text: string } | undefined>()
	/** Of the last one that was tried: whether it can be kept is known when it is loaded. */
	const trying = useRef(Promise.resolve(true))
	const isOpen = useRef(true)
	useEffect(() => {
		isOpen.current = true
		return () => {
			isOpen.current = false
		}
	}, [])

	const nameAt = (index: number) => names[index] ?? before
	const select = (index: number) => {
		latest.current = Math.max(0, Math.min(names.length - 1, index))
		heldTop.current = undefined
		clicks.forget()
		setSelected(latest.current)
		const name = nameAt(latest.current)
		trying.current = onTry(name).then(
			() => true,
			(error: unknown) => {
				if (isOpen.current) setProblem({ name, text: sanitizeLine(messageOf(error)) })
				return false
			},
		)
	}
	const keep = async () => {
		const name = nameAt(latest.current)
		if (!(await trying.current) || !isOpen.current || name !== nameAt(latest.current)) return
		onClose()
		onKeep(name)
	}
	const listRows =
		width >= TWO_COLUMNS ? limit - 1 : Math.max(1, Math.min(names.length, Math.floor(limit / 3)))
	useKeys('dialog', press => {
		if (goesThroughList(press)) return false
		switch (actionOf('picker', press)) {
			case 'choose':
				void keep()
				break
			case 'close':
				onClose()
				void onTry(before).catch(() => {})
				break
			case 'previous':
				select(latest.current - 1)
				break
			case 'next':
				select(latest.current + 1)
				break
			case 'page-up':
				select(latest.current - listRows)
				break
			case 'page-down':
				select(latest.current + listRows)
				break
			case 'first':
				select(0)
				break
			case 'last':
				select(names.length - 1)
				break
		}
		// What is typed is for nobody here, and must not get into the prompt behind it.
		return true
	})

	const hints = [
		keyHint(bindings, 'picker', 'choose', 'keeps it'),
		keyHint(bindings, 'picker', 'close', 'puts the old one back'),
	]
	const title: Spans = [
		span('Theme ', { bold: true }),
		span(cutToWidth(hints.filter(hint => hint !== '').join(', '), Math.max(0, width - 6)), { tone: 'quiet' }),
	]
	const first = firstShown({ row: selected, count: names.length, limit: listRows, top: heldTop.current })
	const clicks = useRowClicks({
		at({ row, column }) {
			const index = first + row - 1
			const name = row >= 1 && row <= listRows && column < LIST_COLUMNS ? names[index] : undefined
			return name === undefined ? undefined : { index, name }
		},
		mark(index) {
			select(index)
			heldTop.current = first
		},
		choose: () => void keep(),
	})
	const list = names
		.slice(first, first + listRows)
		.map((name, index) => nameRow(name, { isSelected: first + index === selected, isOld: name === before }))
	const isWrong = problem?.name === nameAt(selected)
	const shown = (room: number) =>
		isWrong && problem
			? wrapSpans([span(problem.text, { tone: 'failure' })], room).map(row => paintSpans(row, theme))
			: sample(theme, room)
	const rows = width >= TWO_COLUMNS ? besideEachOther() : belowEachOther()
	return (
		<Text wrap="truncate">{[paintSpans(title, theme), ...rows].slice(0, Math.max(1, limit)).join('\n')}</Text>
	)

	function besideEachOther(): readonly string[] {
		const right = shown(width - LIST_COLUMNS)
		const height = Math.min(limit - 1, Math.max(list.length, right.length))
		return Array.from(
			{ length: height },
			(_, index) => paintSpans(padRow(list[index] ?? [], LIST_COLUMNS), theme) + (right[index] ?? ''),
		)
	}

	function belowEachOther(): readonly string[] {
		const above = list.map(row => paintSpans(row, theme))
		return above.length + 3 > limit ? above : [...above, ' ', ...shown(width)]
	}
}

function nameRow(name: string, { isSelected, isOld }: { isSelected: boolean; isOld: boolean }): Spans {
	const mark = isOld ? '  in use' : ''
	const room = LIST_COLUMNS - 3 - mark.length
	return [
		span(isSelected ? '❯ ' : '  ', { tone: 'accent' }),
		span(cutToWidth(sanitizeLine(name), room), isSelected ? { tone: 'accent', bold: true } : {}),
		span(mark, { tone: 'quiet' }),
	]
}

const TWO_COLUMNS = 90
const LIST_COLUMNS = 24
