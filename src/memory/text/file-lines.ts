// Lines of files in results: which file a piece of a result shows, and which of its lines, so that what was found can be
// read as it is now.

export type NumberedLines = { firstLine: number; text: string }

/**
 * What a file is read as: `12<tab>text`.
 * @returns each stretch of lines that follow each other, without their numbers; none where the text has no such lines
 */
export function numberedLines(text: string): readonly NumberedLines[] {
	const stretches: { firstLine: number; lines: string[] }[] = []
	for (const line of text.split('\n')) {
		const tab = line.indexOf('\t')
		const number =
			tab > 0 && tab < 9 && /^\d+$/.test(line.slice(0, tab)) ? Number(line.slice(0, tab)) : undefined
		if (number === undefined) continue
		const last = stretches.at(-1)
		if (last && number === last.firstLine + last.lines.length) last.lines.push(line.slice(tab + 1))
		else stretches.push({ firstLine: number, lines: [line.slice(tab + 1)] })
	}
	return stretches.map(({ firstLine, lines }) => ({ firstLine, text: lines.join('\n') }))
}

/** Takes the numbers off, so that what was read is the same text as what stands in the file. */
export function withoutLineNumbers(text: string): string {
	return text.replaceAll(/^\d{1,8}\t/gm, '')
}

export type FoundLines = { path: string; firstLine: number; lastLine: number }

/** Of matches, `path:12: text`. @returns undefined where they are of several files, or of none */
export function matchedLines(text: string): FoundLines | undefined {
	const places = text.split('\n').flatMap(line => {
		const match = /^(.+?)([:-])(\d+)\2 /.exec(line)
		return match ? [{ path: match[1]!, line: Number(match[3]) }] : []
	})
	const [first] = places
	if (!first || places.some(({ path }) => path !== first.path)) return undefined
	const lines = places.map(({ line }) => line)
	return { path: first.path, firstLine: Math.min(...lines), lastLine: Math.max(...lines) }
}

/** Of an outline, `12-20: declaration`. */
export function outlinedLines(text: string): Omit<FoundLines, 'path'> | undefined {
	const found = [...text.matchAll(/^\s*(\d+)(?:-(\d+))?: /gm)]
	if (found.length === 0) return undefined
	const lines = found.flatMap(([, first, last]) => [Number(first), Number(last ?? first)])
	return { firstLine: Math.min(...lines), lastLine: Math.max(...lines) }
}

/**
 * Of a diff: the lines after the change. What stands before the first hunk of a piece goes on from the piece before it.
 * @param at - the line that the text goes on from; 0 before the first hunk
 */
export function changedLines(
	text: string,
	at: number,
): { lines: Omit<FoundLines, 'path'> | undefined; at: number } {
	let line = at
	let [firstLine, lastLine] = [Number.POSITIVE_INFINITY, 0]
	for (const row of text.split('\n')) {
		const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(row)
		if (hunk) line = Number(hunk[1])
		else if (line > 0 && (row.startsWith('+') || row.startsWith(' '))) {
			firstLine = Math.min(firstLine, line)
			lastLine = Math.max(lastLine, line)
			line++
		}
	}
	return { lines: lastLine === 0 ? undefined : { firstLine, lastLine }, at: line }
}
