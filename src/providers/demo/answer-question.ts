// Answers a question by the places that were found: the best one quoted at length, the others named.

import { code, codeList, excerpt, shorten } from './markdown.ts'
import { bestFiles, type RankedFile } from './rank.ts'
import { type Keyword, searchPattern } from './salient-words.ts'
import type { SoFar } from './so-far.ts'
import { openingWords } from './source-text.ts'
import { hitsOf, linesOf, type NumberedLine, successfulOutputs } from './tool-output.ts'

const MOST_OTHERS = 6

/** @returns undefined when nothing was found, so that something more general can be said */
export function answerQuestion(words: readonly Keyword[], soFar: SoFar): string | undefined {
	const files = bestFiles(words, soFar.results)
	const [best] = files
	if (!best) return undefined
	const hits = hitsOf(soFar.results)
	const isFound = (word: Keyword) => hits.some(hit => hit.pattern === searchPattern(word))
	const found = codeList(words.filter(isFound).map(word => word.said))
	const absent = codeList(words.filter(word => !isFound(word)).map(word => word.said))
	const where = `${countWithUnit(hits.length, 'line')} of ${countWithUnit(files.length, 'file')}`
	const sections = [`I found ${found} in ${where}. The likeliest place is ${code(best.path)}.`]
	if (absent) sections.push(`Nothing mentions ${absent}.`)
	for (const file of files.slice(0, 2)) {
		const lines = linesRead(file.path, soFar)
		if (lines.length > 0) sections.push(quotation(file, lines))
	}
	const others = files.slice(2, 2 + MOST_OTHERS)
	if (others.length > 0) sections.push(`**Elsewhere**\n\n${others.map(otherPlace).join('\n')}`)
	return sections.join('\n\n')
}

function linesRead(path: string, soFar: SoFar): NumberedLine[] {
	const read = successfulOutputs(soFar.results, 'read').find(result => result.input.path === path)
	return read ? linesOf(read) : []
}

function quotation(file: RankedFile, lines: readonly NumberedLine[]): string {
	const opening = openingWords(file.path, lines)
	const says = opening ? `> ${opening.text}\n\n` : ''
	return `### ${code(file.path)}\n\n${says}${excerpt(file.path, aroundBest(file, lines))}`
}

const LINES_AFTER = 13

/** From the comment above the best line to the end of what begins there, if that is near. */
function aroundBest({ bestLine }: RankedFile, lines: readonly NumberedLine[]): readonly NumberedLine[] {
	const best = Math.max(
		0,
		lines.findIndex(line => line.number === bestLine),
	)
	let start = best
	while (start > 0 && best - start < 6 && /^\s*(?:\/\/|\/?\*|#|--)/.test(lines[start - 1]?.text ?? ''))
		start--
	const rest = lines.slice(best + 1, best + 1 + LINES_AFTER * 2)
	const close = rest.findIndex(line => /^[}\])]/.test(line.text))
	const end = best + 1 + (close >= 0 ? close + 1 : Math.min(rest.length, LINES_AFTER))
	return trimLines(lines.slice(start, end))
}

function trimLines(lines: readonly NumberedLine[]): readonly NumberedLine[] {
	const last = lines.findLastIndex(line => line.text.trim() !== '')
	return lines.slice(0, last + 1)
}

function countWithUnit(count: number, unit: string): string {
	return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function otherPlace({ path, bestLine, hits }: RankedFile): string {
	const text = hits.find(hit => hit.line === bestLine)?.text.trim() ?? ''
	return `- ${code(`${path}:${bestLine}`)} ${code(shorten(text, 90))}`
}
