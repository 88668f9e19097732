// Prompt marks (OSC 133, FinalTerm's): where a prompt begins and ends, where what it led to begins and ends. Terminals
// jump between them, and copy what lies between two of them.

import type { Block } from '../state/view-block.ts'

const PROMPT_START = '\x1b]133;A\x1b\\'
const PROMPT_END = '\x1b]133;B\x1b\\'
const OUTPUT_START = '\x1b]133;C\x1b\\'

export function outputEnd(hasFailed: boolean): string {
	return `\x1b]133;D;${hasFailed ? 1 : 0}\x1b\\`
}

/**
 * What follows the prompt is begun with it: a terminal that believes to be in a prompt erases it when the window's size
 * changes, for the shell to write it again.
 * @param rows - of a block, painted
 */
export function withMarks(block: Block, rows: readonly string[]): readonly string[] {
	const isPrompt = block.kind === 'prompt' && !block.isSteer
	if (!isPrompt || rows.length === 0) return rows
	return rows.map((row, index) => {
		const start = index === 0 ? PROMPT_START : ''
		return `${start}${row}${index === rows.length - 1 ? PROMPT_END + OUTPUT_START : ''}`
	})
}
