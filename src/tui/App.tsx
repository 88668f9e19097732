// The live area: what is going on, a dialog or a list when there is one, the prompt, the status line.

import { Box, type DOMElement, Text, useApp } from 'ink'
import {
	type Ref,
	useCallback,
	useContext,
	useEffect,
	useImperativeHandle,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from 'react'
import { messageOf } from '../core/errors.ts'
import { promptText } from '../core/messages.ts'
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
import { KeyLayersContext } from './input/use-keys.ts'
import type { Mouse } from './mouse/mouse.ts'
import { MouseGroundContext } from './mouse/mouse-ground.ts'
import { useMouse } from './mouse/use-mouse.ts'
import { wheelPresses } from './mouse/wheel-keys.ts'
import { composerTitle } from './screen/composer-title.ts'
import { liveRows } from './screen/live-rows.ts'
import { PlaybackRow } from './screen/Playback.tsx'
import type { ScreenStore } from './screen/screen-store.ts'
import { useBranch, useOnceTyping, useSandboxState, useTrust } from './screen/use-port-state.ts'
import { type TerminalWindow, useClock, useLayout, useScreen } from './screen/use-screen.ts'
import { useStartRows } from './screen/use-start-rows.ts'
import type { Surface } from './slash-command/surface.ts'
import { useCommands } from './slash-command/use-commands.ts'
import type { ScreenPreferences } from './state/screen-preferences.ts'
import type { TuiOptions } from './state/tui-options.ts'
import { EMPTY_VIEW } from './state/view.ts'
import { useStatusLine } from './status-line/use-status-line.ts'
import { suspendProcess } from './terminal/suspend.ts'
import { countWithUnit } from './text/format.ts'
import type { Theme } from './text/theme.ts'
import { useOpened, useWindowTaking } from './use-opened.ts'

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

function LiveArea({
	options,
	store,
	actions,
	preferences,
	theme,
	window,
	surface,
	redraws,
	onRedraw,
	onEarlyEcho,
	onTakeWindow,
	onExit,
	onVimMode,
	onSuspend,
	first,
	mouse,
}: AppProps) {
	const bindings = useBindings()
	const { view, tail } = useScreen(store)
	const layout = useLayout(window)
	const now = useClock(view.run !== undefined)
	const branch = useBranch(options.port.queries, view.run === undefined)
	useSandboxState(options.port.queries)
	const isIdle = view.run === undefined
	const commands = useCommands(SLASH_COMMANDS, options.port.queries, { isIdle, notify: actions.notify })
	const takeWindow = useWindowTaking(onTakeWindow, first ? ['full'] : [])
	const [opened, setOpened] = useOpened(takeWindow)
	const Area = useFull({
		preferences,
		store,
		first,
		takeWindow,
		notify: problem => actions.notify('error', messageOf(problem)),
	})
	const [isWriting, setWriting] = useState(false)
	const [isTodoShown, setTodoShown] = useState(false)
	const [isPlanBeside, setPlanBeside] = useState(false)
	const [hint, setHint] = useState('')
	const hintTimer = useRef<NodeJS.Timeout>(undefined)
	const composer = useRef<ComposerHandle>(null)
	const pagesOpened = useRef(0)
	const windowsOpened = useRef(0)
	const lastKeyAtMs = useRef(Number.NEGATIVE_INFINITY)
	const expectPrompt = useOnceTyping(options.port.queries, store)
	const { suspendTerminal } = useApp()

	const edit = useCallback(
		async (text: string) => {
			let edited: string | undefined
			if (!options.editText) throw new Error('There is no editor here.')
			const { editText } = options
			await onSuspend(async () => {
				edited = await editText(text)
			}, suspendTerminal)
			return edited
		},
		[options, onSuspend, suspendTerminal],
	)
	useImperativeHandle(surface, () => ({
		open: list => setOpened({ kind: 'list', list }),
		openSessions: choice => setOpened({ kind: 'sessions', choice }),
		openPage: blocks => setOpened({ kind: 'page', id: pagesOpened.current++, blocks }),
		openWindow: render => setOpened({ kind: 'window', id: windowsOpened.current++, render }),
		openPanel: Panel => setOpened({ kind: 'panel', id: pagesOpened.current++, Panel }),
		openRewind: (point, withSummary = false) => setOpened({ kind: 'rewind', point, withSummary }),
		restorePrompt: message => {
			const images = message.content.filter(part => part.type === 'image')
			if (composer.current?.isEmpty()) composer.current.setText(promptText(message), images)
			else actions.notify('warning', `Not sent, and the prompt is not empty: ${promptText(message)}`)
		},
		handOver: use => onSuspend(use, suspendTerminal),
		insertText: text => composer.current?.insertText(text),
		editText: edit,
		openEditor: () => {
			edit('').then(
				text => text !== undefined && composer.current?.setText(text),
				(error: unknown) => actions.notify('error', messageOf(error)),
			)
		},
	}))

	const [trust, setTrust] = useTrust(options.trust)
	const dialog = dialogSurface({ trust, asked: view.asked[0], opened })
	const isTaken = dialog.kind !== 'none'
	// Where there is little room a dialog has all of it; the draft is kept.
	const hasWindow = dialog.kind === 'window'
	const isAlone = hasWindow || (isTaken && layout.isSmall)
	// A list has a line of its own to write in; the draft under it would be taken for that.
	const isPromptHidden = isAlone || LISTS.includes(dialog.kind)
	const { width } = layout
	const isFull = Area !== undefined
	const start = useStartRows({
		...{ options, view, branch, width: isFull ? width - 2 : width, theme, limit: layout.liveRows },
		hasTyped: () => lastKeyAtMs.current !== Number.NEGATIVE_INFINITY,
		isPromptEmpty: () => !isTaken && composer.current?.isEmpty() === true,
		onCommand: ({ name, argument }) => actions.submit({ kind: 'command', name, argument }),
	})
	// Of what goes on, the transcript on the whole window shows all but what stands by itself.
	const todo = isPlanBeside && !isTodoShown ? [] : view.todo
	const liveView = isFull ? { ...view, todo, calls: [], explored: [], reply: EMPTY_VIEW.reply } : view
	const live = isTaken
		? []
		: start.length > 0
			? isFull
				? start.map(row => `  ${row}`)
				: start
			: liveRows({
					...{ view: liveView, tail, isTodoShown, bindings },
					...{ width, limit: layout.liveRows, theme, now },
				})
	// Model and mode are known when the session is open; until then the line is kept free.
	const layers = useContext(KeyLayersContext)
	useMouse(mouse, event => {
		if (event.kind !== 'wheel' || !isTaken) return false
		for (const press of wheelPresses(event.rows, dialog.kind === 'asked')) layers?.dispatch(press)
		return true
	})
	const dialogs = useRef<DOMElement>(null)
	const ground = useMemo(() => ({ mouse, dialogs }), [mouse])
	const vim = useVim(preferences)
	const [vimMode, setVimMode] = useState<string | undefined>()
	useEffect(() => onVimMode(vim && vimMode), [vim, vimMode, onVimMode])
	const line = useStatusLine({
		vimMode: vim && vimMode,
		view,
		branch,
		home: options.environment?.HOME,
		width,
		now,
		isYolo: options.isYolo,
		preferences,
		services: options.screen,
		queries: options.port.queries,
		theme,
		notify: actions.notify,
	})
	const status = view.sessionId ? line : ' '
	const borderColor = theme.borderColor(view.run ? 'focus' : 'frame')

	return (
		<MouseGroundContext value={ground}>
			<Box
				flexDirection="column"
				{...(isFull ? { height: window.rows } : { maxHeight: hasWindow ? window.rows : layout.height })}
				justifyContent="flex-end"
				overflow="hidden"
			>
				<Box key={redraws} />
				{opened?.kind === 'window' && (
					<Box key={`window ${opened.id}`} display={hasWindow ? 'flex' : 'none'} flexDirection="column">
						{opened.render({
							columns: window.columns,
							rows: window.rows,
							theme,
							isActive: hasWindow,
							onClose: () => setOpened(undefined),
						})}
					</Box>
				)}
				<AppKeys
					actions={actions}
					store={store}
					composer={composer}
					isFree={!isTaken}
					onKey={at => {
						lastKeyAtMs.current = at
						expectPrompt()
					}}
					onHint={setHint}
					onToggleTodo={() => setTodoShown(isShown => !isShown)}
					onRedraw={onRedraw}
					onToggleFull={() => preferences.choose({ mode: isFull ? 'inline' : 'full' })}
					onToggleMouse={() => {
						const use = preferences.screen.mouse === 'off' ? 'full' : 'off'
						preferences.choose({ mouse: use })
						actions.notify('info', use === 'off' ? MOUSE_IS_THEIRS : MOUSE_IS_OURS)
					}}
					onExit={onExit}
					onStop={() =>
						void onSuspend(
							() => suspendProcess({ stop: options.stopProcess, ending: options.stop }),
							suspendTerminal,
						)
					}
				/>
				{Area && !hasWindow && (
					<Area
						store={store}
						queries={options.port.queries}
						view={view}
						branch={branch}
						columns={window.columns}
						rows={window.rows}
						theme={theme}
						folds={actions.folds}
						preferences={preferences}
						mouse={mouse}
						onCopy={text => {
							void actions.copy(text).then(() => {
								setHint(`copied ${countWithUnit(text.split('\n').length, 'line')}`)
								clearTimeout(hintTimer.current)
								hintTimer.current = setTimeout(() => setHint(''), SAID_MS)
							})
						}}
						onPlanBeside={setPlanBeside}
						isActive={!isTaken || dialog.kind === 'asked'}
					/>
				)}
				{live.length > 0 && <Text wrap="truncate">{live.join('\n')}</Text>}
				<Box ref={dialogs} flexDirection="column">
					<DialogArea
						surface={dialog}
						view={view}
						actions={actions}
						lookups={options.port.queries}
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
						editText={options.editText ? edit : undefined}
					/>
				</Box>
				<Box display={isPromptHidden ? 'none' : 'flex'} flexDirection="column">
					<Composer
						ref={composer}
						title={composerTitle(view, now, { bindings, width })}
						placeholder={placeholderOf(dialog, bindings, { isWriting, isRunning: view.run !== undefined })}
						width={width}
						maxRows={isTaken ? 1 : layout.composerRows}
						isFocused={opened === undefined || opened.kind === 'rewind'}
						hasCursor={!isTaken}
						rowsAbove={start.length}
						isBusy={view.run !== undefined}
						{...(borderColor ? { borderColor } : {})}
						quietColor={theme.borderColor('quiet')}
						accentColor={theme.borderColor('accent')}
						hint={hint}
						queries={options.port.queries}
						{...(options.profiles ? { profiles: options.profiles } : {})}
						{...(options.settings ? { settings: options.settings } : {})}
						themes={actions.themes}
						commands={commands}
						vim={vim}
						onVimMark={setVimMode}
						onEarlyEcho={onEarlyEcho}
						onSubmit={actions.submit}
						onEditorRequest={edit}
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
const SAID_MS = 2_000
const MOUSE_IS_OURS = 'The mouse scrolls, folds and copies here; with Shift it is the terminal’s.'
const MOUSE_IS_THEIRS = 'The mouse is the terminal’s.'
