// The last line of a declaration, given only where brackets and indentation agree on it.

import { type CodeLine, indentOf } from './code-lines.ts'
import type { Language } from './languages.ts'

/** @returns the index of the last line, or undefined when it cannot be told for sure */
export function lastLine(code: readonly CodeLine[], first: number, language: Language): number | undefined {
	switch (language.blocks) {
		case 'brackets':
			return closingLine(code, first, language)
		case 'end':
			return endLine(code, first)
		default:
			return dedentLine(code, first)
	}
}

function closingLine(
	code: readonly CodeLine[],
	first: number,
	{ isTerminated }: Language,
): number | undefined {
	const start = code[first]!
	const indent = indentOf(start.code)
	let from = first
	const depthAfter = (index: number) => code[index + 1]?.depth ?? 0
	let at = first
	for (;;) {
		while (at < code.length && depthAfter(at) > start.depth) at++
		if (at >= code.length || depthAfter(at) < start.depth) {
			// One that closes what it stands in as well: `class A { b() {} }`.
			return at === first ? first : undefined
		}
		const next = nextLine(code, at)
		const isClosed = at > from && /^[)\]}]/.test(code[at]!.code.trim())
		const closedAt = indentOf(code[at]!.code)
		if (isClosed && closedAt !== indent && closedAt !== indentOf(code[from]!.code)) return undefined
		const isOpen = !/[;}]\s*$/.test(code[at]!.code)
		if (isTerminated && !isOpen) return at
		if (next === undefined) return isTerminated ? undefined : at
		const { code: text } = code[next]!
		const isSame = indentOf(text) === indent
		// Its body, what stands between head and body, and the bracket of a type that no brackets are counted for.
		const isBody = isOpen && /^\s*(?:\{|(?:where|throws|noexcept|requires|->|:|,)(?:\W|$))/.test(text)
		const isPart = isSame && (isBody || /^\s*>/.test(text))
		const isDeeper = indentOf(text) > indent && (isOpen || closedAt > indent)
		if (isPart || isDeeper) {
			at = next
			from = next
			continue
		}
		// Something goes on here in a way that is not known.
		return isTerminated ? undefined : at
	}
}

function endLine(code: readonly CodeLine[], first: number): number | undefined {
	const start = code[first]!
	if (!/^(?:class|module|def|private|protected|public)\b/.test(start.code.trim())) return first
	if (/\bend\s*$/.test(start.code) || /^(?:\w+\s+)?def\s[^=]*[^=!<>]=\s/.test(start.code.trim())) return first
	const indent = indentOf(start.code)
	for (let i = first + 1; i < code.length; i++) {
		const { code: text, isInside } = code[i]!
		if (isInside || text.trim() === '' || indentOf(text) > indent) continue
		return indentOf(text) === indent && /^end\b/.test(text.trim()) ? i : undefined
	}
	return undefined
}

function dedentLine(code: readonly CodeLine[], first: number): number {
	const { code: head, depth } = code[first]!
	const indent = indentOf(head)
	let last = first
	for (let i = first + 1; i < code.length; i++) {
		const line = code[i]!
		const isContinued = line.isInside || line.depth > depth
		if (!isContinued && line.code.trim() === '') continue
		if (!isContinued && indentOf(line.code) <= indent) break
		last = i
	}
	return last
}

function nextLine(code: readonly CodeLine[], after: number): number | undefined {
	for (let i = after + 1; i < code.length; i++)
		if (!code[i]!.isInside && code[i]!.code.trim() !== '') return i
	return undefined
}
