// What has changed in one file: its hunks, how many lines came and went, the key by which a change is known again, and
// the bytes that it comes to when one hunk of it is put back.

import { hash } from 'node:crypto'
import type { ChangeCounts, ChangeHunk, LineRange, ReviewedFile } from '../../core/review/changes.ts'
import { byteLines, bytesOf, type FileContent, isText, sideOf } from './file-content.ts'
import { hunksOf, lineDiff } from './line-diff.ts'

export type ComparedSides = { before: FileContent; after: FileContent }

export type ComparedFile = ChangeCounts & Pick<ReviewedFile, 'before' | 'after' | 'hunks' | 'what'>

/** @param name - of the file, for which its hunks are seen */
export function compareSides(name: string, { before, after }: ComparedSides): ComparedFile {
	const isModeShown =
		before.kind === 'file' &&
		after.kind === 'file' &&
		before.mode !== undefined &&
		after.mode !== undefined &&
		before.mode !== after.mode
	const hunks = hunksBetween(name, before, after)
	const spans = hunks.flatMap(hunk => hunk.spans)
	const sum = (side: 'before' | 'after') => spans.reduce((lines, span) => lines + span[side].count, 0)
	return {
		what: before.kind === 'missing' ? 'added' : after.kind === 'missing' ? 'removed' : 'changed',
		before: sideOf(before, isModeShown),
		after: sideOf(after, isModeShown),
		hunks,
		added: sum('after'),
		removed: sum('before'),
		key: changeKey(name, { before, after }),
	}
}

export function isSameContent(before: FileContent, after: FileContent): boolean {
	return identity(before) === identity(after)
}

export function changeKey(name: string, { before, after }: ComparedSides): string {
	return keyOf(['file', name, identity(before), identity(after)])
}

/**
 * @returns the bytes of `after` with this hunk as it is in `before`
 * @throws when there are no such lines
 */
export function withHunkPutBack(
	{ before, after }: { before: Buffer; after: Buffer },
	hunk: Pick<ChangeHunk, 'before' | 'after'>,
): Buffer {
	const [old, now] = [byteLines(before), byteLines(after)]
	demandWithin(hunk.before, old.length)
	demandWithin(hunk.after, now.length)
	const end = hunk.after.from + hunk.after.count
	const kept = old.slice(hunk.before.from, hunk.before.from + hunk.before.count)
	const lines = [...now.slice(0, hunk.after.from), ...kept, ...now.slice(end)]
	return bytesOf(lines.map((line, at) => (at === lines.length - 1 ? line : withEnd(line, lines[at + 1]!))))
}

/** What was the last line without an end would run into what follows it now. */
function withEnd(line: string, next: string): string {
	if (line.endsWith('\n')) return line
	return `${line}${next.endsWith('\r\n') ? '\r\n' : '\n'}`
}

function demandWithin({ from, count }: LineRange, length: number): void {
	const isThere = Number.isInteger(from) && Number.isInteger(count) && from >= 0 && count >= 0
	if (!isThere || from + count > length) throw new Error(`there are no lines ${from} to ${from + count}`)
}

/** Shown around what has changed, and so between two hunks at least twice as much. */
const CONTEXT_LINES = 3

function hunksBetween(name: string, before: FileContent, after: FileContent): readonly ChangeHunk[] {
	const [old, now] = [linesIn(before), linesIn(after)]
	if (!old || !now) return []
	return hunksOf(lineDiff(old, now), CONTEXT_LINES).flatMap(spans => {
		const [first, last] = [spans[0], spans.at(-1)]
		if (!first || !last) return []
		const range = (side: 'before' | 'after') => {
			const { from } = first[side]
			return { from, count: last[side].from + last[side].count - from }
		}
		const lines = spans.flatMap(span => [
			...old.slice(span.before.from, span.before.from + span.before.count).map(line => `-${line}`),
			...now.slice(span.after.from, span.after.from + span.after.count).map(line => `+${line}`),
		])
		return [{ before: range('before'), after: range('after'), spans, key: keyOf(['hunk', name, ...lines]) }]
	})
}

/** Undefined for what is no text. */
function linesIn(content: FileContent): readonly string[] | undefined {
	if (content.kind === 'missing') return []
	return content.kind === 'file' && isText(content.bytes) ? byteLines(content.bytes) : undefined
}

function identity(content: FileContent): string {
	switch (content.kind) {
		case 'missing':
			return 'missing'
		case 'link':
			return `link ${content.target}`
		case 'closed':
			return `closed ${content.id}`
		case 'file':
			return `file ${content.mode?.toString(8) ?? ''} ${hash('sha256', content.bytes)}`
	}
}

function keyOf(parts: readonly string[]): string {
	return hash('sha256', JSON.stringify(parts)).slice(0, 24)
}
