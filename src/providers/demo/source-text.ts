// What can be told about a file from its lines alone: the comment it opens with, and the lines that define something.

import type { NumberedLine } from './tool-output.ts'

const DEFINITION =
	/^(?:export\s+)?(?:default\s+)?(?:(?:abstract|async|public|private|static|final|pub(?:\([a-z]+\))?)\s+)*(?:function|class|const|let|type|interface|enum|def|fn|struct|trait|impl|func|module|package|namespace)\s+\w/

/** A heading counts in prose; in code only what stands at the margin, which is what others can see. */
export function isDefinition(path: string, line: string): boolean {
	return isProse(path) ? /^#{1,3}\s+\S/.test(line) : DEFINITION.test(line)
}

export function isProse(path: string): boolean {
	return /\.(?:md|markdown|rst|txt)$/i.test(path)
}

/** The first sentences of a file about itself: its opening comment, or the first paragraph of prose. */
export function openingWords(path: string, lines: readonly NumberedLine[]): NumberedLine | undefined {
	return isProse(path) ? firstParagraph(lines) : openingComment(lines)
}

function firstParagraph(lines: readonly NumberedLine[]): NumberedLine | undefined {
	// Headings, badges, tables, lists, quotes and markup are not yet the text.
	const start = lines.findIndex(line => /^(?![#[!<|>*+\-`=~]|\s*$|\d+\.)/.test(line.text))
	return start < 0
		? undefined
		: joinLines(
				lines.slice(start),
				line => /^(?!#|```)\s*\S/.test(line),
				line => line,
			)
}

function openingComment(lines: readonly NumberedLine[]): NumberedLine | undefined {
	if ((lines[0]?.number ?? 1) > 1) return undefined
	const start = lines.findIndex(line => !/^(?:#!|\s*$|\/\*\*?$|"""$|['"]use )/.test(line.text))
	const first = lines[start]?.text ?? ''
	const isComment = /^\s*(?:\/\/|\/?\*|#|--|;|""")/
	if (start < 0 || !isComment.test(first)) return undefined
	const words = (line: string) =>
		line.replace(/^\s*(?:\/\/[/!]?|\/\*\*?|\*\/?|#+|--|;+|""")\s?/, '').replace(/\s*\*\/$/, '')
	return joinLines(lines.slice(start), line => isComment.test(line) && words(line).trim() !== '', words)
}

const MOST_CHARACTERS = 400

function joinLines(
	lines: readonly NumberedLine[],
	belongs: (line: string) => boolean,
	words: (line: string) => string,
): NumberedLine | undefined {
	const end = lines.findIndex(line => !belongs(line.text))
	const texts = lines.slice(0, end < 0 ? lines.length : end).map(line => words(line.text).trim())
	const text = texts.join(' ').trim()
	if (text === '') return undefined
	const short =
		text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).replace(/\s+\S*$/, '')} …` : text
	return { number: lines[0]?.number ?? 1, text: short }
}
