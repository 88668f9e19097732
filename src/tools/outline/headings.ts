// The headings of a Markdown file: its symbols, each with the lines up to the next one that is not below it.

import { MAX_LINE_CHARACTERS } from './declaration-text.ts'
import type { CodeSymbol } from './symbols.ts'

export function headings(lines: readonly string[]): readonly CodeSymbol[] {
	const found: { first: number; level: number; text: string }[] = []
	let fence: string | undefined
	let from = 0
	if (lines[0]?.trim() === '---') {
		const close = lines.findIndex((line, index) => index > 0 && line.trim() === '---')
		if (close > 0) from = close + 1
	}
	for (let i = from; i < lines.length; i++) {
		const line = lines[i]!
		if (line.length > MAX_LINE_CHARACTERS) continue
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
		if (fence !== undefined) {
			if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
			continue
		}
		if (mark !== undefined) {
			fence = mark
			continue
		}
		const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line)
		if (heading) found.push({ first: i, level: heading[1]!.length, text: line.trim() })
		const underline = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(line)?.[1]
		const above = lines[i - 1]
		const isText =
			above !== undefined && i > from && /^ {0,3}[^\s#>|`~-]/.test(above) && found.at(-1)?.first !== i - 1
		const stands = i - 2 < from || lines[i - 2]!.trim() === ''
		if (underline && isText && stands)
			found.push({ first: i - 1, level: underline[0] === '=' ? 1 : 2, text: above.trim() })
	}
	return found.map(({ first, level, text }, index) => {
		const next = found.slice(index + 1).find(each => each.level <= level)?.first ?? lines.length
		let last = next - 1
		while (last > first && lines[last]!.trim() === '') last--
		return { first: first + 1, ...(last > first && { last: last + 1 }), depth: level - 1, text }
	})
}
