// The host of a part of the viewer: what the part may ask of the whole.

import type { Bindings } from '../input/key-press.ts'
import type { LoggedTranscript } from './transcript.ts'

export type ViewerHost = {
	/** In the row at the bottom, until the next key. */
	say(text: string): void
	/** Says what it has come to, or what went wrong. */
	told(work: () => Promise<string | undefined>): void
	/** Something is to be drawn. */
	changed(): void
	/** One after the other: a key that comes meanwhile is for what is there then. */
	load(work: () => Promise<unknown>): void
	/** Shows something else above what is seen, from its first row on or at its end. @returns what searches in it */
	push(
		transcript: LoggedTranscript,
		title: string,
		at?: 'end',
	): { start(query: string, direction: -1 | 1): void }
	readonly isClosed: boolean
	/** The keys in force. */
	readonly bindings: Bindings
}
