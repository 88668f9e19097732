// The live area: what is going on, a dialog or a list when there is one, the prompt, the status line.

import { Box, type DOMElement, Text, useApp } from 'ink'
import { type Ref, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '../core/errors.ts'
import { AppKeys } from './AppKeys.tsx'
import type { Actions } from './actions.ts'
import { SLASH_COMMANDS } from './commands/slash-commands.ts'
import { Composer, type ComposerHandle } from './composer/Composer.tsx'
import { useVim } from './composer/use-vim.ts'
import { placeholderOf } from './composer-placeholder.ts'
import { DialogArea, type DialogSurface, dialogSurface } from './DialogArea.tsx'
import { type FullArea, useFull } from './full/use-full.ts'
import { BindingsContext, useBindings } from './input/bindings-context.ts'
import { KeyInput } from './input/KeyInput.tsx'
import { useKeyBindings } from './input/use-key-bindings.ts'
import type { Mouse } from './mouse/mouse.ts'
import { MouseGroundContext } from './mouse/mouse-ground.ts'
import { useWheelKeys } from './mouse/use-wheel-keys.ts'
import { OpenedWindow } from './OpenedWindow.tsx'
import { composerTitle } from './screen/composer-title.ts'
import { PlaybackRow } from './screen/Playback.tsx'
import type { ScreenStore } from './screen/screen-store.ts'
import { useEditor } from './screen/use-editor.ts'
import { useHint } from './screen/use-hint.ts'
import { useBranch, useOnceTyping, useSandboxState, useTrust } from './screen/use-port-state.ts'
import { useRowsAbove } from './screen/use-rows-above.ts'
import { type TerminalWindow, useClock, useLayout, useScreen } from './screen/use-screen.ts'
import type { Surface } from './slash-command/surface.ts'
import { useCommands } from './slash-command/use-commands.ts'
import type { ScreenPreferences } from './state/screen-preferences.ts'
import type { TuiOptions } from './state/tui-options.ts'
import { useStatusLine } from './status-line/use-status-line.ts'
import { suspendProcess } from './terminal/suspend.ts'
import { countWithUnit } from './text/format.ts'
import type { Theme } from './text/theme.ts'
import { useOpened, useWindowTaking } from './use-opened.ts'
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
	const bindings = useBindings()
	const { view, tail } = useScreen(store)
	const isRunning = view.run !== undefined
	const layout = useLayout(window)
	const { width } = layout
	const now = useClock(isRunning)
	const branch = useBranch(queries, !isRunning)
	useSandboxState(queries)
	const expectPrompt = useOnceTyping(queries, store)
	const lastKeyAtMs = useRef(Number.NEGATIVE_INFINITY)
	const commands = useCommands(SLASH_COMMANDS, queries, { isIdle: !isRunning, notify: actions.notify })
	const takeWindow = useWindowTaking(props.onTakeWindow, first ? ['full'] : [])
	const Area = useFull({
		...{ preferences, store, first, takeWindow },
		notify: problem => actions.notify('error', messageOf(problem)),
	})
	const isFull = Area !== undefined

	const composer = useRef<ComposerHandle>(null)
	const [opened, setOpened] = useOpened(takeWindow)
	const { suspendTerminal } = useApp()
	const handOver = useCallback(
		(use: () => Promise<void>) => onSuspend(use, suspendTerminal),
		[onSuspend, suspendTerminal],
	)
	const editText = useEditor(options, handOver)
	useSurface(props.surface, { open: setOpened, composer, editText, handOver, notify: actions.notify })

	const [trust, setTrust] = useTrust(options.trust)
	const dialog = dialogSurface({ trust, asked: view.asked[0], opened })
	const isTaken = dialog.kind !== 'none'
	const hasWindow = dialog.kind === 'window'
	// Where there is little room a dialog has all of it; the draft is kept.
	const isAlone = hasWindow || (isTaken && layout.isSmall)
	// A list has a line of its own to write in; the draft under it would be taken for that.
	const isPromptHidden = isAlone || LISTS.includes(dialog.kind)
	const dialogs = useRef<DOMElement>(null)
	const ground = useMemo(() => ({ mouse, dialogs }), [mouse])
	useWheelKeys(mouse, { isOpen: isTaken, isQuestion: dialog.kind === 'asked' })

	const [isWriting, setWriting] = useState(false)
	const [isPlanPinned, setPlanPinned] = useState(false)
	const [isPlanBeside, setPlanBeside] = useState(false)
	const [hint, sayHint] = useHint()
	const vim = useVim(preferences, props.onVimMode)
	const rowsAbove = useRef<DOMElement>(null)
	const above = useRowsAbove({
		...{ options, view, tail, branch, layout, theme, now, isFull, isTaken },
		plan: { isPinned: isPlanPinned, isBeside: isPlanBeside },
		hasTyped: () => lastKeyAtMs.current !== Number.NEGATIVE_INFINITY,
		isPromptEmpty: () => composer.current?.isEmpty() === true,
		onCommand: ({ name, argument }) => actions.submit({ kind: 'command', name, argument }),
		onPrompt: text => composer.current?.setText(text),
		...{ mouse, box: rowsAbove },
	})
	const line = useStatusLine({
		...{ view, branch, width, now, preferences, queries, theme },
		vimMode: vim.mode,
		home: options.environment?.HOME,
		isYolo: options.isYolo,
		services: options.screen,
		notify: actions.notify,
	})
	// Model and mode are known when the session is open; until then the line is kept free.
	const status = view.sessionId ? line : ' '
	const borderColor = theme.borderColor(isRunning ? 'focus' : 'frame')

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
					opened={opened}
					columns={window.columns}
					rows={window.rows}
					theme={theme}
					isActive={hasWindow}
					onClose={() => setOpened(undefined)}
				/>
				<AppKeys
					actions={actions}
					store={store}
					composer={composer}
					isFree={!isTaken}
					onKey={atMs => {
						lastKeyAtMs.current = atMs
						expectPrompt()
					}}
					onHint={sayHint}
					onToggleTodo={() => setPlanPinned(isPinned => !isPinned)}
					onRedraw={props.onRedraw}
					onToggleFull={() => preferences.choose({ mode: isFull ? 'inline' : 'full' })}
					onToggleMouse={() => {
						const use = preferences.screen.mouse === 'off' ? 'full' : 'off'
						preferences.choose({ mouse: use })
						actions.notify('info', use === 'off' ? MOUSE_IS_THEIRS : MOUSE_IS_OURS)
					}}
					onExit={onExit}
					onStop={() =>
						void handOver(() => suspendProcess({ stop: options.stopProcess, ending: options.stop }))
					}
				/>
				{Area && !hasWindow && (
					<Area
						store={store}
						queries={queries}
						view={view}
						branch={branch}
						columns={window.columns}
						rows={window.rows}
						theme={theme}
						folds={actions.folds}
						preferences={preferences}
						mouse={mouse}
						onCopy={text =>
							void actions
								.copy(text)
								.then(() => sayHint(`copied ${countWithUnit(text.split('\n').length, 'line')}`, COPIED_MS))
						}
						onFile={path => actions.submit({ kind: 'command', name: 'diff', argument: `session ${path}` })}
						onPlanBeside={setPlanBeside}
						isActive={!isTaken || dialog.kind === 'asked'}
					/>
				)}
				{above.rows.length > 0 && (
					<Box ref={rowsAbove} flexDirection="column">
						<Text wrap="truncate">{above.rows.join('\n')}</Text>
					</Box>
				)}
				<Box ref={dialogs} flexDirection="column">
					<DialogArea
						surface={dialog}
						view={view}
						actions={actions}
						lookups={queries}
						width={width}
						limit={layout.dialogRows}
						windowRows={window.rows}
						diffStyle={preferences.screen.diffStyle}
						theme={theme}
						lastKeyAtMs={() => lastKeyAtMs.current}
						onClose={() => setOpened(undefined)}
						onTrust={(request, answer) => {
							setTrust(undefined)
							// The screen goes first: what is then not opened is no failure.
							if (answer === 'quit') onExit()
							request.answer(answer)
						}}
						onWriting={setWriting}
						editText={options.editText ? editText : undefined}
					/>
				</Box>
				<Box display={isPromptHidden ? 'none' : 'flex'} flexDirection="column">
					<Composer
						ref={composer}
						title={composerTitle(view, now, { bindings, width })}
						placeholder={placeholderOf(dialog, bindings, { isWriting, isRunning })}
						width={width}
						maxRows={isTaken ? 1 : layout.composerRows}
						hasFrame={!layout.isSmall}
						isFocused={opened === undefined || opened.kind === 'rewind'}
						hasCursor={!isTaken}
						rowsAbove={above.startCount}
						isBusy={isRunning}
						{...(borderColor ? { borderColor } : {})}
						quietColor={theme.borderColor('quiet')}
						accentColor={theme.borderColor('accent')}
						hint={hint}
						queries={queries}
						{...(options.profiles ? { profiles: options.profiles } : {})}
						{...(options.settings ? { settings: options.settings } : {})}
						themes={actions.themes}
						commands={commands}
						vim={vim.keys}
						onVimMark={vim.onMode}
						onEarlyEcho={props.onEarlyEcho}
						onSubmit={actions.submit}
						onEditorRequest={editText}
					/>
				</Box>
				{options.playback && !hasWindow ? (
					<PlaybackRow playback={options.playback} width={width} theme={theme} onExit={onExit} />
				) : (
					layout.hasStatus && !isAlone && <Text wrap="truncate">{status}</Text>
				)}
			</Box>
		</MouseGroundContext>
	)
}

const LISTS: readonly DialogSurface['kind'][] = ['list', 'sessions', 'page', 'panel']
/** How long it is said that something was copied. */
const COPIED_MS = 2_000
const MOUSE_IS_OURS = 'The mouse scrolls, folds and copies here; with Shift it is the terminal’s.'
const MOUSE_IS_THEIRS = 'The mouse is the terminal’s.'
