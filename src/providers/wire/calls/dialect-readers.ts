// How the calls of a dialect are read once its mark is found: between marks, behind a header that names the tool, or as
// the lines of ReAct. Pure.

import type { ToolSpec } from '../../../core/model.ts'
import { argumentsAt, BLANKS, callsAt, type FormRead, NAME, skip } from './call-forms.ts'
import type { WrittenCall } from './fit-call.ts'

/** @returns undefined when it cannot be read, whatever else it is */
export type DialectReader = (text: string, tools: readonly ToolSpec[]) => FormRead | undefined

/** Calls in any form between two marks, of which the second may be missing. */
export function marked(mark: RegExp, closing?: RegExp): DialectReader {
	// Some models write the mark twice.
	const opening = new RegExp(`(?:${mark.source}\\s*)+`, 'y')
	const ending = new RegExp(closing ? `(?:\\s*${closing.source})+` : '', 'y')
	return (text, tools) => {
		const read = callsAt(text, skip(text, 0, opening), tools)
		if (!read) return undefined
		const end = skip(text, read.end, ending)
		return { ...read, end, isTorn: read.isTorn && end === read.end }
	}
}

/** @param head - up to the object of arguments, with the name of the tool in its only group */
export function headed(head: RegExp, closing: RegExp): DialectReader {
	const opening = new RegExp(head.source, 'y')
	const ending = new RegExp(closing.source, 'y')
	return text => {
		const calls: WrittenCall[] = []
		for (let end = 0; ; ) {
			const from = skip(text, end, BLANKS)
			opening.lastIndex = from
			const found = opening.exec(text)
			if (!found) return calls.length > 0 ? { calls, end, isTorn: false } : undefined
			const read = argumentsAt(text, from + found[0].length, found[1]!)
			if (!read) return undefined
			calls.push(...read.calls)
			end = skip(text, read.end, ending)
			if (read.isTorn && end === read.end) return { calls, end, isTorn: true }
		}
	}
}

/** `Action: read`, and below it its input: an object, or the only thing that the tool needs. */
export const reAct: DialectReader = text => {
	ACTION.lastIndex = 0
	const found = ACTION.exec(text)
	if (!found) return undefined
	const from = found[0].length
	const name = found[1]!
	if (text[from] === '{') {
		const read = argumentsAt(text, from, name)
		return read && { ...read, end: skip(text, read.end, CODE_END) }
	}
	const rest = text.slice(from)
	const length = rest.search(REACT_NEXT)
	const input = length === -1 ? rest : rest.slice(0, length)
	const call = { name, input: {}, positional: [input.trim().replace(/^(["'`])(.*)\1$/s, '$2')] }
	return input.trim() === '' ? undefined : { calls: [call], end: from + input.length, isTorn: false }
}

const ACTION = new RegExp(
	`(?:\\*\\*)?Action:(?:\\*\\*)?[ \\t]*\`?(${NAME})\`?[ \\t]*[\\r\\n]+(?:\\*\\*)?Action[ _]Input:(?:\\*\\*)?[ \\t]*(?:\\n?\`\`\`(?:json)?\\s*)?`,
	'y',
)
const CODE_END = /\s*```/y
const REACT_NEXT = /\n[ \t]*(?:\*\*)?(?:Observation|Thought|Final Answer|Action):|\n[ \t]*\n/
