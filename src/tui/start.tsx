// Mounts the screen on a terminal and gives the terminal back as it was, whatever ends it.

import { type Instance, render } from 'ink'
import { createRef } from 'react'
import { App } from './App.tsx'
import { createActions } from './actions.ts'
import { resume } from './commands/session/resume.ts'
import { NO_ATTACHMENTS } from './composer/attachments.ts'
import { type Submission, submissionOf } from './composer/submission.ts'
import { beginOutside } from './outside/begin-outside.ts'
import { addressOf } from './outside/link-address.ts'
import { takesSequences } from './outside/terminal-kind.ts'
import { ScreenStore } from './screen/screen-store.ts'
import type { Surface } from './slash-command/surface.ts'
import { ScreenPreferences, withScreen } from './state/screen-preferences.ts'
import type { TuiExit, TuiOptions } from './state/tui-options.ts'
import { REPLY, terminalInput } from './terminal/terminal-input.ts'
import { TerminalOutput } from './terminal/terminal-output.ts'
import { reportedBackground } from './text/contrast.ts'
import { colourDepth, createTheme, type Link } from './text/theme.ts'
import { TranscriptWriter } from './transcript/transcript-writer.ts'

/** @returns when the user leaves, the runtime ends, the terminal goes away or `stop` fires; the terminal is free then */
export async function startTui(given: TuiOptions): Promise<TuiExit> {
	const preferences = new ScreenPreferences(given.screen?.first)
	const options = {
		...given,
		environment: given.environment ?? process.env,
		...(given.settings && { settings: withScreen(given.settings, given.screen, preferences) }),
	}
	const ended = new AbortController()
	const exit = () => ended.abort()
	const depth = colourDepth(options.environment)
	const theme = Object.assign(createTheme(depth, options.environment), {
		linkTo: (link: Link) =>
			addressOf(link, {
				cwd: store.view.cwd,
				environment: options.environment,
				editorLinks: preferences.screen.editorLinks,
			}),
	})
	options.screen?.settled().then(
		settled => preferences.settle(settled),
		// Whoever follows the session is told.
		() => undefined,
	)
	const reflows = reflowsRows(options.environment)
	const output = new TerminalOutput(options.stdout, {
		hasColour: depth !== 'none',
		reflows,
		onLost: exit,
		// tmux has the new size at once and tells it every quarter of a second.
		restMs: options.environment.TMUX === undefined ? 80 : 300,
		onFrameLost: drawAgain,
	})
	const input = terminalInput(options.stdin)
	// Before the first frame, not with it as Ink would: what is typed at once must not be taken for a line or an end.
	input.setRawMode(true)
	const store = new ScreenStore(
		{ version: options.version, home: options.environment.HOME },
		onReady =>
			new TranscriptWriter({
				target: output,
				theme,
				onReady,
				hasMarks: () => preferences.screen.promptMarks && takesSequences(options.environment),
			}),
	)
	const surface = createRef<Surface>()
	const actions = createActions({
		options,
		preferences,
		store,
		surface: () => surface.current ?? undefined,
		control: sequence => output.control(sequence),
		exit,
	})

	const outside = beginOutside({ options, store, preferences, output, actions, input })

	let redraws = 0
	const app = () => (
		<App
			options={options}
			store={store}
			actions={actions}
			preferences={preferences}
			theme={theme}
			window={output}
			surface={surface}
			redraws={redraws}
			onRedraw={redraw}
			onTakeWindow={isTaken => {
				output.takeWindow(isTaken)
				forget()
			}}
			onExit={exit}
			onVimMode={outside.showMode}
			onSuspend={async (use, suspendTerminal) => {
				await suspendTerminal(async () => {
					outside.hold()
					output.hold()
					await use().finally(() => {
						output.unhold()
						outside.unhold()
					})
				})
			}}
		/>
	)
	const instance: Instance = render(app(), {
		stdin: input,
		stdout: output,
		exitOnCtrlC: false,
		patchConsole: false,
		interactive: true,
		incrementalRendering: true,
		// A key is to be seen at once, and Ink lets this much time pass between two frames. How often streaming text
		// is drawn is decided in delta-batcher.ts.
		maxFps: 1000,
		kittyKeyboard: { mode: 'auto' },
	})

	if (depth === 'ansi256') {
		input.on(REPLY, (reply: string) => {
			const background = reportedBackground(reply)
			if (!background) return
			theme.setBackground(background)
			instance.rerender(app())
		})
		output.control(ASK_BACKGROUND)
	}

	function redraw(): void {
		if (output.isWindowTaken) {
			output.repaint([])
			return drawAgain()
		}
		const rows = store.redrawn(output.rows)
		// Early in a session the screen still shows what was there before it. That is not ours to erase.
		const isOurs = rows.length >= output.rows
		instance.clear()
		if (isOurs) output.repaint(rows.slice(-Math.max(1, output.rows - FRAME_ROWS)))
		redraws++
		instance.rerender(app())
	}
	function forget(): void {
		output.discard(() => instance.clear())
	}
	function drawAgain(): void {
		forget()
		redraws++
		instance.rerender(app())
	}
	const stopWatching = reflows ? () => {} : onNarrowed(output, redraw)

	options.stop?.addEventListener('abort', exit, { once: true })
	if (options.stop?.aborted) exit()
	input.once('end', exit)
	let failure: { error: unknown } | undefined
	const fail = (error: unknown) => {
		failure ??= { error }
	}
	const following = store.follow(options.port, ended.signal).catch(fail).finally(exit)
	// Ink unmounts by itself when there is a bug in a component.
	const drawing = instance.waitUntilExit().catch(fail).finally(exit)
	const initial = firstSubmission(options.initialPrompt ?? '')
	if (initial) actions.submit(initial)

	if (options.picker) actions.run(resume)

	await whenAborted(ended.signal)
	await following
	stopWatching()
	options.stop?.removeEventListener('abort', exit)
	instance.unmount()
	await drawing
	outside.end()
	output.release()
	if (failure) throw failure.error
	const { sessionId, hasMessages } = store.view
	return sessionId === undefined ? { hasMessages } : { sessionId, hasMessages }
}

/**
 * A slash command means the same on the command line as in the composer, and none of them is sent to a model. All else
 * is a prompt as it stands: nobody keeps a note or runs a command of the shell's by way of arguments.
 */
function firstSubmission(text: string): Submission | undefined {
	if (text === '') return undefined
	const submission = submissionOf(text, NO_ATTACHMENTS, 'queue')
	if (submission?.kind === 'command') return submission
	return { kind: 'prompt', text: text.replace(/^\/\//, '/'), images: [], whenBusy: 'queue' }
}

/** OSC 11, as xterm has it: answered by most terminals, and by tmux for the one it is in; the others are silent. */
const ASK_BACKGROUND = '\x1b]11;?\x1b\\'

/** Rows kept free for the frame when the screen is drawn again. */
const FRAME_ROWS = 6

/**
 * xterm and GNU screen cut rows that have become too long. VS Code's terminal (xterm.js 6) breaks them, but moves the cursor
 * by as many rows as it makes anywhere on the screen.
 */
function reflowsRows(environment: Readonly<Record<string, string | undefined>>): boolean {
	const { XTERM_VERSION, TERM = '', TERM_PROGRAM, TMUX } = environment
	if (TMUX !== undefined) return true
	return XTERM_VERSION === undefined && !TERM.startsWith('screen') && TERM_PROGRAM !== 'vscode'
}

/** Where nobody knows what the terminal has made of the rows, the screen has to be drawn again. */
function onNarrowed(output: TerminalOutput, redraw: () => void): () => void {
	let columns = output.columns
	let timer: NodeJS.Timeout | undefined
	const onResize = () => {
		clearTimeout(timer)
		timer = setTimeout(() => {
			const isNarrower = output.columns < columns
			columns = output.columns
			if (isNarrower) redraw()
		}, RESIZE_QUIET_MS)
	}
	output.on('resize', onResize)
	return () => {
		clearTimeout(timer)
		output.off('resize', onResize)
	}
}

const RESIZE_QUIET_MS = 120

function whenAborted(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal.aborted) resolve()
		else signal.addEventListener('abort', () => resolve(), { once: true })
	})
}
