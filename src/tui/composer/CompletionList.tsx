// What can be chosen for the word at the cursor, or the earlier prompts a search has found.

import { Box, Text } from 'ink'
import { memo } from 'react'
import { clipToCells, textCells } from '../text/graphemes.ts'

export type ListRow = { label: string; description?: string }

export const CompletionList = memo(function CompletionList({
	header,
	rows,
	selected,
	width,
	maxRows,
}: {
	header?: string
	rows: readonly ListRow[]
	/** Undefined: none. */
	selected: number | undefined
	width: number
	/** Header included. */
	maxRows: number
}) {
	const height = Math.max(0, Math.min(rows.length, maxRows - (header === undefined ? 0 : 1)))
	const first = Math.max(0, Math.min((selected ?? 0) - height + 1, rows.length - height))
	const shown = rows.slice(first, first + height)
	const labelCells = Math.min(Math.max(0, ...shown.map(row => textCells(row.label))), Math.floor(width * 0.6))
	return (
		<Box flexDirection="column">
			{header !== undefined && <Text dimColor>{clipToCells(header, width)}</Text>}
			{shown.map((row, index) => (
				<ListLine
					key={row.label}
					row={row}
					isSelected={first + index === selected}
					labelCells={row.description === undefined ? width - 2 : labelCells}
					width={width}
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
}: {
	row: ListRow
	isSelected: boolean
	labelCells: number
	width: number
}) {
	const name = clipToCells(label, labelCells)
	const gap = ' '.repeat(Math.max(0, labelCells - textCells(name)) + 2)
	const rest = description === '' ? '' : clipToCells(gap + description, width - 2 - textCells(name))
	return (
		<Text {...(isSelected ? { color: 'cyan', bold: true } : {})}>
			{isSelected ? '› ' : '  '}
			{name}
			<Text dimColor>{rest}</Text>
		</Text>
	)
}
