// `user:password` in the lists of cloud-init: below `chpasswd:`, in a block of text, in items, or in one line.

import { isFilledIn } from '../secrets/secret-values.ts'
import { type BlockView, contentOf, isIdle, lineAt, linesBefore, type Range } from './view.ts'

export function accountList(view: BlockView): readonly Range[] | 'more' {
	const { text, isWhole } = view
	const opening = lineAt(text, view.start)
	const content = contentOf(text, opening)
	if (content.includes('chpasswd')) return inOneLine(content, opening.content)
	if (!/^list:[ \t]*[|>]?[\d+-]{0,2}$/.test(content) || !isBelowChpasswd(view, opening.indent)) return []
	const found: Range[] = []
	for (let at = opening.next; at < text.length; ) {
		const line = lineAt(text, at)
		if (line.next === text.length && text.charCodeAt(line.next - 1) !== 10 && !isWhole) return 'more'
		if (!isIdle(text, line) && line.indent <= opening.indent - (line.isItem ? -1 : 0)) return found
		found.push(...passwordOf(contentOf(text, line), line.content))
		at = line.next
	}
	return isWhole ? found : 'more'
}

function isBelowChpasswd({ text, start }: BlockView, indent: number): boolean {
	if (text.lastIndexOf('chpasswd:', start) < 0) return false
	for (const line of linesBefore(text, start))
		if (!isIdle(text, line) && line.indent < indent) return contentOf(text, line).startsWith('chpasswd:')
	return false
}

/** `R` and `RANDOM` ask for one. */
function passwordOf(content: string, start: number): readonly Range[] {
	const found = /^(["']?[a-z_][\w.-]{0,31}\$?:)(.+?)["']?$/i.exec(content)
	if (!found || /^R(?:ANDOM)?$/.test(found[2]!) || !isFilledIn(found[2]!)) return []
	const begin = start + found[1]!.length
	return [{ start: begin, end: begin + found[2]!.length }]
}

function inOneLine(content: string, start: number): readonly Range[] {
	if (!/^["']?chpasswd["']?:.*\blist\b/.test(content)) return []
	return [...content.matchAll(/(["'])([a-z_][\w.-]{0,31}:)([^"'\s]+)\1/gi)].flatMap(found => {
		const begin = start + found.index + 1 + found[2]!.length
		const isRandom = /^R(?:ANDOM)?$/.test(found[3]!)
		return isRandom || !isFilledIn(found[3]!) ? [] : [{ start: begin, end: begin + found[3]!.length }]
	})
}
