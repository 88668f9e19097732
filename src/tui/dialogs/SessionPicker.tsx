// The session picker: earlier sessions, searched while one types, also in what was said in them, with the end of the
// highlighted one beside the list.

import { Text } from 'ink'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SessionMarks, SessionSummary } from '../../core/commands.ts'
import type { RuntimeQueries, SessionHit } from '../../core/runtime-port.ts'
import { useBindings } from '../input/bindings-context.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { paintSpans, span } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { emptyText, listWindow } from './sessions/list-window.ts'
import { footerRow, type SessionDoing } from './sessions/picker-footer.ts'
import { titleRow } from './sessions/picker-title.ts'
import { bySection, listedSessions } from './sessions/session-list.ts'
import { below, beside, previewRows } from './sessions/session-preview.ts'
import { sessionRow } from './sessions/session-row.ts'
import { useRunning } from './sessions/use-running.ts'
import { useLine } from './use-line.ts'
import { useNewest } from './use-newest.ts'

export type SessionPickerProps = {
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
	/** Each is left out where there is no such key, and resolves to whether it was done. */
	onRename?: ((session: SessionSummary, name: string) => Promise<boolean>) | undefined
	onDelete?: ((session: SessionSummary) => Promise<boolean>) | undefined
	/** Of what was deleted here. */
	onRestore?: ((session: SessionSummary) => Promise<boolean>) | undefined
	/** Nothing that was deleted here will be had back. */
	onPurge?: (() => void) | undefined
	onMark?: ((session: SessionSummary, marks: SessionMarks) => Promise<boolean>) | undefined
	/** Closes the list as well. */
	onFork?: ((session: SessionSummary) => void) | undefined
	/** Resolves to where it is now, where that was done. */
	onExport?: ((session: SessionSummary) => Promise<string | undefined>) | undefined
}

export function SessionPicker(props: SessionPickerProps) {
	const { folder, queries, width, limit, theme, onRename, onDelete, onRestore, onPurge, onMark } = props
	const bindings = useBindings()
	const search = useLine()
	const name = useLine()
	const [sessions, setSessions] = useState(() => [...props.sessions].sort((a, b) => b.usedAt - a.usedAt))
	const [isAll, setAll] = useState(() => !sessions.some(session => session.cwd === folder))
	const [selected, setSelected] = useState(0)
	const [doing, setDoing] = useState<SessionDoing>({ kind: 'choosing' })
	const hits = useNewest(search.text, async text =>
		text.trim() === '' ? NO_HITS : queries.searchSessions(text),
	)
	// Keys that came in one read have not been drawn in between: what one has changed the next one must see.
	const [filter, setFilter] = useState({ onlyNamed: false, withArchived: false })
	const [deleted, setDeleted] = useState<readonly SessionSummary[]>([])
	const latest = useRef({ selected, isAll, sessions, doing, filter, deleted })
	/** Where the list began when it was clicked. */
	const heldTop = useRef<number | undefined>(undefined)
	const running = useRunning(queries)
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is closed
	useEffect(() => () => onPurge?.(), [])
	const set = (change: Partial<typeof latest.current>) => {
		Object.assign(latest.current, change)
		heldTop.current = undefined
		clicks.forget()
		setSelected(latest.current.selected)
		setAll(latest.current.isAll)
		setSessions(latest.current.sessions)
		setDoing(latest.current.doing)
		setFilter(latest.current.filter)
		setDeleted(latest.current.deleted)
	}
	const matching = (text: string) => {
		const found = listedSessions(latest.current.sessions, {
			text,
			hits: hits?.value ?? NO_HITS,
			folder: latest.current.isAll ? undefined : folder,
			...latest.current.filter,
		})
		return text.trim() === '' ? bySection(found, { running, now: Date.now() }) : found
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: the ref holds what the states say
	const found = useMemo(() => matching(search.text), [search.text, hits, isAll, sessions, filter, running])
	const isBeside = width >= BESIDE_FROM_COLUMNS
	const listRows = Math.max(
		1,
		isBeside ? limit - 2 : Math.min(limit - 2, Math.max(3, Math.ceil((limit - 2) * 0.6))),
	)
	const current = found[Math.min(selected, found.length - 1)]
	const preview = useNewest(current?.session.sessionId, async id =>
		id === undefined ? '' : queries.previewSession(id),
	)

	const select = (index: number, count: number) => set({ selected: Math.max(0, Math.min(count - 1, index)) })
	const finish = async (work: Promise<boolean>, change: (sessions: SessionSummary[]) => SessionSummary[]) => {
		set({ doing: { kind: 'choosing' } })
		const isDone = await work
		if (isDone) set({ sessions: change(latest.current.sessions) })
		return isDone
	}
	const mark = (session: SessionSummary, marks: SessionMarks) => {
		if (!onMark) return
		const is = { ...session, marks: { ...session.marks, ...marks } }
		void finish(onMark(session, marks), all =>
			all.map(one => (one.sessionId === session.sessionId ? is : one)),
		)
	}
	const undoDelete = async () => {
		const last = latest.current.deleted.at(-1)
		if (!last || !onRestore) return
		set({ deleted: latest.current.deleted.slice(0, -1) })
		await finish(onRestore(last), all => [...all, last].sort((a, b) => b.usedAt - a.usedAt))
	}
	const write = async (session: SessionSummary) => {
		const path = await props.onExport?.(session)
		if (path !== undefined) set({ doing: { kind: 'choosing', said: `Written to ${path}` } })
	}
	const whileNaming = (session: SessionSummary, press: Parameters<Parameters<typeof useKeys>[1]>[0]) => {
		const action = press.kind === 'key' ? actionOf('session-picker', press) : undefined
		if (action === 'close') return set({ doing: { kind: 'choosing' } })
		if (action !== 'choose') return void name.take(press)
		const given = name.current().trim()
		if (latest.current.doing.kind === 'tagging') return mark(session, { tags: tagsIn(given) })
		if (given === '' || !onRename) return set({ doing: { kind: 'choosing' } })
		void finish(onRename(session, given), all =>
			all.map(one => (one.sessionId === session.sessionId ? { ...one, name: given } : one)),
		)
	}
	const whileDeleting = (session: SessionSummary, press: Parameters<Parameters<typeof useKeys>[1]>[0]) => {
		if (actionOf('delete-session', press) !== 'delete' || !onDelete)
			return set({ doing: { kind: 'choosing' } })
		void finish(onDelete(session), all => all.filter(one => one.sessionId !== session.sessionId)).then(
			isDone => isDone && onRestore && set({ deleted: [...latest.current.deleted, session] }),
		)
	}

	useKeys('picker', press => {
		if (goesThroughList(press)) return false
		const { doing } = latest.current
		if (doing.kind === 'renaming' || doing.kind === 'tagging') whileNaming(doing.session, press)
		else if (doing.kind === 'deleting') whileDeleting(doing.session, press)
		else choosing(press)
		return true
	})
	const toggled = (which: keyof typeof filter) => ({
		...latest.current.filter,
		[which]: !latest.current.filter[which],
	})
	const choosing = (press: Parameters<Parameters<typeof useKeys>[1]>[0]) => {
		const { doing } = latest.current
		if (doing.kind === 'choosing' && doing.said !== undefined) set({ doing: { kind: 'choosing' } })
		const now = matching(search.current())
		const at = Math.min(latest.current.selected, now.length - 1)
		const session = now[at]?.session
		const action = actionOf('session-picker', press)
		switch (action) {
			case 'choose':
				return session && props.onChoose(session)
			case 'close':
				return props.onClose()
			case 'previous':
				return select(at - 1, now.length)
			case 'next':
				return select(at + 1, now.length)
			case 'page-up':
				return select(at - listRows, now.length)
			case 'page-down':
				return select(at + listRows, now.length)
			case 'first':
				return select(0, now.length)
			case 'last':
				return select(now.length - 1, now.length)
			case 'all-folders':
				return folder !== undefined && set({ isAll: !latest.current.isAll, selected: 0 })
			case 'rename':
				if (!session || !onRename) return
				name.set(session.name ?? '')
				return set({ doing: { kind: 'renaming', session } })
			case 'delete':
				if (session && onDelete) set({ doing: { kind: 'deleting', session } })
				return
			case 'undo-delete':
				return void undoDelete()
			case 'star':
				return session && mark(session, { isStarred: !session.marks?.isStarred })
			case 'archive':
				return session && mark(session, { isArchived: !session.marks?.isArchived })
			case 'tag':
				if (!session || !onMark) return
				name.set((session.marks?.tags ?? []).map(tag => `#${tag} `).join(''))
				return set({ doing: { kind: 'tagging', session } })
			case 'fork':
				return session && props.onFork?.(session)
			case 'export':
				return session && void write(session)
			case 'only-named':
				return set({ filter: toggled('onlyNamed'), selected: 0 })
			case 'with-archived':
				return set({ filter: toggled('withArchived'), selected: 0 })
			default:
				if (search.take(press)) select(0, now.length)
		}
	}

	const shown = Math.min(selected, Math.max(0, found.length - 1))
	const listWidth = isBeside ? Math.floor(width * 0.58) : width
	const now = Date.now()
	const withBranch = found.some(({ session }) => session.branch !== undefined)
	const listed = listWindow(found, {
		...{ shown, room: listRows, top: heldTop.current, withSections: search.text.trim() === '', running, now },
		row: (item, isSelected) =>
			sessionRow(item, { width: listWidth, isSelected, withFolder: isAll, now, running, withBranch }),
	})
	const list = [...listed.rows]
	const clicks = useRowClicks({
		at({ row, column }) {
			const index =
				doing.kind === 'choosing' && column < listWidth && search.current() === search.text
					? listed.items[row - 1]
					: undefined
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
	if (found.length === 0)
		list.push([
			span(
				cutToWidth(
					emptyText({
						...{ all: sessions.length, isAll: isAll || folder === undefined, filter, bindings },
						isSearch: search.text.trim() !== '',
					}),
					listWidth,
				),
				{ tone: 'quiet' },
			),
		])
	const previewWidth = isBeside ? width - listWidth - 2 : width - 2
	const isNewest = preview?.key === current?.session.sessionId
	const text = current ? previewRows(isNewest ? (preview?.value ?? '') : '', current.hit, previewWidth) : []
	const heading = titleRow({ search: search.text, isAll, count: found.length, width, filter })
	const footer = footerRow({
		hasChoice: current !== undefined,
		doing,
		name: name.text,
		isAll,
		canRename: onRename !== undefined,
		canDelete: onDelete !== undefined,
		canMark: onMark !== undefined,
		canUndo: deleted.length > 0,
		canChange: folder !== undefined,
		bindings,
		width,
	})
	// Beside nothing there is nothing to be seen of it.
	const body = !current
		? list
		: isBeside
			? beside(list, text, listWidth, limit - 2)
			: below(list, text, limit - 2)
	return (
		<Text wrap="truncate">
			{[heading, ...body, footer]
				.slice(0, Math.max(1, limit))
				.map(row => paintSpans(row, theme))
				.join('\n')}
		</Text>
	)
}

const NO_HITS: readonly SessionHit[] = []
const BESIDE_FROM_COLUMNS = 99

function tagsIn(text: string): readonly string[] {
	return text
		.split(/[\s,]+/)
		.map(word => word.replace(/^#+/, ''))
		.filter(word => word !== '')
}
