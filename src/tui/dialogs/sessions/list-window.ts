// The rows of the list of sessions around the one that is highlighted, and what it says where there are none.

import { joinedHints, keyHint } from '../../input/key-names.ts'
import type { Bindings } from '../../input/key-press.ts'
import { firstShown } from '../../list/list-rows.ts'
import { type Spans, span } from '../../text/spans.ts'
import { type ListedSession, SECTION_NAMES, sectionsOf } from './session-list.ts'
import type { SessionRowOptions } from './session-row.ts'

type ListWindow = Pick<SessionRowOptions, 'running' | 'now'> & {
	shown: number
	room: number
	/** Where the list began before, which holds while that shows the highlighted one. */
	top: number | undefined
	withSections: boolean
	row(item: ListedSession, isSelected: boolean): Spans
}

/** The rows around the highlighted one, with the name of its section above the first of each, where there are several. */
export function listWindow(
	found: readonly ListedSession[],
	{ shown, room, top, withSections, ...how }: ListWindow,
): { rows: readonly Spans[]; items: readonly (number | undefined)[]; top: number } {
	const sections = sectionsOf(found, how)
	const areNamed = withSections && room >= ROWS_FOR_SECTIONS && new Set(sections).size > 1
	const rows: { item: number | undefined; spans(): Spans }[] = []
	let at = 0
	for (const [index, item] of found.entries()) {
		if (areNamed && sections[index] !== sections[index - 1])
			rows.push({
				item: undefined,
				spans: () => [span(SECTION_NAMES[sections[index]!], { tone: 'heading', bold: true })],
			})
		if (index === shown) at = rows.length
		rows.push({ item: index, spans: () => how.row(item, index === shown) })
	}
	const first = firstShown({ row: at, count: rows.length, limit: room, top })
	const seen = rows.slice(first, first + room)
	return { rows: seen.map(({ spans }) => spans()), items: seen.map(({ item }) => item), top: first }
}

const ROWS_FOR_SECTIONS = 6

/** How the list is narrowed beside what is typed. */
export type SessionFilter = { onlyNamed: boolean; withArchived: boolean }

/** Why nothing is listed, and the key that shows more. */
export function emptyText({
	all,
	isAll,
	filter,
	isSearch,
	bindings,
}: {
	/** Sessions there are, listed or not. */
	all: number
	isAll: boolean
	filter: SessionFilter
	isSearch: boolean
	bindings: Bindings
}): string {
	if (all === 0) return '  no sessions'
	const hint = (action: string, words: string) => keyHint(bindings, 'session-picker', action, words)
	const what = filter.onlyNamed ? 'no named session' : isSearch ? 'nothing found' : 'no session'
	const ways = [
		filter.onlyNamed ? hint('only-named', 'lists all') : '',
		isAll ? '' : hint('all-folders', 'looks in all folders'),
		isSearch || filter.withArchived ? '' : hint('with-archived', 'lists archived ones'),
	]
	return joinedHints([`  ${what}${isAll ? '' : ' in this folder'}`, ...ways])
}
