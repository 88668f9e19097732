// What the whole window has above the prompt: a header, the transcript, and beside it a panel where there is room.

import { Box, type DOMElement, Text, useBoxMetrics } from 'ink'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ServerStatus } from '../../core/extensions/mcp-servers.ts'
import type { RuntimeQueries } from '../../core/runtime-port.ts'
import type { SessionFolds } from '../blocks/fold-states.ts'
import { actionOf } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import type { Mouse } from '../mouse/mouse.ts'
import { useMouse } from '../mouse/use-mouse.ts'
import { isSmallWindow } from '../screen/layout.ts'
import type { ScreenStore } from '../screen/screen-store.ts'
import type { ScreenPreferences } from '../state/screen-preferences.ts'
import type { View } from '../state/view.ts'
import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { paintRow } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { FullTranscript } from './full-transcript.ts'
import { PANEL_COLUMNS, type PanelSection, panelRows, sectionOf } from './side-panel.ts'

export type FullAreaProps = {
	store: ScreenStore
	queries: Pick<RuntimeQueries, 'readLog' | 'servers'>
	view: View
	branch: string | undefined
	columns: number
	rows: number
	theme: Theme
	/** What was folded in each session. */
	folds: SessionFolds
	preferences: ScreenPreferences
	mouse: Pick<Mouse, 'add'>
	onCopy(text: string): void
	/** A file that was changed has been clicked. */
	onFile(path: string): void
	/** Told whether the plan stands in the panel. */
	onPlanBeside(isBeside: boolean): void
	/** While nothing is asked and nothing else is open, or only above the prompt. */
	isActive: boolean
}

export function FullArea({
	store,
	queries,
	view,
	branch,
	columns,
	rows,
	theme,
	folds,
	preferences,
	mouse,
	onCopy,
	onFile,
	onPlanBeside,
	isActive,
}: FullAreaProps) {
	const [transcript] = useState(
		() => new FullTranscript(store, { theme, readLog: queries.readLog, folds, look: () => preferences.look }),
	)
	useSyncExternalStore(transcript.subscribe, transcript.version)
	const panel = usePanel()
	const servers = useServers(queries, view.run === undefined)
	useKeys('app', press => transcript.press(press) || panel.press(actionOf('full', press)), { isActive })

	const box = useRef<DOMElement>(null)
	const { height, hasMeasured } = useBoxMetrics(box)
	const room = hasMeasured ? height : Math.max(0, rows - USUAL_BELOW)
	const header = isSmallWindow(columns, rows) || room < 3 ? [] : [headerRow(view, branch, columns, theme)]
	const limit = Math.max(0, room - header.length)
	const found =
		panel.isShown && columns >= PANEL_FROM_COLUMNS
			? panelRows({ view, servers, folded: panel.folded, limit })
			: []
	// An edge with nothing beside it would only look like a fault.
	const besides = found.length > 0 ? found : undefined
	const width = besides ? columns - PANEL_COLUMNS - 1 : columns
	const shown = transcript.rows(width, limit)
	const isPlanBeside = found.some(({ section }) => section === 'plan')
	useLayoutEffect(() => onPlanBeside(isPlanBeside), [onPlanBeside, isPlanBeside])
	const beside = besides?.map(({ spans }) => paintRow(spans, theme))
	/** Where the button went down. */
	const from = useRef<'transcript' | { section?: PanelSection; file?: string }>(undefined)
	useMouse(mouse, event => {
		const row = event.row - header.length
		const isInside = row >= 0 && row < shown.length
		const isOnPanel = event.column >= width
		if (event.kind === 'wheel') return isInside && !isOnPanel && transcript.mouse({ ...event, row }, onCopy)
		if (event.kind === 'press')
			from.current = !isInside ? undefined : isOnPanel ? besides?.[row] : 'transcript'
		const began = from.current
		if (event.kind === 'release') from.current = undefined
		// What has begun there goes on wherever the mouse is moved to.
		if (began === 'transcript')
			return transcript.mouse({ ...event, row: Math.max(0, Math.min(shown.length - 1, row)) }, onCopy)
		const ended = isOnPanel && event.kind === 'release' ? besides?.[row] : undefined
		if (began?.section !== undefined && ended?.section === began.section) panel.toggle(began.section)
		if (began?.file !== undefined && ended?.file === began.file && isActive) onFile(began.file)
		return began !== undefined
	})
	useEffect(() => transcript.loadNear())
	const body = beside ? joined(shown, beside, width, theme) : shown
	return (
		<Box
			ref={box}
			flexGrow={1}
			flexShrink={1}
			flexBasis={0}
			overflow="hidden"
			flexDirection="column"
			justifyContent="flex-end"
		>
			<Text wrap="truncate">{[...header, ...body].map(row => row || ' ').join('\n')}</Text>
		</Box>
	)
}

/** Of the prompt with its status line, until it is measured. */
const USUAL_BELOW = 4
const PANEL_FROM_COLUMNS = 140

function headerRow(view: View, branch: string | undefined, columns: number, theme: Theme): string {
	const name = cutToWidth(
		sanitizeLine(view.name ?? view.madeName ?? (view.hasMessages ? 'session' : 'new session')),
		Math.max(8, Math.floor(columns / 2)),
	)
	const left = `── keelson · ${name} `
	const right = branch === undefined ? '' : ` ${cutToWidth(sanitizeLine(branch), Math.floor(columns / 3))} ──`
	const rule = '─'.repeat(Math.max(0, columns - cellWidth(left) - cellWidth(right)))
	return theme.paint(`${left}${rule}${right}`, { tone: 'quiet' })
}

function joined(
	left: readonly string[],
	right: readonly string[],
	width: number,
	theme: Theme,
): readonly string[] {
	const edge = theme.paint('│', { tone: 'frame' })
	return left.map((row, index) => `${padded(row, width)}${edge}${right[index] ?? ''}`)
}

/** @param row - painted */
function padded(row: string, width: number): string {
	const text = row.replace(SEQUENCE, '')
	return `${row}${' '.repeat(Math.max(0, width - cellWidth(text)))}`
}

/** What paints, and what makes links. */
const SEQUENCE = /\x1b\[[\d;:]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)/g

function usePanel() {
	const [isShown, setShown] = useState(true)
	const [folded, setFolded] = useState<ReadonlySet<PanelSection>>(new Set())
	const toggle = (section: PanelSection) =>
		setFolded(
			before =>
				new Set(before.has(section) ? [...before].filter(one => one !== section) : [...before, section]),
		)
	return {
		isShown,
		folded,
		toggle,
		press(action: Parameters<typeof sectionOf>[0]): boolean {
			const section = sectionOf(action)
			if (section !== undefined) toggle(section)
			else if (action === 'toggle-panel') setShown(before => !before)
			else return false
			return true
		},
	}
}

/** Asked for at the start and after each run. */
function useServers(queries: Pick<RuntimeQueries, 'servers'>, isIdle: boolean): readonly ServerStatus[] {
	const [servers, setServers] = useState<readonly ServerStatus[]>([])
	useEffect(() => {
		if (!isIdle) return
		let isCurrent = true
		queries.servers().then(
			found => isCurrent && setServers(found),
			() => undefined,
		)
		return () => {
			isCurrent = false
		}
	}, [queries, isIdle])
	return servers
}
