// Mounts the screen on a terminal and gives the terminal back as it was, whatever ends it.

import { Box, type Instance, render } from 'ink'
import { createRef } from 'react'
import type { RuntimePort } from '../core/runtime-port.ts'
import { App } from './App.tsx'
import { createActions } from './actions.ts'
import { resume } from './commands/session/resume.ts'
import { firstSubmission } from './composer/submission.ts'
import { followLook } from './follow-look.ts'
import { handOver } from './hand-over.ts'
import { openTerminal } from './open-terminal.ts'
import { beginOutside } from './outside/begin-outside.ts'
import { takesSequences } from './outside/terminal-kind.ts'
import { blockPictures } from './pictures/block-pictures.ts'
import { onNarrowed, Redraws } from './redraws.ts'
import { ScreenStore } from './screen/screen-store.ts'
import { holdYoungGeneration } from './screen/young-generation.ts'
import type { Surface } from './slash-command/surface.ts'
import { withPreferences } from './state/screen-preferences.ts'
import type { TuiExit, TuiOptions } from './state/tui-options.ts'
import { TranscriptWriter } from './transcript/transcript-writer.ts'
import type { CoveringPart } from './use-opened.ts'

/** @returns when the user leaves, the runtime ends, the terminal goes away or `stop` fires; the terminal is free then */
export async function startTui(given: TuiOptions): Promise<TuiExit> {
	const { options, preferences } = withPreferences(given)
	if (given.isFull) preferences.choose({ mode: 'full' })
	const { environment } = options
	const ended = new AbortController()
	const exit = () => ended.abort()
	const covering = new Set<CoveringPart>()
	const terminal = openTerminal(options, {
		...{ environment, preferences },
		cwd: () => store.view.cwd,
		covers: () => covering.size > 0,
		holds: () => covering.has('list'),
		// A theme may be loaded when the screen is gone.
		onTheme: () => ended.signal.aborted || instance.rerender(app()),
		onFrameLost: () => redraws.frame(),
		onWholeFrame: () => redraws.forget(),
		onCaughtUp: () => store.catchUp(),
		onLost: exit,
	})
	const { output, input, theme, mouse } = terminal
	const pictures = blockPictures({
		queries: options.port.queries,
		environment,
		output,
		// What waits for one is written at the end, without it.
		isWanted: () => preferences.screen.pictures === 'auto' && !ended.signal.aborted,
		measure: () => preferences.screen.measure,
		isStill: () => preferences.screen.reduceMotion,
	})
	const store = new ScreenStore(
		{ version: options.version, home: environment.HOME },
		onReady =>
			new TranscriptWriter({
				target: output,
				theme,
				onReady,
				pictures,
				hasMarks: () => preferences.screen.promptMarks && takesSequences(environment),
			}),
		() => output.isBehind,
	)
	const surface = createRef<Surface>()
	const actions = createActions({
		...{ options, preferences, store, theme, exit },
		surface: () => surface.current ?? undefined,
		control: sequence => output.control(sequence),
	})
	const outside = beginOutside({ options, store, preferences, output, actions, input })

	const first =
		preferences.screen.mode === 'full' ? (await import('./full/FullArea.tsx')).FullArea : undefined
	if (first) {
		output.takeWindow(true)
		store.holdTranscript(true)
	}

	const redraws = new Redraws(output, store, {
		clear: () => instance.clear(),
		rerender: () => instance.rerender(app()),
	})
	const props = {
		...{ options, store, actions, preferences, theme, surface, first, mouse, window: output },
		onRedraw: () => redraws.all(),
		onEarlyEcho: (text: string, column: number) => output.showEarly(text, column),
		onCover(part: CoveringPart, isOpen: boolean) {
			if (isOpen) covering.add(part)
			else covering.delete(part)
		},
		onTakeWindow(isTaken: boolean) {
			output.takeWindow(isTaken)
			redraws.forget()
		},
		onExit: exit,
		onVimMode: outside.showMode,
		onSuspend: (use: () => Promise<void>, suspend: (use: () => Promise<void>) => Promise<void>) =>
			handOver(use, { terminal, outside, suspend, ending: ended.signal }),
	}
	const app = () => (
		<>
			<Box ref={terminal.gate.guard} />
			<App {...props} redraws={redraws.count} />
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
	terminal.listen(pictures)
	const settle = followLook({
		...{ preferences, store, theme, output, notify: actions.notify },
		settled: async () => options.screen?.settled(),
	})
	const stopWatching = onNarrowed(output, () => {
		if (output.isCut) redraws.all()
	})

	options.stop?.addEventListener('abort', exit, { once: true })
	if (options.stop?.aborted) exit()
	input.once('end', () => {
		terminal.pace.end()
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
	// What fills the window is long, and looked at for long.
	const letGrow = holdYoungGeneration(() => !output.isWindowTaken)
	await whenAborted(ended.signal)
	letGrow()
	await following
	await terminal.pace.stop()
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

function whenAborted(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal.aborted) resolve()
		else signal.addEventListener('abort', () => resolve(), { once: true })
	})
}
