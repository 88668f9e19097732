// Hunks into a text: each goes to the one place it fits, or none of them goes anywhere.

import { advice, problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'
import { nearMatches } from './near-matches.ts'
import type { Hunk, HunkLine } from './patch.ts'
import { joinLines, type Line, lineEndOf, splitLines } from './text-file.ts'

/**
 * Lines that stay are the text's own, so their line ends and trailing blanks do not change.
 * @returns the new text, or which hunk does not fit and why
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): { text: string } | { problem: Problem } {
	const lines = splitLines(text)
	const result: Line[] = []
	let done = 0
	for (const hunk of hunks) {
		const place = findHunk(lines, hunk, done)
		if ('problem' in place)
			return { problem: problem`the hunk at line ${hunk.patchLine} of the patch ${place.problem}` }
		result.push(...lines.slice(done, place.at), ...applyHunk(hunk, lines, place.at, lineEndOf(text)))
		done = place.at + oldLines(hunk).length
	}
	return { text: joinLines(withLineEnds([...result, ...lines.slice(done)], lineEndOf(text))) }
}

type HunkMatch = { at: number } | { problem: Problem }

function findHunk(lines: readonly Line[], hunk: Hunk, from: number): HunkMatch {
	const start = followAnchors(lines, hunk.anchors, from)
	if ('problem' in start) return start
	const wanted = oldLines(hunk)
	if (wanted.length === 0) return placeOfAddition(lines, hunk)
	const found = hunk.isAtEnd
		? allMatches(lines, wanted, start.at).filter(at => at + wanted.length === lines.length)
		: allMatches(lines, wanted, start.at)
	const [first] = found
	if (first === undefined) return { problem: notFound(lines, wanted, { hunk, from: start.at }) }
	// After an anchor the nearest place is meant; without one, two places are a guess.
	if (found.length > 1 && hunk.anchors.length === 0)
		return {
			problem: problem`fits at lines ${numbers(found)}${advice('; add lines around it, or an @@ line above it')}`,
		}
	return { at: first }
}

/** The first anchor must be one line only, which each further one follows. */
function followAnchors(lines: readonly Line[], anchors: readonly string[], from: number): HunkMatch {
	let at = from
	for (const [index, anchor] of anchors.entries()) {
		const found = lines.flatMap((line, number) =>
			number >= at && line.text.trim() === anchor ? [number] : [],
		)
		if (found[0] === undefined)
			return { problem: problem`has an @@ line that is not in the rest of the file: ${anchor}` }
		if (index === 0 && found.length > 1)
			return {
				problem: problem`has an @@ line that is there more than once (lines ${numbers(found)}): ${anchor}`,
			}
		at = found[0] + 1
	}
	return { at }
}

/** Lines without any around them go to the end of the file, which is the only place they can name. */
function placeOfAddition(lines: readonly Line[], hunk: Hunk): HunkMatch {
	if (hunk.anchors.length > 0)
		return {
			problem: problem`only adds lines${{ told: ': put a line that stays next to them to say where they go', cause: ', and does not say where they go' }}`,
		}
	return { at: lines.length }
}

/** Exact matches; where there are none, those that differ in blanks at line ends only. */
function allMatches(lines: readonly Line[], wanted: readonly string[], from: number): number[] {
	const exact = matchesBy(text => text, lines, wanted, from)
	return exact.length > 0 ? exact : matchesBy(text => text.trimEnd(), lines, wanted, from)
}

function matchesBy(
	plain: (text: string) => string,
	lines: readonly Line[],
	wanted: readonly string[],
	from: number,
): number[] {
	const right = wanted.map(plain)
	const left = lines.map(({ text }) => plain(text))
	const found: number[] = []
	for (let at = from; at + right.length <= left.length; at++) {
		if (right.every((text, offset) => left[at + offset] === text)) found.push(at)
	}
	return found
}

function notFound(
	lines: readonly Line[],
	wanted: readonly string[],
	{ hunk, from }: { hunk: Hunk; from: number },
): Problem {
	const elsewhere = allMatches(lines, wanted, 0)
	if (elsewhere.length > 0 && hunk.isAtEnd)
		return problem`fits at lines ${numbers(elsewhere)}, but not at the end of the file`
	if (elsewhere.length > 0)
		return problem`fits at lines ${numbers(elsewhere)} only, before line ${from + 1}${advice('; hunks go from top to bottom')}`
	const near = nearMatches(lines.map(({ text }) => text).join('\n'), wanted.join('\n'))
	const shown = near.map(({ line, difference, text }) => `\nline ${line} (${difference}):\n${text}`).join('')
	return shown === ''
		? problem`fits nowhere${advice('; read the file again')}`
		: problem`fits nowhere. Nearest:${shown}`
}

function oldLines(hunk: Hunk): string[] {
	return hunk.lines.filter(({ kind }) => kind !== 'add').map(({ text }) => text)
}

function applyHunk(hunk: Hunk, lines: readonly Line[], at: number, end: '\n' | '\r\n'): Line[] {
	let old = at
	return hunk.lines.flatMap(({ kind, text }: HunkLine): Line[] => {
		if (kind === 'add') return [{ text, end }]
		const line = lines[old++]
		return kind === 'keep' && line ? [line] : []
	})
}

/** A last line without an end gets one when something now follows it. */
function withLineEnds(lines: readonly Line[], end: '\n' | '\r\n'): Line[] {
	return lines.map((line, index) => (line.end === '' && index < lines.length - 1 ? { ...line, end } : line))
}

function numbers(indexes: readonly number[]): string {
	const shown = indexes.slice(0, 8).map(index => index + 1)
	return indexes.length > shown.length ? `${shown.join(', ')} …` : shown.join(', ')
}
