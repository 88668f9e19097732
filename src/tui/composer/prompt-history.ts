// Earlier prompts, walked with up and down. What was changed on the way, the draft above all, is kept until sent.

export type PromptHistory = {
	/** Newest last. */
	readonly entries: readonly string[]
	/** Index of what is shown; `entries.length` is the draft. */
	readonly position: number
	/** What stands at a position instead of its entry. */
	readonly changed: ReadonlyMap<number, string>
}

export function historyOf(entries: readonly string[]): PromptHistory {
	return { entries, position: entries.length, changed: new Map() }
}

/** One step. @returns undefined when there is nothing further that way */
export function step(
	history: PromptHistory,
	shown: string,
	by: -1 | 1,
): { history: PromptHistory; text: string } | undefined {
	const position = history.position + by
	if (position < 0 || position > history.entries.length) return undefined
	const changed = new Map(history.changed).set(history.position, shown)
	const text = changed.get(position) ?? history.entries[position] ?? ''
	return { history: { ...history, position, changed }, text }
}

/** Whether what is shown is an earlier prompt as it was, so that the next up or down goes on from it. */
export function isRecalled(history: PromptHistory, shown: string): boolean {
	return history.position < history.entries.length && history.entries[history.position] === shown
}

/** After sending, or to keep a draft that is cleared. The walk starts again from the end. */
export function remember(history: PromptHistory, text: string): PromptHistory {
	const entry = text.trimEnd()
	if (entry === '' || entry === history.entries.at(-1)) return historyOf(history.entries)
	return historyOf([...history.entries, entry])
}

/** Puts what was read from the disk before what was sent meanwhile, which may be on the disk by now. */
export function withOlder(history: PromptHistory, read: readonly string[]): PromptHistory {
	const older = read.filter(entry => !history.entries.includes(entry))
	const shift = older.length
	return {
		entries: [...older, ...history.entries],
		position: history.position + shift,
		changed: new Map([...history.changed].map(([position, text]) => [position + shift, text])),
	}
}
