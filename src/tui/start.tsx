// Mounts the screen on a terminal and gives the terminal back as it was, whatever ends it.

import { Box, type Instance, render } from 'ink'
import { createRef } from 'react'
import { messageOf } from '../core/errors.ts'
import type { RuntimePort } from '../core/runtime-port.ts'
import { App } from './App.tsx'
import { createActions } from './actions.ts'
import { resume } from './commands/session/resume.ts'
import { NO_ATTACHMENTS } from './composer/attachments.ts'
import { type Submission, submissionOf } from './composer/submission.ts'
import { MOUSE_OFF, Mouse, mouseModes } from './mouse/mouse.ts'
import { beginOutside } from './outside/begin-outside.ts'
import { addressOf } from './outside/link-address.ts'
import { takesSequences } from './outside/terminal-kind.ts'
import { blockPictures } from './pictures/block-pictures.ts'
import { heightOfRows, lastRows } from './pictures/picture-row.ts'
import { ScreenStore } from './screen/screen-store.ts'
import { holdYoungGeneration } from './screen/young-generation.ts'
import type { Surface } from './slash-command/surface.ts'
import { ScreenPreferences, withScreen } from './state/screen-preferences.ts'
import type { TuiExit, TuiOptions } from './state/tui-options.ts'
import { FrameGate } from './terminal/frame-gate.ts'
import { LinkPace } from './terminal/link-pace.ts'
import { ASK_REFLOW, reflowOf, restMsOf, toldReflow } from './terminal/reflow.ts'
import { REPLY, terminalInput } from './terminal/terminal-input.ts'
import { TerminalOutput } from './terminal/terminal-output.ts'
import { colourDepth } from './text/terminal-theme.ts'
import type { TextLink } from './text/theme.ts'
import { ScreenTheme } from './themes/screen-theme.ts'
import { TranscriptWriter } from './transcript/transcript-writer.ts'

/** @returns when the user leaves, the runtime ends, the terminal goes away or `stop` fires; the terminal is free then */
export async function startTui(given: TuiOptions): Promise<TuiExit> {
	const preferences = new ScreenPreferences(given.screen?.first)
	if (given.isFull) preferences.choose({ mode: 'full' })
	const options = {
		...given,
		environment: given.environment ?? process.env,
		...(given.settings && { settings: withScreen(given.settings, given.screen, preferences) }),
	}
	const ended = new AbortController()
	const exit = () => ended.abort()
	const depth = colourDepth(options.environment)
	const theme = new ScreenTheme({
		depth,
		environment: options.environment,
		files: options.themes,
		// A theme may be loaded when the screen is gone.
		onChange: () => ended.signal.aborted || instance.rerender(app()),
		linkTo: (link: TextLink) =>
			addressOf(link, {
				cwd: store.view.cwd,
				environment: options.environment,
				editorLinks: preferences.screen.editorLinks,
			}),
	})
	const mouse = new Mouse(() => preferences.screen.mouse)
	let reflow = reflowOf(options.environment)
	const pace = new LinkPace({
		send: sequence => output.control(sequence),
		onOpen() {
			gate.opened()
			if (!output.isBehind) store.catchUp()
			output.opened()
		},
	})
	const gate = new FrameGate(() => pace.isOpen)
	const output = new TerminalOutput(options.stdout, {
		hasColour: depth !== 'none',
		reflow: () => reflow,
		pace,
		onLost: exit,
		windowModes: { on: () => mouseModes(preferences.screen.mouse), off: MOUSE_OFF },
		// tmux has the new size at once and tells it every quarter of a second.
		restMs: restMsOf(options.environment),
		onFrameLost: drawAgain,
	})
	const input = terminalInput(options.stdin)
	// Before the first frame, not with it as Ink would: what is typed at once must not be taken for a line or an end.
	input.setRawMode(true)
	const pictures = blockPictures({
		queries: options.port.queries,
		environment: options.environment,
		output,
		// What waits for one is written at the end, without it.
		isWanted: () => preferences.screen.pictures === 'auto' && !ended.signal.aborted,
		measure: () => preferences.screen.measure,
		isStill: () => preferences.screen.reduceMotion,
	})
	const store = new ScreenStore(
		{ version: options.version, home: options.environment.HOME },
		onReady =>
			new TranscriptWriter({
				target: output,
				theme,
				onReady,
				pictures,
				hasMarks: () => preferences.screen.promptMarks && takesSequences(options.environment),
			}),
		() => output.isBehind,
	)
	const surface = createRef<Surface>()
	const actions = createActions({
		options,
		preferences,
		store,
		theme,
		surface: () => surface.current ?? undefined,
		control: sequence => output.control(sequence),
		exit,
	})

	const outside = beginOutside({ options, store, preferences, output, actions, input })

	const first =
		preferences.screen.mode === 'full' ? (await import('./full/FullArea.tsx')).FullArea : undefined
	if (first) {
		output.takeWindow(true)
		store.holdTranscript(true)
	}

	const showEarly = (text: string, column: number) => output.showEarly(text, column)
	let redraws = 0
	const app = () => (
		<>
			<Box ref={gate.guard} />
			<App
				options={options}
				store={store}
				actions={actions}
				preferences={preferences}
				theme={theme}
				window={output}
				surface={surface}
				first={first}
				mouse={mouse}
				redraws={redraws}
				onRedraw={redraw}
				onEarlyEcho={showEarly}
				onTakeWindow={isTaken => {
					output.takeWindow(isTaken)
					forget()
				}}
				onExit={exit}
				onVimMode={outside.showMode}
				onSuspend={async (use, suspendTerminal) => {
					// What the terminal has been asked it would answer to another program.
					await pace.stop()
					await output.stopAsking()
					await suspendTerminal(async () => {
						output.control(theme.silence)
						outside.hold()
						output.hold()
						await use().finally(() => {
							// Told to end while another program has the terminal: nothing is taken from that one.
							if (ended.signal.aborted) return
							pace.resume()
							output.unhold()
							outside.unhold()
						})
						output.control(theme.questions)
					})
				}}
			/>
		</>
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

	input.on(REPLY, (reply: string) => {
		mouse.take(reply)
		pictures.takeReply(reply)
		pace.takeReply(reply)
		output.takeReply(reply)
		reflow = toldReflow(reply) ?? reflow
		output.control(theme.takeReply(reply))
	})
	const isKnown = reflow !== 'keeps-cursor' || options.environment.TMUX !== undefined
	output.control(isKnown || theme.questions === '' ? theme.questions : theme.questions + ASK_REFLOW)

	let lookingFor = theme.name
	let looking = Promise.resolve()
	/** What is wrong with a theme is said, and the screen looks as it does by itself. */
	async function look(): Promise<void> {
		const { screen } = preferences
		store.setLook({ measure: screen.measure, detail: screen.detail, bindings: preferences.bindings })
		if (screen.theme === lookingFor) return
		lookingFor = screen.theme
		await theme.choose(screen.theme).catch(error => actions.notify('warning', messageOf(error)))
	}
	let mouseUse = preferences.screen.mouse
	preferences.subscribe(() => {
		if (mouseUse !== preferences.screen.mouse) output.setWindowModes()
		mouseUse = preferences.screen.mouse
		looking = look()
	})
	/** Before anything of a session is drawn. */
	async function settle(): Promise<void> {
		// Whoever follows the session is told what is wrong with the settings.
		const settled = await options.screen?.settled().catch(() => undefined)
		if (settled) preferences.settle(settled)
		await looking
	}

	function redraw(): void {
		if (output.isWindowTaken) {
			output.repaint([])
			return drawAgain()
		}
		const rows = store.redrawn(output.rows)
		// Early in a session the screen still shows what was there before it. That is not ours to erase.
		const isOurs = heightOfRows(rows) >= output.rows
		const { rowsAboveFrame } = output
		instance.clear()
		if (isOurs) output.repaint(lastRows(rows, rowsAboveFrame))
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
	const stopWatching = onNarrowed(output, () => {
		if (reflow === 'none') redraw()
	})

	options.stop?.addEventListener('abort', exit, { once: true })
	if (options.stop?.aborted) exit()
	input.once('end', () => {
		pace.end()
		exit()
	})
	let failure: { error: unknown } | undefined
	const fail = (error: unknown) => {
		failure ??= { error }
	}
	const following = store.follow(settledFirst(options.port, settle), ended.signal).catch(fail).finally(exit)
	// Ink unmounts by itself when there is a bug in a component.
	const drawing = instance.waitUntilExit().catch(fail).finally(exit)
	const initial = firstSubmission(options.initialPrompt ?? '')
	if (initial) actions.submit(initial)

	if (options.picker) actions.run(resume)

	// A collection now and then is nothing a person sees; the start was to have as few as there can be.
	const letGrow = holdYoungGeneration()
	await whenAborted(ended.signal)
	letGrow()
	await following
	await pace.stop()
	await output.stopAsking()
	stopWatching()
	options.stop?.removeEventListener('abort', exit)
	instance.unmount()
	await drawing
	await store.finish(preferences.screen.onExit)
	output.control(theme.silence)
	outside.end()
	output.release()
	if (failure) throw failure.error
	const { sessionId, hasMessages } = store.view
	return sessionId === undefined ? { hasMessages } : { sessionId, hasMessages }
}

/** The same envelopes; before those of a session come, it is known how they are to be drawn. */
function settledFirst(port: RuntimePort, settle: () => Promise<void>): Pick<RuntimePort, 'events'> {
	return {
		async *events(fromSeq, signal) {
			let isSettled = false
			for await (const envelope of port.events(fromSeq, signal)) {
				// What is asked before there is a session is asked while it is opened.
				if (envelope.event.type === 'session-open' && !isSettled) {
					isSettled = true
					await settle()
				}
				yield envelope
			}
		},
	}
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

/** Where nobody knows what the terminal has made of the rows, the screen has to be drawn again. */
function onNarrowed(output: TerminalOutput, redraw: () => void): () => void {
	let columns = output.columns
	let narrowest = columns
	let timer: NodeJS.Timeout | undefined
	const onResize = () => {
		clearTimeout(timer)
		narrowest = Math.min(narrowest, output.narrowest)
		timer = setTimeout(() => {
			// The next size is about to be told, and what it cuts is drawn again then.
			if (!output.hasRested()) return
			const isCut = narrowest < columns
			columns = output.columns
			narrowest = columns
			if (isCut) redraw()
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
