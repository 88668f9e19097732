// What vim's operators and commands do to a text, and to its registers.

import { firstNonBlank, isBlank, lastOfLine, lineEnd, lineStart, next, previous } from './places.ts'
import type { Operator } from './vim-command.ts'

/** `cursor`: where the operator was begun or its motion led, whichever comes first. */
export type EditRange = { start: number; end: number; isLines: boolean; cursor: number }

export type Register = { text: string; isLines: boolean }

/** `isTyped`: what comes now is typed there. */
export type Edited = {
	text: string
	cursor: number
	registers?: Readonly<Record<string, Register>>
	isTyped?: boolean
}

/** In normal mode the cursor stands on a character, where its line has one. */
export function fittingCursor(text: string, cursor: number): number {
	const at = Math.max(0, Math.min(cursor, text.length))
	return Math.min(at, lastOfLine(text, at))
}

export function changed(text: string, { start, end }: Pick<EditRange, 'start' | 'end'>, by: string): string {
	return text.slice(0, start) + by + text.slice(end)
}

export function operate(
	text: string,
	range: EditRange,
	{
		operator,
		register,
		registers,
		times,
	}: {
		operator: Operator
		register: string | undefined
		registers: Readonly<Record<string, Register>>
		times: number
	},
): Edited {
	const { start, end, isLines } = range
	const taken = { text: text.slice(start, end), isLines }
	switch (operator) {
		case 'y':
			return { text, cursor: range.cursor, registers: stored(registers, register, taken, 'y') }
		case 'd': {
			if (end <= start && !isLines) return { text, cursor: range.cursor }
			const kept = stored(registers, register, taken, 'd')
			if (!isLines) return { text: changed(text, range, ''), cursor: start, registers: kept }
			const isLast = end === text.length
			const from = isLast && start > 0 ? start - 1 : start
			const after = changed(text, { start: from, end: isLast ? end : end + 1 }, '')
			return { text: after, cursor: firstNonBlank(after, Math.min(start, after.length)), registers: kept }
		}
		case 'c': {
			const kept = end > start || isLines ? stored(registers, register, taken, 'd') : registers
			return { text: changed(text, range, ''), cursor: start, registers: kept, isTyped: true }
		}
		case '>':
		case '<': {
			const first = lineStart(text, start)
			const last = lineEnd(text, Math.max(start, isLines ? end : end - 1))
			const lines = text
				.slice(first, last)
				.split('\n')
				.map(line => shifted(line, operator === '>' ? times : -times))
			const after = changed(text, { start: first, end: last }, lines.join('\n'))
			return { text: after, cursor: firstNonBlank(after, first) }
		}
		case 'g~':
		case 'gu':
		case 'gU':
			return {
				text: changed(text, range, inCase(taken.text, operator)),
				cursor: range.cursor,
			}
	}
}

/** A capital letter adds to its register; `_` takes nothing. What was deleted within a line is in `-`, too. */
function stored(
	registers: Readonly<Record<string, Register>>,
	name: string | undefined,
	taken: Register,
	by: 'y' | 'd',
): Readonly<Record<string, Register>> {
	if (name === '_') return registers
	if (name === undefined || name === '"') {
		if (by === 'y') return { ...registers, '"': taken, '0': taken }
		const isSmall = !taken.isLines && !taken.text.includes('\n')
		return { ...registers, '"': taken, [isSmall ? '-' : '1']: taken }
	}
	const own = name.toLowerCase()
	const before = own === name ? undefined : registers[own]
	const isLines = before ? before.isLines || taken.isLines : taken.isLines
	const between = before && isLines ? '\n' : ''
	const whole = before ? { text: before.text + between + taken.text, isLines } : taken
	return { ...registers, [own]: whole, '"': whole }
}

const SHIFT = '  '

function shifted(line: string, times: number): string {
	if (times > 0) return line === '' ? line : SHIFT.repeat(times) + line
	const blanks = /^[ \t]*/.exec(line)?.[0] ?? ''
	const columns = blanks.replaceAll('\t', SHIFT).length
	// Onto a whole step.
	const kept = Math.max(0, columns + times * SHIFT.length)
	return ' '.repeat(kept) + line.slice(blanks.length)
}

function inCase(text: string, way: 'g~' | 'gu' | 'gU'): string {
	if (way === 'gu') return text.toLowerCase()
	if (way === 'gU') return text.toUpperCase()
	return [...text]
		.map(character => {
			const upper = character.toUpperCase()
			return character === upper ? character.toLowerCase() : upper
		})
		.join('')
}

export function put(
	text: string,
	cursor: number,
	{ register, count, isBefore }: { register: Register; count: number; isBefore: boolean },
): Edited {
	if (register.isLines) {
		const lines = Array.from({ length: count }, () => register.text).join('\n')
		const at = isBefore ? lineStart(text, cursor) : lineEnd(text, cursor)
		const into = isBefore ? `${lines}\n` : `\n${lines}`
		const after = text.slice(0, at) + into + text.slice(at)
		return { text: after, cursor: firstNonBlank(after, isBefore ? at : at + 1) }
	}
	const at = isBefore || cursor >= lineEnd(text, cursor) ? cursor : next(text, cursor)
	const into = register.text.repeat(count)
	const after = text.slice(0, at) + into + text.slice(at)
	return {
		text: after,
		cursor: register.text.includes('\n') || into === '' ? at : previous(after, at + into.length),
	}
}

/** @param isAsIs - without a blank between them, and with those that there are @returns undefined when there is nothing to join */
export function joinLines(
	text: string,
	cursor: number,
	{ count, isAsIs }: { count: number; isAsIs: boolean },
): Edited | undefined {
	let after = text
	let place = cursor
	if (lineEnd(text, cursor) === text.length)
		return count > 2 ? { text, cursor: lineStart(text, cursor) } : undefined
	for (let left = count - 1; left > 0; left--) {
		const end = lineEnd(after, place)
		if (end === after.length) break
		if (isAsIs) {
			after = after.slice(0, end) + after.slice(end + 1)
			place = end
			continue
		}
		let from = end + 1
		while (isBlank(after[from])) from++
		const isJoined = from >= after.length || after[from] === '\n' || after[from] === ')'
		const hasBlank = end === lineStart(after, place) || isBlank(after[end - 1])
		const between = isJoined || hasBlank ? '' : ' '
		after = after.slice(0, end) + between + after.slice(from)
		place = end
	}
	return { text: after, cursor: place }
}

export function toggleCase(text: string, cursor: number, count: number): Edited | undefined {
	const end = charactersFrom(text, cursor, count, true)
	if (end === undefined || end === cursor) return undefined
	const into = inCase(text.slice(cursor, end), 'g~')
	return { text: changed(text, { start: cursor, end }, into), cursor: cursor + into.length }
}

/** @returns undefined when the line has fewer */
export function replaceCharacters(
	text: string,
	cursor: number,
	{ count, character }: { count: number; character: string },
): Edited | undefined {
	const end = charactersFrom(text, cursor, count, false)
	if (end === undefined) return undefined
	// However many there are, one line end takes their place.
	const into = character === '\n' ? '\n' : character.repeat(count)
	const after = changed(text, { start: cursor, end }, into)
	return { text: after, cursor: character === '\n' ? cursor + 1 : previous(after, cursor + into.length) }
}

function charactersFrom(
	text: string,
	cursor: number,
	count: number,
	isFewerFine: boolean,
): number | undefined {
	const end = lineEnd(text, cursor)
	let at = cursor
	for (let left = count; left > 0; left--) {
		if (at >= end) return isFewerFine ? at : undefined
		at = next(text, at)
	}
	return at
}
