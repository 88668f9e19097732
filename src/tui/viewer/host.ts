// The host of a part of the viewer: what the part may ask of the whole.

export type ViewerHost = {
	/** In the row at the bottom, until the next key. */
	say(text: string): void
	/** Something is to be drawn. */
	changed(): void
	/** One after the other: a key that comes meanwhile is for what is there then. */
	load(work: () => Promise<unknown>): void
	readonly isClosed: boolean
}
