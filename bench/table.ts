// The figures as one table for a terminal, aligned, with a mark for what misses its target.

import { type Figure, isMet } from './figure.ts'

const HEAD = ['row', 'what', 'figure', 'target', '', 'beside it', 'peers (SPEC)']

export function table(figures: readonly Figure[]): string {
	const rows = [HEAD, ...figures.map(cells)]
	const widths = HEAD.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
	const lines = rows.map(row =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	)
	lines.splice(1, 0, widths.map(width => '─'.repeat(width)).join('  '))
	return `${lines.join('\n')}\n`
}

function cells(figure: Figure): string[] {
	const { row, what, value, unit, target, beside = '', peers = '' } = figure
	const limit =
		target && ('atMost' in target ? `≤ ${show(target.atMost, unit)}` : `≥ ${show(target.atLeast, unit)}`)
	const wanted = target ? `${limit}${target.why ? ` (${target.why})` : ''}` : ''
	const verdict = target ? (isMet(value, target) ? '✓' : '✗') : ''
	return [row, what, show(value, unit), wanted, verdict, beside, peers]
}

export function show(value: number, unit: Figure['unit']): string {
	const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
	const number = value.toFixed(digits)
	return unit === 'count' ? number : unit === '%' ? `${number} %` : `${number} ${unit}`
}
