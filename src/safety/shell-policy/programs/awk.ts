// Programs of awk that select, count and print. The language can also run programs and write files, so a program passes
// only when each of its tokens is known and none of them can do either.

import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { judgeReads } from '../analysis/reads.ts'
import type { Scope } from '../analysis/scope.ts'
import { asks, type Evaluation } from '../analysis/verdict.ts'
import { GETOPT, readArguments } from './arguments.ts'

export function judgeAwk(words: readonly Word[], scope: Scope): Evaluation {
	const given = readArguments(words, { syntax: GETOPT, shortWithValue: 'Fv' })
	if ('problem' in given) return asks('options/awk', `awk: ${given.problem}.`)
	if (given.options.some(({ name, value }) => name === 'v' && !PLAIN_VARIABLE.test(value ?? '')))
		return asks('options/awk', 'awk: what it is told to set may change more than what it prints.')
	const [script, ...files] = given.operands
	const text = script && literal(script)
	if (text === undefined || text.length > 500 || !isPlainAwk(text))
		return asks('options/awk', 'awk: the program may do more than print.')
	return judgeReads(files, scope, { name: 'read-only/awk', why: 'prints what it selects' })
}

/** A variable of the program's own. */
const PLAIN_VARIABLE = /^[a-z][a-z0-9_]{0,30}=[^\\\n]{0,500}$/

const TOKEN = new RegExp(
	[
		String.raw`(?<blank>[ \t]+)`,
		String.raw`(?<string>"(?:[^"\\\n]|\\[nt"\\])*")`,
		String.raw`(?<number>\d+(?:\.\d+)?)`,
		String.raw`(?<name>[A-Za-z_]\w*)(?<call>\(?)`,
		String.raw`(?<regex>/(?:[^/\\\n]|\\[^\n])+/)`,
		String.raw`(?<symbol>&&|\|\||[=!<>]=|\+\+|--|[-+*%]=|[{}()$,;~!?:<>=+*%[\]\n-])`,
	].join('|'),
)

const KEYWORDS = names('BEGIN END if else for while in next exit print printf delete')
const FUNCTIONS = names('length substr index split tolower toupper sprintf int match sub gsub')
/** Ways to other files, to the environment, and to code by its name. */
const FORBIDDEN = names(
	'getline system close fflush ENVIRON PROCINFO SYMTAB FUNCTAB ARGV ARGC ARGIND function func nextfile include load namespace',
)

/** A pipe is no token at all, and `>` only where it cannot be a redirection: outside the braces or in brackets. */
function isPlainAwk(program: string): boolean {
	const tokens = new RegExp(TOKEN, 'y')
	let braces = 0
	let brackets = 0
	// Whether a slash would divide here; then nobody can tell where the next expression ends, unless it surely does.
	let followsValue = false
	let divides = false
	for (let at = 0; at < program.length; at = tokens.lastIndex) {
		if (divides && program[at] === '/') {
			tokens.lastIndex = at + 1
			followsValue = divides = false
			continue
		}
		tokens.lastIndex = at
		const token = tokens.exec(program)?.groups
		if (!token) return false
		if (token.blank) continue
		const { symbol, name } = token
		if (token.regex && (followsValue || hasOpenBracket(token.regex))) return false
		if (name && !isKnownName(name, token.call === '(')) return false
		if (name && token.call) tokens.lastIndex--
		if (symbol === '>' && braces > 0 && brackets === 0) return false
		if (symbol === '{') braces++
		if (symbol === '}') braces--
		if (symbol === '(') brackets++
		if (symbol === ')') brackets--
		if (braces < 0 || brackets < 0) return false
		followsValue =
			token.string !== undefined ||
			token.number !== undefined ||
			name !== undefined ||
			/^(?:[\])$]|\+\+|--)$/.test(symbol ?? '')
		divides =
			token.number !== undefined ||
			symbol === ']' ||
			(name !== undefined && !token.call && !KEYWORDS.has(name) && !FUNCTIONS.has(name))
	}
	return braces === 0 && brackets === 0
}

function isKnownName(name: string, isCalled: boolean): boolean {
	if (FORBIDDEN.has(name)) return false
	return !isCalled || FUNCTIONS.has(name) || KEYWORDS.has(name)
}

/** Versions differ on whether a slash in brackets ends the expression. */
function hasOpenBracket(regex: string): boolean {
	return (regex.match(/\[/g)?.length ?? 0) !== (regex.match(/\]/g)?.length ?? 0)
}

function names(list: string): ReadonlySet<string> {
	return new Set(list.split(' '))
}
