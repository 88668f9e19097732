// The mouse on the alternate screen, which has no scrollback and no selection of its own: who gets what it does, and the
// modes in which the terminal tells it. On the main screen it belongs to the terminal.

import type { ScreenSettings } from '../../core/screen/screen-settings.ts'
import { type MouseReport, readMouseReport } from './mouse-reports.ts'

export type MouseUse = ScreenSettings['mouse']

/** @returns whether it was for it */
export type MouseHandler = (event: MouseReport) => boolean

export class Mouse {
	readonly #use: () => MouseUse
	#handlers: readonly MouseHandler[] = []

	constructor(use: () => MouseUse) {
		this.#use = use
	}

	/** @param reply - of the terminal, which may be something else */
	take(reply: string): void {
		const event = readMouseReport(reply)
		const use = this.#use()
		if (!event || use === 'off' || (use === 'wheel' && event.kind !== 'wheel')) return
		this.#handlers.some(handler => handler(event))
	}

	/** The newest is asked first. @returns what takes it out again */
	add(handler: MouseHandler): () => void {
		this.#handlers = [handler, ...this.#handlers]
		return () => {
			this.#handlers = this.#handlers.filter(other => other !== handler)
		}
	}
}

/** Buttons, with motion while one is down; `wheel` needs no motion. Reports in SGR's form. */
export function mouseModes(use: MouseUse): string {
	if (use === 'off') return ''
	return `\x1b[?${use === 'full' ? 1002 : 1000}h\x1b[?1006h`
}

export const MOUSE_OFF = '\x1b[?1002l\x1b[?1000l\x1b[?1006l'
