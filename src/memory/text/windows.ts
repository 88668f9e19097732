// Windows of a passage: pieces of a few sentences, each with a vector of its own. In the vector of a whole passage one sentence among
// ten is hardly there; and which of them is alike says what to show of it.

import { splitText } from './split.ts'

const WINDOW_CHARACTERS = 240
/** What is shorter is alike to anything by its length, and goes with what stands before it. */
const LEAST_CHARACTERS = 60

/** @returns one for a short text; each stands in it letter by letter, in order */
export function windowsOf(text: string): readonly string[] {
	if (text.length <= WINDOW_CHARACTERS + LEAST_CHARACTERS) return [text]
	const windows: string[] = []
	let from = 0
	const starts = splitText(text, WINDOW_CHARACTERS).map(piece => {
		const start = text.indexOf(piece, from)
		from = start + piece.length
		return { start, end: from }
	})
	for (const [at, { start, end }] of starts.entries()) {
		const before = windows.at(-1)
		if (before !== undefined && end - start < LEAST_CHARACTERS) {
			const { end: last } = starts[at - 1]!
			windows[windows.length - 1] = before + text.slice(last, end)
			starts[at] = { start: last, end }
		} else windows.push(text.slice(start, end))
	}
	return windows
}

/** Where one of them stands; undefined where the vectors were made of other pieces. */
export function windowAt(
	text: string,
	{ part, parts }: { part: number; parts: number },
): { start: number; end: number } | undefined {
	const windows = windowsOf(text)
	if (parts < 2 || windows.length !== parts) return undefined
	let from = 0
	for (const [at, window] of windows.entries()) {
		const start = text.indexOf(window, from)
		from = start + window.length
		if (at === part) return { start, end: from }
	}
	return undefined
}
