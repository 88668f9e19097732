// A row of a diff, and what decides how it looks.

import type { Spans } from '../text/spans.ts'
import type { CodeColours } from './file-colours.ts'

/** `auto`: side by side where there is room for it. */
export type DiffStyle = 'auto' | 'unified' | 'split'

export type DiffRow = {
	/**
	 * `file`: its name and counts · `gap`: lines that are not shown, which the file has · `note`: said about what is
	 * around it · `line`: of a hunk, or a part of one that was folded.
	 */
	kind: 'file' | 'gap' | 'line' | 'note'
	/** Index into the model's files. */
	file: number
	/** Index into the file's hunks; of a gap, the hunk it stands before, which for the last one is past the end. */
	hunk?: number
	/** Indexes into the hunk's lines: `line` of one column; `left` and `right` side by side. */
	line?: number
	left?: number
	right?: number
	/** Lines of a gap; undefined where only the file would know. */
	hidden?: number
	/** Not the first row of a folded line. */
	isContinued?: true
	/** Made now, and the same each time. */
	spans(): Spans
}

export type DiffLook = {
	width: number
	/** Of the window, by which `auto` goes; left out, it is as wide as the diff. */
	columns?: number
	style: DiffStyle
	/** `cut`: each line is one row; `fold`: every character is there, for what a person has to allow. */
	long: 'cut' | 'fold'
	/** Syntax colours, once they are loaded. */
	colours?: CodeColours | undefined
	/** Tints go to the end of the row: for what is drawn anew, not for the scrollback, where blanks would be copied. */
	isFilled?: boolean
	/** Left out, each file has a row with its name; `false`: the caller has said it. */
	hasHeads?: boolean
	/** Also before the first hunk and behind the last one. Left out, only between them. */
	hasOuterGaps?: boolean
	/** Columns between tab stops; left out, what is usual for the kind of file. */
	tabColumns?: number | undefined
}
