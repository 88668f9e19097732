// The sequences for what is outside of the text: title, progress, focus, notifications. What a text is made of has been
// sanitized, so none can end the sequence that it stands in.

import { sanitizeLine } from '../text/sanitize.ts'
import type { NotificationWay } from './terminal-kind.ts'

/** Keeps the title that there was, on a stack of the terminal's; where there is no stack, it is lost. */
export const KEEP_TITLE = '\x1b[22;2t'
/** An empty one first: where there is no stack, that is better than our last one. */
export const GIVE_TITLE_BACK = '\x1b]2;\x1b\\\x1b[23;2t'

export function title(text: string): string {
	return `\x1b]2;${sanitizeLine(text)}\x1b\\`
}

/** ConEmu's, in the tab or the taskbar: something goes on, for nobody knows how long; something waits; nothing does. */
export const PROGRESS = {
	running: '\x1b]9;4;3;0\x1b\\',
	waiting: '\x1b]9;4;4;100\x1b\\',
	none: '\x1b]9;4;0;0\x1b\\',
} as const

/** The cursor's shape (DECSCUSR); the usual one is the user's own. */
export const CURSOR = {
	usual: '\x1b[0 q',
	block: '\x1b[2 q',
	underline: '\x1b[4 q',
	bar: '\x1b[6 q',
} as const

/** @param mode - of the vim keys; undefined: they are off */
export function cursorFor(mode: string | undefined): keyof typeof CURSOR {
	if (mode === undefined) return 'usual'
	if (mode === 'INSERT') return 'bar'
	return mode === 'REPLACE' ? 'underline' : 'block'
}

export const REPORT_FOCUS = '\x1b[?1004h'
export const REPORT_NO_FOCUS = '\x1b[?1004l'

/** @returns undefined for what is no report of the focus */
export function reportedFocus(reply: string): boolean | undefined {
	if (reply === '\x1b[I') return true
	return reply === '\x1b[O' ? false : undefined
}

export function notification(way: NotificationWay, subject: string, text: string): string {
	const [head, body] = [sanitizeLine(subject), sanitizeLine(text)]
	switch (way) {
		case 'bell':
			return '\x07'
		case 'osc9':
			// What begins with a number and a semicolon is one of ConEmu's commands.
			return `\x1b]9;${head}: ${body}\x1b\\`
		case 'osc777':
			// The title ends at the first semicolon.
			return `\x1b]777;notify;${head.replaceAll(';', ',')};${body}\x1b\\`
		case 'osc99':
			return `\x1b]99;i=keelson:d=0;${head}\x1b\\\x1b]99;i=keelson:d=1:p=body;${body}\x1b\\`
	}
}
