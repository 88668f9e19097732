// What a change looks like: a unified diff, and how many lines came and went.

import { lineEndOf } from './text-file.ts'

export type FileDiff = { diff: string; added: number; removed: number }

/** `before` or `after` undefined: the file is created or removed. Paths are as they are to be shown. */
export type TextChange = { path: string; before: string | undefined; after: string | undefined }

export async function unifiedDiff({ path, before, after }: TextChange): Promise<FileDiff> {
	const { structuredPatch } = await import('diff')
	const [old, next] = withoutSharedCarriageReturns(before ?? '', after ?? '')
	const oldName = before === undefined ? '/dev/null' : `a/${path}`
	const newName = after === undefined ? '/dev/null' : `b/${path}`
	const patch = structuredPatch(oldName, newName, old, next, '', '', { context: 3, timeout: TIMEOUT_MS })
	const lines = patch ? patch.hunks.flatMap(hunkLines) : wholeChange(old, next)
	return {
		diff: `--- ${oldName}\n+++ ${newName}\n${lines.map(line => `${line}\n`).join('')}`,
		added: lines.filter(line => line.startsWith('+')).length,
		removed: lines.filter(line => line.startsWith('-')).length,
	}
}

/** Two large texts with nothing in common take the library minutes; then the whole file counts as replaced. */
const TIMEOUT_MS = 500

type DiffHunk = { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: string[] }

function hunkLines(hunk: DiffHunk): string[] {
	// By convention an empty side is named by the line before it.
	const oldStart = hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart
	const newStart = hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart
	return [`@@ -${oldStart},${hunk.oldLines} +${newStart},${hunk.newLines} @@`, ...hunk.lines]
}

function wholeChange(before: string, after: string): string[] {
	const removed = linesOf(before).map(line => `-${line}`)
	const added = linesOf(after).map(line => `+${line}`)
	const lines = [...removed, ...added]
	return hunkLines({ oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, lines })
}

function linesOf(text: string): string[] {
	const lines = text.split('\n')
	return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Where both sides end their lines in the Windows way it is no part of the change. */
function withoutSharedCarriageReturns(before: string, after: string): [string, string] {
	const isShared = lineEndOf(before) === '\r\n' && lineEndOf(after) === '\r\n'
	return isShared ? [before.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n')] : [before, after]
}
