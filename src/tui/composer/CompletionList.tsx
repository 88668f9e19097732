// What can be chosen for the word at the cursor, or the earlier prompts a search has found.

import { Box, type DOMElement, Text } from 'ink'
import { memo, useLayoutEffect, useRef } from 'react'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import { clipToCells, textCells } from '../text/graphemes.ts'

export type CompletionRow = { label: string; description?: string }

/** Ink's names for the colours of tones; left out where there are too few for them. */
export type ListColours = { quiet?: string | undefined; accent?: string | undefined }

/** What a terminal makes of "faint" can be unreadable, so a colour that is not is better where there is one. */
export function quietText({ quiet }: ListColours): { color: string } | { dimColor: true } {
	return quiet === undefined ? { dimColor: true } : { color: quiet }
}

export const CompletionList = memo(function CompletionList({
	header,
	rows,
	selected,
	width,
	maxRows,
	colours,
	onClick,
}: {
	header?: string
	rows: readonly CompletionRow[]
	/** Undefined: none. */
	selected: number | undefined
	width: number
	/** Header included. */
	maxRows: number
	colours: ListColours
	/** `isAgain`: on what the click before it was on. */
	onClick?(index: number, isAgain: boolean): void
}) {
	const height = Math.max(0, Math.min(rows.length, maxRows - (header === undefined ? 0 : 1)))
	const at = selected ?? 0
	// What is in sight stays where it is until the cursor leaves it: a second click is on the same row.
	const firstShown = useRef(0)
	const inSight = Math.max(at - height + 1, Math.min(firstShown.current, at))
	const first = Math.max(0, Math.min(inSight, rows.length - height))
	useLayoutEffect(() => {
		firstShown.current = first
	})
	const box = useRef<DOMElement>(null)
	const above = header === undefined ? 0 : 1
	useRowClicks(
		{
			at({ row }) {
				const target = row < above ? undefined : rows[first + row - above]
				return target && onClick && { index: first + row - above, name: target.label }
			},
			mark: index => onClick?.(index, false),
			choose: index => onClick?.(index, true),
		},
		box,
	)
	const shown = rows.slice(first, first + height)
	const labelCells = Math.min(Math.max(0, ...shown.map(row => textCells(row.label))), Math.floor(width * 0.6))
	return (
		<Box ref={box} flexDirection="column">
			{header !== undefined && <Text {...quietText(colours)}>{clipToCells(header, width)}</Text>}
			{shown.map((row, index) => (
				<ListLine
					key={row.label}
					row={row}
					isSelected={first + index === selected}
					labelCells={row.description === undefined ? width - 2 : labelCells}
					width={width}
					colours={colours}
				/>
			))}
		</Box>
	)
})

function ListLine({
	row: { label, description = '' },
	isSelected,
	labelCells,
	width,
	colours,
}: {
	row: CompletionRow
	isSelected: boolean
	labelCells: number
	width: number
	colours: ListColours
}) {
	const { accent } = colours
	const name = clipToCells(label, labelCells)
	const gap = ' '.repeat(Math.max(0, labelCells - textCells(name)) + 2)
	const rest = description === '' ? '' : clipToCells(gap + description, width - 2 - textCells(name))
	return (
		<Text {...(isSelected ? { bold: true, ...(accent !== undefined && { color: accent }) } : {})}>
			{isSelected ? '› ' : '  '}
			{name}
			<Text {...quietText(colours)}>{rest}</Text>
		</Text>
	)
}
