// Outside of the window: the title, the progress in the tab, notifications. All of it is given back when the screen
// leaves, stops or crashes. While nothing goes on, nothing is written.

import type { ScreenPreferences } from '../state/screen-preferences.ts'
import type { ScreenServices } from '../state/tui-options.ts'
import type { View } from '../state/view.ts'
import { type Focus, type Notification, notificationOf } from './notifications.ts'
import { type OutsideState, outsideState } from './outside-state.ts'
import {
	CURSOR,
	cursorFor,
	GIVE_TITLE_BACK,
	KEEP_TITLE,
	notification,
	PROGRESS,
	REPORT_FOCUS,
	REPORT_NO_FOCUS,
	reportedFocus,
	title,
} from './sequences.ts'
import { notificationWay, showsProgress, type TerminalEnvironment, takesSequences } from './terminal-kind.ts'
import { titleOf } from './title-text.ts'

export type OutsideDeps = {
	/** Writes what neither prints nor moves the cursor. */
	control(sequence: string): void
	view(): View
	/** @returns what stops it */
	subscribe(listener: () => void): () => void
	preferences: ScreenPreferences
	environment: TerminalEnvironment
	runCommand?: ScreenServices['runCommand'] | undefined
	/** What happens has happened already, and is only shown again: nobody is called. */
	isReplay: boolean
	/** Told why a notification's command failed. */
	onFailed(why: string): void
}

export class Outside {
	readonly #deps: OutsideDeps
	#state: OutsideState | undefined
	#focus: Focus
	/** As they were written last; undefined: not ours. */
	#title: string | undefined
	#progress: keyof typeof PROGRESS = 'none'
	#reportsFocus = false
	#wantedCursor: keyof typeof CURSOR = 'usual'
	#cursor: keyof typeof CURSOR = 'usual'
	#isHeld = true
	#steps = 0
	#clock: NodeJS.Timeout | undefined
	#unsubscribe: readonly (() => void)[] = []
	readonly #leave = () => this.hold()

	constructor(deps: OutsideDeps) {
		this.#deps = deps
	}

	/** @param isHeld - another program has the terminal just now */
	begin({ isHeld }: { isHeld: boolean }): void {
		this.#unsubscribe = [
			this.#deps.subscribe(() => this.#look()),
			this.#deps.preferences.subscribe(() => this.#draw()),
		]
		// A crash ends the program without a word to us.
		process.on('exit', this.#leave)
		if (!isHeld) this.unhold()
	}

	end(): void {
		for (const unsubscribe of this.#unsubscribe) unsubscribe()
		process.off('exit', this.#leave)
		this.hold()
	}

	/** The cursor looks like the mode of the vim keys. @param mode - undefined: they are off */
	showMode(mode: string | undefined): void {
		this.#wantedCursor = cursorFor(mode)
		this.#draw()
	}

	/** Gives back what is the terminal's: another program has it now. */
	hold(): void {
		clearInterval(this.#clock)
		this.#clock = undefined
		this.#isHeld = true
		const parts = [
			this.#title === undefined ? '' : GIVE_TITLE_BACK,
			this.#progress === 'none' ? '' : PROGRESS.none,
			this.#reportsFocus ? REPORT_NO_FOCUS : '',
			this.#cursor === 'usual' ? '' : CURSOR.usual,
		]
		this.#title = undefined
		this.#progress = 'none'
		this.#reportsFocus = false
		this.#cursor = 'usual'
		// What has the focus when the terminal is ours again is for the terminal to say.
		this.#focus = undefined
		this.#write(parts.join(''))
	}

	unhold(): void {
		this.#isHeld = false
		this.#look()
	}

	/** @returns whether it was about the focus */
	reply(reply: string): boolean {
		const focus = reportedFocus(reply)
		if (focus === undefined) return false
		if (!this.#isHeld) this.#focus = focus
		return true
	}

	#look(): void {
		const before = this.#state
		const now = outsideState(this.#deps.view(), before)
		this.#state = now
		if (this.#isHeld) return
		const { isReplay, preferences } = this.#deps
		const { screen } = preferences
		const told = isReplay
			? undefined
			: notificationOf({ before, now, focus: this.#focus, at: Date.now(), screen })
		if (told) this.#notify(told)
		this.#draw()
	}

	#notify(told: Notification): void {
		const { notify, notifyCommand } = this.#deps.preferences.screen
		const way = notify === 'auto' ? notificationWay(this.#deps.environment) : notify
		if (way !== 'off') this.#write(notification(way, told.subject, told.text))
		if (notifyCommand === undefined) return
		this.#deps
			.runCommand?.(notifyCommand, {
				environment: { KEELSON_NOTIFICATION: told.kind, KEELSON_MESSAGE: `${told.subject}: ${told.text}` },
				timeoutMs: COMMAND_MS,
			})
			.catch((error: unknown) => this.#deps.onFailed(error instanceof Error ? error.message : String(error)))
	}

	#draw(): void {
		const state = this.#state
		if (this.#isHeld || !state || !takesSequences(this.#deps.environment)) return
		const { screen } = this.#deps.preferences
		this.#write(this.#newFocus(screen.notify !== 'off' || screen.notifyCommand !== undefined))
		if (this.#cursor !== this.#wantedCursor) this.#write(CURSOR[this.#wantedCursor])
		this.#cursor = this.#wantedCursor
		this.#write(this.#newProgress(state, screen.progress) + this.#newTitle(state))
		const isMoving = screen.title && !screen.reduceMotion && !screen.screenReader && state.run && !state.asks
		if (!isMoving) {
			clearInterval(this.#clock)
			this.#clock = undefined
		} else if (!this.#clock) {
			this.#clock = setInterval(() => {
				this.#steps++
				this.#write(this.#state ? this.#newTitle(this.#state) : '')
			}, STEP_MS).unref()
		}
	}

	#newFocus(isWanted: boolean): string {
		if (isWanted === this.#reportsFocus) return ''
		this.#reportsFocus = isWanted
		return isWanted ? REPORT_FOCUS : REPORT_NO_FOCUS
	}

	#newTitle(state: OutsideState): string {
		const wanted = this.#deps.preferences.screen.title ? titleOf(state, this.#steps) : undefined
		if (wanted === this.#title) return ''
		const isFirst = this.#title === undefined
		this.#title = wanted
		if (wanted === undefined) return GIVE_TITLE_BACK
		return `${isFirst ? KEEP_TITLE : ''}${title(wanted)}`
	}

	#newProgress({ run, asks }: OutsideState, setting: 'auto' | 'on' | 'off'): string {
		const isShown = setting === 'auto' ? showsProgress(this.#deps.environment) : setting === 'on'
		const wanted = !isShown || !run ? 'none' : asks ? 'waiting' : 'running'
		if (wanted === this.#progress) return ''
		this.#progress = wanted
		return PROGRESS[wanted]
	}

	#write(sequences: string): void {
		if (sequences !== '') this.#deps.control(sequences)
	}
}

/** A title that changes more often makes some tabs flicker. */
const STEP_MS = 1000
const COMMAND_MS = 10_000
