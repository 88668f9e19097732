// The upper edge of the list of sessions: which ones are listed, how many, and what is looked for.

import { cellWidth, cutStartToWidth, cutToWidth } from '../../text/cell-width.ts'
import { type Spans, span } from '../../text/spans.ts'
import type { SessionFilter } from './list-window.ts'

export function titleRow({
	search,
	isAll,
	count,
	width,
	filter,
}: {
	search: string
	isAll: boolean
	count: number
	width: number
	filter: SessionFilter
}): Spans {
	const filters = `${filter.onlyNamed ? ', named ones' : ''}${filter.withArchived ? ', archived too' : ''}`
	const long = `Sessions ${isAll ? 'of every folder' : 'of this folder'}${filters} (${count}) `
	if (search === '') {
		// How many there are is said at any width.
		const name = cellWidth(long) <= width ? long : `Sessions${filters} (${count}) `
		const hint = cellWidth(name) + cellWidth(TYPE) <= width ? TYPE : ''
		return [span(cutToWidth(name, width), { bold: true }), span(hint, { tone: 'quiet' })]
	}
	const typed = `${search}▏`
	const title = cellWidth(long) + cellWidth(typed) <= width ? long : `(${count}) `
	return [
		span(title, { bold: true }),
		span(cutStartToWidth(typed, Math.max(0, width - cellWidth(title))), { tone: 'accent' }),
	]
}

const TYPE = 'type to search'
