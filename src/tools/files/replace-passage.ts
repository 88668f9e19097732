// An exact passage of a text for another one. What is not there exactly, or there twice, is never guessed at.

import { nearMatches } from './near-matches.ts'
import { lineEndOf } from './text-file.ts'

export type Replacement = { oldText: string; newText: string; replaceAll: boolean }

/** @returns the new text, or what keeps the passage from being found, for a model */
export function replacePassage(
	text: string,
	{ oldText, newText, replaceAll }: Replacement,
): { text: string } | { problem: string } {
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

function notUnique(text: string, found: readonly TextOccurrence[]): string {
	const lines = found.map(({ start }) => lineOf(text, start))
	const shown = lines.length > 10 ? `${lines.slice(0, 10).join(', ')} …` : lines.join(', ')
	return `old_text is there ${found.length} times (lines ${shown}); add lines around it to make it unique, or set replace_all`
}

function notFound(text: string, wanted: string): string {
	if (/\[REDACTED:[a-z-]+\]/.test(wanted))
		return 'old_text has a mask in it, and the file the secret it stands for; choose lines without it'
	const unnumbered = wanted.replaceAll(/^ *\d+\t/gm, '')
	if (unnumbered !== wanted && occurrences(text, unnumbered).length > 0)
		return 'old_text has the line numbers of read in it; leave them out'
	const near = nearMatches(text, wanted)
	const shown = near.map(({ line, difference, text }) => `line ${line} (${difference}):\n${text}`)
	return near.length === 0
		? 'old_text is not in it, and nothing like it; read it again'
		: `old_text is not in it. Nearest:\n${shown.join('\n')}`
}

function lineOf(text: string, index: number): number {
	return text.slice(0, index).split('\n').length
}
