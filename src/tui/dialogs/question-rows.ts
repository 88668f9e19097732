// Rows of the question dialog: what is asked, and the answers to choose from, each of them whole, as much of it as there is
// room for in sight.

import type { Question } from '../../core/events.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import { hang, type Spans, span, spansWidth, wrapSpans } from '../text/spans.ts'
import type { DialogPlace } from './dialog-frame.ts'

/** What it is about, and who asks. */
export function titleOf({ header, agent }: Question): Spans {
	const topic = header === undefined ? 'Question' : cutToWidth(sanitizeLine(header), 24)
	const who = agent === undefined ? '' : ` of the agent ${sanitizeLine(agent)}`
	const title = span(topic, { tone: 'warning', bold: true })
	return who === '' ? [title] : [title, span(cutToWidth(who, 30), { tone: 'quiet' })]
}

/** What it is about, and which of several it is. */
export function chipRow(
	{ header }: Question,
	{ index, count }: DialogPlace,
	width: number,
): readonly Spans[] {
	const topic =
		header === undefined ? '' : cutToWidth(sanitizeLine(header), Math.max(1, Math.min(24, width - 12)))
	const chip = topic === '' ? [] : [span(` ${topic} `, { bold: true, background: 'selection' })]
	const place =
		count > 1 ? [span(`${topic === '' ? '' : '  '}${index + 1} of ${count}`, { tone: 'warning' })] : []
	return chip.length + place.length === 0 ? [] : [[...chip, ...place]]
}

/** @param isFramed - the rule above it says who asks, and what stands below a rule is set in */
export function textRows({ agent, text }: Question, width: number, isFramed: boolean): readonly Spans[] {
	const said = isFramed || agent === undefined ? text : `${agent}: ${text}`
	const inset = isFramed ? '  ' : ''
	const rows = sanitize(said)
		.split('\n')
		.flatMap(row => wrapSpans([span(row, { bold: true })], width - inset.length))
	return isFramed ? hang(rows, [span(inset)], [span(inset)]) : rows
}

export type OptionRows = {
	rows: readonly Spans[]
	/** Which option stands in each row; undefined in the one that says how many are out of sight. */
	optionOf: readonly (number | undefined)[]
}

type OptionLook = {
	selected: number
	/** The cursor is on none while words of one's own are written; what was in sight stays so. */
	isMarked: boolean
	marked: ReadonlySet<number>
	width: number
	/** Rows that all of them may take. */
	room: number
}

export function optionRows(question: Question, look: OptionLook): OptionRows {
	const each = eachOption(question, look)
	const flat = each.flatMap((rows, index) => rows.map(row => ({ row, index })))
	const room = Math.max(1, look.room)
	const whole = flat.map(({ index }) => index)
	if (flat.length <= room) return { rows: flat.map(({ row }) => row), optionOf: whole }
	const isTold = room > 2
	const view = isTold ? room - 1 : room
	const from = whole.indexOf(look.selected)
	const middle = from - Math.max(0, Math.floor((view - (each[look.selected]?.length ?? 0)) / 2))
	const start = Math.max(0, Math.min(middle, flat.length - view))
	const part = flat.slice(start, start + view)
	const above = part[0]?.index ?? 0
	const below = each.length - 1 - (part.at(-1)?.index ?? 0)
	const away = [...(above > 0 ? [`↑ ${above}`] : []), ...(below > 0 ? [`↓ ${below}`] : [])]
	const told: Spans = [span(cutToWidth(`  ${away.join('  ')} more`, look.width), { tone: 'quiet' })]
	const isCut = isTold && away.length > 0
	return {
		rows: [...part.map(({ row }) => row), ...(isCut ? [told] : [])],
		optionOf: [...part.map(({ index }) => index), ...(isCut ? [undefined] : [])],
	}
}

function eachOption(
	{ options, descriptions = [], allowsSeveral }: Question,
	{ selected, isMarked, marked, width }: OptionLook,
): readonly (readonly Spans[])[] {
	const heads = options.map((_, index) => {
		const box = allowsSeveral ? (marked.has(index) ? '[x] ' : '[ ] ') : ''
		return `${box}${index + 1} `
	})
	const names = options.map((option, index) => ({
		head: heads[index] ?? '',
		name: sanitizeLine(option),
		meaning: sanitizeLine(descriptions[index] ?? ''),
	}))
	const widest = Math.max(0, ...names.map(({ head, name }) => cellWidth(head) + cellWidth(name)))
	// What they mean begins in one column, where all of it fits in the rows of the names.
	const isBeside = names.every(({ meaning }) => 2 + widest + 2 + cellWidth(meaning) <= width)
	return names.map(({ head, name, meaning }, index) => {
		const isSelected = isMarked && index === selected
		const style = isSelected ? { tone: 'accent' as const, bold: true } : {}
		const inset = span(' '.repeat(2 + cellWidth(head)))
		const first = [span(isSelected ? '❯ ' : '  ', { tone: 'accent' }), span(head, style)]
		const rows = hang(wrapSpans([span(name, style)], width - spansWidth(first)), first, [inset])
		if (meaning === '') return rows
		const gap = 2 + widest + 2 - spansWidth(rows[0] ?? [])
		if (isBeside) return [[...(rows[0] ?? []), span(' '.repeat(gap)), span(meaning, { tone: 'quiet' })]]
		const below = wrapSpans([span(meaning, { tone: 'quiet' })], width - spansWidth([inset]))
		return [...rows, ...hang(below, [inset], [inset])]
	})
}
