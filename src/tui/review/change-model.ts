// A changed file as the diff that is drawn of it: hunks with three lines around them, and what is said where there are
// no lines.

import type { FileSide, ReviewedFile } from '../../core/review/changes.ts'
import type { DiffFile, DiffLine, DiffModel, ShownHunk } from '../diff/diff-model.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export type ChangeModel = {
	model: DiffModel
	/** Of the file as it is now, or as it was where it is gone; not sanitized, without their ends. */
	fileLines: readonly string[]
}

export function changeModel(change: ReviewedFile): ChangeModel {
	const { before, after, what } = change
	const [old, now] = [linesOf(before), linesOf(after)]
	const isText = [before, after].every(side => side.kind !== 'other')
	const hunks = change.hunks.map(hunk => diffHunk(hunk, old, now))
	const file: DiffFile = {
		path: sanitizeLine(change.name),
		change: what === 'removed' ? 'deleted' : what,
		isBinary: false,
		added: change.added,
		removed: change.removed,
		hunks,
		notes: isText ? modeNotes(before, after) : [said('was', before), said('is', after)],
		lineCount: countLines(now),
	}
	const lineCount = hunks.reduce((sum, { lines }) => sum + lines.length, 0)
	return { model: { files: [file], lineCount, hidden: 0 }, fileLines: after.kind === 'missing' ? old : now }
}

const CONTEXT_LINES = 3

function diffHunk(
	hunk: ReviewedFile['hunks'][number],
	old: readonly string[],
	now: readonly string[],
): ShownHunk {
	const above = Math.min(CONTEXT_LINES, hunk.after.from, hunk.before.from)
	const lines: DiffLine[] = []
	let inOld = hunk.before.from - above
	let inNow = hunk.after.from - above
	const [oldStart, newStart] = [inOld + 1, inNow + 1]
	const take = (kind: DiffLine['kind'], raw: string | undefined, isLast: boolean) => {
		const line = raw ?? ''
		const text = sanitizeTabbed(line.endsWith('\r') ? line.slice(0, -1) : line)
		lines.push({
			kind,
			text,
			...(kind !== 'added' && { oldNumber: ++inOld }),
			...(kind !== 'removed' && { newNumber: ++inNow }),
			...(line.endsWith('\r') && { hasReturn: true }),
			...(isLast && { hasNoEnd: true }),
		})
	}
	const isEndless = (side: readonly string[], at: number) => at === side.length - 1 && side.at(-1) !== ''
	const sameUntil = (end: number) => {
		while (inOld < end) take('context', now[inNow], isEndless(now, inNow))
	}
	for (const { before, after } of hunk.spans) {
		sameUntil(before.from)
		for (let left = before.count; left > 0; left--) take('removed', old[inOld], isEndless(old, inOld))
		for (let left = after.count; left > 0; left--) take('added', now[inNow], isEndless(now, inNow))
	}
	sameUntil(Math.min(countLines(old), inOld + CONTEXT_LINES))
	// An empty side is named by the line before it.
	const hasOld = lines.some(({ kind }) => kind !== 'added')
	const hasNew = lines.some(({ kind }) => kind !== 'removed')
	return {
		oldStart: hasOld ? oldStart : oldStart - 1,
		newStart: hasNew ? newStart : newStart - 1,
		heading: '',
		lines,
	}
}

/** The last one is empty where the text ends with a line feed, so that there is an end to be told from no end. */
function linesOf(side: FileSide): readonly string[] {
	return side.kind === 'text' ? side.text.split('\n') : []
}

function countLines(lines: readonly string[]): number {
	return lines.at(-1) === '' ? lines.length - 1 : lines.length
}

/** Tabs are columns of the file, not blanks. */
function sanitizeTabbed(line: string): string {
	return line.includes('\t') ? line.split('\t').map(sanitizeLine).join('\t') : sanitizeLine(line)
}

function modeNotes(before: FileSide, after: FileSide): readonly string[] {
	const [old, now] = [modeOf(before), modeOf(after)]
	const notes = old !== undefined && now !== undefined ? [`permissions ${old} → ${now}`] : []
	const isEmpty = [before, after].some(side => side.kind === 'text' && side.text === '')
	const isAlone = before.kind === 'missing' || after.kind === 'missing'
	return isEmpty && isAlone ? [...notes, 'an empty file'] : notes
}

function modeOf(side: FileSide): string | undefined {
	return side.kind === 'missing' ? undefined : side.mode
}

function said(verb: string, side: FileSide): string {
	const mode = modeOf(side)
	const what = side.kind === 'other' ? sanitizeLine(side.words) : side.kind === 'text' ? 'text' : 'not there'
	return `${verb} ${what}${mode === undefined ? '' : `, permissions ${mode}`}`
}
