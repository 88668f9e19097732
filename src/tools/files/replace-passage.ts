// An exact passage of a text for another one. What is not there exactly, or there twice, is never guessed at.

import { advice, problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'
import { nearMatches } from './near-matches.ts'
import { lineEndOf } from './text-file.ts'

export type Replacement = { oldText: string; newText: string; replaceAll: boolean }

/** An argument by its name, and what it is to people. */
export const OLD_TEXT: Problem = { told: 'old_text', cause: 'the text to replace' }

/** @returns the new text, or what keeps the passage from being found */
export function replacePassage(
	text: string,
	{ oldText, newText, replaceAll }: Replacement,
): { text: string } | { problem: Problem } {
	const found = occurrences(text, oldText)
	const [first] = found
	if (!first) return { problem: notFound(text, oldText) }
	if (!replaceAll && found.length > 1) return { problem: notUnique(text, found) }
	let result = ''
	let end = 0
	for (const { start, length } of found) {
		// Two occurrences may overlap; of those the first is replaced.
		if (start < end) continue
		const passage = text.slice(start, start + length)
		result += text.slice(end, start) + withLineEndsOf(passage, text, newText, oldText)
		end = start + length
	}
	return { text: result + text.slice(end) }
}

type TextOccurrence = { start: number; length: number }

/** A line end written as LF stands for either kind; one written as CRLF only for itself. */
function occurrences(text: string, wanted: string): TextOccurrence[] {
	const source = wanted.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
	const expression = new RegExp(wanted.includes('\r') ? source : source.replaceAll('\n', '\r?\n'), 'g')
	const found: TextOccurrence[] = []
	for (let match = expression.exec(text); match; match = expression.exec(text)) {
		found.push({ start: match.index, length: match[0].length })
		// One further, and not after the match, so that an overlapping second one is noticed.
		expression.lastIndex = match.index + 1
	}
	return found
}

function withLineEndsOf(passage: string, text: string, newText: string, oldText: string): string {
	if (oldText.includes('\r') || newText.includes('\r')) return newText
	const end = passage.includes('\n') ? lineEndOf(passage) : lineEndOf(text)
	return end === '\n' ? newText : newText.replaceAll('\n', '\r\n')
}

function notUnique(text: string, found: readonly TextOccurrence[]): Problem {
	const lines = found.map(({ start }) => lineOf(text, start))
	const shown = lines.length > 10 ? `${lines.slice(0, 10).join(', ')} …` : lines.join(', ')
	return problem`${OLD_TEXT} is there ${found.length} times (lines ${shown})${advice('; add lines around it to make it unique, or set replace_all')}`
}

function notFound(text: string, wanted: string): Problem {
	if (/\[REDACTED:[a-z-]+\]/.test(wanted))
		return problem`${OLD_TEXT} has a mask in it, and the file the secret it stands for${advice('; choose lines without it')}`
	const unnumbered = wanted.replaceAll(/^ *\d+\t/gm, '')
	if (unnumbered !== wanted && occurrences(text, unnumbered).length > 0)
		return problem`${OLD_TEXT} has ${LINE_NUMBERS} in it${advice('; leave them out')}`
	const near = nearMatches(text, wanted)
	const shown = near.map(({ line, difference, text }) => `line ${line} (${difference}):\n${text}`)
	return near.length === 0
		? problem`${OLD_TEXT} is not in it, and nothing like it${advice('; read it again')}`
		: problem`${OLD_TEXT} is not in it. Nearest:\n${shown.join('\n')}`
}

const LINE_NUMBERS: Problem = { told: 'the line numbers of read', cause: 'line numbers' }

function lineOf(text: string, index: number): number {
	return text.slice(0, index).split('\n').length
}
