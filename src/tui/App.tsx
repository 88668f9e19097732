// The live area: what is going on, a dialog or a list when there is one, the prompt, the status line.

import { Box, type DOMElement, Text, useApp } from 'ink'
import { type Ref, useCallback, useInsertionEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '../core/errors.ts'
import { AppKeys } from './AppKeys.tsx'
import type { Actions } from './actions.ts'
import { SLASH_COMMANDS } from './commands/slash-commands.ts'
import type { ComposerHandle } from './composer/Composer.tsx'
import { useVim } from './composer/use-vim.ts'
import { DialogArea } from './DialogArea.tsx'
import type { FullAreaProps } from './full/FullArea.tsx'
import { type FullArea, useFull } from './full/use-full.ts'
import { BindingsContext } from './input/bindings-context.ts'
import { KeyInput } from './input/KeyInput.tsx'
import { useKeyBindings } from './input/use-key-bindings.ts'
import type { Mouse } from './mouse/mouse.ts'
import { MouseGroundContext } from './mouse/mouse-ground.ts'
import { useWheelKeys } from './mouse/use-wheel-keys.ts'
import { OpenedWindow } from './OpenedWindow.tsx'
import { PromptArea } from './PromptArea.tsx'
import { listHidesStart, rowsInStart } from './screen/layout.ts'
import { PlaybackRow } from './screen/Playback.tsx'
import type { ScreenStore } from './screen/screen-store.ts'
import { useEditor } from './screen/use-editor.ts'
import { type SayHint, useHint } from './screen/use-hint.ts'
import { useBranch, useSandboxState, useTyping } from './screen/use-port-state.ts'
import { useRowsAbove } from './screen/use-rows-above.ts'
import { type TerminalWindow, useClock, useLayout, useScreen, useWindowSize } from './screen/use-screen.ts'
import type { Surface } from './slash-command/surface.ts'
import { useCommands } from './slash-command/use-commands.ts'
import type { ScreenPreferences } from './state/screen-preferences.ts'
import type { TuiOptions } from './state/tui-options.ts'
import { useStatusLine } from './status-line/use-status-line.ts'
import { suspendProcess } from './terminal/suspend.ts'
import { countWithUnit } from './text/format.ts'
import type { Theme } from './text/theme.ts'
import { useDialog } from './use-dialog.ts'
import { type CoveringPart, useWindowTaking } from './use-opened.ts'
import { useSurface } from './use-surface.ts'

export type AppProps = {
	options: TuiOptions
	store: ScreenStore
	actions: Actions
	preferences: ScreenPreferences
	theme: Theme
	window: TerminalWindow
	surface: Ref<Surface>
	/** What has the whole window from the first frame on. */
	first: FullArea | undefined
	mouse: Mouse
	/** Counted up to have the frame drawn again although nothing in it has changed. */
	redraws: number
	onRedraw(): void
	onEarlyEcho(text: string, column: number): void
	/** Shows the alternate screen, or the main one again. */
	onTakeWindow(isTaken: boolean): void
	/** Told before it is drawn that something is open over the transcript, or closed again. */
	onCover(part: CoveringPart, isOpen: boolean): void
	onExit(): void
	/** Told the mode of the vim keys; undefined: they are off. */
	onVimMode(mode: string | undefined): void
	/** Hands the terminal to something else until it is done. */
	onSuspend(use: () => Promise<void>, suspend: ReturnType<typeof useApp>['suspendTerminal']): Promise<void>
}

export function App(props: AppProps) {
	const keys = useKeyBindings(props.options.keyBindings, problem => props.actions.notify('warning', problem))
	const { preferences } = props
	useLayoutEffect(() => preferences.bind(keys.bindings), [preferences, keys.bindings])
	return (
		<BindingsContext value={keys}>
			<KeyInput bindings={keys.bindings}>
				<LiveArea {...props} />
			</KeyInput>
		</BindingsContext>
	)
}

function LiveArea(props: AppProps) {
	const { options, store, actions, preferences, theme, window, mouse, first, onExit, onSuspend } = props
	const { queries } = options.port
	const { view, tail } = useScreen(store)
	const isRunning = view.run !== undefined
	const now = useClock(isRunning) + store.aheadMs
	const branch = useBranch(queries, !isRunning)
	useSandboxState(queries)
	const vim = useVim(preferences, props.onVimMode)
	const size = useWindowSize(window)
	const line = useStatusLine({
		...{ view, branch, now, size, preferences, queries, theme },
		vimMode: vim.mode,
		home: options.environment?.HOME,
		isYolo: options.isYolo,
		services: options.screen,
		notify: actions.notify,
	})
	const layout = useLayout(size, line.length)
	const { width } = layout
	const expectPrompt = useTyping(queries, store)
	const lastKeyAtMs = useRef(Number.NEGATIVE_INFINITY)
	const commands = useCommands(SLASH_COMMANDS, queries, { isIdle: !isRunning, notify: actions.notify })
	const takeWindow = useWindowTaking(props.onTakeWindow, first ? ['full'] : [])
	const Area = useFull({
		...{ preferences, store, first, takeWindow },
		notify: problem => actions.notify('error', messageOf(problem)),
	})
	const isFull = Area !== undefined

	const dialog = useDialog({ options, store, layout, takeWindow, onCover: props.onCover, onExit })
	const { isTaken, hasWindow } = dialog
	const { onCover } = props
	useHeldRows(isTaken && !['window', 'asked', 'trust'].includes(dialog.surface.kind), isRunning, onCover)
	const onCoverBelow = useCallback((isOpen: boolean) => onCover('below', isOpen), [onCover])
	const composer = useRef<ComposerHandle>(null)
	const { suspendTerminal } = useApp()
	const handOver = useCallback(
		(use: () => Promise<void>) => onSuspend(use, suspendTerminal),
		[onSuspend, suspendTerminal],
	)
	const editText = useEditor(options, handOver)
	useSurface(props.surface, { open: dialog.open, composer, editText, handOver, notify: actions.notify })
	const dialogs = useRef<DOMElement>(null)
	const ground = useMemo(() => ({ mouse, dialogs }), [mouse])
	useWheelKeys(mouse, { isOpen: isTaken, isQuestion: dialog.surface.kind === 'asked' })

	const [isListing, setListing] = useState(false)
	const plan = usePlanShown()
	const [hint, sayHint] = useHint()
	const rowsAbove = useRef<DOMElement>(null)
	const above = useRowsAbove({
		...{ options, view, tail, branch, layout, theme, now, isFull, isTaken },
		isAsked: dialog.surface.kind === 'asked' || dialog.surface.kind === 'trust',
		isListing: isListing && !isRunning,
		plan,
		hasTyped: () => lastKeyAtMs.current !== Number.NEGATIVE_INFINITY,
		isPromptEmpty: () => composer.current?.isEmpty() === true,
		onCommand: ({ name, argument }) => actions.submit({ kind: 'command', name, argument }),
		onPrompt: text => composer.current?.setText(text),
		...{ mouse, box: rowsAbove },
	})
	const isListInStart = !isFull && listHidesStart(above.startCount, layout)
	// While something runs, what comes next fills the place of what has passed, and each row would be written twice.
	const isCovering = !isRunning && above.isPassing
	useInsertionEffect(() => onCover('above', isCovering), [onCover, isCovering])
	// Model and mode are known when the session is open; until then the line is kept free.
	const status = view.sessionId ? line.slice(0, layout.statusRows).join('\n') : ' '

	return (
		<MouseGroundContext value={ground}>
			<Box
				flexDirection="column"
				{...(isFull ? { height: window.rows } : { maxHeight: hasWindow ? window.rows : layout.height })}
				justifyContent="flex-end"
				overflow="hidden"
			>
				<Box key={props.redraws} />
				<OpenedWindow
					opened={dialog.opened}
					columns={window.columns}
					rows={window.rows}
					theme={theme}
					isActive={hasWindow}
					onClose={() => dialog.open(undefined)}
				/>
				<AppKeys
					actions={actions}
					store={store}
					composer={composer}
					isFree={!isTaken}
					onKey={atMs => {
						lastKeyAtMs.current = atMs
						expectPrompt(atMs)
					}}
					onHint={sayHint}
					onToggleTodo={plan.togglePinned}
					onRedraw={props.onRedraw}
					onToggleFull={() => preferences.choose({ mode: isFull ? 'inline' : 'full' })}
					onToggleMouse={() => toggleMouse(preferences, actions)}
					onExit={onExit}
					onStop={() =>
						void handOver(() => suspendProcess({ stop: options.stopProcess, ending: options.stop }))
					}
				/>
				{Area && !hasWindow && (
					<FullWindow
						{...{ Area, store, view, branch, theme, actions, preferences, mouse, window, sayHint }}
						queries={queries}
						onPlanBeside={plan.setBeside}
						isActive={!isTaken || dialog.surface.kind === 'asked'}
					/>
				)}
				{above.rows.length > 0 && (
					<Box ref={rowsAbove} flexDirection="column">
						<Text wrap="truncate">{above.rows.join('\n')}</Text>
					</Box>
				)}
				<Box ref={dialogs} flexDirection="column">
					<DialogArea
						{...{ view, actions, width, theme }}
						surface={dialog.surface}
						lookups={queries}
						limit={Math.max(1, layout.dialogRows - (isTaken ? above.rows.length : 0))}
						windowRows={window.rows}
						diffStyle={preferences.screen.diffStyle}
						lastKeyAtMs={() => lastKeyAtMs.current}
						onClose={() => dialog.open(undefined)}
						onTrust={dialog.onTrust}
						editText={options.editText ? editText : undefined}
					/>
				</Box>
				<PromptArea
					{...{ composer, options, actions, view, now, theme, layout, hint, commands, vim }}
					dialog={dialog.surface}
					isHidden={dialog.isPromptHidden}
					isFocused={dialog.isPromptFocused}
					listingRows={layout.height - layout.statusRows - above.rows.length}
					{...(isListInStart && { listRoom: rowsInStart(above.startCount, isListing, layout) })}
					onListing={setListing}
					onCover={onCoverBelow}
					startCount={above.startCount}
					onEarlyEcho={props.onEarlyEcho}
					onEditorRequest={editText}
				/>
				{options.playback && !hasWindow ? (
					<PlaybackRow playback={options.playback} width={width} theme={theme} onExit={onExit} />
				) : (
					layout.statusRows > 0 && !dialog.isAlone && <Text wrap="truncate">{status}</Text>
				)}
			</Box>
		</MouseGroundContext>
	)
}

/** The transcript, where it has the whole window. */
function FullWindow({
	Area,
	store,
	queries,
	view,
	branch,
	window,
	theme,
	actions,
	preferences,
	mouse,
	sayHint,
	onPlanBeside,
	isActive,
}: Pick<FullAreaProps, 'queries' | 'view' | 'branch' | 'onPlanBeside' | 'isActive'> &
	Pick<AppProps, 'store' | 'window' | 'theme' | 'actions' | 'preferences' | 'mouse'> & {
		Area: FullArea
		sayHint: SayHint
	}) {
	return (
		<Area
			{...{ store, queries, view, branch, theme, preferences, mouse, onPlanBeside, isActive }}
			columns={window.columns}
			rows={window.rows}
			folds={actions.folds}
			onCopy={text =>
				void actions
					.copy(text)
					.then(() => sayHint(`copied ${countWithUnit(text.split('\n').length, 'line')}`, COPIED_MS))
			}
			onFile={path => actions.submit({ kind: 'command', name: 'diff', argument: `session ${path}` })}
		/>
	)
}

/** What is finished while something runs behind a list waits for it to go, also when the run has ended by then. */
function useHeldRows(isList: boolean, isRunning: boolean, onCover: AppProps['onCover']): void {
	const wasHeld = useRef(false)
	const isHeld = isList && (isRunning || wasHeld.current)
	// Ink draws before the other effects.
	useInsertionEffect(() => {
		wasHeld.current = isHeld
		onCover('list', isHeld)
	}, [onCover, isHeld])
}

/** Whether all of the plan is to be seen, and whether it stands beside the transcript already. */
function usePlanShown() {
	const [isPinned, setPinned] = useState(false)
	const [isBeside, setBeside] = useState(false)
	const togglePinned = useCallback(() => setPinned(is => !is), [])
	return { isPinned, isBeside, setBeside, togglePinned }
}

function toggleMouse(preferences: ScreenPreferences, { notify }: Actions): void {
	const use = preferences.screen.mouse === 'off' ? 'full' : 'off'
	preferences.choose({ mouse: use })
	notify('info', use === 'off' ? MOUSE_IS_THEIRS : MOUSE_IS_OURS)
}

/** How long it is said that something was copied. */
const COPIED_MS = 2_000
const MOUSE_IS_OURS = 'The mouse scrolls, folds and copies here; with Shift it is the terminal’s.'
const MOUSE_IS_THEIRS = 'The mouse is the terminal’s.'
