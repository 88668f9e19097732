// The symbols of a source file: each line of code that declares something, and what stands in it.

import { balanceOf, type CodeLine, indentOf, readCode } from './code-lines.ts'
import { declarationText, MAX_LINE_CHARACTERS } from './declaration-text.ts'
import type { Language } from './languages.ts'
import { lastLine } from './last-line.ts'

/** Lines from 1, both included. Without `last` it is one line long, or where it ends cannot be told for sure. */
export type CodeSymbol = { first: number; last?: number; depth: number; text: string }

type Holder = { depth: number; indent: number; bracketDepth: number; last: number | undefined }

export function symbolsIn(lines: readonly string[], language: Language): readonly CodeSymbol[] {
	const code = readCode(lines, language)
	const closes = language.blocks !== 'brackets' || endsBalanced(code, language)
	const found: CodeSymbol[] = []
	let holders: Holder[] = []
	for (const [index, line] of code.entries()) {
		if (line.isInside || line.code.trim() === '') continue
		const indent = indentOf(line.code)
		holders = holders.filter(({ last }) => last === undefined || index <= last)
		const holder = holders.at(-1)
		const isAtTop = holder
			? language.blocks === 'brackets'
				? line.depth === holder.bracketDepth + 1
				: isDirectlyIn(code, index, holder)
			: language.blocks === 'brackets' && closes
				? line.depth === 0
				: indent === 0
		if (!isAtTop) continue
		const declared = line.code.trim().slice(0, MAX_LINE_CHARACTERS)
		const isMember = holder !== undefined && language.members?.some(each => each.test(declared))
		if (!isMember && !language.symbols.some(each => each.test(declared))) continue
		if (STATEMENTS.test(declared)) continue
		// Nothing can be said of what somebody's machine has put into one line.
		const isReadable = closes && line.code.length <= MAX_LINE_CHARACTERS
		const last = isReadable ? lastLine(code, index, language) : undefined
		const depth = holder ? holder.depth + 1 : 0
		found.push({
			first: index + 1,
			...(last !== undefined && last > index && { last: last + 1 }),
			depth,
			text: declarationText(lines[index]!),
		})
		if (last !== undefined && last > index && language.holders.test(declared))
			holders.push({ depth, indent, bracketDepth: line.depth, last })
	}
	return found
}

/** What looks like the call that a method's head looks like. */
const STATEMENTS = /^(?:if|for|while|switch|catch|return|else|do|throw|new|await|super|with)\b/

function endsBalanced(code: readonly CodeLine[], language: Language): boolean {
	const last = code.at(-1)
	return !last || (last.depth + balanceOf(last.code, language) === 0 && code.every(line => line.depth >= 0))
}

/** One step in, measured by the first line of what holds it. */
function isDirectlyIn(code: readonly CodeLine[], index: number, holder: Holder): boolean {
	const indent = indentOf(code[index]!.code)
	if (indent <= holder.indent || code[index]!.depth !== holder.bracketDepth) return false
	for (let i = index - 1; i >= 0; i--) {
		const { code: text, isInside, depth } = code[i]!
		if (isInside || text.trim() === '' || depth !== holder.bracketDepth) continue
		const before = indentOf(text)
		if (before <= holder.indent) return true
		if (before < indent) return false
	}
	return true
}
