// One search pattern in two spellings, ripgrep's and JavaScript's, so that both find the same lines. What only one of the
// two engines knows is refused by name.

import { advice, ProblemError, problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'

export type SearchPattern = {
	/** For ripgrep's own engine. */
	rust: string
	/** For `new RegExp(javascript, 'v')`. */
	javascript: string
}

/** @returns the two spellings, or what is wrong with the pattern and where */
export function readSearchPattern(pattern: string): SearchPattern | { problem: Problem } {
	try {
		const spelled = spell(pattern)
		new RegExp(spelled.javascript, 'v')
		return spelled
	} catch (error) {
		if (error instanceof ProblemError) return { problem: problem`${error.problem} (pattern: ${pattern})` }
		if (error instanceof SyntaxError)
			return {
				problem: problem`${error.message}${advice('; put a backslash before a bracket that is meant literally')}`,
			}
		throw error
	}
}

type Spelled = SearchPattern & { length: number }

function spell(pattern: string): SearchPattern {
	let rust = ''
	let javascript = ''
	for (let at = 0; at < pattern.length; ) {
		const next = readNext(pattern, at)
		rust += next.rust
		javascript += next.javascript
		at += next.length
	}
	return { rust, javascript }
}

function readNext(pattern: string, at: number): Spelled {
	const rest = pattern.slice(at)
	const character = String.fromCodePoint(rest.codePointAt(0) ?? 0)
	switch (character) {
		case '\\':
			return readEscape(rest, at)
		case '[':
			return readClass(rest, at)
		case '(':
			return readGroup(rest, at)
		case '{': {
			const count = at > 0 ? /^\{\d+(?:,\d*)?\}/.exec(rest)?.[0] : undefined
			return count ? same(count) : literal('{')
		}
		case '}':
		case ']':
			return literal(character)
		case '\n':
			throw new ProblemError(
				problem`the search goes line by line, so a line break (position ${at}) never matches`,
			)
		case '^':
		case '$':
		case '.':
		case '|':
		case ')':
		case '*':
		case '+':
		case '?':
			return same(character)
		default:
			return literal(character)
	}
}

function readGroup(rest: string, at: number): Spelled {
	const name = /^\(\?P?<([A-Za-z_]\w*)>/.exec(rest)
	if (name) return { rust: `(?P<${name[1]}>`, javascript: `(?<${name[1]}>`, length: name[0].length }
	if (rest.startsWith('(?:')) return same('(?:')
	if (/^\(\?(?:[=!]|<[=!])/.test(rest))
		throw new ProblemError(problem`look-around at position ${at} is not supported`)
	if (rest.startsWith('(?'))
		throw new ProblemError(
			problem`the flags at position ${at} are not supported${advice('; use the input ignore_case')}`,
		)
	return same('(')
}

/** In JavaScript these know only ASCII; in ripgrep, all of Unicode. */
const CLASSES: ReadonlyMap<string, string> = new Map([
	['d', '\\p{Nd}'],
	['D', '\\P{Nd}'],
	['s', '\\p{White_Space}'],
	['S', '\\P{White_Space}'],
	['w', '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]'],
	['W', '[^\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]'],
])

const WORD = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]'

const BORDERS: ReadonlyMap<string, string> = new Map([
	['b', `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`],
	['B', `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`],
])

const CONTROLS: ReadonlyMap<string, string> = new Map([
	['t', '\t'],
	['r', '\r'],
	['f', '\f'],
	['v', '\v'],
])

function readEscape(rest: string, at: number, isInClass = false): Spelled {
	const code = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|[xu]\{([0-9A-Fa-f]{1,6})\})/.exec(rest)
	if (code) return { ...literal(fromHex(code[1] ?? code[2] ?? code[3] ?? '', at)), length: code[0].length }
	const letter = rest.slice(1, 2)
	const written = `\\${letter}`
	const known = CLASSES.get(letter) ?? (isInClass ? undefined : BORDERS.get(letter))
	if (known !== undefined) return { rust: written, javascript: known, length: 2 }
	const control = CONTROLS.get(letter)
	if (control !== undefined) return { ...literal(control), length: 2 }
	if (letter === 'n')
		throw new ProblemError(problem`the search goes line by line, so \\n (position ${at}) never matches`)
	if (/\d/.test(letter))
		throw new ProblemError(problem`the back-reference ${written} at position ${at} is not supported`)
	if (letter === '' || /[A-Za-z<>]/.test(letter))
		throw new ProblemError(problem`the escape ${written} at position ${at} is not supported`)
	const character = String.fromCodePoint(rest.codePointAt(1) ?? 0)
	return { ...literal(character), length: 1 + character.length }
}

/** `[a-z_]`, `[^\s"]`, `[[:alpha:]]` */
function readClass(rest: string, start: number): Spelled {
	const opening = /^\[\^?/.exec(rest)?.[0] ?? '['
	let rust = opening
	let javascript = opening
	let at = opening.length
	// A bracket that comes first stands for itself.
	while (at < rest.length && (rest[at] !== ']' || at === opening.length)) {
		const item = readClassItem(rest, at, start)
		rust += item.rust
		javascript += item.javascript
		at += item.length
	}
	if (at >= rest.length)
		throw new ProblemError(
			problem`the [ at position ${start} is not closed${advice('; \\[ is a literal one')}`,
		)
	return { rust: `${rust}]`, javascript: `${javascript}]`, length: at + 1 }
}

function readClassItem(rest: string, at: number, start: number): Spelled {
	const item = rest.slice(at)
	if (item.startsWith('\\')) return readEscape(item, start + at, true)
	const named = /^\[:(\w+):\]/.exec(item)
	if (named) return namedClass(named, start + at)
	if (item[0] === '-' && isRangeSign(rest, at)) return same('-')
	return literal(String.fromCodePoint(item.codePointAt(0) ?? 0))
}

/** A hyphen is a range between two things, and itself at either end. */
function isRangeSign(rest: string, at: number): boolean {
	const isFirst = rest[at - 1] === '[' || (rest[at - 1] === '^' && rest[at - 2] === '[')
	return !isFirst && rest[at + 1] !== ']' && !/\\[dDsSwW]$/.test(rest.slice(0, at))
}

const NAMED: ReadonlyMap<string, string> = new Map([
	['alpha', 'A-Za-z'],
	['digit', '0-9'],
	['alnum', 'A-Za-z0-9'],
	['upper', 'A-Z'],
	['lower', 'a-z'],
	['space', '\\t\\n\\x0B\\f\\r\\x20'],
	['xdigit', '0-9A-Fa-f'],
	['punct', '!-\\x2F:-@\\x5B-`\\x7B-~'],
])

function namedClass(named: RegExpExecArray, at: number): Spelled {
	const ranges = NAMED.get(named[1] ?? '')
	if (ranges === undefined)
		throw new ProblemError(problem`the class ${named[0]} at position ${at} is not supported`)
	return { rust: named[0], javascript: ranges, length: named[0].length }
}

function fromHex(digits: string, at: number): string {
	const code = Number.parseInt(digits, 16)
	if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
		throw new ProblemError(problem`there is no character ${digits} (position ${at})`)
	return String.fromCodePoint(code)
}

function same(text: string): Spelled {
	return { rust: text, javascript: text, length: text.length }
}

/** By its number, unless it is a letter, a digit or far from any syntax. */
function literal(character: string): Spelled {
	const code = character.codePointAt(0) ?? 0
	if (code > 0x7f || /[A-Za-z0-9_ ]/.test(character))
		return { rust: character, javascript: character, length: character.length }
	const hex = `\\x${code.toString(16).padStart(2, '0')}`
	return { rust: hex, javascript: hex, length: character.length }
}
