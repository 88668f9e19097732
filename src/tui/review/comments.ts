// Comments on lines of a change, and the prompt that they become.

export type LineComment = {
	/** Of the file. */
	path: string
	name: string
	/** From 1; of a removed line, as it was. */
	line: number
	isRemoved: boolean
	/** The line itself. */
	quote: string
	text: string
}

/** One comment for each line: another one on it takes its place, and an empty one takes it away. */
export function withComment(comments: readonly LineComment[], next: LineComment): readonly LineComment[] {
	const others = comments.filter(each => !isSameLine(each, next))
	return next.text.trim() === '' ? others : [...others, { ...next, text: next.text.trim() }]
}

export function isSameLine(
	a: Pick<LineComment, 'path' | 'line' | 'isRemoved'>,
	b: Pick<LineComment, 'path' | 'line' | 'isRemoved'>,
): boolean {
	return a.path === b.path && a.line === b.line && a.isRemoved === b.isRemoved
}

/** File by file, from the top, each with the line that it is about. */
export function commentsPrompt(comments: readonly LineComment[]): string {
	return comments
		.toSorted((a, b) => (a.name === b.name ? a.line - b.line : a.name < b.name ? -1 : 1))
		.map(({ name, line, isRemoved, quote, text }) => {
			const about = `${isRemoved ? '-' : '+'} ${quote.trim().slice(0, MOST_QUOTED)}`
			return `${name}:${line}: ${text}${quote.trim() === '' ? '' : `\n    ${about}`}`
		})
		.join('\n')
}

const MOST_QUOTED = 200
