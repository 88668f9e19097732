// Diffs for an editor: each passage of a unified diff as its old and its new text, with the lines around it.

import { resolve } from 'node:path'
import type { Diff, ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk'

export type DiffBlocks = { content: readonly ToolCallContent[]; locations: readonly ToolCallLocation[] }

/** @param cwd - what the paths in it are relative to */
export function diffBlocks(unified: string, cwd: string): DiffBlocks {
	const blocks: DiffPassage[] = []
	let names: { old: string | undefined; new: string | undefined } = { old: undefined, new: undefined }
	let passage: DiffPassage | undefined
	let left = { old: 0, new: 0 }
	for (const line of unified.split('\n')) {
		const isInside = passage && (left.old > 0 || left.new > 0)
		if (passage && (isInside || line.startsWith('\\'))) {
			left = take(line, passage, left)
			continue
		}
		const hunk = HUNK.exec(line)
		if (hunk) {
			const [, oldCount = '1', newStart = '1', newCount = '1'] = hunk
			const path = resolve(cwd, names.new ?? names.old ?? '')
			passage = { path, isNew: names.old === undefined, line: Number(newStart), old: [], new: [] }
			left = { old: Number(oldCount), new: Number(newCount) }
			blocks.push(passage)
		} else if (line.startsWith('--- ')) names = { old: nameIn(line), new: undefined }
		else if (line.startsWith('+++ ')) names = { ...names, new: nameIn(line) }
	}
	return {
		content: blocks.map(block => ({ type: 'diff', ...diffOf(block) })),
		locations: blocks.map(({ path, line }) => ({ path, line: Math.max(1, line) })),
	}
}

type DiffPassage = { path: string; isNew: boolean; line: number; old: string[]; new: string[] }

function take(
	line: string,
	passage: DiffPassage,
	left: { old: number; new: number },
): { old: number; new: number } {
	const text = line.slice(1)
	switch (line[0]) {
		case '-':
			passage.old.push(text)
			return { ...left, old: left.old - 1 }
		case '+':
			passage.new.push(text)
			return { ...left, new: left.new - 1 }
		case '\\':
			// "\ No newline at end of file"
			return left
		default:
			passage.old.push(text)
			passage.new.push(text)
			return { old: left.old - 1, new: left.new - 1 }
	}
}

function diffOf({ path, isNew, old, new: next }: DiffPassage): Diff {
	return { path, oldText: isNew ? null : joined(old), newText: joined(next) }
}

function joined(lines: readonly string[]): string {
	return lines.map(line => `${line}\n`).join('')
}

/** `a/` and `b/` are git's marks for the two sides. */
function nameIn(line: string): string | undefined {
	const name = line.slice(4).trimEnd()
	return name === '/dev/null' ? undefined : name.replace(/^[ab]\//, '')
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/
