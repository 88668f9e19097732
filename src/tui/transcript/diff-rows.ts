// A unified diff with line numbers and colours.

import { cellWidth, cutToWidth } from '../text/cell-width.ts'
import { expandTabs, foldSpans, hang, type Spans, span } from '../text/spans.ts'
import type { Tone } from '../text/theme.ts'

/**
 * @param diff - sanitized
 * @param long - `cut`: each line is one row; `fold`: every character is there, for what a person has to allow
 */
export function diffRows(diff: string, width: number, long: 'cut' | 'fold'): readonly Spans[] {
	const lines = numberLines(diff)
	const gutter = Math.max(3, ...lines.map(({ number }) => String(number ?? '').length))
	return lines.flatMap(({ number, sign, text, tone }): readonly Spans[] => {
		const style = tone ? { tone } : {}
		if (sign === undefined) return [[span(cutToWidth(text, width), style)]]
		const head = span(`${String(number ?? '').padStart(gutter)} `, { tone: 'quiet' })
		const code = expandTabs(sign + text)
		const room = Math.max(1, width - cellWidth(head.text))
		if (long === 'cut') return [[head, span(cutToWidth(code, room), style)]]
		const below = span(' '.repeat(gutter + 1))
		return hang(foldSpans([span(code, style)], room), [head], [below])
	})
}

type DiffLine = {
	number: number | undefined
	/** Missing on the lines between: a file's name, a jump. */
	sign: '+' | '-' | ' ' | undefined
	text: string
	tone: Tone | undefined
}

function numberLines(diff: string): readonly DiffLine[] {
	const lines: DiffLine[] = []
	let before = 0
	let after = 0
	let isInHunk = false
	let oldName: string | undefined
	// What the hunk has announced and has not shown yet: only after that `---` is the next file and no removed line.
	let left = { before: 0, after: 0 }
	for (const line of diff.replace(/\n$/, '').split('\n')) {
		const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
		if (hunk) {
			if (isInHunk) lines.push({ number: undefined, sign: undefined, text: '⋮', tone: 'hunk' })
			before = Number(hunk[1])
			after = Number(hunk[3])
			left = { before: Number(hunk[2] ?? 1), after: Number(hunk[4] ?? 1) }
			isInHunk = true
		} else if (!isInHunk || startsFile(line, left)) {
			isInHunk = false
			const path =
				/^\+\+\+ (?:b\/)?(.*?)(?:\t.*)?$/.exec(line)?.[1] ?? /^(?:Binary|rename|deleted).*$/.exec(line)?.[0]
			const removed = /^--- (?:a\/)?(.*?)(?:\t.*)?$/.exec(line)?.[1]
			if (removed !== undefined) oldName = removed
			if (path !== undefined && path !== '/dev/null')
				lines.push({ number: undefined, sign: undefined, text: path, tone: 'hunk' })
			else if (path === '/dev/null')
				lines.push({
					number: undefined,
					sign: undefined,
					text: `${oldName ?? 'file'} removed`,
					tone: 'removed',
				})
			else if (path === undefined && removed === undefined && /^[+-]/.test(line))
				lines.push({
					number: undefined,
					sign: undefined,
					text: line,
					tone: line.startsWith('+') ? 'added' : 'removed',
				})
		} else if (line.startsWith('+')) {
			left.after--
			lines.push({ number: after++, sign: '+', text: line.slice(1), tone: 'added' })
		} else if (line.startsWith('-')) {
			left.before--
			lines.push({ number: before++, sign: '-', text: line.slice(1), tone: 'removed' })
		} else if (line.startsWith('\\')) {
			lines.push({ number: undefined, sign: ' ', text: line, tone: 'quiet' })
		} else {
			left.before--
			left.after--
			before++
			lines.push({ number: after++, sign: ' ', text: line.slice(1), tone: undefined })
		}
	}
	return lines
}

function startsFile(line: string, left: { before: number; after: number }): boolean {
	if (/^(?:diff --git|Index:|={10,}$)/.test(line)) return true
	return left.before <= 0 && left.after <= 0 && /^--- \S/.test(line)
}
