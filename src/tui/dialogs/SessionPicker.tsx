// The session picker: earlier sessions, searched while one types, also in what was said in them, with the end of the
// highlighted one beside the list.

import { Text } from 'ink'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SessionMarks, SessionSummary } from '../../core/commands.ts'
import type { RuntimeQueries, SessionHit } from '../../core/runtime-port.ts'
import { sessionLabel } from '../../core/text/session-name.ts'
import { useBindings } from '../input/bindings-context.ts'
import { joinedHints, keyHint } from '../input/key-names.ts'
import type { Bindings } from '../input/key-press.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { firstShown } from '../list/list-rows.ts'
import { useRowClicks } from '../mouse/use-row-clicks.ts'
import { cellWidth, cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import { expandTabs, paintSpans, plainText, type Spans, span, wrapSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import {
	bySection,
	type ListedSession,
	listedSessions,
	type RunningSessions,
	SECTION_NAMES,
	sectionOf,
} from './sessions/session-list.ts'
import { type SessionRowOptions, sessionRow } from './sessions/session-row.ts'
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

type Doing =
	| { kind: 'choosing'; said?: string }
	| { kind: 'renaming' | 'deleting' | 'tagging'; session: SessionSummary }

export function SessionPicker(props: SessionPickerProps) {
	const { folder, queries, width, limit, theme, onRename, onDelete, onRestore, onPurge, onMark } = props
	const bindings = useBindings()
	const search = useLine()
	const name = useLine()
	const [sessions, setSessions] = useState(() => [...props.sessions].sort((a, b) => b.usedAt - a.usedAt))
	const [isAll, setAll] = useState(() => !sessions.some(session => session.cwd === folder))
	const [selected, setSelected] = useState(0)
	const [doing, setDoing] = useState<Doing>({ kind: 'choosing' })
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
		const chord = press.kind === 'key' ? press.chord : undefined
		if (chord === 'escape' || chord === 'ctrl+c') return set({ doing: { kind: 'choosing' } })
		if (chord !== 'enter') return void name.take(press)
		const given = name.current().trim()
		if (latest.current.doing.kind === 'tagging') return mark(session, { tags: tagsIn(given) })
		if (given === '' || !onRename) return set({ doing: { kind: 'choosing' } })
		void finish(onRename(session, given), all =>
			all.map(one => (one === session ? { ...one, name: given } : one)),
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
		list.push([span(cutToWidth(emptyText(sessions.length, isAll, bindings), listWidth), { tone: 'quiet' })])
	const previewWidth = isBeside ? width - listWidth - 2 : width - 2
	const isNewest = preview?.key === current?.session.sessionId
	const text = current ? previewRows(isNewest ? (preview?.value ?? '') : '', current.hit, previewWidth) : []
	const heading = titleRow({ search: search.text, isAll, count: found.length, width, filter })
	const footer = footerRow({
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
	const body = isBeside ? beside(list, text, listWidth, limit - 2) : below(list, text, limit - 2)
	return (
		<Text wrap="truncate">
			{[heading, ...body, footer]
				.slice(0, Math.max(1, limit))
				.map(row => paintSpans(row, theme))
				.join('\n')}
		</Text>
	)
}

/** Asked for again as long as the list is open: others begin and end meanwhile. */
function useRunning(queries: Pick<RuntimeQueries, 'runningSessions'>): RunningSessions {
	const [running, setRunning] = useState<RunningSessions>(NONE_RUNNING)
	useEffect(() => {
		let isOpen = true
		let last = ''
		let later: NodeJS.Timeout | undefined
		const ask = async () => {
			const found = (await queries.runningSessions?.().catch(() => undefined)) ?? NONE_RUNNING
			if (!isOpen) return
			const key = JSON.stringify([...found])
			if (key !== last) setRunning(found)
			last = key
			if (queries.runningSessions) later = setTimeout(() => void ask(), ASK_AGAIN_MS)
		}
		void ask()
		return () => {
			isOpen = false
			clearTimeout(later)
		}
	}, [queries])
	return running
}

const NONE_RUNNING: RunningSessions = new Map()
const ASK_AGAIN_MS = 2_000

function tagsIn(text: string): readonly string[] {
	return text
		.split(/[\s,]+/)
		.map(word => word.replace(/^#+/, ''))
		.filter(word => word !== '')
}

type ListWindow = Pick<SessionRowOptions, 'running' | 'now'> & {
	shown: number
	room: number
	top: number | undefined
	withSections: boolean
	row(item: ListedSession, isSelected: boolean): Spans
}

/** The rows around the highlighted one, with the name of its section above the first of each, where there are several. */
function listWindow(
	found: readonly ListedSession[],
	{ shown, room, top, withSections, ...how }: ListWindow,
): { rows: readonly Spans[]; items: readonly (number | undefined)[]; top: number } {
	const sections = found.map(({ session }) => sectionOf(session, how))
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

const NO_HITS: readonly SessionHit[] = []
const BESIDE_FROM_COLUMNS = 99

function titleRow({
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
	filter: { onlyNamed: boolean; withArchived: boolean }
}): Spans {
	const filters = `${filter.onlyNamed ? ', named ones' : ''}${filter.withArchived ? ', archived too' : ''}`
	const long = `Sessions ${isAll ? 'of every folder' : 'of this folder'}${filters} (${count}) `
	if (search === '')
		return [
			span(cutToWidth(long, width), { bold: true }),
			span(cutToWidth('type to search', Math.max(0, width - cellWidth(long))), { tone: 'quiet' }),
		]
	const typed = `${search}▏`
	const title = cellWidth(long) + cellWidth(typed) <= width ? long : `(${count}) `
	return [
		span(title, { bold: true }),
		span(cutStartToWidth(typed, Math.max(0, width - cellWidth(title))), { tone: 'accent' }),
	]
}

type Footer = {
	doing: Doing
	name: string
	isAll: boolean
	canRename: boolean
	canDelete: boolean
	canMark: boolean
	canUndo: boolean
	/** There is a folder to keep to. */
	canChange: boolean
	bindings: Bindings
	width: number
}

function footerRow(footer: Footer): Spans {
	const { doing, name, isAll, canRename, canDelete, canMark, canUndo, canChange, bindings, width } = footer
	if (doing.kind === 'renaming')
		return [
			span('New name: ', { bold: true }),
			span(cutStartToWidth(`${name}▏`, width - 10), { tone: 'accent' }),
		]
	if (doing.kind === 'tagging')
		return [span('Tags: ', { bold: true }), span(cutStartToWidth(`${name}▏`, width - 6), { tone: 'accent' })]
	if (doing.kind === 'choosing' && doing.said !== undefined)
		return [span(cutToWidth(sanitizeLine(doing.said), width), { tone: 'success' })]
	if (doing.kind === 'deleting') {
		const what = sanitizeLine(sessionLabel(doing.session))
		const deletes = keyHint(bindings, 'delete-session', 'delete', 'deletes')
		return [
			span(cutToWidth(`Delete this session with all it stored? ${deletes}: ${what}`, width), {
				tone: 'warning',
			}),
		]
	}
	const hint = (action: string, words: string) => keyHint(bindings, 'session-picker', action, words)
	const change = (isAll ? ['this folder', 'here'] : ['all folders', 'all']).map(words =>
		hint('all-folders', words),
	)
	const framed = (kept: readonly string[]) =>
		joinedHints([hint('choose', 'resumes'), ...kept, hint('close', 'closes')])
	const keys = fittingKeys(
		[
			...(canChange ? [change] : []),
			...(canUndo ? [[hint('undo-delete', 'brings back')]] : []),
			...(canRename ? [[hint('rename', 'renames')]] : []),
			...(canDelete ? [[hint('delete', 'deletes')]] : []),
			...(canMark ? [[hint('star', 'star')], [hint('tag', 'tags')], [hint('archive', 'archive')]] : []),
			...(canMark ? [[hint('fork', 'fork')], [hint('export', 'export')]] : []),
			...(canMark ? [[hint('only-named', 'named')], [hint('with-archived', 'archived')]] : []),
		],
		{ width, framed },
	)
	return [span(cutToWidth(keys, width), { tone: 'quiet' })]
}

/** How to choose and how to leave, and between them what there is room for. @param others - each in its forms, the longest first */
function fittingKeys(
	others: readonly (readonly string[])[],
	{ width, framed }: { width: number; framed(kept: readonly string[]): string },
): string {
	const kept: string[] = []
	for (const forms of others) {
		const fitting = forms.find(form => cellWidth(framed([...kept, form])) <= width)
		if (fitting !== undefined) kept.push(fitting)
	}
	return framed(kept)
}

function emptyText(all: number, isAll: boolean, bindings: Bindings): string {
	if (all === 0) return '  no sessions yet'
	const wider = keyHint(bindings, 'session-picker', 'all-folders', 'looks in all of them')
	return isAll
		? '  nothing found'
		: ['  nothing found in this folder', wider].filter(part => part !== '').join('; ')
}

/** What was found in it, and how it ends. */
function previewRows(text: string, hit: SessionHit | undefined, width: number): readonly Spans[] {
	const found = hit ? wrapSpans([span(`… ${sanitizeLine(hit.snippet)} …`, { tone: 'accent' })], width) : []
	const lines = sanitize(text)
		.trim()
		.split('\n')
		.flatMap(line => wrapSpans([span(expandTabs(line), { tone: 'quiet' })], width))
	return [...found.slice(0, 3), ...lines]
}

/** The end of a text is its newest part; what was found stays on top. */
function fitRows(rows: readonly Spans[], limit: number): readonly Spans[] {
	if (rows.length <= limit) return rows
	const found = rows.filter(([first]) => first?.style?.tone === 'accent').slice(0, 3)
	return [...found, ...rows.slice(rows.length - limit + found.length)]
}

function beside(
	list: readonly Spans[],
	text: readonly Spans[],
	listWidth: number,
	limit: number,
): readonly Spans[] {
	const right = fitRows(text, limit)
	return Array.from({ length: limit }, (_, index) => {
		const left = list[index] ?? []
		const filler = ' '.repeat(Math.max(0, listWidth - cellWidth(plainText(left))))
		return [...left, span(`${filler}│ `, { tone: 'quiet' }), ...(right[index] ?? [])]
	})
}

function below(list: readonly Spans[], text: readonly Spans[], limit: number): readonly Spans[] {
	const room = limit - list.length - 1
	if (room < 2) return list
	return [...list, [span('─', { tone: 'quiet' })], ...fitRows(text, room).map(row => [span('  '), ...row])]
}
