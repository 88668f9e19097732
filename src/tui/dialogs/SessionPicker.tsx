// The session picker: earlier sessions, searched while one types, also in what was said in them, with the end of the
// highlighted one beside the list.

import { Text } from 'ink'
import { useMemo, useRef } from 'react'
import type { SessionSummary } from '../../core/commands.ts'
import type { RuntimeQueries, SessionHit } from '../../core/runtime-port.ts'
import { useBindings } from '../input/bindings-context.ts'
import type { KeyPress } from '../input/key-press.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { paintSpans, type Spans, span } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { emptyText, listWindow, type SessionFilter } from './sessions/list-window.ts'
import { footerRow } from './sessions/picker-footer.ts'
import { titleRow } from './sessions/picker-title.ts'
import {
	bySection,
	type ListedSession,
	listedSessions,
	type RunningSessions,
} from './sessions/session-list.ts'
import { below, beside, previewRows } from './sessions/session-preview.ts'
import { sessionRow } from './sessions/session-row.ts'
import { useRunning } from './sessions/use-running.ts'
import { type SessionListState, type SessionVerbs, useSessionList } from './sessions/use-session-list.ts'
import { useNewest } from './use-newest.ts'
import { useLine } from './words/use-line.ts'

export type SessionPickerProps = SessionVerbs & {
	sessions: readonly SessionSummary[]
	/** The folder we are in; the list begins with its sessions. */
	folder: string | undefined
	queries: Pick<RuntimeQueries, 'searchSessions' | 'previewSession' | 'runningSessions'>
	width: number
	/** Rows there are for all of it. */
	limit: number
	theme: Theme
	onChoose(session: SessionSummary): void
	onClose(): void
}

export function SessionPicker(props: SessionPickerProps) {
	const { folder, queries, width, limit, theme, onRename, onDelete, onMark } = props
	const bindings = useBindings()
	const search = useLine()
	const name = useLine()
	const running = useRunning(queries)
	/** Where the list began when it was clicked. */
	const heldTop = useRef<number | undefined>(undefined)
	const list = useSessionList(props.sessions, folder, props, () => {
		heldTop.current = undefined
		clicks.forget()
	})
	const { isAll, sessions, filter, doing, deleted } = list.state
	const hits = useNewest(search.text, async text =>
		text.trim() === '' ? NO_HITS : queries.searchSessions(text),
	)
	const matching = (text: string, state: SessionListState) =>
		matchingSessions(text, state, { hits: hits?.value ?? NO_HITS, folder, running })
	// biome-ignore lint/correctness/useExhaustiveDependencies: of the state nothing else counts
	const found = useMemo(
		() => matching(search.text, list.state),
		[search.text, hits, isAll, sessions, filter, running],
	)
	const shown = Math.min(list.state.selected, Math.max(0, found.length - 1))
	const current = found[shown]
	const preview = useNewest(current?.session.sessionId, async id =>
		id === undefined ? '' : queries.previewSession(id),
	)
	const layout = layoutOf(width, limit)

	const select = (index: number, count: number) =>
		list.change({ selected: Math.max(0, Math.min(count - 1, index)) })
	const toggle = (which: keyof SessionFilter) => {
		const { filter: before } = list.latest()
		list.change({ filter: { ...before, [which]: !before[which] }, selected: 0 })
	}
	const whileNaming = (session: SessionSummary, press: KeyPress) => {
		const action = press.kind === 'key' ? actionOf('session-picker', press) : undefined
		if (action === 'close') return list.change({ doing: { kind: 'choosing' } })
		if (action !== 'choose') return void name.take(press)
		const given = name.current().trim()
		if (list.latest().doing.kind === 'tagging') list.mark(session, { tags: tagsIn(given) })
		else list.rename(session, given)
	}
	const whileDeleting = (session: SessionSummary, press: KeyPress) => {
		if (actionOf('delete-session', press) === 'delete') list.remove(session)
		else list.change({ doing: { kind: 'choosing' } })
	}
	const whileChoosing = (press: KeyPress) => {
		const now = matching(search.current(), list.latest())
		const at = Math.min(list.latest().selected, now.length - 1)
		const session = now[at]?.session
		switch (actionOf('session-picker', press)) {
			case 'choose':
				return session && props.onChoose(session)
			case 'close':
				return props.onClose()
			case 'previous':
				return select(at - 1, now.length)
			case 'next':
				return select(at + 1, now.length)
			case 'page-up':
				return select(at - layout.listRows, now.length)
			case 'page-down':
				return select(at + layout.listRows, now.length)
			case 'first':
				return select(0, now.length)
			case 'last':
				return select(now.length - 1, now.length)
			case 'all-folders':
				return folder !== undefined && list.change({ isAll: !list.latest().isAll, selected: 0 })
			case 'rename':
				if (!session || !onRename) return
				name.set(session.name ?? '')
				return list.change({ doing: { kind: 'renaming', session } })
			case 'delete':
				if (session && onDelete) list.change({ doing: { kind: 'deleting', session } })
				return
			case 'undo-delete':
				return list.restore()
			case 'star':
				return session && list.mark(session, { isStarred: !session.marks?.isStarred })
			case 'archive':
				return session && list.mark(session, { isArchived: !session.marks?.isArchived })
			case 'tag':
				if (!session || !onMark) return
				name.set((session.marks?.tags ?? []).map(tag => `#${tag} `).join(''))
				return list.change({ doing: { kind: 'tagging', session } })
			case 'fork':
				return session && props.onFork?.(session)
			case 'export':
				return session && list.write(session)
			case 'only-named':
				return toggle('onlyNamed')
			case 'with-archived':
				return toggle('withArchived')
			default:
				if (search.take(press)) select(0, now.length)
		}
	}
	useKeys('picker', press => {
		if (goesThroughList(press)) return false
		const { doing: before } = list.latest()
		if (before.kind === 'choosing') {
			if (before.said !== undefined) list.change({ doing: { kind: 'choosing' } })
			whileChoosing(press)
		} else if (before.kind === 'deleting') whileDeleting(before.session, press)
		else whileNaming(before.session, press)
		return true
	})

	const now = Date.now()
	const withBranch = found.some(({ session }) => session.branch !== undefined)
	const rowLook = { width: layout.listWidth, withFolder: isAll, now, running, withBranch }
	const listed = listWindow(found, {
		...{ shown, room: layout.listRows, top: heldTop.current, running, now },
		withSections: search.text.trim() === '',
		row: (item, isSelected) => sessionRow(item, { ...rowLook, isSelected }),
	})
	const clicks = useRowClicks({
		at({ row, column }) {
			const canClick =
				doing.kind === 'choosing' && column < layout.listWidth && search.current() === search.text
			const index = canClick ? listed.items[row - 1] : undefined
			const session = index === undefined ? undefined : found[index]?.session
			return session && index !== undefined ? { index, name: session.sessionId } : undefined
		},
		mark(index) {
			select(index, found.length)
			heldTop.current = listed.top
		},
		choose(index) {
			const session = found[index]?.session
			if (session) props.onChoose(session)
		},
	})
	const nothing = emptyText({
		...{ all: sessions.length, isAll: isAll || folder === undefined, filter, bindings },
		isSearch: search.text.trim() !== '',
	})
	const isNewest = preview?.key === current?.session.sessionId
	// Beside nothing there is nothing to be seen of it.
	const body: readonly Spans[] = current
		? layout.join(
				listed.rows,
				previewRows(isNewest ? (preview?.value ?? '') : '', current.hit, layout.previewWidth),
			)
		: [...listed.rows, [span(cutToWidth(nothing, layout.listWidth), { tone: 'quiet' })]]
	const heading = titleRow({ search: search.text, isAll, count: found.length, width, filter })
	const footer = footerRow({
		...{ doing, isAll, bindings, width },
		name: name.text,
		hasChoice: current !== undefined,
		canRename: onRename !== undefined,
		canDelete: onDelete !== undefined,
		canMark: onMark !== undefined,
		canUndo: deleted.length > 0,
		canChange: folder !== undefined,
	})
	return (
		<Text wrap="truncate">
			{[heading, ...body, footer]
				.slice(0, Math.max(1, limit))
				.map(row => paintSpans(row, theme))
				.join('\n')}
		</Text>
	)
}

/** In sections while nothing is searched for. */
function matchingSessions(
	text: string,
	{ sessions, isAll, filter }: SessionListState,
	given: { hits: readonly SessionHit[]; folder: string | undefined; running: RunningSessions },
): readonly ListedSession[] {
	const { hits, running } = given
	const folder = isAll ? undefined : given.folder
	const found = listedSessions(sessions, { text, hits, folder, ...filter })
	return text.trim() === '' ? bySection(found, { running, now: Date.now() }) : found
}

/** The preview stands beside the list where there is room, else below it. */
function layoutOf(width: number, limit: number) {
	const room = limit - 2
	if (width < BESIDE_FROM_COLUMNS)
		return {
			listWidth: width,
			listRows: Math.max(1, Math.min(room, Math.max(3, Math.ceil(room * 0.6)))),
			previewWidth: width - 2,
			join: (list: readonly Spans[], preview: readonly Spans[]) => below(list, preview, width, room),
		}
	const listWidth = Math.floor(width * 0.58)
	return {
		listWidth,
		listRows: Math.max(1, room),
		previewWidth: width - listWidth - 2,
		join: (list: readonly Spans[], preview: readonly Spans[]) => beside(list, preview, listWidth, room),
	}
}

const NO_HITS: readonly SessionHit[] = []
const BESIDE_FROM_COLUMNS = 99

function tagsIn(text: string): readonly string[] {
	return text
		.split(/[\s,]+/)
		.map(word => word.replace(/^#+/, ''))
		.filter(word => word !== '')
}
