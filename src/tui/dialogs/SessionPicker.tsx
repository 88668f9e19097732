// The session picker: earlier sessions, searched while one types, also in what was said in them, with the end of the
// highlighted one beside the list.

import { Text } from 'ink'
import { useMemo, useRef, useState } from 'react'
import type { SessionSummary } from '../../core/commands.ts'
import type { RuntimeQueries, SessionHit } from '../../core/runtime-port.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import { cellWidth, cutStartToWidth, cutToWidth } from '../text/cell-width.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import { expandTabs, paintSpans, plainText, type Spans, span, wrapSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { listedSessions, sessionRow } from './session-list.ts'
import { useLine } from './use-line.ts'
import { useNewest } from './use-newest.ts'

export type SessionPickerProps = {
	sessions: readonly SessionSummary[]
	/** The folder we are in; the list begins with its sessions. */
	folder: string | undefined
	queries: Pick<RuntimeQueries, 'searchSessions' | 'previewSession'>
	width: number
	/** Rows there are for all of it. */
	limit: number
	theme: Theme
	onChoose(session: SessionSummary): void
	onClose(): void
	/** Left out, there is no such key. Both resolve to whether it was done. */
	onRename?: ((session: SessionSummary, name: string) => Promise<boolean>) | undefined
	onDelete?: ((session: SessionSummary) => Promise<boolean>) | undefined
}

type Doing = { kind: 'choosing' } | { kind: 'renaming' | 'deleting'; session: SessionSummary }

export function SessionPicker(props: SessionPickerProps) {
	const { folder, queries, width, limit, theme, onRename, onDelete } = props
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
	const latest = useRef({ selected, isAll, sessions, doing })
	const set = (change: Partial<typeof latest.current>) => {
		Object.assign(latest.current, change)
		setSelected(latest.current.selected)
		setAll(latest.current.isAll)
		setSessions(latest.current.sessions)
		setDoing(latest.current.doing)
	}
	const listed = (text: string) =>
		listedSessions(latest.current.sessions, {
			text,
			hits: hits?.value ?? NO_HITS,
			folder: latest.current.isAll ? undefined : folder,
		})
	// biome-ignore lint/correctness/useExhaustiveDependencies: the ref holds what the states say
	const found = useMemo(() => listed(search.text), [search.text, hits, isAll, sessions])
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
		if (await work) set({ sessions: change(latest.current.sessions) })
	}
	const whileNaming = (session: SessionSummary, press: Parameters<Parameters<typeof useKeys>[1]>[0]) => {
		const chord = press.kind === 'key' ? press.chord : undefined
		if (chord === 'escape' || chord === 'ctrl+c') return set({ doing: { kind: 'choosing' } })
		if (chord !== 'enter') return void name.take(press)
		const given = name.current().trim()
		if (given === '' || !onRename) return set({ doing: { kind: 'choosing' } })
		void finish(onRename(session, given), all =>
			all.map(one => (one === session ? { ...one, name: given } : one)),
		)
	}
	const whileDeleting = (session: SessionSummary, press: Parameters<Parameters<typeof useKeys>[1]>[0]) => {
		if (actionOf('delete-session', press) !== 'delete' || !onDelete)
			return set({ doing: { kind: 'choosing' } })
		void finish(onDelete(session), all => all.filter(one => one !== session))
	}

	useKeys('picker', press => {
		if (goesThroughList(press)) return false
		const { doing } = latest.current
		if (doing.kind === 'renaming') whileNaming(doing.session, press)
		else if (doing.kind === 'deleting') whileDeleting(doing.session, press)
		else choosing(press)
		return true
	})
	const choosing = (press: Parameters<Parameters<typeof useKeys>[1]>[0]) => {
		const now = listed(search.current())
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
			default:
				if (search.take(press)) select(0, now.length)
		}
	}

	const shown = Math.min(selected, Math.max(0, found.length - 1))
	const first = Math.max(0, Math.min(shown - Math.floor(listRows / 2), found.length - listRows))
	const listWidth = isBeside ? Math.floor(width * 0.58) : width
	const now = Date.now()
	const list = found
		.slice(first, first + listRows)
		.map((item, index) =>
			sessionRow(item, { width: listWidth, isSelected: first + index === shown, withFolder: isAll, now }),
		)
	if (found.length === 0)
		list.push([span(cutToWidth(emptyText(sessions.length, isAll), listWidth), { tone: 'quiet' })])
	const previewWidth = isBeside ? width - listWidth - 2 : width - 2
	const isNewest = preview?.key === current?.session.sessionId
	const text = current ? previewRows(isNewest ? (preview?.value ?? '') : '', current.hit, previewWidth) : []
	const heading = titleRow({ search: search.text, isAll, count: found.length, width })
	const footer = footerRow({
		doing,
		name: name.text,
		isAll,
		canRename: onRename !== undefined,
		canDelete: onDelete !== undefined,
		canChange: folder !== undefined,
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

const NO_HITS: readonly SessionHit[] = []
const BESIDE_FROM_COLUMNS = 99

function titleRow({
	search,
	isAll,
	count,
	width,
}: {
	search: string
	isAll: boolean
	count: number
	width: number
}): Spans {
	const long = `Sessions ${isAll ? 'of every folder' : 'of this folder'} (${count}) `
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
	/** There is a folder to keep to. */
	canChange: boolean
	width: number
}

function footerRow({ doing, name, isAll, canRename, canDelete, canChange, width }: Footer): Spans {
	if (doing.kind === 'renaming')
		return [
			span('New name: ', { bold: true }),
			span(cutStartToWidth(`${name}▏`, width - 10), { tone: 'accent' }),
		]
	if (doing.kind === 'deleting') {
		const what = sanitizeLine(doing.session.name ?? doing.session.title)
		return [
			span(cutToWidth(`Delete this session with all it stored? 1 deletes: ${what}`, width), {
				tone: 'warning',
			}),
		]
	}
	const change = isAll ? ['Tab this folder', 'Tab here'] : ['Tab all folders', 'Tab all']
	const keys = fittingKeys(
		[
			...(canChange ? [change] : []),
			...(canRename ? [['Ctrl+R renames']] : []),
			...(canDelete ? [['Ctrl+D deletes']] : []),
		],
		width,
	)
	return [span(cutToWidth(keys.join(' · '), width), { tone: 'quiet' })]
}

/** How to choose and how to leave, and between them what there is room for. @param others - each in its forms, the longest first */
function fittingKeys(others: readonly (readonly string[])[], width: number): readonly string[] {
	const framed = (kept: readonly string[]) => ['Enter resumes', ...kept, 'Esc closes']
	const kept: string[] = []
	for (const forms of others) {
		const fitting = forms.find(form => cellWidth(framed([...kept, form]).join(' · ')) <= width)
		if (fitting !== undefined) kept.push(fitting)
	}
	return framed(kept)
}

function emptyText(all: number, isAll: boolean): string {
	if (all === 0) return '  no sessions yet'
	return isAll ? '  nothing found' : '  nothing found in this folder; Tab looks in all of them'
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
