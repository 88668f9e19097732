// The early echo: what a key has just written behind the prompt, shown before the frame that it is in has been laid out
// and drawn. The frame writes the same cell again, so that nothing depends on it.

import { printableText, textCells } from '../text/graphemes.ts'
import type { ComposerView } from './composer-view.ts'
import type { TextBuffer } from './text-buffer.ts'

/**
 * @param view - as it is drawn, of `before`
 * @returns what can be written at the cursor now; undefined where only the frame can tell how it looks
 */
export function earlyEcho(before: TextBuffer, after: TextBuffer, view: ComposerView): string | undefined {
	const written = after.text.slice(before.text.length)
	const row = view.rows.at(-1)
	if (
		// The first character takes the placeholder away.
		before.text === '' ||
		before.cursor !== before.text.length ||
		after.cursor !== after.text.length ||
		written.length !== 1 ||
		!after.text.startsWith(before.text) ||
		!row ||
		row.marked ||
		row.fill.length < ROOM_CELLS
	)
		return undefined
	const isPlain =
		printableText(written) === written && textCells(row.text + written) === textCells(row.text) + 1
	return isPlain ? written : undefined
}

/** The character's own cell, and the cursor's behind it: with fewer the text is wrapped anew. */
const ROOM_CELLS = 2
