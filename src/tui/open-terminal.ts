// The terminal as the screen has it: what is written to it and at which pace, what it answers, and what it is known to be.

import { MOUSE_OFF, Mouse, mouseModes } from './mouse/mouse.ts'
import { addressOf } from './outside/link-address.ts'
import type { ScreenPreferences } from './state/screen-preferences.ts'
import type { TuiOptions } from './state/tui-options.ts'
import { FrameGate } from './terminal/link/frame-gate.ts'
import { LinkPace } from './terminal/link/link-pace.ts'
import { ASK_REFLOW, keepsDeletedRows, reflowOf, restMsOf, toldReflow } from './terminal/reflow.ts'
import { REPLY, type TerminalInput, terminalInput } from './terminal/terminal-input.ts'
import { TerminalOutput } from './terminal/terminal-output.ts'
import { drawsAscii } from './text/ascii-glyphs.ts'
import { colourDepth } from './text/terminal-theme.ts'
import { ScreenTheme } from './themes/screen-theme.ts'

export type OpenTerminal = {
	theme: ScreenTheme
	mouse: Mouse
	gate: FrameGate
	pace: LinkPace
	output: TerminalOutput
	/** Raw already. */
	input: TerminalInput
	/** Takes its answers, which are told to `pictures` too, and asks for its colours. */
	listen(pictures: { takeReply(reply: string): void }): void
}

export type OpenTerminalDeps = {
	environment: Readonly<Record<string, string | undefined>>
	preferences: ScreenPreferences
	/** Of the session; undefined until it is known. */
	cwd(): string | undefined
	/** Something is open over the transcript, which is to be where it was when that has gone. */
	covers(): boolean
	holds(): boolean
	/** A colour is another one. */
	onTheme(): void
	/** The frame is gone, and Ink is to draw it again. */
	onFrameLost(): void
	/** Ink is to draw the next frame as if there were none. */
	onWholeFrame(): void
	/** What was sent over a slow link has arrived. */
	onCaughtUp(): void
	onLost(): void
}

const ERASE_ROW = '\r\x1b[K'

export function openTerminal(
	{ stdin, stdout, themes }: Pick<TuiOptions, 'stdin' | 'stdout' | 'themes'>,
	deps: OpenTerminalDeps,
): OpenTerminal {
	const { environment, preferences } = deps
	const depth = colourDepth(environment)
	const theme = new ScreenTheme({
		...{ depth, environment, files: themes },
		onChange: deps.onTheme,
		linkTo: link =>
			addressOf(link, { cwd: deps.cwd(), environment, editorLinks: preferences.screen.editorLinks }),
	})
	const mouse = new Mouse(() => preferences.screen.mouse)
	let reflow = reflowOf(environment)
	let canCover = true
	const pace = new LinkPace({
		send: sequence => output.control(sequence),
		onOpen() {
			gate.opened()
			output.opened()
			if (!output.isBehind) deps.onCaughtUp()
		},
	})
	// What has the whole window goes out in pieces, each of which is of the newest frame.
	const gate = new FrameGate(
		() => pace.isOpen || output.isWindowTaken,
		() => output.isWindowTaken && deps.onWholeFrame(),
	)
	const output = new TerminalOutput(stdout, {
		hasColour: depth !== 'none',
		isAscii: () => drawsAscii(preferences.screen.glyphs, environment),
		reflow: () => reflow,
		pace,
		onLost: deps.onLost,
		windowModes: { on: () => mouseModes(preferences.screen.mouse), off: MOUSE_OFF },
		// tmux has the new size at once and tells it every quarter of a second.
		restMs: restMsOf(environment),
		covers: () => canCover && deps.covers(),
		holds: deps.holds,
		onFrameLost: deps.onFrameLost,
	})
	const input = terminalInput(stdin)
	// Before the first frame, not with it as Ink would: what is typed at once must not be taken for a line or an end.
	input.setRawMode(true)
	// What was typed until now was written there by the terminal's driver, and is in the prompt in a moment.
	output.control(ERASE_ROW)
	return {
		...{ theme, mouse, gate, pace, output, input },
		listen(pictures) {
			input.on(REPLY, (reply: string) => {
				mouse.take(reply)
				pictures.takeReply(reply)
				pace.takeReply(reply)
				output.takeReply(reply)
				reflow = toldReflow(reply) ?? reflow
				if (keepsDeletedRows(reply)) canCover = false
				output.control(theme.takeReply(reply))
			})
			const isKnown = reflow !== 'keeps-cursor' || environment.TMUX !== undefined
			output.control(isKnown || theme.questions === '' ? theme.questions : theme.questions + ASK_REFLOW)
		},
	}
}
