// What a command printed, without the line before it that tells the model how it ended: the row of the call says that.

import type { CallResult } from '../state/view-block.ts'

/** @returns the text of any other result as it is */
export function printedText({ text, detail }: CallResult): string {
	if (detail?.type !== 'command' || detail.backgroundId !== undefined) return text
	const printed = text.replace(END_LINE, '')
	return printed.trim() === NOTHING ? '' : printed
}

/** Not the one with a signal's name, which the row has not. */
const END_LINE = /^(?:exit code -?\d+|stopped after [\d.]+ s; give a longer timeout_ms[^\n]*)(?:\n|$)/
const NOTHING = '(no output)'
