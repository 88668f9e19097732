// The status line as it is drawn: of the items, or what the user's command has printed last.

import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { RuntimeQueries } from '../../core/runtime-port.ts'
import type { StatusItem } from '../../core/screen/screen-settings.ts'
import { writableColumns } from '../screen/layout.ts'
import type { WindowSize } from '../screen/use-screen.ts'
import type { ScreenPreferences } from '../state/screen-preferences.ts'
import type { ScreenServices } from '../state/tui-options.ts'
import type { NoticeLevel } from '../state/view-block.ts'
import { paintSpans } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { colouredLines } from './coloured-text.ts'
import type { StatusCommandRunner } from './status-command.ts'
import type { StatusInput } from './status-items.ts'
import { statusJson } from './status-json.ts'
import { statusLine } from './status-line.ts'

export type StatusLineInput = Omit<StatusInput, 'items' | 'dirty' | 'width'> & {
	size: WindowSize
	preferences: ScreenPreferences
	services: ScreenServices | undefined
	queries: Pick<RuntimeQueries, 'gitDirty'>
	theme: Theme
	notify(level: NoticeLevel, text: string): void
}

/** @returns its rows: those of a command may be several */
export function useStatusLine(input: StatusLineInput): readonly string[] {
	const { preferences, services, queries, theme, size, view, branch, vimMode, notify } = input
	const width = writableColumns(size.columns)
	const { statusLine: setting } = useSyncExternalStore(preferences.subscribe, () => preferences.screen)
	const command = setting && 'command' in setting ? setting : undefined
	const items: readonly StatusItem[] | undefined = setting && !('command' in setting) ? setting : undefined
	const isIdle = view.run === undefined
	const dirty = useDirty(queries, isIdle && items?.includes('dirty') === true)
	const [printed, setPrinted] = useState<string | undefined>()
	const runner = useRef<StatusCommandRunner>(undefined)
	const beganAtMs = useRef(performance.now())
	// What it is told with every change but those of time.
	const { columns, rows } = size
	const facts = command
		? JSON.stringify(statusJson({ view, branch, vimMode, columns, rows, lastedMs: 0 }))
		: ''

	useEffect(() => {
		if (!command || !services || view.sessionId === undefined) return
		let isOver = false
		const tell = (to: StatusCommandRunner) => to.tell(command, facts)
		if (runner.current) tell(runner.current)
		else
			void import('./status-command.ts').then(({ StatusCommandRunner: Runner }) => {
				if (isOver) return
				runner.current ??= new Runner({
					run: (line, given) =>
						services.runCommand(line, {
							...given,
							stdin: withTime(given.stdin, beganAtMs.current),
							environment: sizeIn(given.stdin),
						}),
					onOutput: setPrinted,
					onFailed: why => notify('warning', `The status line's command failed: ${why}`),
				})
				tell(runner.current)
			})
		return () => {
			isOver = true
		}
	}, [command, facts, services, view.sessionId, notify])
	useEffect(() => () => runner.current?.stop(), [])
	useEffect(() => {
		if (command) return
		runner.current?.stop()
		runner.current = undefined
		setPrinted(undefined)
	}, [command])

	if (command && printed !== undefined) {
		const padding = ' '.repeat(Math.min(command.padding ?? 0, width))
		return colouredLines(printed, width - padding.length).map(line => padding + line)
	}
	return [paintSpans(statusLine({ ...input, width, items, dirty }), theme)]
}

function withTime(json: string | undefined, beganAtMs: number): string {
	const lastedMs = Math.round(performance.now() - beganAtMs)
	return (json ?? '').replace('"total_duration_ms":0', `"total_duration_ms":${lastedMs}`)
}

/** Where other programs look for how much room there is: they write to no terminal that they could ask. */
function sizeIn(json: string | undefined): Record<string, string> {
	const { terminal } = JSON.parse(json ?? '{}')
	return terminal ? { COLUMNS: String(terminal.columns), LINES: String(terminal.rows) } : {}
}

/** Asked for like the branch, and only where somebody wants to see it: in a large repository git takes a while. */
function useDirty(queries: Pick<RuntimeQueries, 'gitDirty'>, isWanted: boolean): number | undefined {
	const [dirty, setDirty] = useState<number | undefined>()
	useEffect(() => {
		if (!isWanted) return
		let isCurrent = true
		queries.gitDirty?.().then(
			count => isCurrent && setDirty(count),
			() => undefined,
		)
		return () => {
			isCurrent = false
		}
	}, [queries, isWanted])
	return dirty
}
